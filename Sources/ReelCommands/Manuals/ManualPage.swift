/// The manual page, in the language of `man`: the same words as help, in one piece.
enum ManualPage {
  static func lines(_ verbs: [Verb]) -> [String] {
    let name = ".SH NAME\nreel \\- record, replay and compare sessions of an app that syncs"
    let usage = verbs.flatMap { verb in
      [".B reel \(roff(verb.name))", roff(verb.usage), ".br"]
    }
    return [".TH REEL 1", name, ".SH SYNOPSIS"] + usage + [".B reel \\-\\-version"]
      + [".SH DESCRIPTION"]
      + description + [".SH VERBS"] + verbs.flatMap(section) + [".SH FILES AND POLICIES"]
      + paragraph(HelpText.inputs) + [".PP"] + policies + [".SH EXIT STATUS"]
      + statuses.flatMap { [".TP", ".B \($0.0)", roff($0.1)] } + [".SH ENVIRONMENT"]
      + environment.flatMap { [".TP", ".B \($0.0)", roff($0.1)] }
  }

  private static let description = paragraph(HelpText.purpose)

  private static func section(_ verb: Verb) -> [String] {
    let examples = verb.examples.flatMap { [".TP", ".B \(roff($0.command))", roff($0.purpose)] }
    let flags = verb.allFlags.flatMap { flag in
      let value = flag.value.map { " \\fI\(roff($0))\\fR" } ?? ""
      let spellings = flag.spellings.reversed().map { "\\fB\(roff($0))\\fR" }
      return [".TP", spellings.joined(separator: ", ") + value, roff(flag.meaning)]
    }
    return [".SS reel \(roff(verb.name)) \(roff(verb.usage))"]
      + paragraph([verb.summary.prefix(1).uppercased() + verb.summary.dropFirst() + "."])
      + (verb.remarks.isEmpty ? [] : [".PP"] + paragraph(verb.remarks)) + examples + flags
  }

  private static var policies: [String] {
    [Completion.policyNames.map { "\\fB\(roff($0))\\fR" }.joined(separator: ",\n") + "."]
  }

  private static let statuses = [
    ("0", "yes, the same, passed"), ("1", "no: it differs, there is a finding, a test failed"),
    ("2", "undecided: the recording does not tell"), ("3", "done, and something was lost"),
    ("64", "the command line is wrong"), ("65", "what was read is wrong"),
    ("66", "there is no such input"), ("73", "the output cannot be made"),
    ("74", "reading or writing failed"), ("130", "somebody pressed control-C"),
  ]

  private static let environment = [
    ("NO_COLOR", "where it is set and not empty, there is no colour"),
    ("COLUMNS", "how wide lines for a terminal may be, in place of what it says itself"),
    ("CI", "where it is set and not empty, no golden is accepted"),
    ("REEL_DIR", "set for the programs that record themselves under reel record"),
  ]

  private static func paragraph(_ lines: [String]) -> [String] { lines.map(roff) }

  /// `text` as roff shows it, and takes no part of it for a command.
  private static func roff(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": shown += "\\e"
      case "-": shown += "\\-"
      case "'": shown += "\\(aq"
      case "~": shown += "\\(ti"
      case "^": shown += "\\(ha"
      case "`": shown += "\\(ga"
      case "…": shown += "..."
      case _ where scalar.isASCII: shown.unicodeScalars.append(scalar)
      default: shown += "\\[u\(hexadecimal(scalar.value))]"
      }
    }
    return shown.hasPrefix(".") ? "\\&" + shown : shown
  }

  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
