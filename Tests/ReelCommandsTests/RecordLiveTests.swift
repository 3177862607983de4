import Foundation
import Testing

@Suite("reel record -- COMMAND")
struct RecordLiveTests {
  /// A program that records itself: it copies the recordings in `folder` to where it is told.
  private func program(in folder: Folder, endingWith status: Int) throws -> [String] {
    let lines = Reel("record", "-", "-o", "-", input: Scenarios.landmine).output
    for device in ["phone", "watch"] {
      _ = Reel(
        "cat", "-", "--device", device, "-o", folder("\(device).part"), input: lines)
    }
    let script = """
      for device in phone watch; do
        cp "\(folder.path)/$device.part" "$REEL_DIR/$device.jsonl"
      done
      exit \(status)
      """
    return ["/bin/sh", "-c", script]
  }

  private let environment = ["PATH": "/usr/bin:/bin"]

  @Test func `joins what the programs recorded`() throws {
    let folder = try Folder()
    let run = Reel(
      ["record", "-o", folder("live.jsonl.zst"), "--"] + (try program(in: folder, endingWith: 0)),
      environment: environment)
    #expect(run.status == 0, "\(run.errors)")
    #expect(Reel("info", folder("live.jsonl.zst"), "--count").output.hasPrefix("events 8\n"))
    #expect(Reel("replay", folder("live.jsonl.zst"), "--verify").status == 0)
  }

  @Test func `ends as the command ended`() throws {
    let folder = try Folder()
    let run = Reel(
      ["record", "-o", folder("live.jsonl"), "--"] + (try program(in: folder, endingWith: 7)),
      environment: environment)
    #expect(run.status == 7)
    #expect(folder.has("live.jsonl"))
  }

  @Test func `says where the parts are when they cannot be joined`() throws {
    let folder = try Folder()
    let script = "printf 'no recording' > \"$REEL_DIR/phone.jsonl\""
    let run = Reel(
      ["record", "-o", folder("live.jsonl"), "--", "/bin/sh", "-c", script],
      environment: environment)
    #expect(run.status == 65)
    let note = try #require(run.errors.split(separator: "\n").first { $0.contains("are kept in ") })
    let parts = String(note.split(separator: " ").last ?? "")
    #expect(FileManager.default.fileExists(atPath: "\(parts)/phone.jsonl"))
    try FileManager.default.removeItem(atPath: parts)
  }

  @Test func `refuses a command that is not there, and one that records nothing`() throws {
    let folder = try Folder()
    let missing = Reel(
      ["record", "-o", folder("live.jsonl"), "--", "no-such-program"], environment: environment)
    #expect(missing.status == 66)
    let silent = Reel(
      ["record", "-o", folder("live.jsonl"), "--", "/bin/sh", "-c", "exit 0"],
      environment: environment)
    #expect(silent.status == 66)
    #expect(silent.errors.contains("recorded nothing"))
    #expect(Reel("record", "x.scenario", "-o", "y", "--", "true").status == 64)
  }

  @Test func `ends as a command ended that recorded nothing, a signal included`() throws {
    let folder = try Folder()
    for (script, status) in [("exit 9", 9), ("kill -INT $$", 130)] {
      let run = Reel(
        ["record", "-o", folder("live.jsonl"), "--", "/bin/sh", "-c", script],
        environment: environment)
      #expect(run.status == Int32(status))
      #expect(!folder.has("live.jsonl"))
    }
  }

  @Test func `joins what is whole where a program was ended in the middle`() throws {
    let folder = try Folder()
    var program = try program(in: folder, endingWith: 0)
    program[2] = program[2].replacingOccurrences(
      of: "exit 0", with: "printf '{\"reel\":1' > \"$REEL_DIR/tablet.jsonl\"; exit 0")
    let run = Reel(
      ["record", "-o", folder("live.jsonl"), "--"] + program, environment: environment)
    #expect(run.status == 3)
    #expect(run.errors.contains("tablet recorded nothing"))
    #expect(Reel("info", folder("live.jsonl"), "--count").output.hasPrefix("events 8\n"))
  }

  @Test func `does not run anything when the recording is there already`() throws {
    let folder = try Folder()
    let path = try folder.write("live.jsonl", "precious")
    let run = Reel(
      ["record", "-o", path, "--", "/bin/sh", "-c", "touch \(folder("ran"))"],
      environment: environment)
    #expect(run.status == 73)
    #expect(!folder.has("ran"))
  }
}
