import Foundation
import ReelEvents
import ReelLog

/// How many of several things a long command has done: one line on standard error that is written
/// over, and nothing where nobody watches.
struct Progress {
  private let total: Int
  private let errors: CommandOutput
  private let state = State()

  private final class State { var done = 0 }

  init(total: Int, _ console: Console) {
    self.total = total
    errors = console.errors
  }

  /// Says that `name` is in work now.
  func step(_ name: String) throws(CommandFailure) {
    state.done += 1
    try errors.show(passing: "\(state.done)/\(total) \(name)")
  }

  /// Clears the line.
  func finish() throws(CommandFailure) { try errors.clearPassingLine() }
}

/// How far files have been read: a bar on standard error, which goes when anything is written.
///
/// It is asked once for each frame, and then mostly looks at the clock alone.
final class ReadingProgress {
  private let label: String
  private let total: Int64
  private let errors: CommandOutput
  private var nextShow: DispatchTime

  /// What is read faster than that needs no bar.
  static let patience = DispatchTimeInterval.milliseconds(400)
  private static let pause = DispatchTimeInterval.milliseconds(100)
  /// Below that, a file is read in no time.
  private static let bytesMin: Int64 = 1 << 20
  private static let barColumns = 24

  /// The progress of reading `files`, called `label`; nil where nobody watches, and where there is
  /// little to read.
  init?(
    _ label: String, _ files: [FileReader], _ console: Console,
    patience: DispatchTimeInterval = patience
  ) {
    total = files.reduce(0) { $0 + $1.size }
    guard console.errors.isTerminal, total >= Self.bytesMin else { return nil }
    self.label = label
    errors = console.errors
    nextShow = .now() + patience
  }

  /// Notes that `offset` bytes have been read.
  /// - Throws: `CommandFailure`.
  func note(_ offset: Int64) throws(CommandFailure) {
    let now = DispatchTime.now()
    guard now >= nextShow else { return }
    nextShow = now + Self.pause
    let columns = (errors.columns ?? 80) - 1
    try errors.show(passing: Self.line(label, offset, of: total, columns: columns))
  }

  /// The line, in at most `columns`: what is read, how much of it, and a bar where there is room.
  static func line(_ label: String, _ done: Int64, of total: Int64, columns: Int) -> String {
    let share = total > 0 ? min(max(Double(done) / Double(total), 0), 1) : 0
    let percent = String(Int(share * 100))
    let number = String(repeating: " ", count: 3 - percent.count) + percent + "%"
    let filled = Int(share * Double(barColumns))
    let bar =
      "[" + String(repeating: "#", count: filled)
      + String(repeating: "-", count: barColumns - filled) + "]"
    for parts in [["reading", label, bar, number], [label, bar, number], [bar, number]] {
      let line = parts.joined(separator: " ")
      if line.count <= columns { return line }
    }
    return number
  }
}

/// A source whose reading is watched.
struct WatchedSource: EventSource {
  private let source: RecordingSource
  private let progress: ReadingProgress

  init(_ source: RecordingSource, _ progress: ReadingProgress) {
    self.source = source
    self.progress = progress
  }

  var header: RecordingHeader { source.header }

  mutating func next(into batch: inout EventBatch) throws -> Bool {
    try progress.note(source.fileOffset)
    return try source.next(into: &batch)
  }
}
