import ReelEvents
import ReelLog
import Testing

private let verbs =
  "installs, launches, updates, uninstalls, locks, unlocks, crashes, uses, registers, loads, sets, "
  + "removes, fills, reads, checks, is, sends, receives, fails, dismisses, undoes, pushes, pulls, "
  + "clock"

/// A line after `phone sends context to watch as m1`, and what is wrong with it.
private let faults: [(String, String)] = [
  ("phone flies", "expected a verb (\(verbs)), found `flies`"),
  ("phone dismises x", "expected a verb (\(verbs)), found `dismises`; did you mean `dismisses`?"),
  ("phone", "expected a device and a verb, found `phone` alone"),
  ("phone sets", "expected KEY (DEVICE sets KEY VALUE), found the end of the line"),
  ("phone sets a", "expected VALUE (DEVICE sets KEY VALUE), found the end of the line"),
  (
    "phone sets a b c",
    "expected the end of the line, or FIELD=VALUE (DEVICE sets KEY VALUE), found another word"
  ),
  ("phone sets a null", "expected a property-list value, found null"),
  ("phone sets a {\"b\":1", "expected `,` or `}`, found the end of the text"),
  (
    "phone sets a {\"$x\":1}",
    "expected a convention, or `$$` where a key begins with `$`, found a number"
  ),
  (
    "phone sets a b stor=kvs",
    "expected one of the fields store, at (DEVICE sets KEY VALUE), found `stor`; "
      + "did you mean `store`?"
  ),
  (
    "phone locks at=noon",
    "expected a time such as `2026-01-01T00:00:00Z` or `+5s`, found other text"
  ),
  (
    "phone locks at=2990-01-01T00:00:00Z",
    "expected a time within 900 years of 2026, found one that is further away"
  ),
  ("+5", "expected a time such as `+5s` (ms, s, m, h, d), found another line"),
  ("+5 s", "expected a time such as `+5s` (ms, s, m, h, d), found another line"),
  ("-5s", "expected a time such as `+5s` (ms, s, m, h, d), found another line"),
  ("+99999999999999999d", "expected a time such as `+5s` (ms, s, m, h, d), found another line"),
  ("+5x phone locks", "expected a time such as `+5s` (ms, s, m, h, d), found another line"),
  (
    "phone clock +1s at=+5s",
    "expected the end of the line (DEVICE clock TIME), found another word"
  ),
  ("phone clock fast", "expected a time such as `+5s` (ms, s, m, h, d), found other text"),
  ("phone fills a 3", "expected a size such as `300kB` (B, kB, KiB, MB, MiB), found other text"),
  ("phone fills a 1B", "expected from 2 to 15728640 bytes, found 1"),
  ("phone fills a 16MiB", "expected from 2 to 15728640 bytes, found 16777216"),
  (
    "phone registers a",
    "expected KEY=VALUE (DEVICE registers [KEY=VALUE …]), found another word"
  ),
  (
    "phone loads a.plist",
    "expected a property list `a.plist`, found a scenario that stands in no folder"
  ),
  ("phone is prp", "expected pro, free or unknown, found `prp`; did you mean `pro`?"),
  ("phone uses u2", "expected `account` (\(accountForm)), found `u2`"),
  (
    "phone sends letter to watch",
    "expected a channel (context, userInfo, complication, message, kvs), found `letter`"
  ),
  (
    "phone sends context watch",
    "expected `to` (DEVICE sends CHANNEL to DEVICE [as ID]), found `watch`"
  ),
  (
    "phone sends context to watch as m1",
    "expected a new id for the message, found `m1`, which is taken"
  ),
  ("tablet receives", "expected a message sent to tablet before, found none"),
  ("tablet receives m1", "expected a message to tablet, found `m1`, which goes to watch"),
  (
    "watch receives m2",
    "expected a message sent before, or its `payload`, found `m2`; did you mean `m1`?"
  ),
  (
    "watch receives m1 payload={}",
    "expected facts only, found the outcome `payload`, which the policy makes"
  ),
  ("watch receives m1 channel=userInfo", "expected the channel context of `m1`, found another"),
  (
    "watch receives m1 interrupted=yes",
    "expected `interrupted=true` or `interrupted=false`, found another value"
  ),
  ("phone pulls m1", "expected a push, found `m1`, a message"),
  ("phone fails m3 lost", "expected a message sent before, found `m3`; did you mean `m1`?"),
  (
    "phone fails m1 quota", "expected facts only, found the outcome `quota`, which the policy makes"
  ),
  (
    "watch checks paidWatch answer=true",
    "expected facts only, found the outcome `answer`, which the policy makes"
  ),
  ("policy a", "expected policy NAME = BASE {\"SWITCH\":VALUE}, found no `=`"),
  ("policy a = ", "expected policy NAME = BASE {\"SWITCH\":VALUE}, found another line"),
  ("policy a = b {\"c\"}", "expected `:`, found `}`"),
  ("expect a none", "expected expect POLICY: CHECK DEVICE [KEY]; …, found no `:`"),
  ("expect a:", "expected expect POLICY: CHECK DEVICE [KEY]; …, found less than that"),
  ("expect a: b", "expected CHECK DEVICE [KEY], found another number of words"),
  ("final a: b", "expected DEVICE WHAT=STATE, found another text"),
  ("final a: b c=[1", "expected `,` or `]`, found the end of the text"),
  ("phone \u{FFFD}", "expected a verb (\(verbs)), found `\u{FFFD}`"),
]

private let accountForm = "DEVICE uses account NAME, or DEVICE uses no account"

