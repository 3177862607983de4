public import ReelEvents
public import ReelReplay

/// The state that a policy brings a recording to, as text for people and as JSON.
public struct ReplayReport {
  let result: ReplayResult
  /// What of each device the text shows.
  var sections: [Section]

  /// A part of what is known of a device.
  public enum Section: String, Sendable, CaseIterable {
    case settings, dismissals, answers, traffic, keys
  }

  /// The report of `result`.
  /// - Parameter sections: what of each device the text shows; all but `keys` when nil.
  public init(_ result: ReplayResult, sections: [Section]? = nil) {
    self.result = result
    self.sections = sections ?? [.settings, .dismissals, .answers, .traffic]
  }

  /// The JSON object, schema `reel.replay/1`.
  public var value: Value {
    .dictionary([
      "schema": .string("reel.replay/1"), "recording": .string(result.recording),
      "policy": .string(result.policy), "events": .integer(result.eventCount),
      "devices": .dictionary(
        ValueDictionary(result.devices.map { .init(key: $0.device, value: $0.value) })),
      "traffic": result.traffic.value,
      "undelivered": .array(result.undelivered.map(Value.integer)),
      "undecided": .array(result.undecided.map(Value.string)),
    ])
  }

  /// The report in lines: each device with its state.
  public func lines(_ style: TextStyle) -> [String] {
    var lines = [
      DisplayWidth.printable("\(result.recording) under \(result.policy)")
        + " after \(counted(result.eventCount, "event"))"
    ]
    for device in result.devices {
      lines += ["", style.paint(DisplayWidth.printable(device.device), .strong)]
      let table = table(device)
      let empty = device.isKnown ? "nothing stored" : "nothing known"
      lines += table.isEmpty ? ["  \(empty)"] : table.lines(style, indent: "  ")
    }
    if !result.undecided.isEmpty { lines.append("") }
    return lines + UndecidedText.lines(result.undecided, style)
  }

  private func table(_ device: DeviceProjection) -> TextTable {
    var table = TextTable()
    for section in sections {
      for (index, cells) in rows(section, device).enumerated() {
        table.add([TextTable.Cell(index == 0 ? section.rawValue : "", .faint)] + cells)
      }
    }
    return table
  }

  private func rows(_ section: Section, _ device: DeviceProjection) -> [[TextTable.Cell]] {
    switch section {
    case .settings:
      device.settings.members.map {
        [TextTable.Cell($0.key), TextTable.Cell($0.value.shown(columns: 60))]
      }
    case .dismissals:
      device.lists.map { list in
        let ids = list.ids.isEmpty ? "none" : list.ids.joined(separator: " ")
        return [TextTable.Cell(list.name), TextTable.Cell(DisplayWidth.shortened(ids, to: 80))]
      }
    case .answers:
      device.answers.map { answer in
        let subject =
          answer.process == device.device ? answer.rule : "\(answer.rule) (\(answer.process))"
        return [
          TextTable.Cell(subject),
          TextTable.Cell(answer.answer.map { $0 ? "yes" : "no" } ?? "unknown"),
        ]
      }
    case .traffic:
      device.traffic.map { channel, amount in
        [
          TextTable.Cell(channel.rawValue),
          TextTable.Cell(
            "\(counted(amount.messages, "message")), \(counted(amount.bytes, "byte"))"),
        ]
      }
    case .keys: device.keys.map(keyRow)
    }
  }

  private func keyRow(
    _ key: (name: String, counts: KeyUse.Counts, sent: Traffic.Amount)
  ) -> [TextTable.Cell] {
    let counts = key.counts
    let uses = [
      (counts.reads, "read"), (counts.writes, "write"), (counts.synced, "synced change"),
      (key.sent.messages, "sent message"),
    ]
    let text = uses.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }.joined(separator: ", ")
    return [TextTable.Cell(key.name), TextTable.Cell(text)]
  }
}
