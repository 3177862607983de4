import Foundation
import ReelCommands

signal(SIGPIPE, SIG_IGN)
exit(
  ReelCommand.run(
    Array(CommandLine.arguments.dropFirst()), input: CommandInput(),
    output: .standardOutput(), errors: .standardError(),
    environment: ProcessInfo.processInfo.environment))
