public import ReelEvents
public import ReelReplay

/// Where two policies part on a recording and what that costs, as text for people and as JSON.
public struct DiffReport {
  let result: DiffResult
  /// The events that the text explains, by number, as captions.
  var captions: [Int64: String] = [:]

  /// The report of `result`.
  public init(_ result: DiffResult) { self.result = result }

  /// The JSON object, schema `reel.diff/1`.
  public var value: Value {
    .dictionary([
      "schema": .string("reel.diff/1"), "recording": .string(result.recording),
      "from": .string(result.from), "to": .string(result.to),
      "events": .integer(result.eventCount),
      "divergences": .array(result.divergences.map(\.value)),
      "divergencesOmitted": .integer(result.droppedCount),
      "findings": .dictionary([
        "from": .array(result.findings.from.map(\.value)),
        "to": .array(result.findings.to.map(\.value)),
      ]),
      "traffic": .dictionary([
        "from": result.traffic.from.value, "to": result.traffic.to.value,
      ]),
      "undelivered": .array(result.undelivered.map(Value.integer)),
      "undecided": .array(result.undecided.map(Value.string)),
    ])
  }

  /// The numbers of the events that the text wants to explain, ascending: the last ones of the
  /// chain behind the most telling divergence.
  public var eventsToExplain: [Int64] {
    telling.map { Array($0.divergence.because.suffix(Self.explainedMax)) } ?? []
  }

  /// The number of the divergence that a user would notice first; nil where there is none.
  public var tellingNumber: Int? { telling?.number }

  /// The divergence that a user would notice first, with its number: the first answer that differs,
  /// else the first item of a list, else the first of all.
  var telling: (number: Int, divergence: Divergence)? {
    let all = result.divergences
    let place =
      all.firstIndex { $0.kind == .answer && $0.to != nil && $0.from != nil }
      ?? all.firstIndex { $0.kind == .answer } ?? all.firstIndex { $0.kind == .dismissals }
      ?? all.indices.first
    return place.map { ($0 + 1, all[$0]) }
  }

  /// Gives the captions of the events in `eventsToExplain`.
  public mutating func explain(_ captions: [Int64: String]) { self.captions = captions }

  /// How many events the text explains.
  static let explainedMax = 12
}

/// Divergences that came of one event on one device: of many keys a few stand for all.
struct DivergenceGroup {
  typealias Numbered = (number: Int, divergence: Divergence)

  /// All of them, each with its number in the result's list, from 1.
  var all: [Numbered]
  /// The ones to show; those that a finding speaks of come first.
  var shown: [Numbered]
  var hiddenCount: Int { all.count - shown.count }

  /// Of more divergences than this from one event two are shown.
  static let wholeMax = 3
}

extension DiffReport {
  /// How many groups the text shows.
  static let groupsMax = 10

  var groups: [DivergenceGroup] {
    let telling = telling?.number
    let notable = Set((result.findings.from + result.findings.to).compactMap(\.key))
    var groups: [DivergenceGroup] = []
    for (index, divergence) in result.divergences.enumerated() {
      let numbered = (index + 1, divergence)
      if let last = groups.last?.all[0].divergence, last.event == divergence.event,
        last.kind == divergence.kind, last.device == divergence.device
      {
        groups[groups.count - 1].all.append(numbered)
      } else {
        groups.append(DivergenceGroup(all: [numbered], shown: []))
      }
    }
    for index in groups.indices {
      let all = groups[index].all
      if all.count <= DivergenceGroup.wholeMax {
        groups[index].shown = all
      } else {
        let rank = { (one: DivergenceGroup.Numbered) in
          if one.number == telling { return 0 }
          return one.divergence.key.map(notable.contains) ?? false ? 1 : 2
        }
        let told = (0...2).flatMap { place in all.filter { rank($0) == place } }.prefix(2)
        groups[index].shown = told.sorted { $0.number < $1.number }
      }
    }
    return groups
  }

  /// The first groups, and the one that has the most telling divergence, by event.
  var shownGroups: [DivergenceGroup] {
    let groups = groups
    let number = telling?.number ?? 0
    let place = groups.lastIndex { $0.all[0].number <= number } ?? 0
    if place < Self.groupsMax { return Array(groups.prefix(Self.groupsMax)) }
    return groups.prefix(Self.groupsMax - 1) + [groups[place]]
  }
}
