// Prints how fast lines of recordings are scanned, on one thread: `swift run -c release benchmarks`.
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

  /// The lines in chunks of about 1 MiB.
  var chunks: [[UInt8]] {
    var chunks: [[UInt8]] = [[]]
    for line in lines {
      if chunks[chunks.count - 1].count >= 1 << 20 { chunks.append([]) }
      chunks[chunks.count - 1] += line
    }
    return chunks
  }
}

/// Seconds of the fastest of nine runs.
func fastest(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  return (0..<9).map { _ in clock.measure(body) / .seconds(1) }.min() ?? 0
}

for corpus in [
  Corpus.sets(200_000), .payloads(100_000, keys: 36), .payloads(50_000, keys: 90),
] {
  let chunks = corpus.chunks
  let bytes = chunks.map(\.count).reduce(0, +)
  var scanner = LineScanner()
  var batch = EventBatch()
  var events = 0
  let seconds = fastest {
    events = 0
    for chunk in chunks {
      batch.text.removeAll(keepingCapacity: true)
      batch.text += chunk
      _ = scanner.scan(&batch)
      events += batch.count
    }
  }
  let nanoseconds = seconds / Double(events) * 1e9
  let megabytes = Double(bytes) / seconds / 1e6
  print(
    "\(corpus.name): \(events) events of \(bytes / events) bytes,",
    "\(Int(nanoseconds)) ns an event, \(Int(megabytes)) MB/s")
}
