import Foundation
import Testing

@Suite("Completions")
struct CompletionsTests {
  /// What bash offers for the last word of `line`, with the program's own script.
  private static func bash(_ line: String, in folder: Folder) throws -> [String] {
    // As bash itself takes a line apart: at spaces, and at each `=`.
    let words = line.split(separator: " ", omittingEmptySubsequences: false).flatMap { word in
      word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        .reduce(into: [String]()) { $0 += $0.isEmpty ? [$1] : ["=", $1] }
    }.enumerated().filter { !$0.element.isEmpty || $0.offset > 0 }.map(\.element)
    let script = """
      cd '\(folder.path)'
      eval "$("$reel" completions bash)"
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count)
      complete -p reel >/dev/null && _reel reel '\(words.last ?? "")' ''
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Program.shell("exec bash -c '\(script.replacing("'", with: "'\\''"))'")
    #expect(run.status == 0, "\(run.output)")
    return run.output.split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    arguments: [
      ("reel re", ["record", "recover", "redact", "replay"]),
      ("reel check --pol", ["--policy"]),
      (
        "reel check a --policy all",
        ["allowlist", "allowlist-accepting-all", "allowlist-wiping-all"]
      ),
      ("reel diff --to tomb", ["tombstones"]),
      ("reel diff --from=tomb", ["tombstones"]),
      ("reel diff --to wipe-then-apply+un", ["wipe-then-apply+union"]),
      ("reel diff --to phone=merge", ["merge-only"]),
      ("reel diff --to phone=merge-only,watch=exp", ["explicit"]),
      ("reel cat a.jsonl --event store.re", ["store.read", "store.register", "store.remove"]),
      ("reel replay a.jsonl --show a", ["answers"]),
      ("reel help red", ["redact"]), ("reel help pol", ["policies"]),
      ("reel completions f", ["fish"]),
      ("reel check --color n", ["never"]),
      ("reel check ", ["a.jsonl", "b.jsonl.zst", "c.scenario", "folder", "two words.jsonl"]),
      ("reel check --catalog ", ["catalog.json", "folder"]),
      ("reel check a -", ["--catalog", "--color", "--help"]),
    ])
  func `of bash are what may stand there`(_ line: String, _ offers: [String]) throws {
    let folder = try Folder()
    for name in ["a.jsonl", "b.jsonl.zst", "c.scenario", "d.txt", "catalog.json"] {
      try folder.write(name, "")
    }
    try folder.write("two words.jsonl", "")
    try FileManager.default.createDirectory(
      atPath: folder("folder"), withIntermediateDirectories: false)
    let found = try Self.bash(line, in: folder)
    if line.hasSuffix(" -") {
      #expect(Set(offers).isSubset(of: Set(found)))
    } else {
      #expect(found == offers)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `are a script that the shell reads`(_ shell: String) throws {
    guard try Program.shell("command -v \(shell)").status == 0 else {
      print("skipped: there is no \(shell) here")
      return
    }
    let run = try Program.shell("\"$reel\" completions \(shell) | \(shell) -n /dev/stdin")
    #expect(run.status == 0)
    #expect(run.output.isEmpty, "\(run.output)")
  }

  @Test(
    arguments: [
      ("reel re", ["record", "recover", "redact", "replay"]),
      ("reel diff --to tomb", ["tombstones"]), ("reel diff --to=tomb", ["--to=tombstones"]),
      ("reel cat --event store.re", ["store.read", "store.register", "store.remove"]),
      ("reel diff --to wipe-then-apply+un", ["wipe-then-apply+union"]),
    ])
  func `of fish are what may stand there`(_ line: String, _ offers: [String]) throws {
    guard try Program.shell("command -v fish").status == 0 else {
      print("skipped: there is no fish here")
      return
    }
    let run = try Program.shell(
      "fish -N -c '\"'$reel'\" completions fish | source; complete -C \"\(line)\"'")
    let found = run.output.split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    #expect(found.sorted() == offers, "\(run.output)")
  }

  @Test func `name every verb and every flag`() throws {
    let verbs = Reel("help").lines.drop { $0 != "Verbs" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(verbs.contains("redact"))
    for shell in ["bash", "zsh", "fish"] {
      let script = Reel("completions", shell).output
      for verb in verbs {
        #expect(script.contains(verb), "\(shell) \(verb)")
        for line in Reel("help", verb).lines where line.contains("  --") || line.contains(", --") {
          let flag = line.split(separator: "--", maxSplits: 1).last?.prefix { $0 != " " } ?? ""
          #expect(script.contains(flag), "\(shell) \(verb) \(flag)")
        }
      }
    }
  }

  @Test func `of a shell that is not known are refused`() {
    let run = Reel("completions", "bach")
    #expect(run.status == 64)
    #expect(run.errors.contains("did you mean bash?"))
  }
}

@Suite("The manual page")
struct ManualPageTests {
  @Test func `is read by groff without a warning`() throws {
    guard try Program.shell("command -v groff").status == 0 else {
      print("skipped: there is no groff here")
      return
    }
    let lint = try Program.shell("\"$reel\" help --man | groff -man -ww -z")
    #expect(lint.status == 0)
    #expect(lint.output.isEmpty, "\(lint.output)")
    let shown = try Program.shell("\"$reel\" help --man | groff -man -Tascii -P-c -P-b -P-o -P-u")
    for part in ["record, replay and compare", "reel diff", "--policy P", "NO_COLOR", "130"] {
      #expect(shown.output.contains(part), "\(part)")
    }
  }

  @Test func `is the same each time, and has no verb beside it`() {
    #expect(Reel("help", "--man").output == Reel("help", "--man").output)
    #expect(Reel("help", "--man", "diff").status == 64)
    #expect(Reel("help", "nosuch").errors.contains("there is no verb nosuch"))
    #expect(Reel("help", "redacct").errors.contains("did you mean redact?"))
  }
}
