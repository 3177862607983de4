import ReelEvents
import ReelReplay

extension DiffReport {
  /// What the difference costs the user: answers in the words of the rules that gave them, then
  /// what was read, then lists.
  func costLines(_ style: TextStyle) -> [String] {
    guard !result.isSame else { return [] }
    return ["", "What it costs the user"] + costs.flatMap { TextLines.wrapped($0, indent: "  ") }
  }

  /// The costs as sentences, at least one.
  var costs: [String] {
    let costs = ruleCosts + readCosts + listCosts
    return costs.isEmpty
      ? ["nothing that was asked, read or listed in this session comes out otherwise"] + storeCosts
      : costs
  }

  /// The answers of rules that differ, each rule, device and answer once, with all its times.
  private var ruleCosts: [String] {
    let answers = result.divergences.filter { rule(of: $0) != nil }
    return groups(of: answers) { [$0.device, $0.key ?? "", yesOrNo($0.from), yesOrNo($0.to)] }
      .compactMap { group in
        guard let rule = rule(of: group[0]) else { return nil }
        let times = periods(of: group)
        return "\(group[0].device): \(change(group[0], rule))\(times). \(decides(rule))"
      }
  }

  /// The rule whose answer differs; nil for what else differs.
  private func rule(of divergence: Divergence) -> CatalogRule? {
    guard divergence.kind == .answer, let key = divergence.key else { return nil }
    return result.rules.first { utf8Equal($0.name, key) }
  }

  private func change(_ divergence: Divergence, _ rule: CatalogRule) -> String {
    switch (rule.isEntitlement, divergence.to) {
    case (true, .bool(true)?): "\(rule.name) now grants"
    case (true, .bool(false)?): "\(rule.name) no longer grants"
    default:
      "\(rule.name) now answers \(yesOrNo(divergence.to)), not \(yesOrNo(divergence.from))"
    }
  }

  private func yesOrNo(_ answer: Value?) -> String {
    guard case .bool(let isYes)? = answer else { return "unknown" }
    return isYes ? "yes" : "no"
  }

  /// What a rule decides, in the catalog's own sentence.
  private func decides(_ rule: CatalogRule) -> String {
    let sentence = rule.decides
    guard sentence.hasPrefix("Whether ") else { return "It decides: \(sentence)" }
    return "It decides w\(sentence.dropFirst())"
  }

  /// From when to when: of several times the first ones, and how many more there are.
  private func periods(of divergences: [Divergence]) -> String {
    let told = divergences.prefix(Self.periodsMax).enumerated().map { number, divergence in
      let start = "\(number == 0 ? "from event" : "again from") \(grouped(divergence.event))"
      return ", \(start) to \(divergence.meetsAgain.map(grouped) ?? "the end")"
    }
    let more = Int64(divergences.count - Self.periodsMax)
    return told.joined() + (more > 0 ? ", and \(counted(more, "time")) more" : "")
  }

  /// How many times of one difference are told.
  private static let periodsMax = 3

  /// The keys that read otherwise, by device; a few of them with their values.
  private var readCosts: [String] {
    let reads = result.divergences.filter { $0.kind == .answer && rule(of: $0) == nil }
    return devices(of: reads).flatMap { device -> [String] in
      let keys = groups(of: reads.filter { $0.device == device }) { $0.key ?? "" }
      let told = keys.prefix(Self.readsMax).map { times in
        let read = times[0]
        // The values of the first time stand for it alone.
        let isOne = times.allSatisfy { $0.from == read.from && $0.to == read.to }
        return "\(device) reads \(read.key ?? "") as \(read.to.shown(columns: 24)), "
          + "not \(read.from.shown(columns: 24))\(periods(of: isOne ? times : [read]))"
          + (isOne ? "" : ", and otherwise \(counted(Int64(times.count - 1), "time")) more")
      }
      let more = keys.count - Self.readsMax
      return told + (more > 0 ? ["and \(counted(Int64(more), "key")) more there"] : [])
    }
  }

  /// How many reads of a device are told.
  private static let readsMax = 3

  /// What devices keep to the end otherwise, where nobody has read it: a few keys of each.
  private var storeCosts: [String] {
    let kept = result.divergences.filter { $0.kind == .store && $0.meetsAgain == nil }
    return devices(of: kept).flatMap { device -> [String] in
      let own = kept.filter { $0.device == device }
      let told = own.prefix(Self.readsMax).map { key in
        "\(device) ends with \(key.key ?? "") \(key.to.shown(columns: 24)), "
          + "not \(key.from.shown(columns: 24))"
      }
      let more = own.count - Self.readsMax
      return told + (more > 0 ? ["and \(counted(Int64(more), "key")) more there"] : [])
    }
  }

  /// The items that enter or leave a list where they did not, by device and time.
  private var listCosts: [String] {
    let changes = result.divergences.filter { $0.kind == .dismissals }
    return devices(of: changes).flatMap { device -> [String] in
      [(Value.bool(true), "now lists"), (Value.bool(false), "no longer lists")].flatMap {
        to, verb -> [String] in
        let items = changes.filter { $0.device == device && $0.to == to }
        let times = groups(of: items) { [$0.event, $0.meetsAgain ?? 0] }
        let told = times.prefix(Self.periodsMax).map { items in
          let names = DisplayWidth.shortened(
            Set(items.compactMap(\.key)).sorted(by: utf8Precedes).joined(separator: ", "), to: 50)
          return "\(device) \(verb) \(names)\(periods(of: [items[0]]))"
        }
        let more = Int64(times.dropFirst(Self.periodsMax).joined().count)
        return told + (more > 0 ? ["and \(counted(more, "change")) more of the kind there"] : [])
      }
    }
  }

  /// `divergences` by what `key` gives, in the order of the first of each.
  private func groups<Key: Hashable>(
    of divergences: [Divergence], by key: (Divergence) -> Key
  ) -> [[Divergence]] {
    var places: [Key: Int] = [:]
    var groups: [[Divergence]] = []
    for divergence in divergences {
      let place = places[key(divergence), default: groups.count]
      if place == groups.count { groups.append([]) }
      places[key(divergence)] = place
      groups[place].append(divergence)
    }
    return groups
  }

  private func devices(of divergences: [Divergence]) -> [String] {
    var devices: [String] = []
    for divergence in divergences where !devices.contains(divergence.device) {
      devices.append(divergence.device)
    }
    return devices
  }
}
