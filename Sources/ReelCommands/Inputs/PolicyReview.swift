import ReelEvents
import ReelPolicies
import ReelReplay

/// Holds policies against a session: what they name, and it does not have.
struct PolicyReview: Sendable {
  /// A scenario that defines policies.
  typealias Definitions = (policies: [NamedPolicy], path: String)

  /// The remarks, in the order of the policies: on keys, then on devices, then on versions.
  private(set) var remarks: [Remark] = []
  /// The policies of which the session can tell whether they name something in vain.
  private(set) var judged: Set<String> = []

  /// One thing that a policy names in vain.
  struct Remark: Sendable {
    /// What is named.
    let kind: Kind
    /// The policy, as the sentence calls it.
    let policy: String
    /// What it names.
    let name: String
    /// A sentence on it, without its full stop.
    let sentence: String

    enum Kind { case key, device, version }

    fileprivate func isAbout(_ other: Remark) -> Bool {
      kind == other.kind && policy == other.policy && name == other.name
    }
  }

  /// Reviews `choices`.
  ///
  /// A session is only read where something is named that may be missing, and no further than to
  /// where all of it has been met.
  /// - Parameters:
  ///   - scenario: the scenario that defines some of the policies.
  ///   - open: opens the session at its first event; nil for one that has not happened yet, of
  ///     which nobody knows the devices.
  /// - Throws: `PolicyError`, and what the reader of the session throws.
  init(
    _ choices: [PolicyChoice], header: RecordingHeader, catalog: Catalog,
    definedBy scenario: Definitions? = nil, _ open: (() throws -> any EventSource)?
  ) throws {
    // A catalog of no keys knows nothing of what an app has.
    let mentions =
      catalog.keys.isEmpty ? [] : choices.flatMap { $0.mentions(header, definedBy: scenario) }
    let names = catalog.keys.map(\.name)
    let known = Set(names.map(KeyText.init))
    let unknown = mentions.filter { !known.contains(KeyText($0.named.key)) }
    let targets = open == nil ? [] : try choices.flatMap { try $0.targets() }
    judged = Set(mentions.map(\.policy) + targets.map(\.policy))
    if unknown.isEmpty && targets.isEmpty { return }
    let survey = try SessionSurvey(
      keys: unknown.map(\.named.key), targets: targets.map(\.target), in: open?())
    for mention in unknown where survey.missingKeys.contains(KeyText(mention.named.key)) {
      add(Self.remark(on: mention, among: names))
    }
    for (policy, target) in targets where survey.missingTargets.contains(target) {
      add(Self.remark(on: target, of: policy, survey))
    }
  }

  private mutating func add(_ remark: Remark) {
    if !remarks.contains(where: remark.isAbout) { remarks.append(remark) }
  }

  private static func remark(on mention: Mention, among names: [String]) -> Remark {
    let key = mention.named.key
    let hint = nearest(to: key, in: names).map { "; did you mean \($0)?" } ?? ""
    return Remark(
      kind: .key, policy: mention.policy, name: key,
      sentence: "\(mention.policy): \(mention.named.switchName) names \(key), which the catalog "
        + "has not\(hint)")
  }

  private static func remark(
    on target: PolicyArgument.Target, of policy: String, _ survey: SessionSurvey
  ) -> Remark {
    if !survey.devices.contains(target.device) {
      return Remark(
        kind: .device, policy: policy, name: target.device,
        sentence: "\(policy): "
          + DeviceText.absence(of: target.device, among: survey.devices.sorted(by: utf8Precedes)))
    }
    let version = target.version ?? ""
    let met = survey.versions[target.device] ?? []
    let found =
      met.isEmpty
      ? "no event says which version it has" : "it has \(met.joined(separator: ", "))"
    return Remark(
      kind: .version, policy: policy, name: "\(target.device)@\(version)",
      sentence: "\(policy): \(target.device) never gets to version \(version) there; \(found)")
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

/// A key that a policy names.
private typealias Mention = (policy: String, named: SettingsPolicy.NamedKey)

extension PolicyChoice {
  /// The keys that the policies of the choice name one by one.
  fileprivate func mentions(
    _ header: RecordingHeader, definedBy scenario: PolicyReview.Definitions?
  ) -> [Mention] {
    PolicyArgument.names(in: description(for: header)).flatMap { name in
      let policy = named.first { $0.name == name }
      var place = name
      if let scenario, scenario.policies.contains(where: { $0.name == name }) {
        place = "\(scenario.path), policy \(name)"
      }
      return (policy?.settings?.namedKeys ?? []).map { (policy: place, named: $0) }
    }
  }

  /// The devices and versions that its text names; what a recording was made under names none in
  /// vain, for it may be a part of one.
  fileprivate func targets() throws(PolicyError) -> [(
    policy: String, target: PolicyArgument.Target
  )] {
    guard let text, text.contains("=") else { return [] }
    return try PolicyArgument(text, named: named).targets.map { (policy: text, target: $0) }
  }
}

extension Console {
  /// Tells what policies name in vain.
  func note(_ remarks: [PolicyReview.Remark]) throws(CommandFailure) {
    for remark in remarks { try note("note: \(remark.sentence)") }
  }
}
