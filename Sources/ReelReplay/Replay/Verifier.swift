import ReelEvents
import ReelPolicies
public import ReelProjections

/// Compares every recorded outcome with what replay makes of the same event.
public final class Verifier: StepObserver {
  /// A recorded outcome that replay does not reproduce.
  public struct Mismatch: Sendable, Equatable {
    /// The event whose outcome differs.
    public var event: Int64
    /// The device or process of the event.
    public var device: String
    /// What differs: `payload`, `suppressed`, `value`, `answer`, `store.cleared`, `store.applied`.
    public var field: String
    /// A sentence on what was recorded and what replay came to; setting values stay out of it.
    public var message: String
  }

  private struct Pending {
    var event: Int64
    var cleared: [String]
    var applied: [KeyText: ValueContent]
    var order: SettingsPolicy.Apply
  }

  let world: World
  /// The first outcome that differs; nil while all agree.
  public private(set) var firstMismatch: Mismatch?
  /// How many outcomes differ.
  public private(set) var mismatchCount: Int64 = 0
  /// How many outcomes were compared.
  public private(set) var comparedCount: Int64 = 0
  private var pending: [Int32: Pending] = [:]

  /// A verifier of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// Compares the outcomes that the event records.
  public func observe(_ event: ResolvedEvent) {
    switch event.kind {
    case .storeRead:
      compare(world.readValue == event.value, event, "value", "the value read is another one")
    case .entitlementRead, .ruleRead:
      guard world.vocabulary.catalogRule(event.key) != nil else { return }
      compare(
        world.givenAnswer == event.answer, event, "answer",
        "recorded \(text(event.answer)), replay says \(text(world.givenAnswer))")
    case .messageSent: verifySent(event)
    case .messageReceived: verifyReceived(event)
    case .storeCleared, .storeApplied: verifyHalf(event)
    case .storeSet, .storeRemove, .storeLoaded, .storeRegister, .messageFailed, .deviceInstalled,
      .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled, .deviceLocked,
      .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      break
    }
  }

  /// Notes halves of an apply that replay expects and the recording does not have.
  public func finish() {
    for device in pending.keys.sorted() { settle(device) }
  }

  private func verifySent(_ event: ResolvedEvent) {
    let (recorded, outcome) = (event.message, world.outcome)
    compare(
      recorded.suppressed == outcome.suppressed, event, "suppressed",
      "recorded \(recorded.suppressed?.rawValue ?? "sent"), replay says "
        + "\(outcome.suppressed?.rawValue ?? "sent")")
    guard recorded.suppressed == nil, outcome.suppressed == nil else { return }
    if recorded.channel == .kvs {
      compare(recorded.blob == outcome.blob, event, "payload", "the blob is another one")
    } else if recorded.settings != nil || outcome.settings != nil {
      compare(
        recorded.settings == outcome.settings, event, "payload",
        payloadDifference(recorded.settings?.payload, outcome.settings?.payload))
    }
  }

  private func payloadDifference(_ recorded: SettingsPayload?, _ made: SettingsPayload?) -> String {
    guard let recorded else { return "no payload was recorded, and replay makes one" }
    guard let made else { return "a payload was recorded, and replay makes none" }
    let keys = Set(recorded.keys + made.keys).sorted()
    let differing = keys.first { recorded.value(of: $0) != made.value(of: $0) }
    guard let differing else { return "what rides along with the payload differs" }
    let name = world.vocabulary.keys.names[Int(differing)]
    if made.value(of: differing) == 0 { return "\(name) was recorded, and replay does not send it" }
    if recorded.value(of: differing) == 0 { return "\(name) was not recorded, and replay sends it" }
    return "the value of \(name) is another one"
  }

  private func verifyReceived(_ event: ResolvedEvent) {
    settle(event.device)
    guard world.vocabulary.deviceName(event.device) != .cloud else { return }
    let (recorded, outcome) = (event.message, world.outcome)
    compare(
      recorded.suppressed == outcome.suppressed, event, "suppressed",
      "recorded \(recorded.suppressed?.rawValue ?? "applied"), replay says "
        + "\(outcome.suppressed?.rawValue ?? "applied")")
    var expected = Pending(event: event.number, cleared: [], applied: [:], order: .clearFirst)
    if let effect = world.effect {
      expected.cleared = effect.cleared.map { world.vocabulary.keys.names[Int($0)] }
      for setting in effect.applied {
        expected.applied[KeyText(world.vocabulary.keys.names[Int(setting.key)])] =
          world.vocabulary.values.content(of: setting.value)
      }
      expected.order = effect.order
    }
    for change in outcome.listChanges {
      if change.isListed {
        expected.applied[KeyText(change.id)] = .text(Value.bool(true).canonicalBytes)
      } else {
        expected.cleared.append(change.id)
      }
    }
    pending[event.device] = expected
  }

  private func verifyHalf(_ event: ResolvedEvent) {
    guard let half = event.half else { return }
    let vocabulary = world.vocabulary
    let names =
      event.store == .defaults ? half.keys.map { vocabulary.keys.names[Int($0)] } : half.items
    if event.kind == .storeCleared {
      let expected = pending[event.device]?.cleared ?? []
      compare(
        names.map(KeyText.init).sorted() == expected.map(KeyText.init).sorted(), event,
        "store.cleared", "recorded \(names.count) keys, replay clears \(expected.count)")
      pending[event.device]?.cleared = []
    } else {
      let expected = pending[event.device]?.applied ?? [:]
      let isSame =
        names.count == expected.count
        && zip(names, half.values).allSatisfy { name, value in
          expected[KeyText(name)] == vocabulary.values.content(of: value)
        }
      compare(
        isSame, event, "store.applied",
        "recorded \(names.count) keys, replay sets \(expected.count)"
          + (names.count == expected.count ? ", and not all the same" : ""))
      pending[event.device]?.applied = [:]
    }
  }

  private func settle(_ device: Int32) {
    guard let left = pending.removeValue(forKey: device) else { return }
    if !left.cleared.isEmpty {
      mismatch(left.event, device, "store.cleared", "replay clears keys, and none are recorded")
    }
    if !left.applied.isEmpty {
      mismatch(left.event, device, "store.applied", "replay sets keys, and none are recorded")
    }
  }

  private func text(_ answer: Bool?) -> String {
    answer.map { $0 ? "yes" : "no" } ?? "unknown"
  }

  private func compare(
    _ isSame: Bool, _ event: ResolvedEvent, _ field: String, _ message: @autoclosure () -> String
  ) {
    comparedCount += 1
    if !isSame { mismatch(event.number, event.process, field, message()) }
  }

  private func mismatch(_ event: Int64, _ process: Int32, _ field: String, _ message: String) {
    mismatchCount += 1
    if firstMismatch.map({ event < $0.event }) ?? true {
      firstMismatch = Mismatch(
        event: event, device: world.vocabulary.processes[process], field: field, message: message)
    }
  }
}
