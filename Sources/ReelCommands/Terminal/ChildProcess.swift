import Foundation

/// A program run on this process's own streams.
enum ChildProcess {
  /// Runs `command`, found along `PATH`, to its end, and gives its exit status; 128 and the
  /// signal's number if a signal ended it.
  ///
  /// Signals to this process go on to the program. What a terminal sends reaches both by itself.
  /// - Throws: `CommandFailure` if there is no such program.
  static func run(_ command: [String], environment: [String: String]) throws -> Int32 {
    let forwarded = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
    let handlers = forwarded.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(forwarded, handlers) { signal(number, handler) } }
    let child = try spawn(command, environment)
    let isOnTerminal = isatty(0) == 1
    let sources = forwarded.filter { !isOnTerminal || $0 == SIGTERM || $0 == SIGHUP }.map {
      number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { kill(child, number) }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    return wait(for: child)
  }

  private static func spawn(
    _ command: [String], _ environment: [String: String]
  ) throws(CommandFailure) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program starts with the signals as they are by default, not ignored or held back as here.
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var heldBack = sigset_t()
    sigemptyset(&heldBack)
    posix_spawnattr_setsigmask(&attributes, &heldBack)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let words = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let fault = posix_spawnp(&child, command[0], nil, &attributes, words, variables)
    guard fault == 0 else {
      throw CommandFailure(
        .noInput, "\(command[0]): expected a program, found \(String(cString: strerror(fault)))")
    }
    return child
  }

  private static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
