import ReelEvents
import ReelLog
import Testing

/// Lines of no header, the kind of the error, its message.
private let faults: [(String, LogError.Kind, String)] = [
  (
    #"{"reel":2,"recording":"all new"}"#, .newerFormat,
    "written in format 2; this reads up to 1. Read it with a newer version of this tool."
  ),
  (
    #"{"at":"2026-01-01T00:00:00.000000Z","device":"a","event":"note"}"#, .notARecording,
    "expected the header of a recording, found a line without the member `reel`"
  ),
  (
    "[]", .notARecording,
    "expected the header of a recording, found a line without the member `reel`"
  ),
  (#"{"reel":1}"#, .badLine, "byte 10: expected the member `recording`, found none"),
  (
    #"{"reel":1,"recording":{"name":"a","recordedUnder":null}}"#, .badLine,
    "byte 55: expected the member `catalog`, found none"
  ),
  (#"{"reel":1,"recording":{"name":1}}"#, .badLine, "byte 30: expected a string, found a number"),
  ("{", .badLine, "byte 1: expected a member's key, found the end of the text"),
]

@Suite struct `The header of a recording` {
  private let catalog = Catalog(
    keys: [
      CatalogKey(
        name: "a", type: .date, registeredDefault: .date(secondsSince2001: .nan), isSynced: false,
        reason: "", audience: .watch, sampleSize: 7)
    ],
    rules: [
      CatalogRule(
        name: "r", expression: .not(.absent("a")), isEntitlement: false, decides: "Nothing.")
    ])

  @Test(arguments: [nil, "phone=allowlist+union"] as [String?])
  func `comes back from its line`(policy: String?) throws {
    var bytes: [UInt8] = []
    let header = RecordingHeader(name: "a \"b\"", recordedUnder: policy, catalog: catalog)
    HeaderLine.append(header, to: &bytes)
    let read = try HeaderLine.decode(bytes)
    #expect(read.name == header.name)
    #expect(read.recordedUnder == policy)
    #expect(read.catalog.value == catalog.value)
  }

  @Test func `has its members in the order of the format`() {
    var bytes: [UInt8] = []
    HeaderLine.append(
      RecordingHeader(name: "a", recordedUnder: nil, catalog: Catalog()), to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"reel":1,"recording":{"name":"a","recordedUnder":null,"#
        + #""catalog":{"keys":[],"rules":[]}}}"#)
  }

  @Test(arguments: faults)
  func `with a fault is refused`(text: String, kind: LogError.Kind, message: String) {
    let error = #expect(throws: LogError.self) { try HeaderLine.decode(Array(text.utf8)) }
    #expect(error?.kind == kind)
    #expect(error?.description == message)
  }
}
