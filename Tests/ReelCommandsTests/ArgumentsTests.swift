import Testing

@testable import ReelCommands

@Suite("The command line")
struct ArgumentsTests {
  @Test(
    arguments: [
      (["dif", "x"], "did you mean diff?"),
      (["verison"], "did you mean version?"), (["--verison"], "did you mean --version?"),
      (["diff", "x", "--form", "allowlist"], "did you mean --from?"),
      (["check"], "something is missing: reel check FILE"),
      (["check", "a", "b"], "b is one too many"),
      (["check", "a", "--policy"], "--policy takes a value, P, and got none"),
      (["check", "a", "--policy="], "--policy takes a value, P, and got none"),
      (["check", "a", "--strict=yes"], "--strict takes no value"),
      (["check", "a", "--json", "--json"], "--json is given twice"),
      (["check", "a", "--", "b"], "-- is one too many"),
      (["check", "a", "--color", "red"], "--color takes auto, always or never"),
      (["replay", "a", "--show", "setings"], "did you mean settings?"),
      (["record", "a"], "record takes -o FILE"),
      (["merge", "a"], "merge takes -o OUT"),
      (["record", "a", "-o", "b", "--flush-every", "0"], "--flush-every takes a number from 1"),
      (["record", "a", "-o", "-", "--json"], "both want standard output"),
      (["cat", "a", "--event", "store.sett"], "did you mean store.set?"),
      (["cat", "a", "--from", "noon"], "takes the number of an event or a time"),
    ])
  func `refuses what is wrong with status 64 and says what would be right`(
    _ arguments: [String], _ sentence: String
  ) {
    let run = Reel(arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `takes the value of a flag after a space or an equals sign`() throws {
    let folder = try Folder()
    let file = try folder.write("a.scenario", Scenarios.landmine)
    let spaced = Reel("check", file, "--policy", "landmine")
    let joined = Reel("check", "--policy=landmine", file)
    #expect(spaced.status == 1)
    #expect(spaced.output == joined.output)
  }

  @Test func `begins help with examples`() {
    for arguments in [["--help"], ["help"], ["-h"]] {
      let run = Reel(arguments)
      #expect(run.status == 0)
      let example = run.lines.firstIndex { $0.hasPrefix("  reel record ") }
      let verbs = run.lines.firstIndex { $0 == "Verbs" }
      #expect((example ?? 99) < (verbs ?? 0))
    }
    for verb in ReelCommand.verbs.map(\.name) where verb != "completions" {
      let run = Reel(verb, "--help")
      #expect(run.status == 0)
      #expect(run.lines[0].hasPrefix("  reel \(verb)"), "\(run.lines[0])")
      #expect(run.output == Reel("help", verb).output)
    }
  }

  @Test(arguments: ["--version", "-V", "version"])
  func `says in a line which program it is`(_ word: String) {
    let run = Reel(word)
    #expect(run.status == 0)
    #expect(run.output == "reel \(Version.text)\n")
    #expect(run.errors.isEmpty)
    #expect(Reel("--help").output.contains("reel --version"))
  }

  @Test func `shows help on standard error when nothing is asked`() {
    let run = Reel()
    #expect(run.status == 64)
    #expect(run.errors.contains("reel help VERB"))
  }

  @Test func `keeps every line of help within 100 columns`() {
    let verbs = ReelCommand.verbs.map(\.name)
    for verb in verbs {
      for line in Reel("help", verb).lines { #expect(line.count <= 100, "\(line)") }
    }
    for line in Reel("help").lines { #expect(line.count <= 100, "\(line)") }
  }

  @Test(arguments: ReelCommand.verbs.map(\.name))
  func `of each verb refuses nonsense, and tells where help is`(_ verb: String) {
    let surplus = Array(repeating: "x", count: 4)
    for nonsense in [["--colour", "never"], ["--no-such-flag"], ["-q"], ["--json=1"]] {
      let run = Reel([verb] + nonsense + surplus)
      #expect(run.status == 64, "\(verb) \(nonsense): \(run.errors)")
      #expect(run.errors.hasSuffix("  reel \(verb) --help\n"), "\(run.errors)")
      #expect(run.output.isEmpty)
    }
    #expect(Reel(verb, "--colr=never").errors.contains("did you mean --color?"))
    #expect(Reel(verb, "--help", "--color", "always").status == 0)
  }

  @Test func `ends a failure with a command that reproduces it`() {
    let run = Reel("check", "no such file.jsonl", "--policy", "allowlist")
    #expect(run.status == 66)
    #expect(run.errors.hasSuffix("  reel check 'no such file.jsonl' --policy allowlist\n"))
  }

  @Test func `colors only a terminal, unless it is told otherwise`() throws {
    let folder = try Folder()
    let file = try folder.write("a.scenario", Scenarios.landmine)
    let command = ["check", file, "--policy", "landmine"]
    let escape = "\u{1B}["
    #expect(!Reel(command).output.contains(escape))
    #expect(Reel(command, isTerminal: true).output.contains(escape))
    #expect(
      !Reel(command, isTerminal: true, environment: ["NO_COLOR": "1"]).output.contains(escape))
    #expect(Reel(command + ["--color", "always"]).output.contains(escape))
    #expect(!Reel(command + ["--color", "never"], isTerminal: true).output.contains(escape))
  }

  @Test(arguments: [
    ["info"], ["cat"], ["cat", "--follow"], ["doctor"], ["recover", "-o", "N"],
    ["merge", "-o", "N"], ["redact", "-o", "N"], ["accept"],
  ])
  func `where a recording alone will do says how a scenario becomes one`(
    _ command: [String]
  ) throws {
    let folder = try Folder()
    let file = try folder.write("draft.scenario", Scenarios.landmine)
    let run = Reel(command.map { $0 == "N" ? folder("new.jsonl") : $0 } + [file])
    #expect(run.status == 65)
    #expect(
      run.errors.hasPrefix("reel: \(file): expected a recording, found a scenario"),
      "\(run.errors)")
    #expect(run.errors.hasSuffix("\n  reel record \(file) -o draft.jsonl.zst\n"))
    #expect(run.output.isEmpty)
    #expect(!folder.has("new.jsonl"))
  }

  @Test func `tells of accept what a new golden pins`() throws {
    let folder = try Folder()
    let settings = try folder.record("settings.jsonl", Scenarios.landmine)
    let list = try folder.record("list.jsonl", Scenarios.undo)
    let help = Reel("help", "accept").output
    #expect(Reel("accept", settings).output.contains("wipe-then-apply, allowlist"))
    #expect(help.contains("where there is none, wipe-then-apply and allowlist"))
    #expect(Reel("accept", list).output.contains("union, tombstones"))
  }
}
