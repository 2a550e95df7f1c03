import Testing

@testable import ReleaseBranch

@Suite struct ObjectIDTests {
  @Test(
    "a name is read and written in hexadecimal",
    arguments: [
      "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
    ])
  func roundTrip(text: String) throws {
    let id = try #require(ObjectID(text))
    #expect(id.hex == text)
    #expect(ObjectID(bytes: id.bytes) == id)
    #expect(ObjectID(text.uppercased()) == id)
    #expect(id.size == text.utf8.count / 2)
  }

  @Test(arguments: [
    "", "4b825d", "4b825dc642cb6eb9a060e54bf8d69288fbee490g", "4b825dc642cb6eb9a060e54bf8d69288fbee49041",
  ])
  func `other texts are no names`(text: String) {
    #expect(ObjectID(text) == nil)
  }

  @Test func `the order is that of the texts`() throws {
    let texts = [
      "00000000000000000000000000000000000000ff", "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
      "ff00000000000000000000000000000000000000",
    ]
    let ids = texts.compactMap { ObjectID($0) }
    #expect(ids.reversed().sorted() == ids)
  }
}
