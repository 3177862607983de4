import Foundation
public import ReelSeams

/// The way to the cloud, for a set that may take it.
public struct CloudDoor: Sendable {
  /// Makes the store object; not called before the gate is open.
  public var open: @Sendable () -> any NoticingCloud
  /// The account that the device is signed in to, by any name that stays the same; nil = none. Not
  /// called while the gate is shut.
  public var account: @Sendable () -> String?
  /// Told of an error that nobody waits for: the set could not keep what came from the cloud.
  public var report: @Sendable (any Error) -> Void

  /// The way to the store that `open` makes.
  public init(
    open: @escaping @Sendable () -> any NoticingCloud,
    account: @escaping @Sendable () -> String?, report: @escaping @Sendable (any Error) -> Void
  ) {
    self.open = open
    self.account = account
    self.report = report
  }
}

/// A set that is in step with the cloud for Pro users and on this device only for all others.
///
/// This is what an app makes one of and hands on as `any SetStore`. Pro may come and go while it is
/// in use: nothing is lost, and while Pro is not known to be had the cloud is not touched.
public final class ProSet<ID: ItemID>: SetStore, @unchecked Sendable {
  // Unchecked: everything that changes is touched in steps of the witness only.

  private let local: LocalSet<ID>
  private let door: CloudDoor
  private var isAnswered = false
  private var synced: CloudSet<ID>?

  /// The set on this device, and the way to the cloud. The cloud is not touched before
  /// `proAnswered`.
  public init(_ local: LocalSet<ID>, through door: CloudDoor) {
    self.local = local
    self.door = door
  }

  /// The one place where Pro decides: the set on this device, or the same in step with the cloud.
  private func choose() {
    if local.mayReachCloud {
      synced = synced ?? CloudSet(local, through: door)
    } else {
      synced = nil
    }
  }

  /// Whether the user has Pro; nil = not known. To be called at launch and whenever it is asked.
  /// - Throws: what the storage throws.
  public func proAnswered(_ answer: Bool?) throws {
    try local.witness.asOneStep { _ in
      try local.proAnswered(answer)
      isAnswered = true
      choose()
      try refresh()
    }
  }

  /// To be called when the app comes to the front: an opportunity to pull and to push.
  /// - Throws: what the storage throws.
  public func refresh() throws {
    try local.witness.asOneStep { _ in
      if let synced { return try synced.refresh() }
      guard isAnswered else { return }
      local.holdBackPull()
      try holdBackPush()
    }
  }

  /// The user adds an item; returns whether it was not in the set.
  /// - Throws: what the storage throws; then the item is not added.
  @discardableResult public func insert(_ id: ID) throws -> Bool {
    try edit { try $0.insert(id) }
  }

  /// The user takes an item out; returns whether it was in the set.
  /// - Throws: what the storage throws; then the item is not taken out.
  @discardableResult public func remove(_ id: ID) throws -> Bool {
    try edit { try $0.remove(id) }
  }

  private func edit(_ act: (any SetStore<ID>) throws -> Bool) throws -> Bool {
    try local.witness.asOneStep { _ in
      guard let synced else {
        let isChanged = try act(local)
        if isChanged && isAnswered { try holdBackPush() }
        return isChanged
      }
      return try act(synced)
    }
  }

  /// An opportunity to push is told to whoever records, even where the gate lets nothing pass.
  private func holdBackPush() throws { _ = try local.takePush() }

  /// Whether the item is in the set.
  public func contains(_ id: ID) -> Bool { local.contains(id) }

  /// The items, in the order of their ids' bytes.
  public var all: [ID] { local.all }

  /// The items now and after every change.
  public var changes: AsyncStream<[ID]> {
    // The stream keeps this object alive, and with it whatever brings changes from elsewhere.
    local.changes(keeping: self)
  }
}
