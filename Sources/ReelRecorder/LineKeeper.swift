import ReelEvents
import ReelLog

/// Where a recorder's lines go: on their way to a file, or into a ring in memory.
protocol LineKeeper: AnyObject, Sendable {
  /// Takes the line of `event`; false where it found no room, or nothing is taken any more.
  func offer(_ event: Event) -> Bool

  /// Whether there is room enough to tell of what found none.
  var hasRoom: Bool { get }

  /// Whether what follows should begin with the whole content of the stores, which `begin` takes.
  var wantsContent: Bool { get }

  /// Takes the content of the stores as what the lines that follow build upon.
  func begin(with content: [Event])

  /// Writes what waits, so that it can be read even if the process dies now.
  /// - Throws: `inputOutput`: why something still waits; it is tried again.
  func flush() throws(LogError)

  /// Makes a whole recording of everything so far at `path`, which must be free.
  /// - Throws: `exists`, `cannotCreate`, `unsupported`, `inputOutput`.
  func export(to path: String) throws(LogError)

  /// Ends the file; nothing is taken afterwards. A second call does nothing.
  /// - Throws: `inputOutput`: why the file has no end, or lacks the last lines.
  func finish() throws(LogError)
}

/// Lines one after another, without their line feeds.
struct Lines: Sendable {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var instants: [Instant] = []

  var count: Int { ends.count }

  /// Adds the line of `event`, unless it is too long or the lines would exceed `bytesMax`.
  mutating func add(_ event: Event, by encoder: inout LineEncoder, bytesMax: Int) -> Bool {
    let start = bytes.count
    encoder.append(event, to: &bytes)
    let end = bytes.count
    if end > bytesMax || end - start > Limits.lineBytesMax {
      bytes.removeLast(end - start)
      return false
    }
    ends.append(end)
    instants.append(event.at)
    return true
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    instants.removeAll(keepingCapacity: true)
  }

  /// The line at `index` and its time.
  subscript(index: Int) -> (text: ArraySlice<UInt8>, instant: Instant) {
    let start = index == 0 ? 0 : ends[index - 1]
    return (bytes[start..<ends[index]], instants[index])
  }
}
