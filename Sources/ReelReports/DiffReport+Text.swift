import ReelEvents
import ReelReplay

extension DiffReport {
  /// The report in lines, on one screen for a session of usual length: who and when, where they
  /// part, by which events, what that costs, what it saves.
  public func lines(_ style: TextStyle) -> [String] {
    title(style) + divergenceLines(style) + explanationLines(style) + costLines(style)
      + findingLines(style) + trafficLines(style) + undecidedLines(style)
  }

  // MARK: Who and when

  private func title(_ style: TextStyle) -> [String] {
    let title = DisplayWidth.printable("\(result.recording): \(result.from) -> \(result.to)")
    let events = counted(result.eventCount, "event")
    guard let first = result.divergences.first else {
      return ["\(title): \(style.paint("the same", .good)) in \(events)"]
    }
    let count = Int64(result.divergences.count) + result.droppedCount
    return [
      "\(title): \(style.paint(counted(count, "difference"), .bad)) in \(events), "
        + "the first at event \(grouped(first.event))"
    ] + TextLines.wrapped(whoAndWhen + meetings(of: count))
  }

  private var whoAndWhen: String {
    let shown = result.devices.prefix(Self.devicesMax).joined(separator: ", ")
    let more = result.devices.count - Self.devicesMax
    let who = more > 0 ? "\(shown) and \(more) more" : shown
    guard let span = result.span else { return who }
    let start = span.lowerBound.shown(besides: nil)
    let end = span.upperBound.shown(besides: span.lowerBound.day)
    return "\(who); \(start) to \(end)"
  }

  /// How many devices are named.
  private static let devicesMax = 8

  /// Which of the differences are over by the end.
  private func meetings(of count: Int64) -> String {
    let met = result.divergences.compactMap(\.meetsAgain)
    guard let last = met.max() else { return "; none is over by the end" }
    let all = Int64(met.count) == count ? "all are" : met.count == 1 ? "1 is" : "\(met.count) are"
    return "; \(all) over by event \(grouped(last))"
  }

  // MARK: Where they part

  private func divergenceLines(_ style: TextStyle) -> [String] {
    guard let first = result.divergences.first else { return [] }
    let shown = shownGroups
    let days = Set(shown.flatMap { $0.shown.map { String($0.1.at.day) } })
    let day = days.count == 1 ? days.first : nil
    var table = TextTable()
    let head = ["#", "event", day ?? "time", "device", "what", "key", "from", "to", "until"]
    table.add(head.enumerated().map { TextTable.Cell($1, .faint, isNumber: $0 < 2) })
    for group in shown {
      for (number, divergence) in group.shown {
        table.add(cells(number, divergence, isFirst: divergence == first, day: day))
      }
      if group.hiddenCount > 0 {
        let more = "and \(counted(Int64(group.hiddenCount), "key")) more"
        table.add(["", "", "", "", "", more].map { TextTable.Cell($0, .faint) })
      }
    }
    let told = shown.reduce(0) { $0 + $1.all.count }
    let left = Int64(result.divergences.count - told) + result.droppedCount
    let rest = left == 0 ? [] : ["  and \(counted(left, "difference")) more; --json has them"]
    return [""] + table.lines(style, indent: "  ") + rest
  }

  private func cells(
    _ number: Int, _ divergence: Divergence, isFirst: Bool, day: String?
  ) -> [TextTable.Cell] {
    let accent: TextStyle.Accent? = isFirst ? .strong : nil
    let texts = [
      divergence.at.shown(besides: day.map { $0[...] }), divergence.device,
      divergence.kind.rawValue, DisplayWidth.shortened(divergence.key ?? "", to: 24),
      shown(divergence.from, divergence), shown(divergence.to, divergence),
      divergence.meetsAgain.map { "event \(grouped($0))" } ?? "the end",
    ]
    return [
      TextTable.Cell(grouped(Int64(number)), accent, isNumber: true),
      TextTable.Cell(grouped(divergence.event), accent, isNumber: true),
    ] + texts.map { TextTable.Cell($0, accent) }
  }

