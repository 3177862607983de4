import ReelSeams

/// A set in step with the cloud: the one on this device, decorated.
///
/// It pulls and merges when it is made and when something changed elsewhere, and pushes after every
/// edit and every pull; what of that comes to pass the rule decides.
final class CloudSet<ID: ItemID>: SetStore, @unchecked Sendable {
  // Unchecked: the store object is touched in steps of the witness only, which wait for each other.

  private let local: LocalSet<ID>
  private let cloud: any NoticingCloud
  private let door: CloudDoor
  private var observation: AnyObject?

  /// Layers the cloud behind `door` over `local`. Everything is kept alive that the set needs.
  init(_ local: LocalSet<ID>, through door: CloudDoor) {
    self.local = local
    self.door = door
    cloud = door.open()
    observation = cloud.notices { [weak self] in self?.take($0) }
  }

  @discardableResult func insert(_ id: ID) throws -> Bool {
    try local.witness.asOneStep { _ in
      guard try local.insert(id) else { return false }
      pushOrReport()
      return true
    }
  }

  @discardableResult func remove(_ id: ID) throws -> Bool {
    try local.witness.asOneStep { _ in
      guard try local.remove(id) else { return false }
      pushOrReport()
      return true
    }
  }

  func contains(_ id: ID) -> Bool { local.contains(id) }

  var all: [ID] { local.all }

  var changes: AsyncStream<[ID]> { local.changes(keeping: self) }

  /// Pulls, merges and pushes.
  func refresh(reason: String? = nil) throws {
    try local.witness.asOneStep { _ in
      cloud.synchronize()
      try local.accountIs(door.account())
      try local.pull(cloud.object(forKey: local.name.key), reason: reason)
      try push()
    }
  }

  private func push() throws {
    if let text = try local.takePush() { cloud.set(text, forKey: local.name.key) }
  }

  /// After an edit that is kept already: a push that fails is no failure of the edit.
  private func pushOrReport() {
    do { try push() } catch { door.report(error) }
  }

  private func take(_ notice: CloudNotice) {
    do {
      try local.witness.asOneStep { _ in
        guard local.mayReachCloud else { return }
        switch notice.reason {
        case .quota: if notice.concerns(local.name.key) { try local.pushFailed("quota") }
        case .account: try refresh(reason: notice.reason.name)
        case .server, .initial:
          if notice.concerns(local.name.key) { try refresh(reason: notice.reason.name) }
        }
      }
    } catch {
      door.report(error)
    }
  }
}
