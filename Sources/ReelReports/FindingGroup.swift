import ReelReplay

/// Findings of one check on one device, told by the first of them.
struct FindingGroup {
  var findings: [Finding]

  /// `findings` in groups: the worst first, then by event.
  static func groups(of findings: [Finding]) -> [FindingGroup] {
    var groups: [FindingGroup] = []
    for finding in findings {
      let place = groups.firstIndex {
        $0.findings[0].check == finding.check && $0.findings[0].device == finding.device
          && $0.findings[0].severity == finding.severity
      }
      if let place {
        groups[place].findings.append(finding)
      } else {
        groups.append(FindingGroup(findings: [finding]))
      }
    }
    return groups.enumerated().sorted { one, other in
      let (mine, theirs) = (one.element.findings[0], other.element.findings[0])
      return (theirs.severity, mine.event, one.offset) < (mine.severity, theirs.event, other.offset)
    }.map(\.element)
  }

  /// The first finding, and the keys of the others.
  func lines(_ style: TextStyle, indent: String) -> [String] {
    let others = findings.dropFirst().compactMap(\.key)
    let more = Int64(findings.count - 1)
    guard more > 0 else { return CheckReport.lines(of: findings[0], style, indent: indent) }
    let names = DisplayWidth.shortened(others.joined(separator: ", "), to: 60)
    return CheckReport.lines(of: findings[0], style, indent: indent)
      + ["\(indent)  and \(grouped(more)) more of the kind: \(DisplayWidth.printable(names))"]
  }
}
