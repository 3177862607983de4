import Foundation
import ReelEvents

/// The whole command line: arguments in; output, errors and an exit status out.
public enum ReelCommand {
  static let verbs: [Verb] = [
    RecordVerb.verb, ReplayVerb.verb, DiffVerb.verb, CheckVerb.verb, MatrixVerb.verb, TestVerb.verb,
    AcceptVerb.verb, InfoVerb.verb, CatVerb.verb, MergeVerb.verb, RecoverVerb.verb,
    DoctorVerb.verb, RedactVerb.verb, CloudVerb.verb, EmitVerb.verb, CompletionsVerb.verb,
    HelpVerb.verb,
  ]

  /// Runs the arguments of this process on its own streams, and ends it.
  public static func main() -> Never {
    signal(SIGPIPE, SIG_IGN)
    Interruption.enable()
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
    output.neighbor = errors
    do {
      let status = try statusOfPerforming(arguments, console)
      try output.flush()
      try errors.clearPassingLine()
      try errors.flush()
      return status.code
    } catch {
      return error.status.code
    }
  }

  /// The verb called `name`.
  /// - Parameter others: what else would have been right in its place.
  /// - Throws: a usage failure that names the nearest one.
  static func verb(
    named name: String, or others: [String] = []
  ) throws(CommandFailure) -> Verb {
    if let verb = verbs.first(where: { $0.name == name }) { return verb }
    let names = verbs.map(\.name)
    let words = names + others + Version.words + ["--help"]
    let hint = nearest(to: name, in: words).map { "did you mean \($0)?" }
    throw CommandFailure(
      .usage,
      "there is no verb \(name); \(hint ?? "the verbs are \(names.joined(separator: " "))")"
        + (hint == nil && !others.isEmpty ? ", the topics \(others.joined(separator: " "))" : ""),
      next: "reel --help")
  }

  /// Performs, and tells a failure with the command to run next.
  private static func statusOfPerforming(
    _ arguments: [String], _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    do {
      return try perform(arguments, console)
    } catch {
      guard let failure = CommandFailure(error) else { return .success }
      try console.output.flush()
      try console.note("reel: \(failure.message)")
      try console.note("  \(failure.next ?? CommandText.text(arguments))")
      return failure.status
    }
  }

  private static func perform(_ arguments: [String], _ console: Console) throws -> ExitStatus {
    guard let first = arguments.first else {
      for line in HelpText.overview(of: verbs) { try console.note(line) }
      return .usage
    }
    if first == "--help" || first == "-h" {
      try console.write(HelpText.overview(of: verbs))
      return .success
    }
    if Version.words.contains(first) {
      try console.write(["reel \(Version.text)"])
      return .success
    }
    let verb = try verb(named: first)
    let given = try Arguments(Array(arguments.dropFirst()), for: verb)
    if given.has(.help) {
      try console.write(HelpText.text(of: verb))
      return .success
    }
    return try verb.run(given, console.dressed(given))
  }
}
