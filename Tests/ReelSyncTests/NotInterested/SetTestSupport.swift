import ReelEvents
import ReelPolicies
import ReelSeams
import ReelSimulation

@testable import ReelSync

/// A witness that keeps what it is told, on a clock that the test moves.
final class KeepingWitness: SyncWitness, @unchecked Sendable {
  let clock: any WallClock
  private(set) var events: [Event] = []
  private var count = 0

  init(_ clock: any WallClock) { self.clock = clock }

  var actions: [Action] { events.map(\.action) }

  /// What happened, a word or a few each.
  var words: [String] {
    actions.map { action in
      switch action {
      case .storeSet(_, let key, _): "set \(key)"
      case .storeRemove(_, let key): "remove \(key)"
      case .storeCleared(_, _, let keys): "cleared \(keys.joined(separator: " "))"
      case .storeApplied(_, _, let values):
        "applied \(values.members.map(\.key).joined(separator: " "))"
      case .entitlementRead(_, let answer): "pro \(answer.map { "\($0)" } ?? "unknown")"
      case .messageSent(let message): "push \(message.suppressed?.rawValue ?? message.message)"
      case .messageReceived(let message):
        "pull \(message.suppressed?.rawValue ?? message.message ?? "")"
      case .messageFailed(let message, let error): "failed \(message) \(error)"
      case .deviceAccount(let account): "account \(account ?? "none")"
      default: action.kind.name
      }
    }
  }

  func asOneStep<Result>(_ body: (Instant) throws -> Result) rethrows -> Result {
    try body(clock.now())
  }

  func record(_ action: Action) {
    events.append(Event(at: clock.now(), device: DeviceName("phone"), action: action))
  }

  func takeOn(_ content: @escaping () -> [Action]) { for action in content() { record(action) } }

  func nextMessage() -> String {
    count += 1
    return "p\(count)"
  }

  func nextForeignMessage() -> String {
    count += 1
    return "?\(count)"
  }

  func heldBack(_ channel: Channel, to device: DeviceName, because reason: Suppression) {}
  func received(_ payload: [String: Any], over channel: Channel, suppressed: Suppression?) {}
}

/// A cloud store that keeps every touch of it.
final class TouchedCloud: NoticingCloud, @unchecked Sendable {
  private let store: any CloudDevice
  private let touches: Touches

  init(_ store: any CloudDevice, _ touches: Touches) {
    self.store = store
    self.touches = touches
    touches.add("made")
  }

  func object(forKey key: String) -> Any? {
    touches.add("object")
    return store.object(forKey: key)
  }

  func set(_ value: Any?, forKey key: String) {
    touches.add("set")
    store.set(value, forKey: key)
  }

  func removeObject(forKey key: String) {
    touches.add("remove")
    store.removeObject(forKey: key)
  }

  func synchronize() -> Bool {
    touches.add("synchronize")
    return store.synchronize()
  }

  var dictionaryRepresentation: [String: Any] {
    touches.add("dictionary")
    return store.dictionaryRepresentation
  }

  func notices(_ handler: @escaping @Sendable (CloudNotice) -> Void) -> AnyObject {
    touches.add("notices")
    return Watch(store.notices(handler)) { [touches] in touches.add("no notices") }
  }

  private final class Watch {
    let inner: AnyObject
    let onEnd: () -> Void

    init(_ inner: AnyObject, onEnd: @escaping () -> Void) {
      self.inner = inner
      self.onEnd = onEnd
    }

    deinit { onEnd() }
  }
}

/// What was done to a cloud store, in order.
final class Touches: @unchecked Sendable {
  private(set) var words: [String] = []

  func add(_ word: String) { words.append(word) }

  /// What was done since the last time this was asked.
  func take() -> [String] {
    defer { words = [] }
    return words
  }
}

/// A user's device with the app on it, in a cloud of ours.
final class TestDevice<ID: ItemID>: @unchecked Sendable {
  let cloud: SimulatedCloud
  let store: any CloudDevice
  let witness: KeepingWitness
  let touches = Touches()
  var storage: MemoryLogStorage
  let name: SetName<ID>
  let policy: DismissalPolicy
  /// Whom the device is signed in to.
  private(set) var account: String?
  private(set) var set: ProSet<ID>
  private(set) var local: LocalSet<ID>
  var errors: [any Error] = []

  init(
    _ device: String, in cloud: SimulatedCloud, set name: SetName<ID>,
    policy: DismissalPolicy = BuiltInPolicies.tombstones, skewMilliseconds: Int64 = 0
  ) throws {
    self.cloud = cloud
    self.name = name
    self.policy = policy
    account = "u1"
    store = cloud.install(on: device, account: "u1")
    storage = MemoryLogStorage()
    witness = KeepingWitness(cloud.clock.ahead(milliseconds: skewMilliseconds))
    local = try LocalSet(name, in: storage, policy: policy, witness: witness)
    set = ProSet(local, through: .shut)
    set = ProSet(local, through: door)
  }

  private var door: CloudDoor {
    CloudDoor(
      open: { [store, touches] in TouchedCloud(store, touches) },
      account: { [weak self] in
        self?.touches.add("account")
        return self?.account
      },
      report: { [weak self] in self?.errors.append($0) })
  }

  /// The app ends and starts again.
  func relaunch() throws {
    set = ProSet(local, through: .shut)
    local = try LocalSet(name, in: storage, policy: policy, witness: witness)
    set = ProSet(local, through: door)
  }

  func use(account: String?) {
    self.account = account
    store.changeAccount(to: account)
    cloud.settle()
  }

  /// The blob that the device's copy of the cloud holds.
  var blob: String? { store.object(forKey: name.key) as? String }

  var ids: [String] { self.set.all.map(\.rawValue) }
}

extension CloudDoor {
  /// A door that nobody may open.
  static var shut: CloudDoor {
    CloudDoor(
      open: { preconditionFailure("the cloud is not to be touched") }, account: { nil },
      report: { _ in })
  }
}

extension TestDevice<AlbumID> {
  convenience init(
    _ device: String, in cloud: SimulatedCloud,
    policy: DismissalPolicy = BuiltInPolicies.tombstones, skewMilliseconds: Int64 = 0
  ) throws {
    try self.init(
      device, in: cloud, set: .notInterested, policy: policy, skewMilliseconds: skewMilliseconds)
  }

  /// The user dismisses an album, and what follows is carried out.
  func dismiss(_ album: String) throws {
    cloud.clock.advance(milliseconds: 1000)
    try set.dismiss(AlbumID(rawValue: album))
    cloud.settle()
  }

  func undo(_ album: String) throws {
    cloud.clock.advance(milliseconds: 1000)
    try set.undo(AlbumID(rawValue: album))
    cloud.settle()
  }

  func answer(_ pro: Bool?) throws {
    cloud.clock.advance(milliseconds: 1000)
    try set.proAnswered(pro)
    cloud.settle()
  }
}
