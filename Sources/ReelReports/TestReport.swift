public import ReelEvents

/// What a run of tests came to, as text for people and as JSON.
public struct TestReport {
  let results: [TestResult]
  /// What each recording comes to now, by its path; empty where nobody asked for that.
  public var goldens = ValueDictionary()
  /// How many bytes of results a second run came to again; nil where there was none, or where it
  /// came to others, which is a result of its own.
  public var repeatedBytes: Int?

  /// The report of `results`.
  public init(_ results: [TestResult]) { self.results = results }

  /// How many passed.
  public var passedCount: Int { results.count { $0.hasPassed } }
  /// How many failed.
  public var failedCount: Int { results.count - passedCount }
  /// The JSON object, schema `reel.test/1`.
  public var value: Value {
    var members: ValueDictionary = [
      "schema": .string("reel.test/1"), "passed": .integer(Int64(passedCount)),
      "failed": .integer(Int64(failedCount)), "results": .array(results.map(\.value)),
    ]
    if !goldens.members.isEmpty { members["goldens"] = .dictionary(goldens) }
    if repeatedBytes != nil { members["secondRun"] = .string("same") }
    return .dictionary(members)
  }

  /// The report in lines: each failure with what to run next, and last, alone, the counts.
  public func lines(_ style: TextStyle) -> [String] {
    var lines: [String] = []
    for result in results where !result.hasPassed {
      lines.append("\(style.paint("failed", .bad))  \(DisplayWidth.printable(result.title))")
      lines += result.lines(style).map { "  \($0)" }
      lines += result.commands.map { "  \(style.paint(DisplayWidth.printable($0), .faint))" } + [""]
    }
    if let repeatedBytes {
      lines.append(
        "the same \(counted(Int64(repeatedBytes), "byte")) in a second process, with another hash "
          + "seed, locale and time zone")
    }
    return lines + ["\(passedCount) passed, \(failedCount) failed"]
  }
}

extension TestResult {
  /// How many problems of one result the text shows.
  private static let problemsMax = 8

  /// What is wrong, in lines: the first thing in full, the others by a sentence each.
  func lines(_ style: TextStyle) -> [String] {
    let others = failure == nil ? problems[...] : problems.dropFirst()
    var lines = failure?.lines(style) ?? []
    lines += others.prefix(Self.problemsMax).map {
      (failure == nil ? "" : "also ") + DisplayWidth.printable($0)
    }
    if others.count > Self.problemsMax {
      lines.append("and \(others.count - Self.problemsMax) more")
    }
    return lines
  }

  fileprivate var value: Value {
    var members: ValueDictionary = [
      "recording": .string(recording), "status": .string(hasPassed ? "passed" : "failed"),
    ]
    members["policy"] = policy.map(Value.string)
    if !hasPassed {
      members["problems"] = .array(problems.map(Value.string))
      members["command"] = .string(command)
      members["first"] = failure?.value
    }
    return .dictionary(members)
  }
}
