import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

extension Recording {
  /// The choice of `policy`, which may be one that the scenario beside the recording defines; nil =
  /// as recorded.
  /// - Throws: `LogError`, `ScenarioError`, `PolicyError`.
  func choice(_ policy: String?) throws -> PolicyChoice {
    PolicyChoice(policy, named: try namedPolicies())
  }

  private func namedPolicies() throws -> [NamedPolicy] {
    guard let stem, let text = try Self.text(of: "\(stem).scenario") else { return [] }
    // Nothing is performed here, so what the scenario would load does not matter.
    let scenario = try Scenario(text, catalog: open().header.catalog) { _ in ValueDictionary() }
    var named: [NamedPolicy] = []
    for policy in scenario.policies {
      named.append(
        try NamedPolicy.extending(
          policy.base, with: policy.switches, name: policy.name, among: named))
    }
    return named
  }

  /// The content of the file at `path`; nil if there is none.
  /// - Throws: `LogError`.
  static func text(of path: String) throws(LogError) -> [UInt8]? {
    do throws(LogError) {
      let file = try FileReader(path: path)
      var bytes: [UInt8] = []
      try file.read(Int(file.size), at: 0, appendingTo: &bytes)
      return bytes
    } catch {
      if error.kind == .noInput { return nil }
      throw error
    }
  }

  /// `event 5, {"at":…}`: the event `number` with its line, of which a long one is cut.
  func caption(of number: Int64) -> String {
    do {
      var source = try open()
      var batch = EventBatch()
      while try source.next(into: &batch) {
        guard let row = (0..<batch.count).first(where: { batch.number(of: $0) == number }) else {
          continue
        }
        let line = batch.lines[row]
        let bytes = batch.text[Int(line.start)..<Int(line.start + line.count)]
        let text = String(decoding: bytes.prefix(Self.captionBytes), as: UTF8.self)
        return "event \(number), \(text)\(bytes.count > Self.captionBytes ? "…" : "")"
      }
    } catch {
      // Whoever asks is about to report a failure; that one is told by its number then.
    }
    return "event \(number)"
  }

  private static let captionBytes = 160
}

extension Value? {
  /// The value as text in a failure.
  var shown: String {
    guard let value = self else { return "nothing" }
    return String(decoding: value.canonicalBytes.prefix(400), as: UTF8.self)
  }
}
