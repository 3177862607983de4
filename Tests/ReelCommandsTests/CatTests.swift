import Foundation
import ReelEvents
import ReelLog
import Testing

/// The numbers in the notes that `run` shows.
private func numbers(_ run: Reel) -> [Int] {
  run.lines.dropFirst().compactMap { line in
    line.split(separator: "event ").dropFirst(1).last.flatMap { Int($0.prefix { $0.isNumber }) }
  }
}

@Suite("reel cat --from")
struct CatSeekTests {
  @Test(arguments: ["long.jsonl.zst", "long.jsonl"], [1, 2, 99, 100, 101, 555, 998])
  func `begins at a number, with a table or without`(_ name: String, _ from: Int) throws {
    let long = try LongRecording(1000, as: name)
    let run = Reel("cat", long.path, "--from", String(from), "--limit", "3")
    #expect(run.status == 0)
    #expect(numbers(run) == [from, from + 1, from + 2])
  }

  @Test(arguments: ["long.jsonl.zst", "long.jsonl"], [0, 7, 100, 101, 559, 560, 999])
  func `begins at the first event that reaches a time`(_ name: String, _ second: Int) throws {
    let long = try LongRecording(1000, as: name)
    let from = Instant(microseconds: Int64(second) * 1_000_000).description
    let run = Reel("cat", long.path, "--from", from, "--limit", "1")
    let expected = second == 0 ? 1 : second % 10 == 0 ? second + 1 : second
    #expect(numbers(run) == [expected])
  }

  @Test func `gives nothing behind the end`() throws {
    let long = try LongRecording(200)
    #expect(Reel("cat", long.path, "--from", "201").lines.count == 1)
    #expect(Reel("cat", long.path, "--from", "2001-01-01T00:00:00Z").lines.count == 1)
  }

  /// What comes before is not even read: a damaged frame there goes unnoticed.
  @Test func `reads nothing of what comes before`() throws {
    let long = try LongRecording(1000)
    var bytes = try long.folder.read("long.jsonl.zst")
    bytes[bytes.count / 2] ^= 1
    let damaged = try long.folder.write("damaged.jsonl.zst", bytes)
    let run = Reel("cat", damaged, "--from", "950", "--limit", "2")
    #expect((run.status, numbers(run)) == (0, [950, 951]))
    #expect(Reel("cat", damaged).status == 3)
  }

  @Test func `works for a recording that was added to, and for one that is not finished`() throws {
    let long = try LongRecording(300)
    var writer = try EventWriter.reopening(long.path, lockedBy: "test")
    for number in 301...600 { try writer.append(LongRecording.event(number)) }
    try writer.finish()
    #expect(
      numbers(Reel("cat", long.path, "--from", "299", "--limit", "4")) == [299, 300, 301, 302])
    let open = try LongRecording(300, isFinished: false)
    let run = Reel("cat", open.path, "--from", "298")
    #expect(numbers(run) == [298, 299, 300])
  }
}

@Suite("reel cat --limit")
struct CatLimitTests {
  @Test(arguments: [(0, 0), (1, 1), (3, 3), (99, 8)])
  func `counts the events that are shown`(_ limit: Int, _ count: Int) throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl.zst", Scenarios.landmine)
    #expect(Reel("cat", file, "--limit", String(limit)).lines.count == count + 1)
    let shown = Reel("cat", file, "--device", "watch", "--limit", String(limit)).lines.count
    #expect(shown == min(limit, 4) + 1)
  }

  @Test func `counts over several recordings`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl.zst", Scenarios.landmine)
    #expect(Reel("cat", file, file, "--from", "7", "--limit", "3").lines.count == 4)
  }

  @Test func `refuses what is no number`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl.zst", Scenarios.landmine)
    #expect(Reel("cat", file, "--limit", "few").status == 64)
  }
}

