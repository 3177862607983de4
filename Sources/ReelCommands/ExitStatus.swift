/// What a command reports to whoever ran it.
struct ExitStatus: Equatable {
  let code: Int32

  /// Yes, the same, passed.
  static let success = ExitStatus(code: 0)
  /// No: it differs, there is a finding, a test failed.
  static let negative = ExitStatus(code: 1)
  /// The recording does not tell.
  static let undecided = ExitStatus(code: 2)
  /// Done, and something was lost on the way.
  static let loss = ExitStatus(code: 3)
  /// The command line is wrong.
  static let usage = ExitStatus(code: 64)
  /// What was read is wrong.
  static let badData = ExitStatus(code: 65)
  /// There is no such input.
  static let noInput = ExitStatus(code: 66)
  /// The output cannot be made.
  static let cannotCreate = ExitStatus(code: 73)
  /// Reading or writing failed.
  static let inputOutput = ExitStatus(code: 74)
  /// Somebody pressed control-C.
  static let interrupted = ExitStatus(code: 130)

  /// Of two results the one that outranks the other: a no, then an undecided, then a loss.
  func combined(with other: ExitStatus) -> ExitStatus {
    let order = [Self.negative, .undecided, .loss]
    return order.first { $0 == self || $0 == other } ?? .success
  }
}
