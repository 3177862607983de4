// How fast lines of recordings are scanned on one thread: `swift run -c release bench-lines`.
import ReelEvents
import ReelLog
import TestSamples

/// Lines of one kind of recording, by seed.
struct Corpus {
  var name: String
  var lines: [[UInt8]]

  /// Sets of 90 keys on two devices.
  static func sets(_ count: Int) -> Corpus {
    var seed = Seed(1)
    return Corpus(name: "sets", lines: (0..<count).map { set($0, &seed) })
  }

  /// One payload in ten events, each with `keys` keys of which a few changed.
  static func payloads(_ count: Int, keys: Int) -> Corpus {
    var seed = Seed(2)
    var payload = ValueDictionary()
    for key in 0..<keys { payload["setting.name.\(key)"] = .integer(Int64(key)) }
    let lines = (0..<count).map { number -> [UInt8] in
      guard number % 10 == 0 else { return set(number, &seed) }
      for _ in 0..<3 {
        payload["setting.name.\(seed.index(below: keys))"] = .integer(
          Int64(seed.index(below: 1000)))
      }
      let message = SentMessage(
        message: "phone-\(number)", channel: .context, to: DeviceName("watch"),
        payload: .dictionary(payload))
      return line(number, "phone", .messageSent(message))
    }
    return Corpus(name: "payloads of \(keys)", lines: lines)
  }

  /// What a sync leaves in a recording: the message, its receipt, and both halves of its apply.
  static func syncs(_ count: Int) -> Corpus {
    var seed = Seed(3)
    var lines: [[UInt8]] = []
    for number in 0..<count / 4 {
      let values = ValueDictionary(
        (0..<3).map { _ in
          ValueDictionary.Member(
            key: "setting.name.\(seed.index(below: 36))",
            value: .integer(Int64(seed.index(below: 100))))
        })
      let id = "phone-\(number)"
      let sent = SentMessage(
        message: id, channel: .context, to: DeviceName("watch"), payload: .dictionary(values))
      lines.append(line(number, "phone", .messageSent(sent)))
      let received = ReceivedMessage(message: id, channel: .context)
      lines.append(line(number, "watch", .messageReceived(received)))
      let keys = values.members.map(\.key)
      lines.append(line(number, "watch", .storeCleared(store: .defaults, by: id, keys: keys)))
      lines.append(line(number, "watch", .storeApplied(store: .defaults, by: id, values: values)))
    }
    return Corpus(name: "syncs", lines: lines)
  }

  /// Payloads with a cache of thousands of records, of which one changes.
  static func caches(_ count: Int) -> Corpus {
    var seed = Seed(4)
    var records = (0..<3000).map { record($0, &seed) }
    let lines = (0..<count).map { number -> [UInt8] in
      records[seed.index(below: 3000)] = record(number, &seed)
      let message = SentMessage(
        message: "phone-\(number)", channel: .context, to: DeviceName("watch"),
        payload: .dictionary(["cache": .array(records), "unit": .string("celsius")]))
      return line(number, "phone", .messageSent(message))
    }
    return Corpus(name: "caches", lines: lines)
  }

  private static func record(_ number: Int, _ seed: inout Seed) -> Value {
    .dictionary([
      "id": .string("transaction-\(number)"), "at": .date(secondsSince2001: Double(number)),
      "price": .double(Double(seed.index(below: 1000)) / 100),
      "receipt": .data((0..<24).map { _ in UInt8(seed.index(below: 256)) }),
    ])
  }

  /// The same events in lines that are not canonical, for a space in front.
  var spaced: Corpus {
    Corpus(name: "\(name), spaced", lines: lines.map { [UInt8(ascii: " ")] + $0 })
  }

  private static func set(_ number: Int, _ seed: inout Seed) -> [UInt8] {
    let values: [Value] = [
      .bool(seed.happens(onceIn: 2)), .integer(Int64(seed.index(below: 100))),
      .double(Double(seed.index(below: 1000)) / 10), .string("value \(seed.index(below: 50))"),
    ]
    return line(
      number, seed.happens(onceIn: 10) ? "watch" : "phone",
      .storeSet(
        store: .defaults, key: "setting.name.\(seed.index(below: 90))", value: seed.pick(values)))
  }

  private static func line(_ number: Int, _ device: String, _ action: Action) -> [UInt8] {
    let at = Instant(
      microseconds: Instant.scenarioStart.microseconds + Int64(number) * 1_234_567)
    var bytes: [UInt8] = []
    EventLine.append(Event(at: at, device: DeviceName(device), action: action), to: &bytes)
    return bytes + [UInt8(ascii: "\n")]
  }

  /// The lines in chunks as large as frames.
  var chunks: [[UInt8]] {
    var chunks: [[UInt8]] = [[]]
    for line in lines {
      if chunks[chunks.count - 1].count >= Limits.frameBytesTarget { chunks.append([]) }
      chunks[chunks.count - 1] += line
    }
    return chunks
  }
}

/// Scans `chunk` nine times: how many events it has, and the seconds of the fastest scan, which is
/// short enough to stand for an idle machine on a busy one.
func scan(_ chunk: [UInt8], _ scanner: inout LineScanner) -> (events: Int, seconds: Double) {
  let clock = ContinuousClock()
  var batch = EventBatch()
  let seconds = (0..<9).map { _ in
    batch.text.removeAll(keepingCapacity: true)
    batch.text += chunk
    return clock.measure { _ = scanner.scan(&batch) } / .seconds(1)
  }
  return (batch.count, seconds.min() ?? 0)
}

for corpus in [
  Corpus.sets(200_000), .payloads(100_000, keys: 36), .payloads(50_000, keys: 90),
  .syncs(40_000), .caches(100), .sets(20_000).spaced,
] {
  let chunks = corpus.chunks
  let bytes = chunks.map(\.count).reduce(0, +)
  var scanner = LineScanner()
  var events = 0
  var seconds = 0.0
  for chunk in chunks {
    let result = scan(chunk, &scanner)
    events += result.events
    seconds += result.seconds
  }
  let nanoseconds = seconds / Double(events) * 1e9
  let megabytes = Double(bytes) / seconds / 1e6
  print(
    "\(corpus.name): \(events) events of \(bytes / events) bytes,",
    "\(Int(nanoseconds)) ns an event, \(Int(megabytes)) MB/s")
}
