import ReelEvents
import ReelReplay

extension DiffReport {
  /// The report in lines, on one screen for a session of usual length: where they part, why, what
  /// it costs, what it saves.
  public func lines(_ style: TextStyle) -> [String] {
    [title(style)] + divergenceLines(style) + explanationLines(style) + costLines(style)
      + trafficLines(style) + undecidedLines(style)
  }

  private func title(_ style: TextStyle) -> String {
    let title = DisplayWidth.printable("\(result.recording): \(result.from) -> \(result.to)")
    let events = counted(result.eventCount, "event")
    guard let first = result.divergences.first else {
      return "\(title): \(style.paint("the same", .good)) in \(events)"
    }
    let count = counted(Int64(result.divergences.count) + result.droppedCount, "difference")
    return "\(title): \(style.paint(count, .bad)) in \(events), "
      + "the first at event \(grouped(first.event))"
  }

  // MARK: Where they part

  private func divergenceLines(_ style: TextStyle) -> [String] {
    let shown = shownGroups
    guard let first = result.divergences.first else { return [] }
    let days = Set(shown.flatMap { $0.shown.map { String($0.at.day) } })
    let day = days.count == 1 ? days.first : nil
    var table = TextTable()
    let head = [
      "", "event", day ?? "time", "device", "what", "key", "from", "to", "because", "until",
    ]
    table.add(head.map { TextTable.Cell($0, .faint) })
    for group in shown {
      for divergence in group.shown {
        table.add(cells(divergence, isFirst: divergence == first, day: day))
      }
      if group.hiddenCount > 0 {
        let more = "and \(counted(Int64(group.hiddenCount), "key")) more"
        table.add(["", "", "", "", "", more].map { TextTable.Cell($0, .faint) })
      }
    }
    let hidden = groups.dropFirst(Self.groupsMax).reduce(0) { $0 + $1.all.count }
    let left = Int64(hidden) + result.droppedCount
    let rest = left == 0 ? [] : ["  and \(counted(left, "difference")) more; --json has them"]
    return [""] + table.lines(style, indent: " ") + rest
  }

  private func cells(
    _ divergence: Divergence, isFirst: Bool, day: String?
  ) -> [TextTable.Cell] {
    let accent: TextStyle.Accent? = isFirst ? .strong : nil
    let texts = [
      divergence.at.shown(besides: day.map { $0[...] }), divergence.device,
      divergence.kind.rawValue, DisplayWidth.shortened(divergence.key ?? "", to: 28),
      shown(divergence.from, divergence), shown(divergence.to, divergence), chain(divergence),
      divergence.meetsAgain.map { "event \(grouped($0))" } ?? "the end",
    ]
    return [
      TextTable.Cell(isFirst ? ">" : "", accent),
      TextTable.Cell(grouped(divergence.event), accent, isNumber: true),
    ] + texts.map { TextTable.Cell($0, accent) }
  }

  /// A value in few columns; of a delivery the words that it is told in.
  private func shown(_ value: Value?, _ divergence: Divergence) -> String {
    if divergence.kind == .delivery, case .string(let words)? = value {
      return DisplayWidth.shortened(words, to: 30)
    }
    return value.shown(columns: 18)
  }

  private func chain(_ divergence: Divergence) -> String {
    let events = divergence.because
    let earlier = events.count > Self.chainMax ? "… " : ""
    return earlier + events.suffix(Self.chainMax).map(grouped).joined(separator: ", ")
  }

  /// How many events of a chain a row shows, the last ones.
  private static let chainMax = 5

  private func explanationLines(_ style: TextStyle) -> [String] {
    var table = TextTable()
    for event in eventsToExplain {
      guard let caption = captions[event] else { continue }
      table.add([.number(event), TextTable.Cell(caption)])
    }
    return table.isEmpty ? [] : ["", "Events behind it"] + table.lines(style, indent: "  ")
  }

  // MARK: What it costs

  private func costLines(_ style: TextStyle) -> [String] {
    let (from, to) = (result.findings.from, result.findings.to)
    let lost = from.filter { !$0.isAmong(to) }
    let gained = to.filter { !$0.isAmong(from) }
    let shared = to.count - gained.count
    guard shared + lost.count + gained.count > 0 else { return [] }
    var lines = ["", "What the checks find"]
    for (policy, findings) in [(result.from, lost), (result.to, gained)] where !findings.isEmpty {
      lines.append("  only under \(DisplayWidth.printable(policy))")
      lines += FindingGroup.groups(of: findings).flatMap { $0.lines(style, indent: "    ") }
    }
    if shared > 0 { lines.append("  under both: \(counted(Int64(shared), "finding"))") }
    return lines
  }

  // MARK: What it saves

  private func trafficLines(_ style: TextStyle) -> [String] {
    let (from, to) = (result.traffic.from, result.traffic.to)
    guard from.messages + to.messages > 0 else { return [] }
    var table = TextTable()
    for (policy, amount) in [(result.from, from), (result.to, to)] {
      table.add([
        TextTable.Cell(policy), TextTable.Cell(counted(amount.messages, "message"), isNumber: true),
        TextTable.Cell(counted(amount.bytes, "byte"), isNumber: true),
      ])
    }
    return ["", "What is sent\(saving(from.bytes, to.bytes))"] + table.lines(style, indent: "  ")
      + heaviest
  }

  private func saving(_ from: Int64, _ to: Int64) -> String {
    if from == to { return "" }
    let share = from == 0 ? "" : ", \(abs(from - to) * 100 / from)%"
    return from > to
      ? ": \(counted(from - to, "byte")) saved\(share)"
      : ": \(counted(to - from, "byte")) more\(share)"
  }

  private var heaviest: [String] {
    let keys = result.bytesByKey.prefix(3).map { key, from, to in
      "\(DisplayWidth.printable(key)) \(to > from ? "+" : "-")\(grouped(abs(from - to)))"
    }
    return keys.isEmpty ? [] : ["  most of it: \(keys.joined(separator: ", "))"]
  }

  private func undecidedLines(_ style: TextStyle) -> [String] {
    result.undecided.isEmpty ? [] : [""] + UndecidedText.lines(result.undecided, style)
  }
}

extension Finding {
  /// Whether `others` have a finding of the same check on the same device and key.
  fileprivate func isAmong(_ others: [Finding]) -> Bool {
    others.contains { $0.check == check && $0.device == device && $0.key == key }
  }
}
