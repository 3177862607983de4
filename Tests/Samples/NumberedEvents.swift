public import ReelEvents

extension Event {
  /// The event `number` of a session that two processes know without telling each other: mostly a
  /// short note, sometimes one that fills a frame.
  public static func numbered(_ number: Int64, seed: UInt64) -> Event {
    var source = Seed(seed &+ UInt64(number) &* 0x9E37_79B9)
    let length =
      source.happens(onceIn: 200)
      ? 1 << 20 : source.happens(onceIn: 20) ? 20 << 10 : source.index(below: 200)
    let letters = (0..<64).map { _ in UInt8(ascii: "a") + UInt8(source.index(below: 26)) }
    let text = (0..<length).map { letters[$0 % 64] }
    return Event(
      at: Instant(microseconds: Instant.scenarioStart.microseconds + number * 1000),
      device: DeviceName("phone"),
      action: .note(text: "\(number) \(String(decoding: text, as: UTF8.self))"))
  }
}
