import ReelEvents
import ReelReplay
import ReelReports

/// `reel replay FILE`.
enum ReplayVerb {
  static let verb = Verb(
    name: "replay", summary: "the state that a rule brings a session to",
    examples: [
      ("reel replay session.jsonl.zst --policy allowlist", "the state at the end under a rule"),
      ("reel replay session.jsonl.zst --until 12 --device watch", "of one device, after event 12"),
      ("reel replay session.jsonl.zst --show keys", "which device reads or writes which key"),
      ("reel replay session.jsonl.zst --verify", "whether replay reproduces what was recorded"),
    ],
    usage: "FILE [--policy P] [--until EVENT|TIME] [--device D] [--show WHAT] [--verify] [--json]",
    remarks: ["A scenario holds no outcomes: --verify performs it first, and verifies that."],
    operands: 1...1, flags: [.policy, .until, .device, .show, .verify, .catalog, .json], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let sections = try arguments[.show].map(sections)
    let input = try RecordingInput(arguments, console)
    let performed =
      arguments.has(.verify) ? try input.performed(under: arguments[.policy]) : nil
    let policy = try input.policies([arguments[.policy]], console)[0]
    var result = try ReplayResult.run(
      { try performed ?? input.open() }, policy: policy,
      catalog: input.catalog,
      until: arguments[.until].map { try Until($0, flag: .until) },
      watching: arguments.has(.verify) ? .outcomes : .state)
    if let device = arguments[.device] { try keep(device, in: &result) }
    if arguments.has(.verify) {
      return try input.reportLosses(verify(result, arguments, console), console)
    }
    let report = ReplayReport(result, sections: sections)
    if arguments.has(.json) {
      try console.write(report.value)
    } else {
      try console.write(report.lines(console.style))
    }
    return try input.reportLosses(
      result.undelivered.isEmpty ? .success : .undecided, console)
  }

  private static func sections(_ text: String) throws(CommandFailure) -> [ReplayReport.Section] {
    if let section = ReplayReport.Section(rawValue: text) { return [section] }
    let known = ReplayReport.Section.allCases.map(\.rawValue)
    let hint = nearest(to: text, in: known).map { "did you mean \($0)?" }
    throw CommandFailure(
      .usage,
      "--show takes \(known.joined(separator: ", ")), and got \(text)"
        + (hint.map { "; \($0)" } ?? ""))
  }

  private static func keep(
    _ device: String, in result: inout ReplayResult
  ) throws(CommandFailure) {
    let known = result.devices.map(\.device)
    result.devices.removeAll { $0.device != device }
    guard result.devices.isEmpty else { return }
    throw CommandFailure(.usage, DeviceText.absence(of: device, among: known))
  }

  private static func verify(
    _ result: ReplayResult, _ arguments: Arguments, _ console: Console
  ) throws -> ExitStatus {
    let report = VerificationReport(result)
    if arguments.has(.json) {
      try console.write(report.value)
    } else {
      try console.write(report.lines(console.style))
    }
    if result.verification.isUndecided && !arguments.has(.policy) { return .undecided }
    return result.verification.mismatchCount == 0 ? .success : .negative
  }
}
