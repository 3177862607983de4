/// Durations and sizes as scenarios write them: a whole number and a unit.
enum ScenarioQuantities {
  static let durationForm = "a time such as `+5s` (ms, s, m, h, d)"
  static let sizeForm = "a size such as `300kB` (B, kB, KiB, MB, MiB)"

  /// The microseconds of `+5s`, `-10m` and the like; nil where `text` is no such thing, or longer
  /// than `ScenarioLimits.durationMicrosecondsMax`.
  static func duration(_ text: String) -> Int64? {
    guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let amount = quantity(text.dropFirst(), unit: microseconds),
      amount <= ScenarioLimits.durationMicrosecondsMax
    else { return nil }
    return sign == UInt8(ascii: "-") ? -amount : amount
  }

  /// The bytes of `300kB` and the like; nil where `text` is no such thing.
  static func size(_ text: String) -> Int64? { quantity(text[...], unit: bytes) }

  private static func quantity(_ text: Substring, unit: (String) -> Int64?) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isWholeNumber }
    guard let count = Int64(digits), let factor = unit(String(text[digits.endIndex...])) else {
      return nil
    }
    let (product, overflows) = count.multipliedReportingOverflow(by: factor)
    return overflows ? nil : product
  }

  private static func microseconds(_ unit: String) -> Int64? {
    switch unit {
    case "ms": 1000
    case "s": 1_000_000
    case "m": 60_000_000
    case "h": 3_600_000_000
    case "d": 86_400_000_000
    default: nil
    }
  }

  private static func bytes(_ unit: String) -> Int64? {
    switch unit {
    case "B": 1
    case "kB": 1000
    case "KiB": 1 << 10
    case "MB": 1_000_000
    case "MiB": 1 << 20
    default: nil
    }
  }
}
