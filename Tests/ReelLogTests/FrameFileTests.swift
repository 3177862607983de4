import Foundation
import ReelEvents
import Testing

@testable import ReelLog

@Suite struct `A new file` {
  private let scratch = Scratch()

  @Test func `never covers one that is there`() throws {
    let path = try scratch.write(Array("kept".utf8), to: "a.jsonl")
    let errors = [
      #expect(throws: LogError.self) { _ = try OutputFile.creating(path).finish() },
      #expect(throws: LogError.self) {
        _ = try OutputFile.derived(path, existing: .kept).finish()
      },
    ]
    #expect(errors.map(\.?.kind) == [.exists, .exists])
    #expect(try scratch.bytes(of: "a.jsonl") == Array("kept".utf8))
  }

  @Test func `appears when it is whole`() throws {
    var file = try OutputFile.derived(scratch("a"), existing: .kept)
    try file.append(Array("whole".utf8))
    #expect(try scratch.run("test -e a").status == 1)
    try file.finish()
    #expect(try scratch.bytes(of: "a") == Array("whole".utf8))
    #expect(try scratch.run("ls").output == Array("a\n".utf8))
  }

  @Test func `never covers one that came meanwhile`() throws {
    var file = try OutputFile.derived(scratch("a"), existing: .kept)
    try file.append(Array("late".utf8))
    _ = try scratch.write(Array("first".utf8), to: "a")
    var kind: LogError.Kind?
    do throws(LogError) { try file.finish() } catch { kind = error.kind }
    #expect(kind == .exists)
    #expect(try scratch.bytes(of: "a") == Array("first".utf8))
    #expect(try scratch.run("ls").output == Array("a\n".utf8))
  }

  @Test func `replaces another where it may`() throws {
    _ = try scratch.write(Array("old".utf8), to: "a")
    var file = try OutputFile.derived(scratch("a"), existing: .replaced)
    try file.append(Array("new".utf8))
    try file.finish()
    #expect(try scratch.bytes(of: "a") == Array("new".utf8))
  }

  @Test func `leaves nothing behind if it is given up`() throws {
    do {
      var file = try OutputFile.derived(scratch("a"), existing: .replaced)
      try file.append(Array("half".utf8))
    }
    #expect(try scratch.run("ls").output == [])
  }

  @Test func `in a folder that is not there says so`() throws {
    let error = #expect(throws: LogError.self) {
      _ = try OutputFile.creating(scratch("none/a")).finish()
    }
    #expect(error?.kind == .cannotCreate)
    #expect(error?.found == "no such file or folder")
  }

  @Test func `on a full disk fails once and for all`() throws {
    guard try scratch.run("test -c /dev/full").status == 0 else { return }
    var writer = try RecordingWriter.writing(
      to: try OutputFile.appending(to: "/dev/null"), container: .plain, header: [])
    try writer.append([], at: nil)
    try writer.flush()
    let error = #expect(throws: LogError.self) {
      _ = try RecordingWriter.writing(
        to: try OutputFile.appending(to: "/dev/full"), container: .plain, header: [])
    }
    #expect(error?.kind == .inputOutput)
    #expect(error?.found == "no space left on the disk")
  }
}

@Suite struct `An input` {
  private let scratch = Scratch()

  @Test func `that is missing or a folder is no input`() throws {
    let missing = #expect(throws: LogError.self) { _ = try FileReader(path: scratch("none")) }
    #expect(missing?.kind == .noInput)
    let folder = #expect(throws: LogError.self) { _ = try FileReader(path: scratch.path) }
    #expect(folder?.kind == .noInput && folder?.found == "a folder")
  }

  @Test(.needsZstd) func `that is a pipe can be read twice`() throws {
    try Sample.record(1...5, at: scratch("a.jsonl.zst"))
    _ = try scratch.run("mkfifo pipe")
    let source = try scratch.start("cat a.jsonl.zst > pipe")
    let file = try FileReader(path: scratch("pipe"))
    source.waitUntilExit()
    for _ in 1...2 {
      let reader = try RecordingReader(file)
      var chunk = LineChunk()
      #expect(try reader.next(into: &chunk))
      #expect(Reading.lines(of: chunk) == [Sample.header])
    }
  }
}
