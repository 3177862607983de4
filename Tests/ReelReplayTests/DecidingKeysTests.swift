import ReelEvents
import ReelProjections
import Testing

/// The readings of three keys: absent, a value that is false, one that is true.
private let readings: [[Int32]] = {
  let one: [Int32] = [0, 1, 2]
  return one.flatMap { a in one.flatMap { b in one.map { c in [a, b, c] } } }
}()

@Suite("The keys that decide an answer")
struct DecidingKeysTests {
  @Test(
    arguments: [
      "absent a", "true b", "not(true a)", "any(absent a, true b)", "all(absent a, true b)",
      "any(all(true a, true b), true c)", "all(any(true a, true b), not(absent c))",
      "not(any(true a, all(absent b, true c)))", "any(absent a, true a, true b)",
      "all(not(all(true a, absent b)), any(true c, absent a))",
    ])
  func `are enough for it, whatever the others read as`(_ expression: String) throws {
    let catalog = Catalog(
      keys: ["a", "b", "c"].map { name in
        CatalogKey(
          name: name, type: .bool, registeredDefault: nil, isSynced: true, reason: "for the test",
          audience: .both, sampleSize: 4)
      },
      rules: [
        CatalogRule(
          name: "rule", expression: try RuleExpression(parsing: expression),
          isEntitlement: false, decides: "Whether the test holds.")
      ])
    let rule = Vocabulary(catalog: catalog).catalogRules[0]
    let answer = { (reading: [Int32]) -> Bool in
      rule.answer(reading: { reading[Int($0)] }, isTrue: { $0 == 2 }, absentAsFalse: false)
    }
    for reading in readings {
      let deciding = rule.deciding(reading: { reading[Int($0)] }, isTrue: { $0 == 2 })
      #expect(!deciding.isEmpty)
      for other in readings {
        let isLike = deciding.allSatisfy { other[Int($0)] == reading[Int($0)] }
        guard isLike else { continue }
        #expect(answer(other) == answer(reading), "\(expression) \(reading) \(other)")
      }
    }
  }

  @Test func `are only the ways that hold of a yes`() throws {
    let rule = Vocabulary(catalog: try Catalog.parse(Array(WeatherCatalog.text.utf8)))
      .catalogRules[0]
    #expect(rule.deciding(reading: { _ in 0 }, isTrue: { _ in false }) == [rule.keys[0]])
    #expect(rule.deciding(reading: { _ in 1 }, isTrue: { _ in false }) == rule.keys)
  }
}
