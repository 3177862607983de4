import Foundation
import ReelCommands
import Testing

/// The README's code blocks.
private struct Readme {
  struct Block {
    var language: String
    var lines: [String]
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let text: String
  let blocks: [Block]

  init() throws {
    text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    var blocks: [Block] = []
    var open: Block?
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), lines: [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    self.blocks = blocks
  }
}

@Suite("The README")
struct ReadmeTests {
  @Test func `shows a session with the output that it really has`() throws {
    let readme = try Readme()
    let scenario = try #require(readme.blocks.first { $0.lines.first == "phone installs" })
    let console = try #require(readme.blocks.first { $0.language == "console" })
    let folder = try Folder()
    try folder.write("session.scenario", scenario.lines.joined(separator: "\n"))
    var shown: [String] = []
    for line in console.lines where !line.hasPrefix("$ ") { shown.append(line) }
    var output = ""
    for line in console.lines where line.hasPrefix("$ reel ") {
      let words = line.dropFirst("$ reel ".count).split(separator: " ").map { word in
        word.hasPrefix("session.") ? folder(String(word)) : String(word)
      }
      let run = Reel(words)
      #expect(run.status <= 1, "\(line): \(run.errors)")
      output += run.output
    }
    #expect(output.split(separator: "\n") == shown.joined(separator: "\n").split(separator: "\n"))
  }

  @Test func `goes on with commands that work`() throws {
    let readme = try Readme()
    let scenario = try #require(readme.blocks.first { $0.lines.first == "phone installs" })
    let block = try #require(readme.blocks.first { $0.lines.first?.contains("--explain") == true })
    let folder = try Folder()
    try folder.write("session.scenario", scenario.lines.joined(separator: "\n"))
    let session = folder("session.jsonl.zst")
    let rule = ["--policy", "wipe-then-apply"]
    #expect(Reel(["record", folder("session.scenario"), "-o", session] + rule).status == 0)
    for line in block.lines {
      let command = line.prefix { $0 != "#" }.split(separator: " ")
      #expect(command.first == "reel")
      // What stands for a team's folder of recordings is this one.
      var words = command.dropFirst().map { word in
        word == "recordings" ? folder("") : word.contains(".") ? folder(String(word)) : String(word)
      }
      if words[0] == "accept" { words.append("--yes") }
      let run = Reel(words)
      #expect(run.status <= 1, "\(line): \(run.errors)")
      #expect(words[0] != "test" || run.status == 0, "\(run.output)")
    }
    for file in ["landmine.html", "tests.xml", "SessionTests.swift", "public.jsonl.zst"] {
      #expect(FileManager.default.fileExists(atPath: folder(file)), "\(file)")
    }
  }

  @Test func `names scripts and files that are there`() throws {
    let readme = try Readme()
    for block in readme.blocks where block.language == "sh" {
      for word in block.lines.flatMap({ $0.split(separator: " ") }) {
        guard word.hasPrefix("tools/") || word.hasPrefix("recordings/") else { continue }
        let path = Readme.root.appending(path: String(word)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(word)")
      }
    }
  }

  @Test func `finds the landmine with its first command`() throws {
    let readme = try Readme()
    let line = try #require(
      readme.blocks.flatMap(\.lines).first { $0.hasPrefix("tools/reel diff ") })
    let words = line.split(separator: " ").dropFirst().map { word in
      word.hasPrefix("recordings/") ? Readme.root.appending(path: String(word)).path : String(word)
    }
    let run = Reel(words)
    #expect(run.status == 1)
    #expect(run.output.contains("paidWatch"))
  }

  @Test func `knows every verb`() throws {
    let readme = try Readme()
    let help = Reel("--help").output
    let table = readme.text.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
    let verbs = [
      "record", "replay", "diff", "check", "matrix", "test", "accept", "info", "cat", "merge",
      "doctor", "recover", "redact", "emit", "cloud",
    ]
    for verb in verbs {
      #expect(table.contains { $0.contains("`\(verb)`") }, "\(verb)")
      #expect(help.contains(verb))
    }
  }

  @Test func `fits on two screens`() throws {
    #expect(try Readme().text.components(separatedBy: "\n").count <= 150)
  }
}
