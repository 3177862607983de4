public import ReelEvents

/// What one recording came to under one policy, held against what is expected.
public struct TestResult: Sendable, Equatable {
  /// The recording's or scenario's path.
  public var recording: String
  /// The policy; nil where it never came to one.
  public var policy: String?
  /// What is not as expected, as sentences; empty = passed.
  public var problems: [String]
  /// The command that comes to the same result again.
  public var command: String
  /// The command that tells what the failure means for a user; empty for none.
  public var study = ""
  /// The command that sets right what failed; empty for none.
  public var remedy: String
  /// The first thing that is not as expected; nil where nothing could be compared.
  public var failure: TestFailure?
  /// Whether the test could not be made, which is no result: a file that cannot be read.
  public var isError = false
  /// The part of the session around the failure, as a Mermaid sequence diagram; empty for none.
  public var diagram: [String] = []
  /// How long it took, in milliseconds; no part of the result.
  public var milliseconds: Int64 = 0

  /// A result; no problems = passed.
  public init(
    recording: String, policy: String?, problems: [String], command: String,
    remedy: String = ""
  ) {
    self.recording = recording
    self.policy = policy
    self.problems = problems
    self.command = command
    self.remedy = remedy
  }

  /// Whether all is as expected.
  public var hasPassed: Bool { problems.isEmpty }

  /// What to run next, in lines.
  var commands: [String] { [command, study, remedy].filter { !$0.isEmpty } }

  /// The recording and the policy.
  var title: String { recording + (policy.map { " under \($0)" } ?? "") }
}

/// The first thing that is not as expected: where that stands, what there is in place of it, and
/// since when.
public struct TestFailure: Sendable, Equatable {
  /// An event, and what it is in a few words.
  public struct Moment: Sendable, Equatable {
    /// The event's number.
    public var event: Int64
    /// Its caption; empty where there is none.
    public var caption: String

    /// The event `event`, which is `caption`.
    public init(event: Int64, caption: String) {
      self.event = event
      self.caption = caption
    }
  }

  /// Something that changed, and the event that it goes back to.
  public struct Cause: Sendable, Equatable {
    /// The event.
    public var moment: Moment
    /// What changed, as a sentence.
    public var sentence: String

    /// What `sentence` says has changed at `moment`.
    public init(moment: Moment, sentence: String) {
      self.moment = moment
      self.sentence = sentence
    }
  }

  /// The file that says what is expected.
  public var file: String
  /// The line in it, from 1; nil where no line is to blame.
  public var line: Int?
  /// What is compared: a place in a golden, or the line of a scenario.
  public var place: String
  /// What is expected there, in a few words.
  public var expected: String
  /// What was found there, in a few words.
  public var found: String
  /// The event that the place goes back to.
  public var moment: Moment?
  /// What changed first: where to look for the cause.
  public var cause: Cause?

  /// A failure at `place` of `file`.
  public init(file: String, line: Int?, place: String, expected: String, found: String) {
    self.file = file
    self.line = line
    self.place = place
    self.expected = expected
    self.found = found
  }

  /// A value in as many columns as fit beside its label, or the word for none.
  public static func shown(_ value: Value?) -> String { value?.shown(columns: 90) ?? "nothing" }

  /// The failure in lines: the place, both sides one below the other, the event, the cause.
  func lines(_ style: TextStyle) -> [String] {
    let position = line.map { "\(file), line \($0)" } ?? file
    var lines = [
      "\(DisplayWidth.printable(place))  \(style.paint(DisplayWidth.printable(position), .faint))",
      "  expected  \(style.paint(DisplayWidth.printable(expected), .good))",
      "  found     \(style.paint(DisplayWidth.printable(found), .bad))",
    ]
    if let moment { lines.append("goes back to \(moment.text)") }
    if let cause { lines.append("nearest cause: \(cause.moment.text): \(cause.sentence)") }
    return lines
  }

  var value: Value {
    var members: ValueDictionary = [
      "file": .string(file), "place": .string(place), "expected": .string(expected),
      "found": .string(found),
    ]
    members["line"] = line.map { .integer(Int64($0)) }
    members["event"] = moment.map { .integer($0.event) }
    members["caption"] = moment.map { .string($0.caption) }
    members["cause"] = cause.map { cause in
      .dictionary([
        "event": .integer(cause.moment.event), "caption": .string(cause.moment.caption),
        "message": .string(cause.sentence),
      ])
    }
    return .dictionary(members)
  }
}

extension TestFailure.Moment {
  var text: String {
    "event \(grouped(event))" + (caption.isEmpty ? "" : ", \(DisplayWidth.printable(caption))")
  }
}
