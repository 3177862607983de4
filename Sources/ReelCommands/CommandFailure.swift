/// Why a command could not do what was asked, for the person who asked.
struct CommandFailure: Error, Equatable {
  /// The status the process ends with.
  var status: ExitStatus
  /// What was expected, what was found, where, and what to do; a sentence or a few.
  var message: String
  /// A command to run next; nil = the one that failed, which reproduces it.
  var next: String?

  init(_ status: ExitStatus, _ message: String, next: String? = nil) {
    self.status = status
    self.message = message
    self.next = next
  }
}
