import ReelPolicies
import ReelProjections

/// What a finding is about, besides its device.
enum Topic: Equatable {
  case device
  /// A settings key, by its number.
  case key(Int32)
  /// A rule, by its number.
  case rule(Int32)
  /// An item of a list, by its id.
  case item(String)

  /// A small number that no other topic has; nil for items.
  fileprivate var slot: Int32? {
    switch self {
    case .device: 0
    case .key(let key): Self.slot(ofKey: key)
    case .rule(let rule): 2 + 2 * rule
    case .item: nil
    }
  }

  fileprivate static func slot(ofKey key: Int32) -> Int32 { 1 + 2 * key }
}

/// Findings as they come, merged by check, device and name of the topic.
struct FindingLog: ~Copyable {
  /// How many findings are kept; the rest is counted.
  static let keptMax = 10_000

  private struct Subject: Hashable {
    var check: Check
    var device: String
    /// By its bytes: to a `String`, two keys that look alike are one.
    var key: KeyText?
  }

  private static let checkCount = Int32(Check.allCases.count)

  private(set) var findings: [Finding] = []
  private(set) var droppedCount: Int64 = 0
  private var places: [Subject: Int] = [:]
  /// Places by check and device, then by topic, plus one, so that a failure that goes on and on
  /// costs neither a look-up by name nor a sentence; 0 = not met, -1 = counted only.
  private var slots = PairTable<Int32>(first: 0)

  /// Notes a failure; a worse one of the same subject takes the place of a milder one.
  mutating func note(
    _ check: Check, _ severity: Severity, _ device: Int32, _ topic: Topic,
    _ finding: () -> Finding
  ) {
    let met = place(check, device, topic)
    if met < 0 {
      droppedCount += 1
    } else if met > 0 && findings[Int(met) - 1].severity >= severity {
      findings[Int(met) - 1].count += 1
    } else {
      keep(note(finding()), check, device, topic)
    }
  }

  /// Notes the same failure of many keys at once, as far as it was met before; gives the keys of
  /// which it was not.
  mutating func noteAgain(
    _ check: Check, _ severity: Severity, _ device: Int32, _ keys: [Int32]
  ) -> [Int32] {
    var others: [Int32] = []
    let row = Self.row(check, device)
    for key in keys {
      let place = slots[row, Topic.slot(ofKey: key)]
      if place < 0 {
        droppedCount += 1
      } else if place > 0 && findings[Int(place) - 1].severity >= severity {
        findings[Int(place) - 1].count += 1
      } else {
        others.append(key)
      }
    }
    return others
  }

  /// Returns the place, or nil where the finding was only counted.
  private mutating func note(_ finding: Finding) -> Int? {
    let subject = Subject(
      check: finding.check, device: finding.device, key: finding.key.map { KeyText($0) })
    if let place = places[subject] {
      if findings[place].severity < finding.severity {
        let count = findings[place].count
        findings[place] = finding
        findings[place].count = count
      }
      findings[place].count += 1
      return place
    }
    guard findings.count < Self.keptMax else {
      droppedCount += 1
      return nil
    }
    places[subject] = findings.count
    findings.append(finding)
    return findings.count - 1
  }

  private func place(_ check: Check, _ device: Int32, _ topic: Topic) -> Int32 {
    topic.slot.map { slots[Self.row(check, device), $0] } ?? 0
  }

  private mutating func keep(_ place: Int?, _ check: Check, _ device: Int32, _ topic: Topic) {
    guard let slot = topic.slot else { return }
    slots[Self.row(check, device), slot] = place.map { Int32($0 + 1) } ?? -1
  }

  /// A number for each check on each device.
  private static func row(_ check: Check, _ device: Int32) -> Int32 {
    device * checkCount + Int32(check.ordinal)
  }
}
