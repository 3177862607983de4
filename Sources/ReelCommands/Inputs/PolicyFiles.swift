import Foundation
import ReelEvents
import ReelLog
import ReelPolicies

/// Policies that are not built in: those that a scenario defines and those in files.
enum PolicyFiles {
  /// The policies that `scenario` defines, in order; each may extend the ones before it.
  /// - Throws: `CommandFailure` that names `path` and the policy.
  static func policies(of scenario: Scenario, path: String) throws(CommandFailure) -> [NamedPolicy]
  {
    var named: [NamedPolicy] = []
    for policy in scenario.policies {
      named.append(
        try extending(
          policy.base, with: policy.switches, name: policy.name, among: named,
          place: "\(path), policy \(policy.name)"))
    }
    return named
  }

  /// The policies that `text` names and neither `named` nor the tool knows, read from files.
  /// - Throws: `CommandFailure` for a file that is missing or wrong.
  static func policies(in text: String, besides named: [NamedPolicy]) throws -> [NamedPolicy] {
    var files: [NamedPolicy] = []
    for name in PolicyArgument.names(in: text) {
      let isKnown = (named + BuiltInPolicies.all + files).contains { $0.name == name }
      let looksLikeFile = name.contains("/") || name.contains(".")
      guard !isKnown, looksLikeFile || FileManager.default.fileExists(atPath: name) else {
        continue
      }
      files.append(try read(name, among: named))
    }
    return files
  }

  private static func read(_ path: String, among named: [NamedPolicy]) throws -> NamedPolicy {
    let text = try TextFile.read(path, expected: "a policy, a JSON file of switches")
    let value = try TextFile.parse(path) { () throws(ParseError) in
      try Value.parse(text, dialect: .relaxed)
    }
    guard case .dictionary(let switches) = value else {
      throw CommandFailure(
        .badData,
        "\(path): expected an object of switches, such as "
          + "{\"extends\":\"allowlist\",\"settings.apply\":\"setFirst\"}, found another value")
    }
    guard case .string(let base) = switches["extends"] ?? Value.string("") else {
      throw CommandFailure(
        .badData, "\(path): expected the name of a policy as \"extends\", found another value")
    }
    return try extending(base, with: switches, name: path, among: named, place: path)
  }

  private static func extending(
    _ base: String, with switches: ValueDictionary, name: String, among named: [NamedPolicy],
    place: String
  ) throws(CommandFailure) -> NamedPolicy {
    do {
      return try NamedPolicy.extending(base, with: switches, name: name, among: named)
    } catch {
      throw CommandFailure(.badData, "\(place): \(error.message)")
    }
  }
}
