import Testing

@testable import Survey

struct FigureCatalogueTests {
  @Test func `names are unique, ordered, and begin with an area`() {
    let names = FigureCatalogue.standard.names
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
    #expect(FigureCatalogue.standard.kinds.allSatisfy { $0.name.hasPrefix($0.area + ".") && !$0.title.isEmpty })
    #expect(FigureCatalogue.standard["coverage.lines"]?.unit == .percent)
    #expect(FigureCatalogue.standard["coverage"] == nil)
  }

  @Test func `rules are unique, and none has the name of a figure`() {
    #expect(Set(FindingRules.names).count == FindingRules.names.count)
    #expect(Set(FindingRules.names).isDisjoint(with: FigureCatalogue.standard.names))
  }
}
