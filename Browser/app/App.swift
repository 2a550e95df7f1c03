// The engines of the sample app as the browser's page sees them: functions over numbers and places in memory, as in Browser/ink. One
// figure, one board, one result.

/// All that the module keeps.
final class App {
  var result: [UInt8] = []
  var numbers: [Double] = []
  /// What was wrong with what the page handed over last.
  var problem: [UInt8] = []

  func give(_ bytes: [UInt8]) -> UnsafePointer<UInt8>? {
    result = bytes
    return result.withUnsafeBufferPointer { $0.baseAddress }
  }

  func give(_ numbers: [Double]) -> UnsafePointer<Double>? {
    self.numbers = numbers
    return self.numbers.withUnsafeBufferPointer { $0.baseAddress }
  }
}

nonisolated(unsafe) let app = App()

/// The bytes that the page lent.
func lent(_ place: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
  guard let place, count > 0 else { return [] }
  return [UInt8](UnsafeBufferPointer(start: place, count: Int(count)))
}

/// Room for bytes that the page wants to hand over.
@_expose(wasm, "app_allocate") @_cdecl("app_allocate")
public func allocate(_ count: Int32) -> UnsafeMutablePointer<UInt8> {
  UnsafeMutablePointer<UInt8>.allocate(capacity: Int(max(1, count)))
}

/// Gives back room of `app_allocate`.
@_expose(wasm, "app_free") @_cdecl("app_free")
public func release(_ place: UnsafeMutablePointer<UInt8>) { place.deallocate() }

/// Bytes of the last result.
@_expose(wasm, "app_result_length") @_cdecl("app_result_length")
public func resultLength() -> Int32 { Int32(app.result.count) }

/// What was wrong with what was handed over last, in words.
@_expose(wasm, "app_error_words") @_cdecl("app_error_words")
public func errorWords() -> UnsafePointer<UInt8>? { app.give(app.problem) }
