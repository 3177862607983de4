public import ReelEvents

/// What a run of tests came to so far, as the JUnit XML that build servers read.
///
/// There is no one schema. This keeps to what the strict one of Apache Ant's task and the loose one
/// of Jenkins have in common: a suite for each recording with its counts, properties, cases and the
/// two outputs, in that order; a case for each policy, with one failure or error at most.
public struct JUnitReport {
  private let results: [TestResult]
  private let startedAt: String

  /// The report of `results`, which come recording by recording.
  /// - Parameter startedAt: when the run began.
  public init(_ results: [TestResult], startedAt: Instant) {
    self.results = results
    // The strict schema wants seconds, and no zone.
    self.startedAt = String(startedAt.description.prefix(19))
  }

  /// The whole document.
  public var bytes: [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    var rest = results[...]
    var number = 0
    while let first = rest.first {
      let suite = rest.prefix { $0.recording == first.recording }
      rest = rest.dropFirst(suite.count)
      append(suite, number: number, to: &text)
      number += 1
    }
    return Array((text + "</testsuites>\n").utf8)
  }

  private func append(_ suite: ArraySlice<TestResult>, number: Int, to text: inout String) {
    let failing = suite.filter { !$0.hasPassed }
    let errorCount = failing.count { $0.isError }
    let milliseconds = suite.reduce(0) { $0 + $1.milliseconds }
    let recording = suite.first?.recording ?? ""
    text += "  <testsuite"
    for (name, value) in [
      ("id", "\(number)"), ("package", "reel"), ("name", recording), ("hostname", "localhost"),
      ("timestamp", startedAt), ("tests", "\(suite.count)"),
      ("failures", "\(failing.count - errorCount)"), ("errors", "\(errorCount)"),
      ("time", Self.seconds(milliseconds)),
    ] {
      text += " \(name)=\"\(XMLText.attribute(value))\""
    }
    text += ">\n    <properties/>\n"
    for result in suite { append(result, to: &text) }
    text += "    <system-out/>\n    <system-err/>\n  </testsuite>\n"
  }

  private func append(_ result: TestResult, to text: inout String) {
    let name = XMLText.attribute(result.caseName)
    let group = XMLText.attribute(Self.className(of: result.recording))
    let time = Self.seconds(result.milliseconds)
    text += "    <testcase classname=\"\(group)\" name=\"\(name)\" time=\"\(time)\""
    guard let problem = result.problems.first else {
      text += "/>\n"
      return
    }
    let element = result.isError ? "error" : "failure"
    let sort = result.isError ? "unreadable" : "difference"
    let lines = result.lines(TextStyle(isColored: false)) + result.commands
    text += ">\n      <\(element) type=\"\(sort)\" message=\"\(XMLText.attribute(problem))\">"
    text += XMLText.content(lines.joined(separator: "\n"))
    text += "</\(element)>\n    </testcase>\n"
  }

  /// The path as servers show it in a tree: by dots, without what the file is.
  private static func className(of path: String) -> String {
    var stem = path[...]
    for ending in [".zst", ".jsonl", ".scenario", ".golden.json"] where stem.hasSuffix(ending) {
      stem = stem.dropLast(ending.count)
    }
    let parts = stem.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return parts.isEmpty ? "recording" : parts.joined(separator: ".")
  }

  /// Seconds with three places, whatever the locale.
  private static func seconds(_ milliseconds: Int64) -> String {
    let places = String(milliseconds % 1000)
    return "\(milliseconds / 1000)."
      + String(repeating: "0", count: max(0, 3 - places.count)) + places
  }
}

extension TestResult {
  /// A recording and its scenario are of one class, and may both name a policy.
  fileprivate var caseName: String {
    guard let policy else { return "golden" }
    return recording.hasSuffix(".scenario") ? "expect \(policy)" : policy
  }
}

/// Text as XML 1.0 takes it: what it has no way to write becomes `\u{…}`.
enum XMLText {
  /// `text` between quotes.
  static func attribute(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "\t", "\n", "\r": "&#\(scalar.value);"
      default: nil
      }
    }
  }

  /// `text` between tags.
  static func content(_ text: String) -> String {
    escaped(text) { $0 == "\r" ? "&#13;" : nil }
  }

  private static func escaped(_ text: String, _ own: (Unicode.Scalar) -> String?) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let replacement = own(scalar) ?? escape(scalar) {
        safe.append(contentsOf: replacement.unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x26: "&amp;"
    case 0x3C: "&lt;"
    case 0x3E: "&gt;"
    case 0x22: "&quot;"
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: nil
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
