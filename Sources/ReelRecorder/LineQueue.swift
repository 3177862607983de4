import Foundation
import ReelEvents
import ReelLog

/// Lines on their way to the disk: a bounded queue with a thread of its own behind it.
///
/// Offering takes as long as writing the line into memory. Two buffers travel: one is filled while
/// the other is written. Lines are handed to the sink as soon as there are enough of them, and
/// flushed in good time; the sink holds back less than a frame, so that many are compressed well.
final class LineQueue: LineKeeper, @unchecked Sendable {
  // Unchecked: `lock` guards the state, and only `worker` touches the sink and the spare buffer.

  private let limits: RecorderLimits
  /// Whether what the worker has written is flushed without anybody asking.
  private let flushesItself: Bool
  private let lock = NSLock()
  @exclusivity(unchecked) private var encoder: LineEncoder
  @exclusivity(unchecked) private var waiting = LineRun()
  @exclusivity(unchecked) private var isWriteDue = false
  @exclusivity(unchecked) private var isFlushDue = false
  /// Whether the last attempt to write failed.
  @exclusivity(unchecked) private var hasFailed = false
  @exclusivity(unchecked) private var isFinished = false

  private let worker = DispatchQueue(label: "reel.recorder", qos: .utility)
  private var spare = LineRun()
  /// How many of the spare lines the sink has taken.
  private var takenCount = 0
  private let sink: RecordingSink

  /// A queue of what happens on `device` before `sink`.
  init(
    _ sink: sending RecordingSink, of device: DeviceName, showing keys: ShownKeys,
    flushesItself: Bool, limits: RecorderLimits
  ) {
    self.sink = sink
    encoder = LineEncoder(device: device, keys: keys)
    self.flushesItself = flushesItself
    self.limits = limits
  }

  func offer(
    _ action: Action, at instant: Instant, showing: LineEncoder.Showing
  ) -> LineRun.Reception {
    lock.lock()
    defer { lock.unlock() }
    if isFinished { return .noRoom }
    let reception = waiting.add(
      action, at: instant, by: &encoder, showing: showing, bytesMax: limits.queueBytesMax)
    guard reception == .added else { return reception }
    if !isWriteDue && !hasFailed && waiting.byteCount >= limits.writeBytes { bringAboutWrite() }
    if !isFlushDue { bringAboutFlush() }
    return .added
  }

  /// Whether at least half of the room is free.
  var hasRoom: Bool {
    lock.lock()
    defer { lock.unlock() }
    return !isFinished && waiting.byteCount <= limits.queueBytesMax / 2
  }

  /// Never: what is in the file stays there.
  var wantsContent: Bool { false }

  func begin(with content: [Action], at instant: Instant) {}

  func flush() throws(LogError) {
    try throwing(
      worker.sync {
        attempt { () throws(LogError) in
          try writeOut()
          try sink.flush()
        }
      })
  }

  func export(to path: String) throws(LogError) {
    try flush()
    try throwing(
      worker.sync {
        do throws(LogError) { try sink.copy(to: path) } catch { return error }
        return nil
      })
  }

  func finish() throws(LogError) {
    lock.lock()
    isFinished = true
    lock.unlock()
    try throwing(
      worker.sync {
        attempt { () throws(LogError) in
          try writeOut()
          try sink.finish()
        }
      })
  }

  /// Called with `lock` held, as is the next one.
  private func bringAboutWrite() {
    isWriteDue = true
    worker.async { [self] in
      lock.lock()
      isWriteDue = false
      lock.unlock()
      _ = attempt { () throws(LogError) in try writeOut() }
    }
  }

  private func bringAboutFlush() {
    isFlushDue = true
    worker.asyncAfter(deadline: .now() + .milliseconds(limits.flushMilliseconds)) { [self] in
      lock.lock()
      isFlushDue = false
      lock.unlock()
      _ = attempt { () throws(LogError) in
        try writeOut()
        if flushesItself { try sink.flush() }
      }
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
    try sink.append(spare, from: &takenCount)
    spare.removeAll()
    takenCount = 0
  }

  /// Notes whether `body` succeeds; where it fails, it is tried again later, so that a disk that
  /// was full for a while costs what found no room in the queue, and nothing else.
  private func attempt(_ body: () throws(LogError) -> Void) -> LogError? {
    var fault: LogError?
    do throws(LogError) { try body() } catch { fault = error }
    lock.lock()
    defer { lock.unlock() }
    hasFailed = fault != nil
    if hasFailed && !isFinished && !isFlushDue { bringAboutFlush() }
    return fault
  }

  private func throwing(_ fault: LogError?) throws(LogError) {
    if let fault { throw fault }
  }
}
