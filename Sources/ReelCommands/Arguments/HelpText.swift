import ReelPolicies
import ReelReports

/// What `--help` says: examples first, then the rest.
enum HelpText {
  /// Help on the whole command line.
  static func overview(of verbs: [Verb]) -> [String] {
    let shown = verbs.filter { ["record", "diff", "check", "test"].contains($0.name) }
    return purpose + [""] + examples(shown.compactMap(\.examples.first)) + ["", "Verbs"]
      + columns(verbs.map { ($0.name, $0.summary) }) + [
        "", "reel help VERB tells more of one, reel --version which reel this is.", "", "Topics",
      ] + columns(HelpTopic.overview) + [""]
      + vocabulary
  }

  /// What the program is for.
  static let purpose = [
    "reel records sessions of an app that syncs, replays them under another sync rule,",
    "and shows where the two part and what that costs.",
  ]

  /// What verbs take.
  static let inputs = [
    "A recording is NAME.jsonl.zst or NAME.jsonl; - is standard input. A scenario,",
    "NAME.scenario, is taken by the verbs that replay: replay, diff, check, matrix, test and",
    "emit; reel record makes a recording of it for the others. A policy P is",
    "[DEVICE[@VERSION]=]NAME[+NAME], joined by commas; NAME is a JSON file of switches, a",
    "policy of the scenario, or built in:",
  ]

  private static let vocabulary =
    inputs + policies + [
      "",
      "Exit status: 0 yes, same, passed; 1 no, differs, a finding, a failed test; 2 undecided;",
      "3 done with loss; 64 usage; 65 bad data; 66 no such input; 73 cannot create; 74 I/O;",
      "130 interrupted.",
    ]

  private static var policies: [String] {
    let settings = BuiltInPolicies.all.filter { $0.settings != nil }.map(\.name)
    let dismissals = BuiltInPolicies.all.filter { $0.settings == nil }.map(\.name)
    return [settings.prefix(4), settings.dropFirst(4), dismissals[...]].map {
      "  " + $0.joined(separator: " ")
    }
  }

  /// Help on one verb.
  static func text(of verb: Verb) -> [String] {
    let flags = (verb.flags + Flag.everywhere).map { flag in
      let letter = flag.letter.map { "-\($0), " } ?? ""
      let value = flag.value.map { " \($0)" } ?? ""
      return ("\(letter)--\(flag.word)\(value)", flag.meaning)
    }
    return examples(verb.examples) + ["", "reel \(verb.name) \(verb.usage)", "  \(verb.summary)"]
      + verb.remarks.map { "  \($0)" } + [""] + columns(flags)
  }

  private static func examples(_ examples: [(command: String, purpose: String)]) -> [String] {
    examples.flatMap { ["  \($0.command)", "      \($0.purpose)"] }
  }

  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }
  }
}
