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

  /// The answers of rules that differ, each rule and device once, at its first event.
  private var ruleCosts: [String] {
    var seen: Set<[String]> = []
    return result.divergences.compactMap { divergence in
      guard divergence.kind == .answer, let key = divergence.key,
        let rule = result.rules.first(where: { utf8Equal($0.name, key) }),
        seen.insert([divergence.device, key]).inserted
      else { return nil }
      return "\(divergence.device): \(change(divergence, rule))\(period(divergence)). "
        + decides(rule)
    }
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

  private func period(_ divergence: Divergence) -> String {
    let start = ", from event \(grouped(divergence.event))"
    return divergence.meetsAgain.map { "\(start) to \(grouped($0))" } ?? "\(start) to the end"
  }

  /// The keys that read otherwise, by device; a few of them with their values.
  private var readCosts: [String] {
    let reads = result.divergences.filter { divergence in
      divergence.kind == .answer
        && !result.rules.contains { utf8Equal($0.name, divergence.key ?? "") }
    }
    return devices(of: reads).flatMap { device -> [String] in
      let own = reads.filter { $0.device == device }
      let told = own.prefix(Self.readsMax).map { read in
        "\(device) reads \(read.key ?? "") as \(read.to.shown(columns: 24)), "
          + "not \(read.from.shown(columns: 24))\(period(read))"
      }
      let more = own.count - Self.readsMax
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

  /// The items that enter or leave a list where they did not, by device.
  private var listCosts: [String] {
    let changes = result.divergences.filter { $0.kind == .dismissals }
    return devices(of: changes).flatMap { device -> [String] in
      [(Value.bool(true), "now lists"), (Value.bool(false), "no longer lists")].compactMap {
        to, verb in
        let items = changes.filter { $0.device == device && $0.to == to }
        guard let first = items.first else { return nil }
        let names = DisplayWidth.shortened(
          Set(items.compactMap(\.key)).sorted(by: utf8Precedes).joined(separator: ", "), to: 50)
        return "\(device) \(verb) \(names)\(period(first))"
      }
    }
  }

  private func devices(of divergences: [Divergence]) -> [String] {
    var devices: [String] = []
    for divergence in divergences where !devices.contains(divergence.device) {
      devices.append(divergence.device)
    }
    return devices
  }
}
