public import ReelEvents

extension DoctorReport {
  /// The JSON object of one file; those of all files stand in one of schema `reel.doctor/1`.
  public var value: Value {
    .dictionary([
      "recording": .string(path), "state": .string(state), "events": .integer(eventCount),
      "unverified": .integer(unverifiedCount), "findings": .array(findings.map(\.value)),
    ])
  }

  /// `whole`, `damaged`, or `contradictory`.
  private var state: String {
    switch severity {
    case nil, .notice: "whole"
    case .damage: "damaged"
    case .contradiction: "contradictory"
    }
  }

  /// The report in lines.
  public func lines(_ style: TextStyle) -> [String] {
    let shown = style.paint(state, severity ?? .notice == .notice ? .good : .bad)
    let unverified =
      unverifiedCount == 0
      ? "" : "; \(grouped(unverifiedCount)) of them are vouched for by no checksum"
    var lines = [
      DisplayWidth.printable("\(path): ") + "\(shown), \(counted(eventCount, "event"))" + unverified
    ]
    let ordered = findings.enumerated().sorted {
      ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
    }
    for finding in ordered.map(\.element) { lines += finding.lines(style) }
    var told: [String] = []
    for remedy in ordered.map(\.element.remedy) where !remedy.isEmpty && !told.contains(remedy) {
      told.append(remedy)
    }
    return lines + told.map { "  \(DisplayWidth.printable($0))" }
  }
}

extension DoctorReport.Finding {
  fileprivate var value: Value {
    var members: ValueDictionary = [
      "kind": .string(kind), "severity": .string(severity.rawValue), "count": .integer(count),
      "places": .array(places.map(\.value)), "expected": .string(expected),
      "found": .string(found),
    ]
    if !subject.isEmpty { members["subject"] = .string(subject) }
    if !remedy.isEmpty { members["remedy"] = .string(remedy) }
    members["lostEvents"] = lostEvents.map(Value.integer)
    return .dictionary(members)
  }

  fileprivate func lines(_ style: TextStyle) -> [String] {
    let word = style.paint(severity.rawValue, severity == .notice ? .faint : .bad)
    let place = places.first?.text ?? ""
    let lost = lostEvents.map { "; \(counted($0, "event")) lost" } ?? ""
    let sentence = "expected \(expected), found \(found)"
    var lines = [
      "  \(word) \(kind): \(place.isEmpty ? "" : "\(place): ")"
        + DisplayWidth.printable(sentence) + lost
    ]
    if count > 1 {
      let others = places.dropFirst().map(\.text).filter { !$0.isEmpty }.joined(separator: "; ")
      let more = count - Int64(places.count)
      lines.append(
        "    and at \(counted(count - 1, "place")) more"
          + (others.isEmpty ? "" : ": \(others)\(more > 0 ? "; …" : "")"))
    }
    return lines
  }
}

extension DoctorReport.Place {
  fileprivate var value: Value {
    var members = ValueDictionary()
    for (name, number) in parts { members[name] = .integer(number) }
    return .dictionary(members)
  }

  fileprivate var text: String {
    parts.map { "\($0.name) \(grouped($0.number))" }.joined(separator: ", ")
  }

  private var parts: [(name: String, number: Int64)] {
    [("line", line), ("event", event), ("frame", frame), ("byte", byte)].compactMap {
      name, number in number.map { (name, $0) }
    }
  }
}