  /// A value in few columns; of a delivery the words that it is told in.
  private func shown(_ value: Value?, _ divergence: Divergence) -> String {
    if case .date(let seconds)? = value, let date = Instant(exactSecondsSince2001: seconds) {
      return date.shown(besides: nil)
    }
    guard divergence.kind == .delivery, case .string(let words)? = value else {
      return value.shown(columns: 18)
    }
    let prefix = "the message of event "
    let short = words.hasPrefix(prefix) ? "event \(words.dropFirst(prefix.count))" : words
    return DisplayWidth.shortened(short, to: 26)
  }

  /// The chain behind the most telling difference, in the words of its facts.
  private func explanationLines(_ style: TextStyle) -> [String] {
    guard let (number, _) = telling, !captions.isEmpty else { return [] }
    var table = TextTable()
    for event in eventsToExplain {
      guard let caption = captions[event] else { continue }
      table.add([.number(event), TextTable.Cell(caption)])
    }
    return ["", "How \(number) came about"] + table.lines(style, indent: "  ")
  }

  // MARK: What the checks find

  private func findingLines(_ style: TextStyle) -> [String] {
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
    return lines + changedFindingLines(style)
  }

  /// The findings under both that are worse or more under one, or stand at another event there.
  private func changedFindingLines(_ style: TextStyle) -> [String] {
    let changed = result.findings.to.compactMap { finding -> (Finding, Finding)? in
      guard let before = result.findings.from.first(where: finding.isLike),
        before.count != finding.count || before.event != finding.event
          || before.severity != finding.severity
      else { return nil }
      return (before, finding)
    }
    let told = changed.prefix(Self.changedFindingsMax).flatMap { before, finding in
      [
        "    \(CheckReport.subject(of: finding, style))",
        "      \(DisplayWidth.printable(result.from)): \(CheckReport.place(of: before, style))",
        "      \(DisplayWidth.printable(result.to)): \(CheckReport.place(of: finding, style))",
      ]
    }
    let more = Int64(changed.count - Self.changedFindingsMax)
    return told + (more > 0 ? ["    and \(grouped(more)) more that are told otherwise"] : [])
  }

  private static let changedFindingsMax = 8

  // MARK: What it saves

  private func trafficLines(_ style: TextStyle) -> [String] {
    let (from, to) = (result.traffic.from, result.traffic.to)
    guard from.messages + to.messages > 0 else { return [] }
    var table = TextTable()
    table.add(["", "from", "to", ""].map { TextTable.Cell($0, .faint, isNumber: true) })
    table.add(row("messages", from.messages, to.messages))
    table.add(row("bytes", from.bytes, to.bytes))
    for (key, from, to) in result.bytesByKey.prefix(Self.heaviestMax) {
      table.add(row("  \(DisplayWidth.shortened(key, to: 40))", from, to))
    }
    let left = result.bytesByKey.count - Self.heaviestMax
    let more = left > 0 ? ["    and \(counted(Int64(left), "key")) more"] : []
    return ["", "What is sent\(saving(from.bytes, to.bytes))"] + table.lines(style, indent: "  ")
      + more
  }

  private func row(_ name: String, _ from: Int64, _ to: Int64) -> [TextTable.Cell] {
    let change = to == from ? "" : "\(to > from ? "+" : "")\(grouped(to - from))"
    return [
      TextTable.Cell(name), .number(from), .number(to), TextTable.Cell(change, isNumber: true),
    ]
  }

  /// How many keys are shown with their bytes, the heaviest ones.
  private static let heaviestMax = 5

  private func saving(_ from: Int64, _ to: Int64) -> String {
    if from == to { return "" }
    let share = from == 0 ? "" : ", \(abs(from - to) * 100 / from)%"
    return from > to
      ? ": \(counted(from - to, "byte")) saved\(share)"
      : ": \(counted(to - from, "byte")) more\(share)"
  }

  private func undecidedLines(_ style: TextStyle) -> [String] {
    result.undecided.isEmpty ? [] : [""] + UndecidedText.lines(result.undecided, style)
  }
}

extension Finding {
  /// Whether it is of the same check, on the same device and key.
  func isLike(_ other: Finding) -> Bool {
    other.check == check && other.device == device && other.key == key
  }

  /// Whether `others` have one like it.
  func isAmong(_ others: [Finding]) -> Bool { others.contains(where: isLike) }
}
