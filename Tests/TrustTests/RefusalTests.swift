import Foundation
import Testing

/// What the program says, as somebody at a terminal reads it.
@Suite struct `A file that cannot be used` {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(Array("phone installs\n".utf8), to: "s.scenario")
  }

  private func record(_ output: String) throws -> Run {
    try Run("reel", ["record", folder("s.scenario"), "-o", output])
  }

  @Test func `because another process writes it is refused, with who that is`() throws {
    let holder = Process()
    holder.executableURL = try Products.url("victim")
    holder.arguments = [folder("a.jsonl"), "writer", "flush", "1"]
    let output = Pipe()
    holder.standardOutput = output
    try holder.run()
    defer { kill(holder.processIdentifier, SIGKILL) }
    // Once it has flushed, it has the lock; the name is free again, the lock is not.
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    try FileManager.default.removeItem(atPath: folder("a.jsonl"))
    let run = try record(folder("a.jsonl"))
    #expect(run.status == 73)
    #expect(run.errors.contains("being written by process \(holder.processIdentifier) (victim)"))
    #expect(!folder.has("a.jsonl"))
  }

  @Test func `because it is a folder is refused with a sentence`() throws {
    _ = try Run(shell: "mkdir a.jsonl b.jsonl.zst", in: folder)
    for name in ["a.jsonl", "b.jsonl.zst"] {
      let writing = try record(folder(name))
      #expect(writing.status == 73)
      #expect(writing.errors.contains("found a folder"), "\(writing.errors)")
      let reading = try Run("reel", ["info", folder(name)])
      #expect(reading.status == 66)
      #expect(reading.errors.contains("expected a file, found a folder"), "\(reading.errors)")
    }
  }

  @Test func `because it is gone is refused with a sentence`() throws {
    for verb in ["info", "replay", "cat", "recover"] {
      let target = verb == "recover" ? ["-o", folder("new.jsonl")] : []
      let run = try Run("reel", [verb, folder("gone.jsonl")] + target)
      #expect(run.status == 66, "\(verb)")
      #expect(run.errors.contains("gone.jsonl: expected a file, found no such file or folder"))
    }
    let run = try record(folder("none/a.jsonl"))
    #expect(run.status == 73)
    #expect(run.errors.contains("found no such file or folder"))
  }

  @Test func `because its folder may not be written is refused with a sentence`() throws {
    _ = try Run(shell: "mkdir kept; chmod 555 kept", in: folder)
    // Root may write anywhere, so somebody else tries.
    let reel = try Products.url("reel").path
    let other = getuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : ""
    _ = try Run(shell: "chmod 755 .", in: folder)
    let run = try Run(
      shell: "\(other)\(reel) record s.scenario -o kept/a.jsonl", in: folder)
    // Where somebody else may not even run the program, there is nothing to see.
    if run.status == 126 || run.status == 127 { return }
    #expect(run.status == 73, "\(run.errors)")
    #expect(run.errors.contains("found no permission"), "\(run.errors)")
  }
}
