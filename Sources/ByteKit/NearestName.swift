// "Did you mean": the nearest of some known names to one that is not known.

/// Finds the name a user most likely meant.
///
/// Names are compared without regard to case by the Damerau-Levenshtein distance in its optimal-alignment form: one
/// inserted, missing or wrong letter counts 1, and so does a swapped pair of neighbours, the commonest slip of all.
/// The distance allowed grows with the length, as one wrong letter in two says nothing: 1 up to five letters, 2 up to
/// eight, then 3. Failing that, a name that alone starts with what was typed (three letters or more) is taken.
///
/// ```swift
/// nearestName(to: "survye", among: ["survey", "coverage"])  // "survey"
/// ```
///
/// - Returns: The first of the nearest candidates, or nil if none is near.
/// - Complexity: O(n·m) for each candidate; names over 64 characters are not compared.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  guard wanted.count > 1, wanted.count <= 64 else { return nil }
  let allowed = wanted.count <= 5 ? 1 : wanted.count <= 8 ? 2 : 3
  var nearest: (name: String, distance: Int)?
  var completions: [String] = []
  for candidate in candidates {
    let letters = Array(candidate.lowercased().unicodeScalars)
    guard letters.count > 1, letters.count <= 64 else { continue }
    if wanted.count >= 3, letters.starts(with: wanted) { completions.append(candidate) }
    guard abs(letters.count - wanted.count) <= allowed else { continue }
    let distance = alignmentDistance(wanted, letters)
    if distance <= allowed, distance < nearest?.distance ?? Int.max { nearest = (candidate, distance) }
  }
  return nearest?.name ?? (completions.count == 1 ? completions[0] : nil)
}

/// The optimal string alignment distance, by three rows of the usual table.
private func alignmentDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  var current = last
  for i in a.indices {
    current[0] = i + 1
    for j in b.indices {
      let substitution = last[j] + (a[i] == b[j] ? 0 : 1)
      var best = min(last[j + 1] + 1, current[j] + 1, substitution)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
      current[j + 1] = best
    }
    (beforeLast, last, current) = (last, current, beforeLast)
  }
  return last[b.count]
}
