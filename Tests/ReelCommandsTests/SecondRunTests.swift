import ReelEvents
import Testing

@testable import ReelCommands

@Suite("The second run of reel test --twice")
struct SecondRunTests {
  @Test func `differs in all that must not matter`() {
    for before in [
      [:],
      [
        "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati", "SWIFT_DETERMINISTIC_HASHING": "1",
      ],
    ] as [[String: String]] {
      let changed = SecondRun.changed(before)
      for name in ["LC_ALL", "TZ", "SWIFT_DETERMINISTIC_HASHING"] {
        #expect(changed[name] != before[name], "\(name)")
      }
    }
  }

  @Test func `is held to every byte, and the first that differs is named`() {
    let first = Value.dictionary(["a": .integer(1), "b": .array([.string("x")])])
    #expect(SecondRun.difference(first, Array("{\"a\":1,\"b\":[\"x\"]}\n".utf8)) == nil)
    #expect(
      SecondRun.difference(first, Array("{\"a\":1,\"b\":[\"y\"]}\n".utf8))
        == "b/0: \"x\" in the first run, \"y\" in the second")
    #expect(
      SecondRun.difference(first, Array("{\"b\":[\"x\"],\"a\":1}\n".utf8))
        == "the results are the same, and their bytes are not")
    #expect(
      SecondRun.difference(first, Array("reel: oh\n".utf8))?.contains("something else") == true)
  }
}
