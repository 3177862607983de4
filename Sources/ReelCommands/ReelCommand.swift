import Foundation
import ReelEvents
import ReelLog
import ReelPolicies

/// The whole command line: arguments in; output, errors and an exit status out.
public enum ReelCommand {
  static let verbs: [Verb] = [
    RecordVerb.verb, CheckVerb.verb, TestVerb.verb
  ]

  /// Runs the arguments of this process on its own streams, and ends it.
  public static func main() -> Never {
    signal(SIGPIPE, SIG_IGN)
    exit(
      run(
        Array(CommandLine.arguments.dropFirst()), input: CommandInput(),
        output: .standardOutput(), errors: .standardError(),
        environment: ProcessInfo.processInfo.environment))
  }

  /// Runs `arguments`, the program's own name left out, and returns the exit status.
  public static func run(
    _ arguments: [String], input: CommandInput, output: CommandOutput, errors: CommandOutput,
    environment: [String: String]
  ) -> Int32 {
    let console = Console(
      input: input, output: output, errors: errors, environment: environment)
    do {
      let status: ExitStatus
      do {
        status = try perform(arguments, console)
      } catch {
        let failure = failure(of: error)
        try output.flush()
        try errors.write(line: "reel: \(failure.message)")
        try errors.write(line: "  \(failure.next ?? "reel \(arguments.joined(separator: " "))")")
        status = failure.status
      }
      try output.flush()
      try errors.flush()
      return status.code
    } catch {
      return ExitStatus.inputOutput.code
    }
  }

  private static func perform(_ arguments: [String], _ console: Console) throws -> ExitStatus {
    guard let name = arguments.first else { return .usage }
    guard let verb = verbs.first(where: { $0.name == name }) else {
      let hint = nearest(to: name, in: verbs.map(\.name)).map { "did you mean \($0)?" }
      throw CommandFailure(
        .usage, "there is no verb \(name); \(hint ?? "reel --help lists them")",
        next: "reel --help")
    }
    return try verb.run(Arguments(Array(arguments.dropFirst()), for: verb), console)
  }

  private static func failure(of error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: failure
    case let error as PolicyError: CommandFailure(.usage, error.message)
    case let error as LogError: CommandFailure(.badData, error.description)
    case let error as ScenarioError: CommandFailure(.badData, error.description)
    default: CommandFailure(.inputOutput, "\(error)")
    }
  }
}
