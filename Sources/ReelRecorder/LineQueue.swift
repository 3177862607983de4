import Foundation
import ReelEvents
import ReelLog

/// Lines on their way to the disk: a bounded queue with a thread of its own behind it.
///
/// Offering takes as long as writing the line into memory. Two buffers travel: one is filled while
/// the other is written.
final class LineQueue: @unchecked Sendable {
  // Unchecked: `lock` guards the state, and only `worker` touches the sink and the spare buffer.

  private struct Lines {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    var instants: [Instant] = []

    mutating func removeAll() {
      bytes.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      instants.removeAll(keepingCapacity: true)
    }
  }

  /// When the waiting lines are to be written.
  private enum Errand { case none, later, now }

  private let limits: RecorderLimits
  /// Whether what the worker has written is flushed without anybody asking.
  private let flushesItself: Bool
  private let lock = NSLock()
  private var waiting = Lines()
  private var errand = Errand.none
  /// Why the last attempt to write failed.
  private var failure: LogError?
  private var isFinished = false

  private let worker = DispatchQueue(label: "reel.recorder", qos: .utility)
  private var spare = Lines()
  /// How many of the spare lines the sink has taken.
  private var takenCount = 0
  private let sink: RecordingSink

  /// A queue before `sink`.
  init(_ sink: sending RecordingSink, flushesItself: Bool, limits: RecorderLimits) {
    self.sink = sink
    self.flushesItself = flushesItself
    self.limits = limits
  }

  /// Takes the line of `event`; false where it found no room, or the file has ended.
  func offer(_ event: Event) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if isFinished { return false }
    let start = waiting.bytes.count
    EventLine.append(event, to: &waiting.bytes)
    let end = waiting.bytes.count
    if end > limits.queueBytesMax || end - start > Limits.lineBytesMax {
      waiting.bytes.removeLast(end - start)
      return false
    }
    waiting.ends.append(end)
    waiting.instants.append(event.at)
    sendForWorker()
    return true
  }

  /// Whether at least half of the room is free.
  var hasRoom: Bool {
    lock.lock()
    defer { lock.unlock() }
    return !isFinished && waiting.bytes.count <= limits.queueBytesMax / 2
  }

  /// Writes what waits, so that it can be read even if the process dies now.
  /// - Throws: `inputOutput`: why something still waits; it is tried again.
  func flush() throws(LogError) {
    worker.sync {
      attempt { () throws(LogError) in
        try writeOut()
        try sink.flush()
      }
    }
    if let failure = lastFailure { throw failure }
  }

  /// Writes what waits and ends the file; nothing is taken afterwards. A second call does nothing.
  /// - Throws: `inputOutput`: why the file has no end, or lacks the last lines.
  func finish() throws(LogError) {
    lock.lock()
    let wasFinished = isFinished
    isFinished = true
    lock.unlock()
    if wasFinished { return }
    worker.sync {
      attempt { () throws(LogError) in
        try writeOut()
        try sink.finish()
      }
    }
    if let failure = lastFailure { throw failure }
  }

  /// Called with `lock` held.
  private func sendForWorker() {
    if waiting.bytes.count >= limits.flushBytes && failure == nil {
      if errand == .now { return }
      errand = .now
      worker.async { self.drain() }
    } else if errand == .none {
      errand = .later
      let delay = DispatchTimeInterval.milliseconds(limits.flushMilliseconds)
      worker.asyncAfter(deadline: .now() + delay) { self.drain() }
    }
  }

  private func drain() {
    lock.lock()
    errand = .none
    lock.unlock()
    attempt { () throws(LogError) in
      try writeOut()
      if flushesItself { try sink.flush() }
    }
  }

  /// Hands the sink all lines, first those that it did not take the last time.
  private func writeOut() throws(LogError) {
    try writeSpare()
    lock.lock()
    swap(&waiting, &spare)
    lock.unlock()
    try writeSpare()
  }

  private func writeSpare() throws(LogError) {
    while takenCount < spare.ends.count {
      let start = takenCount == 0 ? 0 : spare.ends[takenCount - 1]
      try sink.append(
        spare.bytes[start..<spare.ends[takenCount]], at: spare.instants[takenCount])
      takenCount += 1
    }
    spare.removeAll()
    takenCount = 0
  }

  /// Notes whether `body` succeeds; where it fails, it is tried again later, so that a disk that
  /// was full for a while costs what found no room in the queue, and nothing else.
  private func attempt(_ body: () throws(LogError) -> Void) {
    var fault: LogError?
    do throws(LogError) { try body() } catch { fault = error }
    lock.lock()
    failure = fault
    if fault != nil && !isFinished { sendForWorker() }
    lock.unlock()
  }

  private var lastFailure: LogError? {
    lock.lock()
    defer { lock.unlock() }
    return failure
  }
}
