import ReelEvents
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

  private var kept: [Finding] = []
  /// How bad each is, and how often it was met.
  private var tallies: ContiguousArray<(severity: Severity, count: Int64)> = []
  private var countedOnly: Int64 = 0
  private var places: [Subject: Int] = [:]
  /// Places by check and device, then by topic, plus one, so that a failure that goes on and on
  /// costs neither a look-up by name nor a sentence; 0 = not met, -1 = counted only.
  private var slots = PairTable<Int32>(first: 0)
  /// The failures of many keys that came last, by check and device.
  private var again = NumberTable(first: Again())

  /// The same failure of many keys, all of them met before. It is not private, for with a private
  /// type in a table the compiler (6.3.1) makes a module that it then calls broken.
  struct Again {
    /// The keys; none where something else came since.
    var keys: [Int32] = []
    /// How often it came and is not counted key by key so far.
    var times: Int64 = 0

    /// Whether `others` are known to be those keys without a look at them.
    func isOf(_ others: [Int32]) -> Bool {
      if keys.isEmpty || keys.count != others.count { return false }
      return keys.withUnsafeBufferPointer { mine in
        others.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
      }
    }
  }

  /// The findings in the order in which they were made. Complexity: O(n).
  var findings: [Finding] {
    var findings = kept
    for place in findings.indices { findings[place].count = tallies[place].count }
    for (met, times) in uncounted where met > 0 { findings[Int(met) - 1].count += times }
    return findings
  }

  /// How many findings were counted and not kept. Complexity: O(keys).
  var droppedCount: Int64 {
    var count = countedOnly
    for (met, times) in uncounted where met < 0 { count += times }
    return count
  }

  /// What is not counted key by key so far.
  private var uncounted: [(met: Int32, times: Int64)] {
    var uncounted: [(met: Int32, times: Int64)] = []
    for row in again.numbers {
      for key in again[row].keys {
        uncounted.append((met: slots[row, Topic.slot(ofKey: key)], times: again[row].times))
      }
    }
    return uncounted
  }

  /// Notes a failure; a worse one of the same subject takes the place of a milder one.
  mutating func note(
    _ check: Check, _ severity: Severity, _ device: Int32, _ topic: Topic,
    _ finding: () -> Finding
  ) {
    guard let slot = topic.slot else {
      _ = note(finding())
      return
    }
    if !noteAgain(severity, slots[Self.row(check, device), slot]) {
      slots[Self.row(check, device), slot] = note(finding()).map { Int32($0 + 1) } ?? -1
    }
  }

  /// Notes a failure that was met before as one as bad; false if it was not.
  @inline(__always)
  private mutating func noteAgain(_ severity: Severity, _ met: Int32) -> Bool {
    if met < 0 {
      countedOnly += 1
    } else if met > 0 && tallies[Int(met) - 1].severity >= severity {
      tallies[Int(met) - 1].count += 1
    } else {
      return false
    }
    return true
  }

  /// Notes the same failure of many keys at once, as far as it was met before; gives the keys of
  /// which it was not. Complexity: O(keys), O(1) for the very array that came last.
  mutating func noteAgain(
    _ check: Check, _ severity: Severity, _ device: Int32, _ keys: [Int32]
  ) -> [Int32] {
    let row = Self.row(check, device)
    if again[row].isOf(keys) {
      again[row].times += 1
      return []
    }
    countAgain(row)
    var others: [Int32] = []
    for key in keys where !noteAgain(severity, slots[row, Topic.slot(ofKey: key)]) {
      others.append(key)
    }
    if others.isEmpty { again[row].keys = keys }
    return others
  }

  /// Counts key by key what came again and again.
  private mutating func countAgain(_ row: Int32) {
    let (keys, times) = (again[row].keys, again[row].times)
    again[row] = Again()
    for key in keys {
      let met = slots[row, Topic.slot(ofKey: key)]
      if met < 0 { countedOnly += times } else if met > 0 { tallies[Int(met) - 1].count += times }
    }
  }

  /// Returns the place, or nil where the finding was only counted.
  @inline(never)
  private mutating func note(_ finding: Finding) -> Int? {
    let subject = Subject(
      check: finding.check, device: finding.device, key: finding.key.map { KeyText($0) })
    if let place = places[subject] {
      if tallies[place].severity < finding.severity {
        kept[place] = finding
        tallies[place].severity = finding.severity
      }
      tallies[place].count += 1
      return place
    }
    guard kept.count < Self.keptMax else {
      countedOnly += 1
      return nil
    }
    places[subject] = kept.count
    kept.append(finding)
    tallies.append((severity: finding.severity, count: finding.count))
    return kept.count - 1
  }

  /// A number for each check on each device.
  private static func row(_ check: Check, _ device: Int32) -> Int32 {
    device * checkCount + Int32(check.ordinal)
  }
}
