import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
public import Testing

/// Expects that `recording` comes to what `NAME.golden.json` beside it has, under every policy
/// that is pinned there. It never writes one; `reel accept` does.
///
/// - Throws: what reading the recording throws, and `PolicyError`.
public func expectGolden(
  _ recording: Recording, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  guard let path = recording.path, let stem = recording.stem else {
    Issue.record(
      "\(recording): expected a recording in a file, which a golden can stand beside, found lines",
      sourceLocation: sourceLocation)
    return
  }
  let place = "\(stem).golden.json"
  guard let golden = try golden(at: place, of: path, sourceLocation) else { return }
  let choices = try golden.pins.map {
    try recording.choice($0 == Golden.asRecorded ? nil : $0)
  }
  let made = try Golden.make(recording.open, pins: choices)
  for (pin, choice) in zip(golden.pins, choices) {
    let expected = Golden.policy(pin, in: golden.value)
    let found = Golden.policy(pin, in: made)
    if expected == found { continue }
    let last = try LastEvents.run(recording.open, policy: choice)
    guard let failure = GoldenFailure(expected: expected, found: found, last: last) else {
      continue
    }
    let line = golden.line(of: ["policies", pin] + failure.first.steps)
    let event = failure.event.map { "\n  goes back to \(recording.caption(of: $0))" }
    let cause = failure.cause.map {
      "\n  nearest cause: \(recording.caption(of: $0.event)): \($0.sentence)"
    }
    Issue.record(
      """
      \(recording) under \(pin): \(failure.first.path) is not as in \(place), line \(line)
        expected: \(failure.first.expected.shown)
        found:    \(failure.first.found.shown)\(event ?? "")\(cause ?? "")
        accept it with: reel accept \(path)
      """, sourceLocation: sourceLocation)
  }
}

/// The golden at `place`; nil, and an issue, where there is none that can be read.
private func golden(
  at place: String, of recording: String, _ sourceLocation: SourceLocation
) throws -> GoldenText? {
  guard let text = try Recording.text(of: place) else {
    Issue.record(
      "there is no \(place); make it with: reel accept \(recording)",
      sourceLocation: sourceLocation)
    return nil
  }
  if let line = GoldenText.mergeConflict(in: text) {
    Issue.record(
      """
      \(place), line \(line): found the marks of a merge that nobody has finished; take either \
      side of the whole file, then look at what `reel accept \(recording)` would change in it
      """, sourceLocation: sourceLocation)
    return nil
  }
  do throws(ParseError) {
    return try GoldenText(text)
  } catch {
    Issue.record("\(place), line \(error.line): \(error)", sourceLocation: sourceLocation)
    return nil
  }
}
