/// A parser and what must hold of it for any bytes.
///
/// The same functions run in three places: under libFuzzer (`tools/fuzz/run`), over the seeds in
/// every run of the tests, and by hand over one file (`fuzz NAME FILE`).
public struct FuzzTarget: Sendable {
  /// What it is called; its folder beside this file has its seeds.
  public let name: String
  /// Throws what does not hold; a trap or a hang is a fault anyway.
  public let check: @Sendable ([UInt8]) throws -> Void

  /// All of them.
  public static let all = [
    FuzzTarget(name: "lines", check: checkLines),
    FuzzTarget(name: "frames", check: checkFrames),
    FuzzTarget(name: "catalog", check: checkCatalog),
    FuzzTarget(name: "policy", check: checkPolicy),
    FuzzTarget(name: "scenario", check: checkScenario),
  ]
}

/// What did not hold.
public struct Violation: Error, CustomStringConvertible {
  /// The sentence that turned out to be wrong.
  public let description: String
}

/// Stops where `condition` does not hold.
func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(description: sentence()) }
}
