import ReelReplay

enum CheckVerb {
  static let verb = Verb(
    name: "check", summary: "Look for broken invariants", examples: [], operandNames: "FILE",
    operands: 1...1, flags: [.policy, .strict, .json, .catalog], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let input = try RecordingInput(arguments.operands[0], catalog: nil, console)
    let result = try CheckResult.run(
      input.open, policy: PolicyChoice(arguments[.policy], named: input.named))
    for finding in result.findings {
      try console.output.write(
        line:
          "\(finding.event)  \(finding.severity.rawValue)  \(finding.check.rawValue)  \(finding.device)  \(finding.key ?? "-")  \(finding.message)"
      )
    }
    for sentence in result.undecided { try console.output.write(line: "undecided: \(sentence)") }
    if result.findings.contains(where: { $0.severity == .error }) { return .negative }
    return result.undecided.isEmpty ? .success : .undecided
  }
}
