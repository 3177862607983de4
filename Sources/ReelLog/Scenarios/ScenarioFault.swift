/// One fault of a scenario: where it is, what was expected and what was found instead.
///
/// Values of settings are left out of it.
public struct ScenarioFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// What could stand there.
  public var expected: String
  /// What stands there.
  public var found: String
  /// The known word nearest to the one found, if one is near.
  public var suggestion: String?

  /// The fault as a sentence.
  public var description: String {
    let hint = suggestion.map { "; did you mean `\($0)`?" } ?? ""
    return "line \(line): expected \(expected), found \(found)\(hint)"
  }
}

/// All faults of a scenario file, in the order of its lines.
public struct ScenarioError: Error, Sendable, CustomStringConvertible {
  /// The first faults, at most `ScenarioLimits.faultsKeptMax`.
  public var faults: [ScenarioFault]
  /// How many more there are.
  public var omitted: Int

  init(_ faults: [ScenarioFault]) {
    self.faults = Array(faults.prefix(ScenarioLimits.faultsKeptMax))
    omitted = faults.count - self.faults.count
  }

  /// A sentence for each fault, each on a line of its own.
  public var description: String {
    let sentences = faults.map(\.description).joined(separator: "\n")
    return omitted == 0 ? sentences : "\(sentences)\nand \(omitted) more"
  }
}

/// Something in a scenario that is allowed and still worth a word on standard error.
public struct ScenarioNote: Sendable, Equatable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The remark, without the line.
  public var text: String

  /// The remark with its line.
  public var description: String { "line \(line): \(text)" }
}

/// The limits of scenarios.
public enum ScenarioLimits {
  /// How many faults of a file are told; the rest are counted.
  public static let faultsKeptMax = 20
  /// Bytes of one line: the limit of a recording's line.
  public static let lineBytesMax = 16 << 20
  /// Bytes of a value that `fills` makes, so that its event still fits in a line.
  public static let filledBytesMax: Int64 = 15 << 20
  /// Microseconds of any duration, clock offset or distance from the scenario's start: 900 years,
  /// so that every time has a year of four digits.
  public static let durationMicrosecondsMax: Int64 = 900 * 365 * 86_400 * 1_000_000
}
