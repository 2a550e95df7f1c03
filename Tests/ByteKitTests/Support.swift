// A seeded generator, so that a failure repeats.

import ByteKit

/// Runs one read at an offset: what it gave and where the reader stands then. `#expect` cannot hold a reader, which does not escape.
func reading<Value>(
  _ bytes: [UInt8], at offset: Int = 0, _ body: (inout ByteReader) throws(ByteError) -> Value
) -> (result: Result<Value, ByteError>, offset: Int) {
  var reader = ByteReader(bytes.span.bytes)
  do throws(ByteError) {
    try reader.seek(to: offset)
    let value = try body(&reader)
    return (.success(value), reader.offset)
  } catch {
    return (.failure(error), reader.offset)
  }
}
