import ReelEvents
import ReelLog
import TestSamples
import Testing

/// Events beside their only canonical line, without the members that every line begins with.
private let lines: [(Action, String)] = [
  (
    .storeSet(store: .defaults, key: "chartStyle", value: .string("bars")),
    #""store.set","key":"chartStyle","value":"bars""#
  ),
  (
    .storeSet(store: .notInterested, key: "album-42", value: .bool(true)),
    #""store.set","store":"notInterested","key":"album-42","value":true"#
  ),
  (
    .storeCleared(store: .defaults, by: "m1", keys: ["b", "a"]),
    #""store.cleared","by":"m1","keys":["b","a"]"#
  ),
  (
    .storeApplied(store: .kvs, by: "m1", values: ["b": .integer(1), "a": .double(1)]),
    #""store.applied","store":"kvs","by":"m1","values":{"a":1.0,"b":1}"#
  ),
  (.storeRead(store: .defaults, key: "a", value: nil), #""store.read","key":"a""#),
  (
    .entitlementRead(rule: "paidWatch", answer: true),
    #""entitlement.read","rule":"paidWatch","answer":true"#
  ),
  (.entitlementRead(rule: "pro", answer: nil), #""entitlement.read","rule":"pro""#),
  (
    .messageSent(
      SentMessage(
        message: "m1", channel: .kvs, to: .cloud, key: "notInterested", suppressed: .gate,
        payload: .dictionary(["a": .integer(1)]))),
    #""message.sent","message":"m1","channel":"kvs","to":"cloud","key":"notInterested","#
      + #""suppressed":"gate","payload":{"a":1}"#
  ),
  (
    .messageReceived(
      ReceivedMessage(
        message: nil, channel: .kvs, reason: "server", isInterrupted: true, suppressed: .older)),
    #""message.received","channel":"kvs","reason":"server","interrupted":true,"#
      + #""suppressed":"older""#
  ),
  (
    .deviceUpdated(version: "2.0", policy: "allowlist"),
    #""device.updated","version":"2.0","policy":"allowlist""#
  ),
  (.deviceAccount(account: nil), #""device.account""#),
  (.recorderDropped(count: 3), #""recorder.dropped","count":3"#),
  (.note(text: "\"é\n"), #""note","text":"\"é\n""#),
]

private let start = #"{"at":"2026-01-01T00:00:00.000000Z","device":"phone","event":"#

/// Lines of no event: where, what was expected, what was found.
private let faults: [(String, Int, String, String)] = [
  ("", 0, "an object", "the end of the text"),
  ("[]", 0, "an object", "an array"),
  ("{}", 2, "the member `event`", "none"),
  (#"{"event":"note","text":""}"#, 26, "the member `at`", "none"),
  (
    #"{"at":"now","device":"a","event":"note","text":""}"#, 6,
    "a time as RFC 3339 has it, to the microsecond", "other text"
  ),
  (start + #""store.set","value":1}"#, 83, "the member `key`", "none"),
  (start + #""store.set","key":"a"}"#, 83, "the member `value`", "none"),
  (start + #""store.set","key":1,"value":1}"#, 79, "a string as `key`", "another value"),
  (start + #""store.set","key":"a","value":null}"#, 91, "a property-list value", "null"),
  (start + #""note","text":"","text":""}"#, 78, "each member once", "a member for the second time"),
  (start + #""note","text":""}}"#, 78, "the end of the text", "`}`"),
  (start + #""store.loaded","values":[]}"#, 85, "an object of values as `values`", "another value"),
  (
    start + #""store.cleared","by":"m","keys":[1]}"#, 93, "an array of strings as `keys`",
    "another value"
  ),
  (
    start + #""message.received","channel":"pigeon"}"#, 90,
    "a channel (context, userInfo, complication, message, kvs) as `channel`", "another value"
  ),
  (
    start + #""recorder.dropped","count":-1}"#, 88, "a whole number from 0 as `count`",
    "another value"
  ),
]

@Suite struct `The line of an event` {
  @Test(arguments: lines)
  func `has its members in the order of the format`(action: Action, end: String) throws {
    var bytes: [UInt8] = []
    EventLine.append(
      Event(at: .scenarioStart, device: DeviceName("phone"), action: action), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == start + end + "}")
  }

  @Test(arguments: 0..<UInt64(12))
  func `brings the same event back, by seed`(seed: UInt64) throws {
    var source = Seed(seed)
    for _ in 0..<40 {
      var bytes: [UInt8] = []
      EventLine.append(source.event(), to: &bytes)
      let decoded = try EventLine.decode(bytes)
      var again: [UInt8] = []
      EventLine.append(decoded.event, to: &again)
      #expect(again == bytes, "seed \(seed)")
      #expect(decoded.unknownFields == 0)
    }
  }

  @Test func `is read in any order of members, with white space`() throws {
    let text = """
       { "value" : [ 1 ] , "key" : "a" , "event" : "store.set" , "device" : "phone",
      "at" : "2026-01-01T02:00:00+02:00" }\n
      """
    var bytes: [UInt8] = []
    EventLine.append(try EventLine.decode(Array(text.utf8)).event, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self) == start + #""store.set","key":"a","value":[1]}"#)
  }

  @Test func `passes over what it does not know, and counts it`() throws {
    let text = start + #""store.remove","key":"a","mood":{"x":null},"value":1,"text":null}"#
    let decoded = try EventLine.decode(Array(text.utf8))
    #expect(decoded.unknownFields == 3)
    #expect(decoded.event.action.kind == .storeRemove)
    let later = try EventLine.decode(Array((start + #""device.folded","angle":90}"#).utf8))
    #expect(later.unknownFields == 0)
    guard case .unknown(kind: "device.folded") = later.event.action else {
      Issue.record("another kind")
      return
    }
  }

  @Test(arguments: faults)
  func `with a fault is refused with its place`(
    text: String, offset: Int, expected: String, found: String
  ) {
    let padded = Array(("xx" + text).utf8)
    let error = #expect(throws: ParseError.self) {
      try EventLine.decode(padded, range: 2..<padded.count)
    }
    #expect(error == ParseError(offset: offset, line: 1, expected: expected, found: found))
  }

  @Test(arguments: 0..<UInt64(6))
  func `never traps when cut or changed, by seed`(seed: UInt64) {
    var source = Seed(seed)
    for _ in 0..<8 {
      var bytes: [UInt8] = []
      EventLine.append(source.event(), to: &bytes)
      for length in 0..<min(bytes.count, 300) {
        #expect(throws: ParseError.self) { try EventLine.decode(Array(bytes[..<length])) }
      }
      for _ in 0..<100 {
        var changed = bytes
        changed[source.index(below: bytes.count)] = UInt8(truncatingIfNeeded: source.next())
        _ = try? EventLine.decode(changed)
      }
    }
  }
}
