// Contrast of what a page shows, by the rule of WCAG 2.2 (1.4.3): 4.5 to 1, large text 3 to 1.

extension Browser {
  /// Functions for scripts that ask for contrast: `parse` a computed colour, `hex`, `ratio` of two colours, `over` a ground, the
  /// `ground` that an element lies on.
  public static let contrastFunctions = """
    const parse = c => { const m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m };
    const hex = h => { h = h.trim().slice(1); if (h.length < 6) h = [...h].map(x => x + x).join("");
      return [0, 2, 4].map(i => parseInt(h.substr(i, 2), 16)) };
    const part = v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 };
    const light = c => 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2]);
    const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05) };
    const over = (top, ground) => top.slice(0, 3).map((v, i) => v * top[3] + ground[i] * (1 - top[3]));
    const grounds = new Map();
    const ground = e => {
      if (!e) return [255, 255, 255];
      if (!grounds.has(e)) grounds.set(e, over(parse(getComputedStyle(e).backgroundColor), ground(e.parentElement)));
      return grounds.get(e) };
    """

  /// The texts of the page that can be seen and are hard to read, with their ratios; at least `least` texts have to be there.
  public func textsOfLowContrast(least: Int = 10) async throws -> [String] {
    try await texts(
      """
      \(Self.contrastFunctions)
      document.querySelectorAll("details").forEach(d => d.open = true);
      const faults = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      let count = 0;
      for (let n = walker.nextNode(); n && count < 6000; n = walker.nextNode()) {
        const e = n.parentElement;
        if (!n.data.trim() || e.closest("script,style,.sr,svg") || !e.getClientRects().length) continue;
        count++;
        const s = getComputedStyle(e), size = parseFloat(s.fontSize), bold = +s.fontWeight >= 700;
        const r = ratio(over(parse(s.color), ground(e)), ground(e));
        if (r < (size >= 24 || size >= 18.66 && bold ? 3 : 4.5)) faults.add(e.className + " " + n.data.trim().slice(0, 30) + " " + r.toFixed(2));
      }
      if (count < \(least)) faults.add("only " + count + " texts");
      return [...faults];
      """)
  }
}
