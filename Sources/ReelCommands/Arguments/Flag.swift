/// A flag of the command line: one word, one meaning, whatever the verb.
struct Flag: Hashable, Sendable {
  /// The word after the two hyphens.
  let word: String
  /// The letter after one hyphen, for the few that have one.
  let letter: String?
  /// What its value is called; nil for a flag that takes none.
  let value: String?
  /// What it does, for help.
  let meaning: String

  init(_ word: String, letter: String? = nil, value: String? = nil, _ meaning: String) {
    self.word = word
    self.letter = letter
    self.value = value
    self.meaning = meaning
  }
}

extension Flag {
  static let policy = Flag("policy", value: "P", "the rule to replay under")
  static let policies = Flag(
    "policies", value: "P,…", "the rules to compare; all that are built in if left out")
  static let from = Flag("from", value: "P", "the rule on the left; as recorded if left out")
  static let to = Flag(
    "to", value: "P", "the rule on the right; allowlist, or tombstones for lists, if left out")
  static let catalog = Flag("catalog", value: "F", "a catalog to use in place of the embedded one")
  static let until = Flag("until", value: "EVENT|TIME", "stop after that event, or at that time")
  static let start = Flag("from", value: "EVENT|TIME", "begin at that event, or at that time")
  static let device = Flag("device", value: "D", "only that device")
  static let event = Flag(
    "event", value: "KIND", "only events of that kind, store.set and the like")
  static let key = Flag("key", value: "K", "only events about that key, rule or item")
  static let limit = Flag("limit", value: "N", "at most N events")
  static let format = Flag(
    "format", value: "F", "jsonl, zst, json or csv; by the name of the output if left out")
  static let follow = Flag("follow", "go on with what is being added, until control-C")
  static let show = Flag(
    "show", value: "WHAT", "only settings, dismissals, answers, traffic or keys")
  static let verify = Flag("verify", "compare every recorded outcome with the recomputed one")
  static let strict = Flag("strict", "let warnings fail too")
  static let count = Flag("count", "only the counts, one a line")
  static let explain = Flag(
    "explain", value: "N", "how difference N came about, back to the app's own acts")
  static let json = Flag("json", "one JSON object on standard output")
  static let markdown = Flag("markdown", "a table for a pull request")
  static let html = Flag(
    "html", value: "FILE", "a page for a browser, in one file; - is standard output")
  static let output = Flag(
    "output", letter: "o", value: "FILE", "where to write; - is standard output")
  static let force = Flag("force", "replace a file that is there")
  static let yes = Flag("yes", "do not ask")
  static let flushEvery = Flag("flush-every", value: "N", "hand over to the disk every N events")
  static let socket = Flag("socket", value: "PATH", "where devices find the cloud")
  static let log = Flag("log", value: "FILE", "where the cloud keeps what it holds")
  static let conflicts = Flag(
    "conflicts", value: "RULE", "whether a write that knew nothing of a newer one is refused")
  static let uploadDelay = Flag(
    "upload-delay", value: "MS", "how long a device's writes wait for others")
  static let jobs = Flag(
    "jobs", value: "N", "how many files to work on at once; as many as there are processors")
  static let check = Flag("check", "prove that the copy replays as the original does")
  static let seed = Flag("seed", value: "N", "draw from that number, the same each time")
  static let filter = Flag(
    "filter", value: "TEXT", "only what has TEXT in its path or policy; * and ? stand for any")
  static let junit = Flag("junit", value: "FILE", "the results as JUnit XML too, as they come")
  static let gitHub = Flag("github", "annotations and a summary for GitHub's actions too")
  static let twice = Flag(
    "twice", "a second time, in a process of its own: every byte must be the same")
  static let goldens = Flag("goldens", "with --json, what each recording comes to now, too")
  static let swiftTesting = Flag(
    "swift-testing", "a file of Swift Testing tests with the events in it")
  static let manual = Flag("man", "the manual page, as man reads it")
  static let color = Flag("color", value: "auto|always|never", "colour, which NO_COLOR turns off")
  static let help = Flag("help", letter: "h", "this text")

  /// Flags that every verb has.
  static let everywhere = [color, help]
}
