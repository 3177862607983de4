import ReelEvents
import ReelLog
import ReelPolicies
import ReelProjections
import ReelReplay
public import Testing

/// Expects that `recording` comes to the same state, findings and steps when it is replayed again.
///
/// - Parameter policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectReplayedTwiceSame(
  _ recording: Recording, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let choice = try recording.choice(policy)
  let first = try Golden.make(recording.open, pins: [choice])
  let second = try Golden.make(recording.open, pins: [choice])
  guard let difference = Golden.firstDifference(first, second) else { return }
  Issue.record(
    """
    \(recording): two replays differ in \(difference.path)
      first:  \(difference.expected.shown)
      second: \(difference.found.shown)
    """, sourceLocation: sourceLocation)
}

/// Expects that it makes no difference where a replay pauses: events up to any one, and then the
/// rest, come to the same as all of them, and the first part alone to what all of them come to
/// there.
///
/// Up to 16 places are tried, all where there are no more; of longer recordings they lie evenly.
/// - Parameter policy: a policy argument; nil = what the recording was made under.
/// - Throws: what reading the recording throws, and `PolicyError`. Complexity: 32 replays.
public func expectPrefixThenRest(
  _ recording: Recording, under policy: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let choice = try recording.choice(policy)
  let whole = try Golden.make(recording.open, pins: [choice])
  let steps = try StepFingerprints.of(recording.open, choice)
  let count = Int64(steps.count)
  let stride = max(1, (count + 15) / 16)
  for place in Swift.stride(from: stride, to: count, by: Int(stride)) {
    let parts = try Golden.make(
      { SplitSource(try recording.open(), after: place) }, pins: [choice])
    let prefix = try ReplayResult.run(recording.open, policy: choice, until: .event(place))
    let there = steps[Int(place) - 1]
    let difference =
      Golden.firstDifference(whole, parts)
      ?? Golden.firstDifference(.string(there), prefix.fingerprint.map { .string($0) })
    guard let difference else { continue }
    let what = difference.path.isEmpty ? "what happens until there" : difference.path
    Issue.record(
      """
      \(recording): a pause after an event changes \(what)
        without: \(difference.expected.shown)
        with:    \(difference.found.shown)
        \(recording.caption(of: place))
      """, sourceLocation: sourceLocation)
    return
  }
}

/// The fingerprint of a replay after each event.
private final class StepFingerprints: StepObserver {
  private let fingerprint: TraceFingerprint
  private var texts: [String] = []

  init(_ world: World) { fingerprint = TraceFingerprint(world) }

  func observe(_ event: ResolvedEvent) {
    fingerprint.observe(event)
    texts.append(fingerprint.text)
  }

  func finish() {}

  static func of(
    _ open: @escaping () throws -> any EventSource, _ choice: PolicyChoice
  ) throws -> [String] {
    var watching: StepFingerprints?
    _ = try Replay.run(Replay.Request(open: open, choices: [choice])) { replay in
      let fingerprints = StepFingerprints(replay.worlds[0])
      replay.add(fingerprints)
      watching = fingerprints
    }
    return watching?.texts ?? []
  }
}

/// Events with a break between two batches after one of them.
private struct SplitSource: EventSource {
  private var inner: any EventSource
  private let place: Int64
  /// What comes after the break, of the batch that it goes through.
  private var rest: LineSource?

  init(_ inner: any EventSource, after place: Int64) {
    self.inner = inner
    self.place = place
  }

  var header: RecordingHeader { inner.header }

  mutating func next(into batch: inout EventBatch) throws -> Bool {
    if try rest?.next(into: &batch) ?? false {
      batch.firstNumber += place
      return true
    }
    rest = nil
    guard try inner.next(into: &batch) else { return false }
    let before = batch.firstNumber - 1
    guard before < place, place < before + Int64(batch.count) else { return true }
    let cut = Int(place - before)
    rest = LineSource(header: header, lines: lines(of: batch, cut..<batch.count))
    var first = LineSource(header: header, lines: lines(of: batch, 0..<cut))
    // A batch holds no more than a source of lines gives at once.
    let hasLines = try first.next(into: &batch)
    batch.firstNumber += before
    return hasLines
  }

  private func lines(of batch: EventBatch, _ rows: Range<Int>) -> [UInt8] {
    rows.flatMap { row in
      let line = batch.lines[row]
      return batch.text[Int(line.start)..<Int(line.start + line.count)] + [0x0A]
    }
  }
}
