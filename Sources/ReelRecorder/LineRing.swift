import Foundation
import ReelEvents
import ReelLog

/// The newest lines of a session, in memory until somebody asks for them.
///
/// They lie in segments, each of which knows what the stores held when it began; the oldest goes
/// when there is no room for the newest, so that what is left can always be replayed.
final class LineRing: LineKeeper, @unchecked Sendable {
  // Unchecked: `lock` guards the state.

  private struct Segment {
    var content = LineRun()
    var lines = LineRun()

    var byteCount: Int { content.byteCount + lines.byteCount }
  }

  /// Into how many parts the room is divided: the more, the less goes at once.
  private static let segmentCount = 8

  private let header: RecordingHeader
  private let bytesMax: Int
  private let lock = NSLock()
  private var encoder: LineEncoder
  private var segments = [Segment()]
  private var isFinished = false

  /// A ring of at most `bytesMax` bytes of lines of what happens on `device`; its recordings begin
  /// with `header`.
  init(
    _ header: RecordingHeader, of device: DeviceName, showing keys: ShownKeys, bytesMax: Int
  ) {
    self.header = header
    encoder = LineEncoder(device: device, keys: keys)
    self.bytesMax = bytesMax
  }

  func offer(
    _ action: Action, at instant: Instant, showing: LineEncoder.Showing
  ) -> LineRun.Reception {
    lock.lock()
    defer { lock.unlock() }
    if isFinished { return .noRoom }
    let last = segments.count - 1
    let room = bytesMax - segments[last].content.byteCount
    let reception = segments[last].lines.add(
      action, at: instant, by: &encoder, showing: showing, bytesMax: room)
    if reception == .added { makeRoom() }
    return reception
  }

  /// Always, since older lines make room.
  var hasRoom: Bool { true }

  var wantsContent: Bool {
    lock.lock()
    defer { lock.unlock() }
    return (segments.last?.lines.byteCount ?? 0) >= bytesMax / Self.segmentCount
  }

  func begin(with content: [Action], at instant: Instant) {
    lock.lock()
    defer { lock.unlock() }
    var segment = Segment()
    for action in content {
      guard segment.content.add(action, at: instant, by: &encoder, bytesMax: bytesMax) == .added
      else { return }
    }
    segments.append(segment)
    makeRoom()
  }

  /// Nothing outlives the process here.
  func flush() {}

  func export(to path: String) throws(LogError) {
    lock.lock()
    let segments = segments
    lock.unlock()
    var line: [UInt8] = []
    HeaderLine.append(header, to: &line)
    var writer = try RecordingWriter.writing(
      to: try OutputFile.derived(path, existing: .kept), container: Container(forNewFile: path),
      header: line)
    let first = segments.prefix(1).map(\.content)
    for lines in first + segments.map(\.lines) {
      var index = 0
      try writer.append(lines, from: &index)
    }
    try writer.finish()
  }

  func finish() {
    lock.lock()
    defer { lock.unlock() }
    isFinished = true
  }

  private func makeRoom() {
    var byteCount = segments.reduce(0) { $0 + $1.byteCount }
    while byteCount > bytesMax && segments.count > 1 {
      byteCount -= segments.removeFirst().byteCount
    }
  }
}
