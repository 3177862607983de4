import ReelEvents
import Testing

@Suite struct `What bool(forKey:) makes of a value` {
  @Test(arguments: [
    Value.bool(true), .integer(1), .integer(-2), .unsigned(.max), .double(0.1), .string("YES"),
    .string("1"),
  ])
  func `is true`(value: Value) { #expect(value.darwinBool) }

  @Test(arguments: [
    Value.bool(false), .integer(0), .double(0), .double(-0.0), .string("true"), .string("yes"),
    .string("2"), .string(""), .data([1]), .date(secondsSince2001: 1), .array([.bool(true)]),
    .dictionary(ValueDictionary()), .withheld(digest: "1", size: 1),
  ])
  func `is false`(value: Value) { #expect(!value.darwinBool) }
}
