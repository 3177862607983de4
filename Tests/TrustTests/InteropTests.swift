import Foundation
import ReelEvents
import ReelLog
import TestSamples
import Testing

/// Programs that nobody here wrote: `tools/set-up others` installs them.
enum Others {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
  private static let python = root.appending(path: ".build/others/bin/python").path
  static let areThere =
    Container.zstd.isSupported && FileManager.default.isExecutableFile(atPath: python)

  /// Runs a line of the shell in which `$OTHERS` stands for `tools/interop/others.py`.
  static func run(_ line: String, in folder: Folder) throws -> Run {
    let script = root.appending(path: "tools/interop/others.py").path
    return try Run(shell: "OTHERS='\(python) \(script)'; \(line)", in: folder)
  }

  /// What a program tells of a file, a line of JSON each.
  static func tell<Told: Decodable>(
    _ type: Told.Type, _ line: String, in folder: Folder
  ) throws -> [Told] {
    let run = try run(line, in: folder)
    try #require(run.status == 0, "\(run.errors)")
    return try run.output.split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(Told.self, from: Data($0)) }
  }
}

@Suite(.enabled(if: Others.areThere, "tools/set-up others installs what this asks"))
struct `A recording of ours` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The corpus, as paths for the shell.
  private static let recordings: [String] = {
    let base = Others.root.appending(path: "recordings").path
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".jsonl.zst") }.sorted().map { "\(base)/\($0)" }
  }()

  private struct Kinds: Decodable, Equatable {
    var headers: Int
    var events: [String: Int]
  }

  private static func kinds(of path: String) throws -> Kinds {
    let source = try RecordingSource(FileReader(path: path))
    var kinds = Kinds(headers: 1, events: [:])
    var batch = EventBatch()
    while try source.next(into: &batch) {
      for kind in batch.kinds { kinds.events[kind.name, default: 0] += 1 }
    }
    return kinds
  }

  @Test(arguments: ["pyzstd", "duckdb", "pandas"])
  func `holds the same events for everybody`(library: String) throws {
    try #require(Self.recordings.count > 50)
    let paths = Self.recordings.joined(separator: " ")
    let told = try Others.tell(Kinds.self, "$OTHERS read \(library) \(paths)", in: folder)
    #expect(try told == Self.recordings.map(Self.kinds))
  }

  @Test func `passes zstd's own test, and jq reads every line of it`() throws {
    let paths = Self.recordings.joined(separator: " ")
    #expect(try Run(shell: "zstd -q -t \(paths)", in: folder).status == 0)
    let run = try Run(shell: "zstdcat \(paths) | jq -r '.event // \"header\"'", in: folder)
    #expect(run.status == 0)
    let words = run.text.split(separator: "\n")
    let kinds = try Self.recordings.map(Self.kinds)
    #expect(words.count == kinds.reduce(0) { $0 + $1.headers + $1.events.values.reduce(0, +) })
    #expect(words.count { $0 == "header" } == kinds.count)
  }

  private struct Sought: Decodable {
    var frames: Int
    var stored: Int
    var text: Int
    var found: Bool
    var read: Int
  }

  @Test func `lets pyzstd's seekable reader go to a frame, and read that alone`() throws {
    try record(1...400, at: "a.jsonl.zst")
    try add(401...800, to: "a.jsonl.zst")
    let sought = try #require(
      try Others.tell(Sought.self, "$OTHERS seek a.jsonl.zst", in: folder).first)
    #expect(sought.frames > 8)
    #expect(sought.found)
    let size = try folder.bytes(of: "a.jsonl.zst").count
    #expect(sought.text == Reading(folder("a.jsonl.zst")).text.count)
    #expect(sought.read < size / 2, "read \(sought.read) of \(size) bytes")
  }

  @Test func `that pyzstd has added to is whole, and takes more`() throws {
    try record(1...50, at: "a.jsonl.zst")
    try folder.write(Array(text(51...60).utf8), to: "more")
    #expect(try Others.run("$OTHERS append a.jsonl.zst < more", in: folder).status == 0)
    try add(61...70, to: "a.jsonl.zst")
    let reading = Reading(folder("a.jsonl.zst"))
    #expect(reading.error == nil && reading.tear == nil && reading.lineCount == 71)
    let added = Array(text(51...70).utf8)
    #expect(areSame(Array(reading.text.suffix(added.count)), added))
    #expect(try Run(shell: "zstd -q -t a.jsonl.zst", in: folder).status == 0)
  }

  private func text(_ numbers: ClosedRange<Int64>) -> String {
    String(
      decoding: numbers.flatMap { number -> [UInt8] in
        var line: [UInt8] = []
        EventLine.append(.numbered(number, seed: 1), to: &line)
        return line + [UInt8(ascii: "\n")]
      }, as: UTF8.self)
  }

  private func record(_ numbers: ClosedRange<Int64>, at name: String) throws {
    var writer = try EventWriter.creating(
      folder(name), container: .zstd,
      header: RecordingHeader(name: "a", recordedUnder: nil, catalog: Catalog()), lockedBy: nil)
    try fill(&writer, numbers)
    try writer.finish()
  }

  private func add(_ numbers: ClosedRange<Int64>, to name: String) throws {
    var writer = try EventWriter.reopening(folder(name), lockedBy: "test")
    try fill(&writer, numbers)
    try writer.finish()
  }

  private func fill(_ writer: inout EventWriter, _ numbers: ClosedRange<Int64>) throws {
    for number in numbers {
      try writer.append(.numbered(number, seed: 1))
      if number % 20 == 0 { try writer.flush() }
    }
  }
}

