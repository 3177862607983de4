import ReelEvents
import Testing

@testable import ReelLog

@Suite struct `A recording` {
  private let scratch = Scratch()

  @Test(arguments: supported(["a.jsonl.zst", "a.jsonl"]))
  func `gives back the lines that were written, in order`(name: String) throws {
    try Sample.record(1...1000, at: scratch(name), flushingAfter: [1, 2, 3, 500])
    let reading = Reading(scratch(name))
    #expect(reading.error == nil)
    #expect(reading.tear == nil)
    #expect(reading.lines == [Sample.header] + Sample.lines(1...1000))
  }

  @Test(.needsZstd, arguments: [["zstd", "-t"], ["zstdcat"]])
  func `is a file that zstd itself accepts`(tool: [String]) throws {
    try Sample.record(1...1000, at: scratch("a.jsonl.zst"), flushingAfter: [1, 2, 3, 500])
    let result = try scratch.run("\(tool.joined(separator: " ")) a.jsonl.zst")
    #expect(result.status == 0)
    if tool == ["zstdcat"] {
      let text = ([Sample.header] + Sample.lines(1...1000)).map { $0 + "\n" }.joined()
      #expect(result.output == Array(text.utf8))
    }
  }
}
