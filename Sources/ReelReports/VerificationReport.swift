public import ReelEvents
public import ReelReplay

/// Whether replay reproduces what a recording says, as text for people and as JSON.
public struct VerificationReport {
  let result: ReplayResult

  /// The report of `result`.
  public init(_ result: ReplayResult) { self.result = result }

  /// The JSON object, schema `reel.verify/1`.
  public var value: Value {
    let verification = result.verification
    var members: ValueDictionary = [
      "schema": .string("reel.verify/1"), "recording": .string(result.recording),
      "policy": .string(result.policy), "events": .integer(result.eventCount),
      "compared": .integer(verification.comparedCount),
      "differing": .integer(verification.mismatchCount),
    ]
    members["first"] = verification.firstMismatch.map { mismatch in
      .dictionary([
        "event": .integer(mismatch.event), "device": .string(mismatch.device),
        "field": .string(mismatch.field), "message": .string(mismatch.message),
      ])
    }
    return .dictionary(members)
  }

  /// The report in lines: the verdict, and the first event that differs.
  public func lines(_ style: TextStyle) -> [String] {
    let verification = result.verification
    let title = DisplayWidth.printable("\(result.recording) under \(result.policy)")
    let compared = counted(verification.comparedCount, "outcome")
    guard let mismatch = verification.firstMismatch else {
      return ["\(title): \(style.paint("all \(compared) reproduced", .good))"]
    }
    let differing = "\(grouped(verification.mismatchCount)) of \(compared) differ"
    return [
      "\(title): \(style.paint(differing, .bad))",
      DisplayWidth.printable(
        "  the first at event \(grouped(mismatch.event)) on \(mismatch.device), "
          + "\(mismatch.field): \(mismatch.message)"),
    ]
  }
}
