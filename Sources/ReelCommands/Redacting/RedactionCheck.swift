import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

/// Whether a redacted recording takes the same way as the one it was made of: verified, under every
/// built-in rule, and compared with every one.
struct RedactionCheck {
  /// What was compared, as sentences.
  private(set) var compared: [String] = []
  /// What is not the same, as sentences.
  private(set) var differences: [String] = []

  private let sessions: [Session]
  private let redactor: Redactor

  /// Compares the two.
  /// - Throws: `LogError`, `CommandFailure`, `PolicyError`.
  init(_ original: RecordingInput, _ redacted: RecordingInput, _ redactor: Redactor) throws {
    sessions = try [original, redacted].map(Session.init)
    self.redactor = redactor
    try compareOutcomes()
    let policies = BuiltInPolicies.all.map(\.name)
    var (findings, divergences) = (0, 0)
    for policy in [nil] + policies { findings += try compareFindings(policy) }
    for policy in policies { divergences += try compareDivergences(policy) }
    compared.append("\(findings) findings as recorded and under \(policies.count) rules")
    compared.append(
      "\(divergences) divergences from as recorded to each of these, and what each side sends")
  }

  /// One of the two recordings. A short one is read once and then kept, since it is replayed many
  /// times.
  private struct Session {
    private let input: RecordingInput
    private let kept: LineSource?

    /// How long a recording may be to be kept, in bytes of lines.
    private static let keptBytesMax = 8 << 20

    init(_ input: RecordingInput) throws {
      self.input = input
      kept = try Self.lines(of: input).map { LineSource(header: input.header, lines: $0) }
    }

    var catalog: Catalog? { input.catalog }

    func policy(_ text: String?) throws -> PolicyChoice { try input.policy(text) }

    func open() throws -> any EventSource { try kept ?? input.open() }

    /// The lines of its events; nil where they are too many.
    private static func lines(of input: RecordingInput) throws -> [UInt8]? {
      var source = try input.open()
      var lines: [UInt8] = []
      var batch = EventBatch()
      while try source.next(into: &batch) {
        lines += batch.text[..<batch.lineBytes]
        if lines.count > keptBytesMax { return nil }
      }
      return lines
    }
  }

  // MARK: Outcomes

  private mutating func compareOutcomes() throws {
    let verifications = try sessions.map { session in
      try ReplayResult.run(
        session.open, policy: session.policy(nil), catalog: session.catalog, watching: .outcomes
      ).verification
    }
    compared.append("\(verifications[0].comparedCount) recorded outcomes")
    let texts = verifications.map { verification in
      let first = verification.firstMismatch
      return "\(verification.comparedCount) compared, \(verification.mismatchCount) differ, first "
        + "\(first.map { "\($0.event) \($0.field)" } ?? "none")"
    }
    if texts[0] != texts[1] { differences.append("outcomes: \(texts[0]); redacted \(texts[1])") }
  }

  // MARK: Findings

  private mutating func compareFindings(_ policy: String?) throws -> Int {
    let results = try sessions.map { session in
      try CheckResult.run(
        session.open, policy: session.policy(policy), catalog: session.catalog)
    }
    let name = policy ?? "as recorded"
    compare("events", results[0].eventCount, results[1].eventCount, name)
    compare("undecided", results[0].undecided.count, results[1].undecided.count, name)
    compare(findings: results[0].findings, results[1].findings, name)
    return results[0].findings.count
  }

  private mutating func compare(findings one: [Finding], _ other: [Finding], _ policy: String) {
    compare(
      "finding", policy,
      one.map { Item($0, device: redactor.device(DeviceName($0.device)).text) },
      other.map { Item($0, device: $0.device) })
  }

  // MARK: Divergences

  private mutating func compareDivergences(_ policy: String) throws -> Int {
    let results = try sessions.map { session in
      try DiffResult.run(
        session.open, from: session.policy(nil), to: session.policy(policy),
        catalog: session.catalog)
    }
    let (one, other) = (results[0], results[1])
    compare(
      "divergence", policy,
      one.divergences.map {
        Item(
          $0, at: redactor.pseudonyms.instant($0.at),
          device: redactor.device(DeviceName($0.device)).text)
      }, other.divergences.map { Item($0, at: $0.at, device: $0.device) })
    compare(
      "traffic", policy, one.bytesByKey.map { Item(key: $0.key, "\($0.from) \($0.to)") },
      other.bytesByKey.map { Item(key: $0.key, "\($0.from) \($0.to)") })
    compare(
      "traffic", "\(one.traffic.from) \(one.traffic.to)",
      "\(other.traffic.from) \(other.traffic.to)", policy)
    compare("undelivered", one.undelivered, other.undelivered, policy)
    compare("not kept", one.droppedCount, other.droppedCount, policy)
    return one.divergences.count
  }

  // MARK: Parts

  private mutating func compare<Part: Equatable>(
    _ what: String, _ one: Part, _ other: Part, _ policy: String
  ) {
    if one != other { differences.append("\(what) under \(policy): \(one); redacted \(other)") }
  }

  /// What is compared: the name of what it is about, which has another one now, and the rest.
  private struct Item {
    var key: String?
    var rest: String

    init(key: String?, _ rest: String) { (self.key, self.rest) = (key, rest) }

    init(_ finding: Finding, device: String) {
      key = finding.key
      rest =
        "\(finding.check.rawValue) \(finding.severity.rawValue) at \(finding.event) on "
        + "\(device), \(finding.count) times"
    }

    init(_ divergence: Divergence, at: Instant, device: String) {
      key = divergence.key
      rest =
        "\(divergence.kind.rawValue) at \(divergence.event) (\(at)) on \(device), from "
        + "\(divergence.from.form) to \(divergence.to.form), because of \(divergence.because), "
        + "met again at \(divergence.meetsAgain ?? 0)"
    }
  }

  private mutating func compare(
    _ what: String, _ policy: String, _ one: [Item], _ other: [Item]
  ) {
    var left = Dictionary(grouping: other, by: \.rest).mapValues { $0.map(\.key) }
    for item in one {
      let names = item.key.map(names) ?? []
      let index = left[item.rest]?.firstIndex { key in
        key.map { names.contains(KeyText($0)) } ?? (item.key == nil)
      }
      if let index {
        left[item.rest]?.remove(at: index)
      } else {
        differences.append("\(what) under \(policy) is missing: \(item.rest)")
      }
    }
    for rest in left.filter({ !$0.value.isEmpty }).keys.sorted() {
      differences.append("\(what) under \(policy) is new: \(rest)")
    }
  }

  /// What `name` may be called now, whatever it names.
  private func names(_ name: String) -> Set<KeyText> {
    Set(
      [redactor.settingName(name), redactor.rule(name), redactor.list(name)].map { KeyText($0) }
        + [KeyText(redactor.pseudonyms.text(name))])
  }
}

extension Value? {
  /// The type and the size, which are to stay.
  fileprivate var form: String {
    guard let self else { return "nothing" }
    return "\(self.type?.rawValue ?? "withheld") of \(self.canonicalBytes.count)"
  }
}
