import ReelEvents
import ReelPolicies

/// A policy argument in the first line, a policy file's switches in the others.
func checkPolicy(_ bytes: [UInt8]) throws {
  let parts = bytes.split(
    separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
  try checkArgument(String(decoding: parts.first ?? [], as: UTF8.self))
  if parts.count > 1 { try checkSwitches(Array(parts[1])) }
}

/// An argument that can be read names only policies that there are, and says the same twice.
private func checkArgument(_ text: String) throws {
  do {
    let argument = try PolicyArgument(text)
    let known = BuiltInPolicies.all.map { Array($0.name.utf8) }
    let names = PolicyArgument.names(in: text)
    try require(names.allSatisfy { known.contains(Array($0.utf8)) }, "every name is known")
    let over = try PolicyArgument(text, over: argument)
    for version in [nil, "", "2", "2.0"] {
      try require(
        over.policy(device: "phone", version: version)
          == argument.policy(device: "phone", version: version),
        "an argument over itself is itself")
    }
    _ = argument.begins(at: "2.0", on: "phone")
  } catch let error as PolicyError {
    try require(!error.message.isEmpty, "a refusal says why")
  }
}

/// Switches that were set are set.
private func checkSwitches(_ bytes: [UInt8]) throws {
  do {
    guard case .dictionary(let members) = try Value.parse(bytes, dialect: .relaxed) else { return }
    for base in BuiltInPolicies.all {
      let once = try PolicySwitches.applying(members, to: base, name: "new")
      let twice = try PolicySwitches.applying(members, to: once, name: "new")
      try require(once == twice, "setting a switch twice changes nothing")
    }
  } catch is PolicyError {
  } catch is ParseError {
  }
}
