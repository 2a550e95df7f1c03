// Java class files built in code: a constant pool of any constants, and the little that must follow it.

import ByteKit

/// Writes class files.
public struct ClassFileFixture: Sendable {
  /// The version: 61 is Java 17.
  public var major: UInt16 = 61
  private var pool = ByteWriter()
  private var next = 1

  /// A class file without constants.
  public init() {}

  private mutating func add(_ tag: UInt8, slots: Int = 1, _ write: (inout ByteWriter) -> Void) -> Int {
    pool.append(tag)
    write(&pool)
    defer { next += slots }
    return next
  }

  /// Adds a text; returns its number.
  @discardableResult
  public mutating func utf8(_ text: String) -> Int {
    let bytes = ModifiedUTF8Fixture.encode(text)
    return add(1) {
      $0.appendBigEndian(UInt16(bytes.count))
      $0.append(contentsOf: bytes)
    }
  }

  /// Adds a constant of one index: 7 Class, 8 String, 16 MethodType, 19 Module, 20 Package.
  @discardableResult
  public mutating func reference(_ tag: UInt8, _ index: Int) -> Int { add(tag) { $0.appendBigEndian(UInt16(index)) } }

  /// Adds a class and its name.
  @discardableResult
  public mutating func classNamed(_ name: String) -> Int { reference(7, utf8(name)) }

  /// Adds a string constant.
  @discardableResult
  public mutating func string(_ text: String) -> Int { reference(8, utf8(text)) }

  /// Adds a constant of two indices: 9 10 11 a field or method, 12 NameAndType, 17 Dynamic, 18 InvokeDynamic.
  @discardableResult
  public mutating func pair(_ tag: UInt8, _ first: Int, _ second: Int) -> Int {
    add(tag) {
      $0.appendBigEndian(UInt16(first))
      $0.appendBigEndian(UInt16(second))
    }
  }

  /// Adds an Integer (3) or Float (4).
  public mutating func number(_ tag: UInt8, _ bits: UInt32) { _ = add(tag) { $0.appendBigEndian(bits) } }

  /// Adds a Long (5) or Double (6), which takes two numbers of the pool.
  public mutating func wide(_ tag: UInt8, _ bits: UInt64) { _ = add(tag, slots: 2) { $0.appendBigEndian(bits) } }

  /// Adds a MethodHandle.
  public mutating func methodHandle(_ index: Int) {
    _ = add(15) {
      $0.append(6)
      $0.appendBigEndian(UInt16(index))
    }
  }

  /// The file.
  public var bytes: [UInt8] {
    var file = ByteWriter()
    file.appendBigEndian(UInt32(0xCAFE_BABE))
    file.appendBigEndian(UInt16(0))
    file.appendBigEndian(major)
    file.appendBigEndian(UInt16(next))
    file.append(contentsOf: pool.bytes)
    // Access, this, super, and the empty lists of interfaces, fields, methods and attributes.
    for value: UInt16 in [0x21, 0, 0, 0, 0, 0, 0] { file.appendBigEndian(value) }
    return file.bytes
  }
}
