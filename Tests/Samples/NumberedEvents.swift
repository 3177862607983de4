public import ReelEvents

extension Event {
  /// The event `number` of a session that two processes know without telling each other: mostly a
  /// short note, sometimes one that fills a frame.
  public static func numbered(_ number: Int64, seed: UInt64) -> Event {
    var source = Seed(seed &+ UInt64(number) &* 0x9E37_79B9)
    let repeats =
      source.happens(onceIn: 400)
      ? 1 << 11 : source.happens(onceIn: 20) ? 1 << 6 : source.index(below: 5)
    let word = "\(source.next())".prefix(12)
    return Event(
      at: Instant(microseconds: Instant.scenarioStart.microseconds + number * 1000),
      device: DeviceName("phone"),
      action: .note(
        text: "\(number) " + String(repeating: "\(word) and so on ", count: repeats)))
  }
}
