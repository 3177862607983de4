import ReelEvents
import ReelLog
import ReelReports

extension RecordingSource {
  /// Whether everything could be read; known once `next` has returned false.
  var isWhole: Bool { losses.isNone }

  /// Tells on standard error what was passed over, and what that does to the exit status.
  /// - Throws: `CommandFailure`.
  func reportLosses(_ console: Console) throws(CommandFailure) -> ExitStatus {
    try losses.report(console)
  }

  /// What could not be read so far.
  var losses: Losses {
    Losses(path: file.path, tally: tally, faults: tally.faults, tear: tear)
  }
}

/// What could not be read of a recording.
struct Losses {
  let path: String
  let tally: RecordingSource.Tally
  /// The first faults.
  let faults: [LogError]
  let tear: Tear?

  /// How many faults are told.
  private static let toldMax: Int64 = 5

  /// Whether everything could be read.
  var isNone: Bool { tally.badLineCount == 0 && tally.damageCount == 0 && tear == nil }

  /// Whether a replay passes over it: it stops at what it cannot read, but not where a recording is
  /// torn.
  var isReplayable: Bool { tally.badLineCount == 0 && tally.damageCount == 0 }

  /// Tells on standard error what was passed over, and what that does to the exit status.
  /// - Throws: `CommandFailure`.
  func report(_ console: Console) throws(CommandFailure) -> ExitStatus {
    for fault in faults.prefix(Int(Self.toldMax)) {
      try console.note("note: passed over: \(fault)")
    }
    let count = tally.badLineCount + tally.damageCount
    if count > Self.toldMax {
      try console.note("note: and \(counted(count - Self.toldMax, "fault")) more")
    }
    if let tear {
      try console.note(
        "note: \(path) is torn at byte \(tear.offset); what stands whole before that was read")
    }
    return isNone ? .success : .loss
  }
}

extension RecordingSource.Tally {
  /// Tells on standard error that events were passed over whose kind this version does not know.
  /// - Throws: `CommandFailure`.
  func reportUnknown(_ console: Console) throws(CommandFailure) {
    guard unknownKindCount > 0 else { return }
    let events = unknownKindCount == 1 ? "1 event is" : "\(unknownKindCount) events are"
    try console.note(
      "note: \(events) of a kind that this version does not know, and passed over")
  }
}
