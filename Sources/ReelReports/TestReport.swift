public import ReelEvents

/// What one recording came to under one policy, held against what is expected.
public struct TestResult: Sendable, Equatable {
  /// The recording's or scenario's path.
  public var recording: String
  /// The policy; nil where it never came to one.
  public var policy: String?
  /// What is not as expected, as sentences; empty = passed.
  public var problems: [String]
  /// The command that shows more of it.
  public var command: String

  /// A result; no problems = passed.
  public init(recording: String, policy: String?, problems: [String], command: String) {
    self.recording = recording
    self.policy = policy
    self.problems = problems
    self.command = command
  }

  /// Whether all is as expected.
  public var hasPassed: Bool { problems.isEmpty }
}

/// What a run of tests came to, as text for people and as JSON.
public struct TestReport {
  let results: [TestResult]

  /// The report of `results`.
  public init(_ results: [TestResult]) { self.results = results }

  /// How many passed.
  public var passedCount: Int { results.count { $0.hasPassed } }
  /// How many failed.
  public var failedCount: Int { results.count - passedCount }

  /// The JSON object, schema `reel.test/1`.
  public var value: Value {
    .dictionary([
      "schema": .string("reel.test/1"), "passed": .integer(Int64(passedCount)),
      "failed": .integer(Int64(failedCount)), "results": .array(results.map(\.value)),
    ])
  }

  /// The report in lines: each failure with what to run next, and last, alone, the counts.
  public func lines(_ style: TextStyle) -> [String] {
    var lines: [String] = []
    for result in results where !result.hasPassed {
      let policy = result.policy.map { " under \($0)" } ?? ""
      let title = DisplayWidth.printable("\(result.recording)\(policy)")
      lines.append("\(style.paint("failed", .bad))  \(title)")
      lines += result.problems.prefix(Self.problemsMax).map {
        "  \(DisplayWidth.printable($0))"
      }
      if result.problems.count > Self.problemsMax {
        lines.append("  and \(result.problems.count - Self.problemsMax) more")
      }
      lines += ["  \(style.paint(result.command, .faint))", ""]
    }
    return lines + ["\(passedCount) passed, \(failedCount) failed"]
  }

  /// How many problems of one result the text shows.
  private static let problemsMax = 8
}

extension TestResult {
  fileprivate var value: Value {
    var members: ValueDictionary = [
      "recording": .string(recording), "status": .string(hasPassed ? "passed" : "failed"),
    ]
    members["policy"] = policy.map(Value.string)
    if !hasPassed {
      members["problems"] = .array(problems.map(Value.string))
      members["command"] = .string(command)
    }
    return .dictionary(members)
  }
}
