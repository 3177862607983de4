import ReelEvents
import ReelPolicies
import ReelReplay
import ReelReports

/// What `reel help TOPIC` explains: what people write for reel, and what it says to them.
enum HelpTopic: String, CaseIterable {
  case policies, scenarios, catalog, checks

  /// What it is about, in a line.
  var summary: String {
    switch self {
    case .policies: "the rules that are built in, and how to write one of your own"
    case .scenarios: "how a session is written down, and what is expected of it"
    case .catalog: "the file that says which keys an app has and what is asked of them"
    case .checks: "what must hold in every session"
    }
  }

  /// The page.
  var lines: [String] {
    switch self {
    case .policies: PoliciesTopic.lines
    case .scenarios: ScenariosTopic.lines
    case .catalog: CatalogTopic.lines
    case .checks: ChecksTopic.lines
    }
  }

  /// The topics for the general help, a line each.
  static var overview: [(String, String)] {
    allCases.map { ("help \($0.rawValue)", $0.summary) }
  }

  /// `left`, and beside it `right`, which goes on below itself.
  static func entry(_ left: String, _ right: String, width: Int) -> [String] {
    let first = "  " + left + String(repeating: " ", count: max(width - left.count, 0) + 2)
    let rest = String(repeating: " ", count: width + 4)
    return TextLines.wrapped(right, hanging: "", to: 94 - width).enumerated().map { number, line in
      (number == 0 ? first : rest) + line
    }
  }
}

/// `reel help policies`.
enum PoliciesTopic {
  /// A policy file that adds a key and drops another.
  static let example = [
    "{",
    "  \"extends\": \"allowlist\",",
    "  \"settings.omit\": [\"chartStyle\"],",
    "  \"settings.apply\": \"setFirst\"",
    "}",
  ]

  static var lines: [String] {
    let width = BuiltInPolicies.meanings.map(\.name.count).max() ?? 0
    let settings = PolicySwitches.all.filter { $0.name.hasPrefix("settings.") }
    let lists = PolicySwitches.all.filter { !$0.name.hasPrefix("settings.") }
    return [
      "A policy is a sync rule as data: a settings half, a list half, or both, joined by +.",
      "", "Built in; reel help policies NAME prints one with all its switches",
    ] + BuiltInPolicies.meanings.flatMap { HelpTopic.entry($0.name, $0.meaning, width: width) }
      + [
        "", "A file changes some switches of another policy. rule.json:",
      ] + example.map { "  \($0)" } + [
        "  reel diff session.jsonl.zst --to rule.json", "",
        "A device or a version may have its own:",
        "  --policy allowlist,watch=landmine,phone@2=rule.json", "", "Switches for settings",
      ] + settings.flatMap(entry) + ["", "Switches for lists"] + lists.flatMap(entry)
  }

  private static func entry(_ entry: PolicySwitches.Entry) -> [String] {
    ["  \(entry.name): \(entry.choices)", "      \(entry.meaning)"]
  }

  /// The built-in policy `name` as a file; nil if there is none.
  static func file(of name: String) -> [String]? {
    BuiltInPolicies.all.first { $0.name == name }.map { policy in
      let text = String(decoding: Value.dictionary(policy.switches).indentedBytes, as: UTF8.self)
      return text.split(separator: "\n").map(String.init)
    }
  }
}

/// `reel help checks`.
enum ChecksTopic {
  static var lines: [String] {
    let width = Check.allCases.map(\.rawValue.count).max() ?? 0
    let groups = Severity.allCases.reversed().map { severity in
      (severity, Check.allCases.filter { $0.severity == severity })
    }
    return [
      "A finding is told once for each check, device and key, at its first event, with a count.",
      "Errors end reel check with status 1, warnings do so with --strict, notes never.",
    ]
      + groups.flatMap { severity, checks in
        ["", "\(severity.rawValue)s"]
          + checks.flatMap { HelpTopic.entry($0.rawValue, $0.meaning, width: width) }
      }
  }
}