@Suite(.enabled(if: Others.areThere, "tools/set-up others installs what this asks"))
struct `A recording that others wrote` {
  private let folder: Folder
  private let text: [UInt8]

  init() throws {
    folder = try Folder()
    text = numberedText(
      RecordingHeader(name: "a", recordedUnder: nil, catalog: Catalog()), seed: 2, lineCount: 400)
    try folder.write(text, to: "a.jsonl")
  }

  /// `zstd`'s levels, parts, missing checksums and skippable frames are tested with the frames.
  @Test(arguments: [
    "$OTHERS write b.zst 1000000 < a.jsonl", "$OTHERS write b.zst 777 < a.jsonl",
    "cat a.jsonl | zstd -q --adapt -o b.zst", "zstd -q -T2 -B64KB a.jsonl -o b.zst",
    "zstd -q --long=23 < a.jsonl > b.zst", "zstd -q --ultra -22 a.jsonl -o b.zst",
    "zstd -q --rsyncable a.jsonl -o b.zst", "zstd -q --fast=5 a.jsonl -o b.zst",
    "pzstd -q a.jsonl -o b.zst",
  ])
  func `is read, added to and sought in like any other`(command: String) throws {
    let run = try Others.run(command, in: folder)
    if run.status == 127 { return }  // A `zstd` without its parallel sister.
    #expect(run.status == 0, "\(run.errors)")
    let reading = Reading(folder("b.zst"))
    #expect(reading.error == nil && reading.tear == nil)
    #expect(areSame(reading.text, text))
    let source = try RecordingSource(FileReader(path: folder("b.zst")))
    try source.seek(to: .event(300))
    var batch = EventBatch()
    #expect(try source.next(into: &batch))
    #expect(batch.number(of: 0) <= 300)

    var writer = try EventWriter.reopening(folder("b.zst"), lockedBy: "test")
    #expect(writer.nextEvent == 400)
    try writer.append(.numbered(400, seed: 2))
    try writer.finish()
    let again = Reading(folder("b.zst"))
    #expect(again.error == nil && again.lineCount == 401)
    #expect(again.text.starts(with: text))
  }

  @Test(arguments: [
    ("gzip -c a.jsonl > b.zst", 65, "found a gzip file"),
    ("zstd -q --long=27 < a.jsonl > b.zst", 65, "expected a window of at most 8388608 bytes"),
    ("cat a.jsonl a.jsonl | zstd -q > b.zst", 65, "line 401"),
    (": > b.zst", 65, "found an empty file"),
  ])
  func `by mistake is refused with a sentence`(
    command: String, status: Int32, sentence: String
  ) throws {
    _ = try Others.run(command, in: folder)
    let run = try Run("reel", ["replay", folder("b.zst")])
    #expect(run.status == status)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(!run.errors.contains("fatal"))
  }
}
