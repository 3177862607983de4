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
  private var failure: LogError?
  private var isFinished = false

  private let worker = DispatchQueue(label: "reel.recorder", qos: .utility)
  private var spare = Lines()
  private let sink: RecordingSink

  /// A queue before `sink`.
  init(_ sink: sending RecordingSink, flushesItself: Bool, limits: RecorderLimits) {
    self.sink = sink
    self.flushesItself = flushesItself
    self.limits = limits
  }

  /// Takes the line of `event`; false where it found no room, or nothing is written any more.
  func offer(_ event: Event) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if failure != nil || isFinished { return false }
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
    return failure == nil && !isFinished && waiting.bytes.count <= limits.queueBytesMax / 2
  }

  /// Writes what waits, so that it can be read even if the process dies now.
  /// - Throws: `inputOutput`: what the sink threw, now or before.
  func flush() throws(LogError) {
    worker.sync {
      drain()
      attempt { () throws(LogError) in try sink.flush() }
    }
    if let failure = failureSoFar { throw failure }
  }

  /// Writes what waits and ends the file; nothing is taken afterwards. A second call does nothing.
  /// - Throws: `inputOutput`: what the sink threw, now or before.
  func finish() throws(LogError) {
    lock.lock()
    let wasFinished = isFinished
    isFinished = true
    lock.unlock()
    if wasFinished { return }
    worker.sync {
      drain()
      attempt { () throws(LogError) in try sink.finish() }
    }
    if let failure = failureSoFar { throw failure }
  }

  private func sendForWorker() {
    if waiting.bytes.count >= limits.flushBytes {
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
    swap(&waiting, &spare)
    errand = .none
    let isHopeless = failure != nil
    lock.unlock()
    if !isHopeless && !spare.ends.isEmpty {
      attempt { () throws(LogError) in
        var start = 0
        for (end, instant) in zip(spare.ends, spare.instants) {
          try sink.append(spare.bytes[start..<end], at: instant)
          start = end
        }
        if flushesItself { try sink.flush() }
      }
    }
    spare.removeAll()
  }

  private func attempt(_ body: () throws(LogError) -> Void) {
    do throws(LogError) {
      try body()
    } catch {
      lock.lock()
      failure = failure ?? error
      lock.unlock()
    }
  }

  private var failureSoFar: LogError? {
    lock.lock()
    defer { lock.unlock() }
    return failure
  }
}
