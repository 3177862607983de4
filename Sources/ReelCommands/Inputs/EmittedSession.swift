import ReelEvents
import ReelLog
import ReelReplay

/// A session as it is written into source: its lines, and of its catalog what it needs.
struct EmittedSession {
  private(set) var header: RecordingHeader
  /// The line of each event, without its line feed.
  let events: [[UInt8]]
  /// The keys and rules that the events name.
  private let keys: Set<String>

  /// How many events a source file may hold: more than that nobody reads.
  static let eventsMax = 2_000
  /// How many bytes of lines a source file may hold.
  private static let bytesMax = 1 << 20

  /// The session that `input` is, or performs.
  /// - Throws: `LogError`, `CommandFailure`, `PolicyError`.
  init(_ input: RecordingInput) throws {
    var source = try input.performed(under: nil) ?? input.open()
    header = source.header
    var events: [[UInt8]] = []
    var keys: Set<String> = []
    var bytes = 0
    var batch = EventBatch()
    while try source.next(into: &batch) {
      for row in 0..<batch.count {
        events.append(Array(batch.line(row)))
        bytes += events[events.count - 1].count
        guard events.count <= Self.eventsMax, bytes <= Self.bytesMax else {
          throw CommandFailure(
            .badData,
            "\(input.path): expected at most \(Self.eventsMax) events of at most "
              + "\(Self.bytesMax) bytes, which a reader of the test can follow, found more; test "
              + "against the file: try expectGolden(Recording(\"\(input.path)\"))")
        }
        keys.formUnion(try EventLine.decode(events[events.count - 1]).event.action.keys)
      }
    }
    self.events = events
    self.keys = keys
    if let tear = input.tear {
      throw LogError(
        .torn, path: input.path, offset: tear.offset, expected: "a whole recording",
        found: "one that breaks off there",
        remedy: "`reel recover \(input.path) -o NEW` keeps its whole lines.")
    }
  }

  /// All lines, the header first, as text.
  var lines: [String] {
    var line: [UInt8] = []
    HeaderLine.append(header, to: &line)
    return ([line] + events).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Opens it at its first event.
  func source() -> any EventSource {
    LineSource(header: header, lines: events.flatMap { $0 + [0x0A] })
  }

  /// Leaves out of the catalog what the events do not need, if that changes nothing of what `pins`
  /// come to: rules that nobody asks, and keys that neither events nor the other rules name.
  /// - Throws: what replay throws.
  mutating func trimCatalog(pins: [PolicyChoice]) throws {
    var trimmed = self
    trimmed.header.catalog.rules.removeAll { !$0.isEntitlement && !keys.contains($0.name) }
    let named = keys.union(trimmed.header.catalog.rules.flatMap(\.expression.keys))
    trimmed.header.catalog.keys.removeAll { !named.contains($0.name) }
    let whole = try Golden.make(source, pins: pins)
    if try Golden.make(trimmed.source, pins: pins) == whole { self = trimmed }
  }
}