@Suite("reel cat --format")
struct CatFormatTests {
  @Test(arguments: ["jsonl", "jsonl.zst", "json", "csv"])
  func `is told by the ending of the output`(_ ending: String) throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl.zst", Scenarios.landmine)
    let run = Reel("cat", file, "-o", folder("out.\(ending)"))
    #expect(run.status == 0, "\(run.errors)")
    let bytes = Array(try folder.read("out.\(ending)"))
    switch ending {
    case "jsonl": #expect(bytes == Array(Reel("cat", file).output.utf8))
    case "jsonl.zst":
      let counts = Reel("info", folder("out.jsonl.zst"), "--count").output
      #expect(counts.hasPrefix("events 8\n"))
    case "json": #expect(bytes == Array(Reel("cat", file, "--format", "json").output.utf8))
    default: #expect(bytes == Array(Reel("cat", file, "--format", "csv").output.utf8))
    }
  }

  @Test(arguments: [0, 1, 8])
  func `json is an array of the lines`(_ count: Int) throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl.zst", Scenarios.landmine)
    let run = Reel("cat", file, "--limit", String(count), "--format", "json")
    let list = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
    #expect(list?.count == count)
    #expect(list?.first?["event"] as? String == (count == 0 ? nil : "device.installed"))
    let object = try Reel("cat", file, "--limit", String(count), "--json").json()
    #expect(object["schema"] as? String == "reel.cat/1")
    #expect((object["events"] as? [Any])?.count == count)
  }

  @Test func `csv quotes as RFC 4180 has it, and keeps its columns`() throws {
    let folder = try Folder()
    let file = try folder.record(
      "a.jsonl",
      """
      phone sets displayLanguage "a,\\"b\\"\\nc"
      phone removes displayLanguage
      phone sends context to watch as m1
      note it was, in the end, "quiet"

      """)
    let rows = Reel("cat", file, "--format", "csv").output.components(separatedBy: "\r\n")
    #expect(rows.count == 6)
    #expect(rows[0].hasPrefix("number,at,device,event,store,key,value,"))
    #expect(
      rows[1]
        == #"1,2026-01-01T00:00:00.000000Z,phone,store.set,,displayLanguage,"#
        + #""""a,\""b\""\nc""""# + String(repeating: ",", count: 18))
    #expect(
      rows[2].hasPrefix("2,2026-01-01T00:00:01.000000Z,phone,store.remove,,displayLanguage,,"))
    #expect(rows[3].contains(",m1,context,watch,"))
    #expect(rows[4].hasSuffix(#","it was, in the end, ""quiet""""#))
    #expect(rows[5] == "")
  }

  @Test func `names an event of an unknown kind in a table too`() throws {
    let folder = try Folder()
    let header = Reel("record", "-", "-o", "-", input: "note x\n").lines[0]
    let line = #"{"at":"2026-01-01T00:00:00Z","device":"a","event":"store.merged","by":"x"}"#
    let file = try folder.write("a.jsonl", "\(header)\n\(line)\n")
    let rows = Reel("cat", file, "--format", "csv").output.components(separatedBy: "\r\n")
    #expect(rows[1].hasPrefix("1,2026-01-01T00:00:00.000000Z,a,store.merged,,"))
  }

  @Test func `is refused where nobody knows it, and compressed on a terminal`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    #expect(Reel("cat", file, "--format", "xml").status == 64)
    let run = Reel(["cat", file, "--format", "zst"], isTerminal: true)
    #expect(run.status == 64)
    #expect(run.errors.contains("terminal"))
  }

  @Test func `never writes over what it reads`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    let before = try folder.read("a.jsonl")
    let run = Reel("cat", file, "-o", folder("./a.jsonl"), "--force")
    #expect(run.status == 73)
    #expect(run.errors.contains("choose another name"))
    #expect(try folder.read("a.jsonl") == before)
  }
}

@Suite("reel cat as a program")
struct CatProgramTests {
  @Test func `ends quietly when the reader has seen enough`() throws {
    let long = try LongRecording(20_000)
    let run = try Program.shell("\"$reel\" cat \(long.path) | head -n 2 | cut -c 1-8")
    #expect(run.output == "{\"reel\":\n{\"at\":\"1\n")
    let status = try Program.shell(
      "( \"$reel\" cat \(long.path); echo \"status $?\" >&2 ) | head -n 1 | cut -c 1-8")
    #expect(status.output.contains("status 0\n"))
    #expect(!status.output.contains("reel:"))
  }

  @Test func `writes frames to a pipe`() throws {
    let long = try LongRecording(1000)
    let run = try Program.shell(
      "\"$reel\" cat \(long.path) --format zst | \"$reel\" info - --count")
    #expect(run.output.hasPrefix("events 1000\n"))
  }

  @Test(arguments: ["a.jsonl.zst", "a.jsonl"])
  func `follows a growing file frame by frame, to the end of it`(_ name: String) throws {
    let folder = try Folder()
    let path = folder(name)
    var writer = try EventWriter.creating(
      path, container: Container(forNewFile: path),
      header: RecordingHeader(name: "live", recordedUnder: nil, catalog: Catalog()), lockedBy: nil)
    let program = try Program("cat", path, "--follow")
    #expect(program.nextLine()?.hasPrefix("{\"reel\":1") == true)
    // A hundred and fifty events make a frame: blocks inside one, its end, and the next one.
    for number in 1...400 {
      try writer.append(LongRecording.event(number))
      guard number % 40 == 0 else { continue }
      try writer.flush()
      for shown in number - 39...number {
        #expect(program.nextLine()?.contains("event \(shown) ") == true)
      }
    }
    try writer.finish()
    var more = try EventWriter.reopening(path, lockedBy: "test")
    try more.append(LongRecording.event(401))
    try more.flush()
    #expect(program.nextLine()?.contains("event 401 ") == true)
    try FileManager.default.removeItem(atPath: path)
    let end = program.end()
    #expect((end.output, end.errors, end.status) == ("", "", 0))
  }

  @Test func `follows what is wanted of a file, and ends at the limit or at a signal`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl.zst", Scenarios.landmine)
    let limited = try Program("cat", file, "--follow", "--device", "watch", "--limit", "2").end()
    #expect(limited.status == 0)
    #expect(limited.output.split(separator: "\n").count == 3)
    for (signal, status) in [(SIGINT, Int32(130)), (SIGTERM, 143)] {
      let program = try Program("cat", file, "--follow", "--format", "json", "--from", "8")
      #expect(program.nextLine() == "[")
      #expect(program.nextLine()?.contains("entitlement.read") == true)
      program.signal(signal)
      let end = program.end()
      #expect((end.output, end.errors, end.status) == ("]\n", "", status))
    }
  }

  @Test func `ends following when another file takes the name`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl.zst", Scenarios.landmine)
    let other = try folder.record("b.jsonl.zst", Scenarios.undo)
    let program = try Program("cat", file, "--follow")
    for _ in 1...9 { #expect(program.nextLine() != nil) }
    #expect(rename(other, file) == 0)
    #expect(program.end().status == 0)
  }

  @Test func `says so when a followed file shrinks`() throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl", Scenarios.landmine)
    let program = try Program("cat", file, "--follow")
    for _ in 1...9 { #expect(program.nextLine() != nil) }
    truncate(file, 100)
    let end = program.end()
    #expect(end.status == 65)
    #expect(end.errors.contains("a file that only grows"))
  }
}
