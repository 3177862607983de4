public import ReelEvents

/// A session as it was, without what any rule made of it: facts, and what is expected of policies.
///
/// The text mixes event lines and shorthand: `reel help scenarios` explains it.
public struct Scenario: Sendable {
  /// The policies it defines, in the order of the file; each name once.
  public var policies: [ScenarioPolicy] = []
  /// The facts, in the order of truth, with absolute times.
  public var events: [Event] = []
  /// The line of each event, from 1; as many as there are events.
  public var lines: [Int] = []
  /// What the checks must find, in the order of the file.
  public var expectations: [ScenarioExpectation] = []
  /// What must stand on the devices at the end, in the order of the file.
  public var finals: [ScenarioFinal] = []
  /// The comments of the form `# word: text`, in the order of the file.
  public var comments: [ScenarioComment] = []
  /// What is allowed and still worth a word on standard error.
  public var notes: [ScenarioNote] = []

  /// Reads the scenario in `text`.
  /// - Parameters:
  ///   - text: the file's bytes: UTF-8, lines ended by LF or CRLF.
  ///   - catalog: says which rules are entitlements, what is registered, and which keys to note.
  ///   - loadingFile: reads the property list that a `loads` line names.
  /// - Throws: all faults of the file.
  public init(
    _ text: [UInt8], catalog: Catalog,
    loadingFile: @escaping (String) throws -> ValueDictionary = ScenarioReader.refusingFiles
  ) throws(ScenarioError) {
    var reader = ScenarioReader(catalog: catalog, loadingFile: loadingFile)
    var faults: [ScenarioFault] = []
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      do throws(ScenarioFault) {
        if let statement = try reader.read(line) { add(statement, line: reader.line) }
      } catch {
        faults.append(error)
      }
    }
    notes = reader.notes
    guard faults.isEmpty else { throw ScenarioError(faults) }
  }

  /// The text of the first comment `# word: text`; nil where there is none.
  public func comment(_ word: String) -> String? {
    comments.first { $0.word == word }?.text
  }

  private mutating func add(_ statement: ScenarioStatement, line: Int) {
    switch statement {
    case .event(let event):
      events.append(event)
      lines.append(line)
    case .policy(let policy): policies.append(policy)
    case .expectation(let expectation): expectations.append(expectation)
    case .final(let final): finals.append(final)
    case .comment(let comment): comments.append(comment)
    }
  }
}

/// What one line of a scenario says; a line that only moves a clock says nothing.
public enum ScenarioStatement: Sendable {
  case event(Event)
  case policy(ScenarioPolicy)
  case expectation(ScenarioExpectation)
  case final(ScenarioFinal)
  case comment(ScenarioComment)
}

/// A comment that says what the scenario is: `# source: …`, `# shows: …`.
public struct ScenarioComment: Sendable, Equatable {
  /// The word before the colon.
  public var word: String
  /// The text after it.
  public var text: String
}

/// A line `policy NAME = BASE {switches}`.
public struct ScenarioPolicy: Sendable {
  /// What the scenario calls it.
  public var name: String
  /// The policy that it extends, as a policy argument.
  public var base: String
  /// The switches that differ from the base.
  public var switches: ValueDictionary
}

/// A line `expect POLICY: …`: the whole set of findings under a policy.
public struct ScenarioExpectation: Sendable {
  /// The policy, as an argument.
  public var policy: String
  /// The findings, in the order of the line; empty for `none`.
  public var findings: [ExpectedFinding]
}

/// A finding that a scenario expects, once for each check, device and key.
public struct ExpectedFinding: Sendable, Hashable {
  /// The check's name.
  public var check: String
  /// Whether it is the warning form of a check that has two (`/warning` after the name).
  public var isWarning: Bool
  /// The device.
  public var device: DeviceName
  /// The key, album or rule; nil for a finding about none.
  public var key: String?

  /// A finding of `check` on `device` about `key`.
  public init(check: String, isWarning: Bool, device: DeviceName, key: String?) {
    self.check = check
    self.isWarning = isWarning
    self.device = device
    self.key = key
  }
}

/// A line `final POLICY: …`: what stands on devices at the end.
public struct ScenarioFinal: Sendable {
  /// The policy, as an argument.
  public var policy: String
  /// The states, in the order of the line.
  public var states: [ExpectedState]
}

/// What a key, rule or list is expected to be on a device at the end.
public struct ExpectedState: Sendable {
  /// The device, `cloud` included.
  public var device: DeviceName
  /// The key, rule or list.
  public var what: String
  /// What it is.
  public var state: State

  /// How a state is written.
  public enum State: Sendable {
    /// `absent`.
    case absent
    /// `{a,b}`: the visible ids of a list, in the order of their UTF-8 bytes.
    case members([String])
    /// A JSON value, or a bare word for a string.
    case value(Value)
  }
}
