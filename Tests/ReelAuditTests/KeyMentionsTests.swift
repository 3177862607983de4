import ReelAudit
import ReelEvents
import Testing

@Suite("The mentions of keys in a source")
struct KeyMentionsTests {
  private let catalog = Catalog(keys: [
    CatalogKey(
      name: "chartStyle", type: .string, registeredDefault: nil, isSynced: true, reason: "shown",
      audience: .both, sampleSize: 6)
  ])

  @Test(arguments: [
    (#"store.set("bars", forKey: "chartStyle")"#, [true]),
    ("settings[.chartStyle]\nother.chartStyle = 1", [false, false]),
    ("// chartStyle \"chartStyle\"\n/* .chartStyle */", []),
    (#"let chartStyles = "chartStyles""#, []),
    (#""a \" chartStyle""#, []),
    (#""chartStyle"#, [true]),
    ("", []),
  ])
  func `are literals and members that stand whole`(_ source: String, _ expected: [Bool]) {
    #expect(catalog.mentions(in: Array(source.utf8)).map(\.isLiteral) == expected)
  }

  @Test func `carry their line`() {
    let source = "/*\n*/\n\n.chartStyle"
    #expect(catalog.mentions(in: Array(source.utf8)).map(\.line) == [4])
  }
}
