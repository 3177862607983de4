import Foundation

/// A wish to end that came as a signal while a file was being made that must not stay behind.
///
/// While one exists, control-C and its like are noted in place of ending the process, so that
/// whoever makes the file asks, stops and clears it away. A second signal ends the process at once.
/// Only the process of the command line watches: signals belong to whole processes.
struct Interruption: ~Copyable {
  private let previous: [(number: Int32, action: sigaction)]

  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// Whether this process may be told by signals.
  nonisolated(unsafe) private static var isEnabled = false

  /// Lets interruptions be noted from now on; called once, before anything else runs.
  static func enable() {
    noted.initialize(to: 0)
    isEnabled = true
  }

  /// Begins to note.
  init() {
    guard Self.isEnabled else {
      previous = []
      return
    }
    Self.letThrough()
    previous = Self.signals.compactMap { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      // What nohup and the like have set to be ignored stays ignored.
      if action.isIgnored { return nil }
      let before = action
      action.note()
      sigaction(number, &action, nil)
      return (number, before)
    }
  }

  /// Whoever started this process may have held signals back in it.
  private static func letThrough() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  deinit {
    for (number, action) in previous {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// The status to end with, once a signal has come: 130 for control-C.
  var status: ExitStatus? {
    guard Self.isEnabled, noted.pointee != 0 else { return nil }
    return ExitStatus(code: 128 + noted.pointee)
  }

  /// Stops whoever makes `path` if a signal has come.
  /// - Throws: `CommandFailure`, with that status.
  func check(making path: String) throws(CommandFailure) {
    guard let status else { return }
    throw CommandFailure(status, "interrupted; \(path) was not made")
  }
}

/// The number of the signal that came; memory that a signal's handler may write.
nonisolated(unsafe) private let noted = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)

extension sigaction {
  /// Makes it note the signal's number, once; calls of the system go on where they can.
  fileprivate mutating func note() {
    let handler: @convention(c) (Int32) -> Void = { noted.pointee = $0 }
    #if canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #else
      __sigaction_handler.sa_handler = handler
    #endif
    sa_flags =
      Int32(truncatingIfNeeded: SA_RESTART) | Int32(truncatingIfNeeded: SA_RESETHAND)
  }

  fileprivate var isIgnored: Bool {
    let ignoring = unsafeBitCast(SIG_IGN, to: Int.self)
    #if canImport(Darwin)
      return unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self) == ignoring
    #else
      return unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == ignoring
    #endif
  }
}
