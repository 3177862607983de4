import ReelEvents
import ReelPolicies
import ReelReports

/// What may stand in a place of a command line, as far as a shell can complete it.
enum Completion: Equatable {
  case nothing
  /// Files with one of these endings, any file where there is none; folders on the way.
  case files([String])
  /// Names of policies, where one is a list joined by `,`, `+` and `=`.
  case policies
  case words([String])

  /// The files that hold sessions.
  static let recordings = Completion.files(["jsonl", "jsonl.zst", "scenario"])

  /// What the letters in help stand for: `P`, `FILE`, `auto|always|never`.
  init(placeholder: String, verbs: [Verb]) {
    let name = placeholder.prefix { $0 != "…" && $0 != " " && $0 != "," }
    switch name.drop(while: { $0 == "[" }).prefix(while: { $0 != "]" }) {
    case "P": self = .policies
    case "FILE", "PATH": self = .files([])
    case "VERB": self = .words(verbs.map(\.name) + HelpTopic.allCases.map(\.rawValue))
    case let words where words.contains("|") && words == words.lowercased()[...]:
      self = .words(words.split(separator: "|").map(String.init))
    default: self = .nothing
    }
  }

  /// The names of the policies that are built in.
  static let policyNames = BuiltInPolicies.all.map(\.name)
}

extension Flag {
  /// What its value may be.
  var completion: Completion {
    switch word {
    case Self.catalog.word: .files(["json"])
    case Self.format.word: .words(EventFormat.allCases.map(\.rawValue))
    case Self.event.word: .words(EventKind.allCases.map(\.name).filter { !$0.isEmpty })
    case Self.show.word: .words(ReplayReport.Section.allCases.map(\.rawValue))
    case Self.conflicts.word: .words(["refused", "latest"])
    default: Completion(placeholder: value ?? "", verbs: [])
    }
  }

  /// The ways to write it.
  var spellings: [String] { ["--\(word)"] + (letter.map { ["-\($0)"] } ?? []) }
}

extension Verb {
  /// What its operands may be.
  func completion(verbs: [Verb]) -> Completion {
    guard operands.upperBound > 0 else { return .nothing }
    let completion = Completion(
      placeholder: usage.split(separator: " ").first.map(String.init) ?? "", verbs: verbs)
    return completion == .files([]) || completion == .nothing ? .recordings : completion
  }

  /// All its flags.
  var allFlags: [Flag] { flags + Flag.everywhere }
}
