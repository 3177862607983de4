import ReelEvents
import Testing

/// A catalog as people write it.
private let text = """
  // The weather app.
  {
    "keys": [
      {
        "name": "memberEntitlement", "type": "bool", "synced": true, "audience": "both",
        "reason": "The watch asks what the user has paid for.", "sampleSize": 4,
      },
      { "name": "temperatureUnit", "type": "string", "default": "celsius", "synced": true,
        "reason": "Both show temperatures." },
      { "name": "openedAt", "type": "date", "default": {"$date": "2026-01-01T00:00:00Z"},
        "synced": false, "reason": "", "audience": "phone" },
    ],
    "rules": [
      {
        "name": "paidWatch", "entitlement": true,
        "when": "any(absent memberEntitlement, true memberEntitlement, not(all(true openedAt)))",
        "decides": "Whether the watch shows the paid app.",
      },
    ],
  }
  """

/// What a catalog must not say: the text to change, what to put there, the line, the message.
private let faults: [(String, String, Int, String)] = [
  (
    "\"bool\"", "\"boolean\"", 5,
    "expected a type (bool, integer, double, string, data, date, array, dictionary), "
      + "found another word"
  ),
  ("\"bool\"", "1", 5, "expected a string, found a number"),
  ("\"both\"", "\"all\"", 5, "expected an audience (phone, watch, both), found another word"),
  (
    "\"audience\": \"both\",", "\"colour\": 1,", 5,
    "expected a member that a key has, found `colour`"
  ),
  (
    "\"temperatureUnit\"", "\"memberEntitlement\"", 8,
    "expected each key once, found `memberEntitlement` for the second time"
  ),
  (
    "\"temperatureUnit\"", "\"#order\"", 8,
    "expected a name without `#` in front, which marks what rides along, found `#order`"
  ),
  ("\"temperatureUnit\"", "\"\"", 8, "expected a name, found an empty one"),
  (
    "\"Both show temperatures.\"", "\"\"", 8,
    "expected the reason why a key is synced, found none for `temperatureUnit`"
  ),
  (
    "\"celsius\"", "1", 8,
    "expected a default of the type of `temperatureUnit`, string, found integer"
  ),
  ("\"synced\": false,", "", 10, "expected the member `synced` of `openedAt`, found none"),
  ("\"type\": \"date\",", "", 10, "expected the member `type` of `openedAt`, found none"),
  ("\"entitlement\": true,", "", 14, "expected the member `entitlement`, found none"),
  ("true openedAt", "true opnedAt", 16, "expected a key of this catalog, found `opnedAt`"),
  ("not(all", "non(all", 16, "expected absent, true, any, all or not, found `non`"),
  ("openedAt))", "openedAt)", 16, "expected `,` or `)`, found the end of the rule"),
  ("(true openedAt)", "()", 16, "expected absent, true, any, all or not, found other text"),
  ("\"rules\"", "\"rulez\"", 13, "expected a member that a catalog has, found `rulez`"),
  ("\n}", "\n", 20, "expected a member's key, found the end of the text"),
]

@Suite struct `A catalog` {
  @Test func `is read from a file with comments and trailing commas`() throws {
    let catalog = try Catalog.parse(Array(text.utf8))
    #expect(catalog.keys.map(\.name) == ["memberEntitlement", "temperatureUnit", "openedAt"])
    #expect(catalog.keys.map(\.type) == [.bool, .string, .date])
    #expect(catalog.keys.map(\.isSynced) == [true, true, false])
    #expect(catalog.keys.map(\.audience) == [.both, .both, .phone])
    #expect(catalog.keys.map(\.sampleSize) == [4, 9, 39])
    #expect(catalog.keys[1].registeredDefault == .string("celsius"))
    #expect(
      catalog.rules[0].expression
        == .any([
          .absent("memberEntitlement"), .isTrue("memberEntitlement"),
          .not(.all([.isTrue("openedAt")])),
        ]))
    #expect(catalog.rules[0].isEntitlement)
  }

  @Test(arguments: [
    ("6", Value.double(6)), ("-6", .double(-6)), ("6.5", .double(6.5)), ("6e0", .double(6)),
    ("18446744073709551615", .double(0x1p64)),
  ])
  func `takes whole numbers for doubles, as tools write them`(
    _ text: String, _ value: Value
  ) throws {
    let (type, standard) = ("\"type\":\"double\"", "\"default\":\(text)")
    for members in ["\(type),\(standard)", "\(standard),\(type)"] {
      let catalog = try Catalog.parse(
        Array("{\"keys\":[{\"name\":\"scale\",\"synced\":false,\(members)}]}".utf8))
      #expect(catalog.keys[0].registeredDefault == value)
    }
  }

  @Test func `comes back from its value`() throws {
    let catalog = try Catalog.parse(Array(text.utf8))
    #expect(try Catalog(value: catalog.value).value == catalog.value)
  }

  @Test func `in a header may have members that this version does not know`() throws {
    let bytes = Array(#"{"keys":[{"name":"a","type":"bool","synced":false,"owner":"me"}]}"#.utf8)
    var reader = JSONReader(bytes)
    #expect(try reader.readCatalog().keys.map(\.name) == ["a"])
    #expect(throws: ParseError.self) { try Catalog.parse(bytes) }
  }

  @Test(arguments: faults)
  func `with a fault is refused with its line`(
    old: String, new: String, line: Int, message: String
  ) throws {
    let wrong = text.replacing(old, with: new, maxReplacements: 1)
    try #require(wrong != text)
    let error = #expect(throws: ParseError.self) { try Catalog.parse(Array(wrong.utf8)) }
    #expect(error?.description == message)
    #expect(error?.line == line)
  }

  @Test func `has at most 100,000 keys`() {
    let keys = (0...100_000).map { #"{"name":"k\#($0)","type":"bool","synced":false}"# }
    let text = "{\"keys\":[\n\(keys.joined(separator: ",\n"))]}"
    let error = #expect(throws: ParseError.self) { try Catalog.parse(Array(text.utf8)) }
    #expect(error?.line == 100_002)
    #expect(error?.description == "expected at most 100000 keys, found one more")
  }
}

@Suite struct `A rule's text` {
  @Test(arguments: [
    "absent a", "true a.b-c", "any(absent a)", "all(true a, not(absent b), any(true c, true d))",
    #"true "a b""#, #"absent "a\"(,""#, #"true "é(""#,
  ])
  func `comes back as it was`(text: String) throws {
    #expect(try RuleExpression(parsing: text).description == text)
  }

  @Test func `names each key once, byte for byte`() throws {
    let rule = try RuleExpression(parsing: "any(true é, absent e\u{301}, true é)")
    #expect(rule.keys.map { Array($0.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
  }

  @Test(arguments: [
    "", "a", "true", "true a b", "not(true a, true b)", "any(", "any(true a", "any true a", "any()",
    #"true "a"#, "absent ,", "(true a)",
  ])
  func `is refused where it is none`(text: String) {
    #expect(throws: ParseError.self) { try RuleExpression(parsing: text) }
  }

  @Test func `nests to a limit`() {
    func nested(_ levels: Int) -> String {
      String(repeating: "not(", count: levels) + "true a" + String(repeating: ")", count: levels)
    }
    #expect(throws: Never.self) { try RuleExpression(parsing: nested(127)) }
    #expect(throws: ParseError.self) { try RuleExpression(parsing: nested(100_000)) }
  }
}
