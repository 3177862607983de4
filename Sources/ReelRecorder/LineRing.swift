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
    var content = Lines()
    var lines = Lines()

    var byteCount: Int { content.bytes.count + lines.bytes.count }
  }

  /// Into how many parts the room is divided: the more, the less goes at once.
  private static let segmentCount = 8

  private let header: RecordingHeader
  private let bytesMax: Int
  private let lock = NSLock()
  private var encoder = LineEncoder()
  private var segments = [Segment()]
  private var isFinished = false

  /// A ring of at most `bytesMax` bytes of lines, whose recordings begin with `header`.
  init(_ header: RecordingHeader, bytesMax: Int) {
    self.header = header
    self.bytesMax = bytesMax
  }

  func offer(_ event: Event) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if isFinished { return false }
    let last = segments.count - 1
    let room = bytesMax - segments[last].content.bytes.count
    guard segments[last].lines.add(event, by: &encoder, bytesMax: room) else { return false }
    makeRoom()
    return true
  }

  /// Always, since older lines make room.
  var hasRoom: Bool { true }

  var wantsContent: Bool {
    lock.lock()
    defer { lock.unlock() }
    return (segments.last?.lines.bytes.count ?? 0) >= bytesMax / Self.segmentCount
  }

  func begin(with content: [Event]) {
    lock.lock()
    defer { lock.unlock() }
    var segment = Segment()
    for event in content {
      guard segment.content.add(event, by: &encoder, bytesMax: bytesMax) else { return }
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
      for index in 0..<lines.count {
        try writer.append(lines[index].text, at: lines[index].instant)
      }
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
