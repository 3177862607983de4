import ReelEvents
import ReelPolicies
import ReelReplay

/// Holds policies against a session: what they name, and it does not have.
struct PolicyReview: Sendable {
  /// One thing that a policy names in vain.
  struct Remark: Sendable {
    /// The policy, as the sentence calls it.
    let policy: String
    /// What it names.
    let name: String
    /// A sentence on it, without its full stop.
    let sentence: String

    fileprivate func isAbout(_ other: Remark) -> Bool {
      policy == other.policy && name == other.name
    }
  }

  /// The remarks, in the order of the policies.
  private(set) var remarks: [Remark] = []
  /// The policies of which the session can tell whether they name something in vain.
  private(set) var judged: Set<String> = []

  /// Reviews `choices`.
  ///
  /// A session is only read where something is named that may be missing, and no further than to
  /// where all of it has been met.
  /// - Parameters:
  ///   - scenario: the scenario that defines some of the policies, and its path.
  ///   - open: opens the session at its first event.
  /// - Throws: what the reader of the session throws.
  init(
    _ choices: [PolicyChoice], header: RecordingHeader, catalog: Catalog,
    definedBy scenario: (policies: [NamedPolicy], path: String)? = nil,
    _ open: () throws -> any EventSource
  ) throws {
    let defined = Set((scenario?.policies ?? []).map(\.name))
    let mentions = choices.flatMap { choice in
      choice.mentions(header).map { mention in
        var mention = mention
        if defined.contains(mention.policy), let scenario {
          mention.policy = "\(scenario.path), policy \(mention.policy)"
        }
        return mention
      }
    }
    // A catalog of no keys knows nothing of what an app has.
    guard !catalog.keys.isEmpty else { return }
    judged.formUnion(mentions.map(\.policy))
    let names = catalog.keys.map(\.name)
    let known = Set(names.map(KeyText.init))
    let unknown = mentions.filter { !known.contains(KeyText($0.named.key)) }
    if unknown.isEmpty { return }
    let survey = try SessionSurvey(lookingFor: unknown.map(\.named.key), in: open())
    for mention in unknown where survey.missingKeys.contains(KeyText(mention.named.key)) {
      let hint = nearest(to: mention.named.key, in: names).map { "; did you mean \($0)?" } ?? ""
      add(
        Remark(
          policy: mention.policy, name: mention.named.key,
          sentence: "\(mention.policy): \(mention.named.switchName) names \(mention.named.key), "
            + "which the catalog has not\(hint)"))
    }
  }

  private mutating func add(_ remark: Remark) {
    if !remarks.contains(where: remark.isAbout) { remarks.append(remark) }
  }

  /// What policies name in vain whatever the session: in each of those that can tell.
  static func remarks(commonTo reviews: [PolicyReview]) -> [Remark] {
    var common: [Remark] = []
    for remark in reviews.flatMap(\.remarks) where !common.contains(where: remark.isAbout) {
      let isCommon = reviews.allSatisfy { review in
        !review.judged.contains(remark.policy) || review.remarks.contains(where: remark.isAbout)
      }
      if isCommon { common.append(remark) }
    }
    return common
  }
}

extension PolicyChoice {
  /// The keys that the policies of the choice name one by one.
  fileprivate func mentions(
    _ header: RecordingHeader
  ) -> [(policy: String, named: SettingsPolicy.NamedKey)] {
    PolicyArgument.names(in: description(for: header)).flatMap { name in
      let policy = named.first { $0.name == name }
      return (policy?.settings?.namedKeys ?? []).map { (policy: name, named: $0) }
    }
  }
}

extension Console {
  /// Tells what policies name in vain.
  func note(_ remarks: [PolicyReview.Remark]) throws(CommandFailure) {
    for remark in remarks { try note("note: \(remark.sentence)") }
  }
}