/// Event lines that are none of a scenario, after `"at":"+1s","device":"phone","event":`.
private let eventFaults: [(String, String)] = [
  (
    "\"store.sat\"", "expected an event of the format, found `store.sat`; did you mean `store.set`?"
  ),
  ("\"store.set\",\"key\":\"a\"", "expected the member `value`, found none"),
  (
    "\"store.remove\",\"key\":\"a\",\"value\":1",
    "expected only members of `store.remove`, found another one"
  ),
  ("\"store.cleared\",\"by\":\"m1\",\"keys\":[]", outcome("store.cleared")),
  ("\"store.applied\",\"by\":\"m1\",\"values\":{}", outcome("store.applied")),
  ("\"store.read\",\"key\":\"a\",\"value\":1", outcome("value")),
  ("\"entitlement.read\",\"rule\":\"paidWatch\",\"answer\":true", outcome("answer")),
  ("\"rule.read\",\"rule\":\"alertsOn\",\"answer\":true", outcome("answer")),
  (
    "\"message.sent\",\"message\":\"m2\",\"channel\":\"context\",\"to\":\"watch\",\"payload\":{}",
    outcome("payload")
  ),
  (
    "\"message.sent\",\"message\":\"m2\",\"channel\":\"kvs\",\"to\":\"cloud\","
      + "\"suppressed\":\"gate\"",
    outcome("suppressed")
  ),
  (
    "\"message.sent\",\"message\":\"m1\",\"channel\":\"context\",\"to\":\"watch\"",
    "expected a new id for the message, found `m1`, which is taken"
  ),
  (
    "\"message.received\",\"message\":\"m2\",\"channel\":\"context\"",
    "expected a message sent before, or its `payload`, found `m2`; did you mean `m1`?"
  ),
  (
    "\"message.failed\",\"message\":\"m1\",\"error\":\"payloadTooLarge\"",
    outcome("payloadTooLarge")
  ),
]

private func outcome(_ name: String) -> String {
  "expected facts only, found the outcome `\(name)`, which the policy makes"
}

@Suite struct `A fault of a scenario` {
  private func failure(of text: some Sequence<UInt8>) throws -> ScenarioError {
    try #require(throws: ScenarioError.self) {
      try Scenario(Array(text), catalog: smallCatalog)
    }
  }

  @Test(arguments: faults)
  func `says what was expected and what was found`(line: String, message: String) throws {
    let error = try failure(of: "phone sends context to watch as m1\n\(line)".utf8)
    #expect(error.faults.map(\.description) == ["line 2: \(message)"])
  }

  @Test(arguments: eventFaults)
  func `says so of event lines`(members: String, message: String) throws {
    let line = "{\"at\":\"+1s\",\"device\":\"phone\",\"event\":\(members)}"
    let error = try failure(of: "phone sends context to watch as m1\n\(line)".utf8)
    #expect(error.faults.map(\.description) == ["line 2: \(message)"])
  }

  @Test func `keeps the values of settings out of it`() throws {
    for line in [
      "phone sets a {\"secret\":1", "phone locks answer=secret", "phone sets a b secret",
    ] {
      #expect(try !failure(of: line.utf8).description.contains("secret"))
    }
  }

  @Test func `is told with the others, the first twenty`() throws {
    let text = Array(repeating: "phone flies\nphone locks", count: 25).joined(separator: "\n")
    let error = try failure(of: text.utf8)
    #expect(error.faults.map(\.line) == (0..<20).map { $0 * 2 + 1 })
    #expect(error.omitted == 5)
    #expect(error.description.hasSuffix("\nand 5 more"))
  }

  @Test func `is a line that is too long or no UTF-8`() throws {
    let long = Array(repeating: UInt8(ascii: "#"), count: ScenarioLimits.lineBytesMax + 1)
    #expect(
      try failure(of: long).description == "line 1: expected at most 16777216 bytes, found 16777217"
    )
    #expect(
      try failure(of: Array("# é".utf8.dropLast())).description
        == "line 1: expected UTF-8, found other bytes")
  }

  @Test func `is a policy defined twice`() throws {
    let error = try failure(of: "policy a = b\npolicy a = c".utf8)
    #expect(
      error.description == "line 2: expected a new name for the policy, found `a`, which is taken")
  }

  @Test func `leaves the reader as it was`() throws {
    var reader = ScenarioReader(catalog: smallCatalog)
    #expect(throws: ScenarioFault.self) {
      try reader.read("phone sends context to w as m1 x=1".utf8)
    }
    #expect(throws: ScenarioFault.self) { try reader.read("policy a = b {".utf8) }
    #expect(try reader.read("phone sends context to watch as m1".utf8) != nil)
    #expect(try reader.read("policy a = b".utf8) != nil)
  }

  @Test(arguments: 0..<200)
  func `is all that comes of bytes that were shaken`(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func draw(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var text = Array(shaken.utf8)
    for _ in 0...draw(6) {
      let place = draw(text.count)
      switch draw(3) {
      case 0: text.remove(at: place)
      case 1: text[place] = UInt8(draw(256))
      default: text.insert(contentsOf: text[place..<min(text.count, place + draw(9))], at: place)
      }
    }
    do {
      _ = try Scenario(text, catalog: smallCatalog)
    } catch {
      #expect(!error.faults.isEmpty, "seed \(seed)")
    }
  }
}

private let shaken = """
  # case: x
  policy a = allowlist {"settings.omit":["b"]}
  expect a: frozen-key watch k; echo-write phone
  final a: phone list={b,a}; watch k=absent; watch s="x"
  phone installs 2.0
  +5s
  phone clock -10m
  phone registers a=1 b="c d"
  phone sets k {"$date":"2026-01-01T00:00:03Z"}
  phone fills k 30B
  phone sends context to watch as m1
  watch receives m1 interrupted=true
  phone pushes list as p1
  tablet pulls p1
  {"at":"+0s","device":"phone","event":"store.set","key":"k","value":[1,{"a":null}]}
  """
