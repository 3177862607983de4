import ReelEvents
import ReelLog

enum RecordVerb {
  static let verb = Verb(
    name: "record", summary: "Perform a scenario", examples: [], operandNames: "SCENARIO",
    operands: 1...1, flags: [.output, .policy, .flushEvery, .force], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let input = try RecordingInput(arguments.operands[0], catalog: nil, console)
    guard let source = try input.open() as? MemorySource else { return .inputOutput }
    var bytes: [UInt8] = []
    HeaderLine.append(source.header, to: &bytes)
    try console.output.write(bytes + [10])
    for event in source.events {
      bytes = []
      EventLine.append(event, to: &bytes)
      try console.output.write(bytes + [10])
    }
    return .success
  }
}
