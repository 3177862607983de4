import ReelEvents
import ReelFoundation
import ReelSeams

/// The key-value cloud and the devices' daemons in one process, on a clock that its owner moves;
/// for one thread at a time.
///
/// Nothing travels by itself: what is due moves in `settle` and `advance`, devices in the order in
/// which they came.
public final class SimulatedCloud: @unchecked Sendable {
  // Unchecked: for one thread at a time.

  /// The clock that delays go by.
  public let clock: ManualClock
  private let rules: CloudRules
  private var server = CloudServer()
  private var seats: [Seat] = []

  /// What the cloud keeps of a device: like a daemon it lives on when the app's store object goes.
  private final class Seat {
    var agent: CloudAgent
    var isOnline = true
    var hasAsked = false
    var misuses: [String] = []
    var waiting: [CloudNotice] = []
    let board = NoticeBoard()

    init(_ agent: CloudAgent) { self.agent = agent }
  }

  /// A cloud that holds nothing.
  public init(_ rules: CloudRules = CloudRules(), clock: ManualClock = ManualClock()) {
    self.rules = rules
    self.clock = clock
  }

  /// The store of a new installation of the app on a device.
  /// - Parameters:
  ///   - account: whom the device is signed in to; nil = nobody.
  ///   - isEntitled: whether the app may use the key-value store at all.
  public func install(
    on device: String, account: String?, isEntitled: Bool = true
  ) -> any CloudDevice {
    let seat = Seat(
      CloudAgent(
        device: "\(device)#\(seats.count)", account: account, isEntitled: isEntitled, rules: rules))
    seats.append(seat)
    return Device(cloud: self, seat: seat)
  }

  /// Moves everything that is due by now, and what follows from it.
  public func settle() {
    var roundsLeft = Self.roundsMax
    while moveWhatIsDue() {
      roundsLeft -= 1
      precondition(roundsLeft > 0, "devices keep each other writing")
    }
  }

  /// Lets time pass, with everything moved when it is due.
  public func advance(milliseconds: Int64) {
    let end = now + milliseconds
    settle()
    while let next = seats.filter(\.isOnline).compactMap(\.agent.due).min(), next <= end {
      clock.advance(milliseconds: next - now)
      settle()
    }
    clock.advance(milliseconds: end - now)
  }

  /// More than any exchange between devices that ever comes to rest.
  private static let roundsMax = 10_000

  private var now: Int64 { clock.now().milliseconds }

  private func moveWhatIsDue() -> Bool {
    var didMove = false
    for seat in seats {
      if moveDown(seat) || moveUp(seat) { didMove = true }
    }
    for seat in seats {
      let notices = seat.waiting
      seat.waiting = []
      for notice in notices { seat.board.post(notice) }
      if !notices.isEmpty { didMove = true }
    }
    return didMove
  }

  /// Asks for the account's values, and takes them in when they are due.
  private func moveDown(_ seat: Seat) -> Bool {
    guard seat.isOnline, seat.agent.isEntitled, !seat.agent.isUp, let account = seat.agent.account
    else { return false }
    if !seat.hasAsked {
      seat.hasAsked = true
      tell(seat, server.greeting(device: seat.agent.device, account: account, rules))
      return true
    }
    seat.waiting += seat.agent.takeDownload(at: now)
    return seat.agent.isUp
  }

  private func moveUp(_ seat: Seat) -> Bool {
    guard seat.isOnline, let account = seat.agent.account,
      let upload = seat.agent.takeUpload(at: now)
    else { return false }
    let (reply, changed) = server.answer(
      upload, from: seat.agent.device, account: account, rules, keeping: { _ in })
    tell(seat, reply)
    if changed.isEmpty { return true }
    for other in seats where other !== seat && other.isOnline && other.agent.account == account {
      tell(other, .changed(changed))
    }
    return true
  }

  private func tell(_ seat: Seat, _ reply: CloudReply) {
    seat.waiting += seat.agent.receive(reply, at: now)
  }
}

extension SimulatedCloud {
  /// The store object of an app.
  private final class Device: CloudDevice, @unchecked Sendable {
    private let cloud: SimulatedCloud
    private let seat: Seat

    init(cloud: SimulatedCloud, seat: Seat) {
      self.cloud = cloud
      self.seat = seat
    }

    func object(forKey key: String) -> Any? { seat.agent.value(of: key)?.propertyList }

    func set(_ object: Any?, forKey key: String) {
      guard let object else { return removeObject(forKey: key) }
      guard let value = Value(propertyList: object) else {
        seat.misuses.append("a value of a type that no property list has")
        return
      }
      write(value, to: key)
    }

    func removeObject(forKey key: String) { write(nil, to: key) }

    private func write(_ value: Value?, to key: String) {
      switch seat.agent.write(value, to: key, at: cloud.now) {
      case .taken: break
      case .overQuota(let notice): seat.waiting.append(notice)
      case .misuse(let sentence): seat.misuses.append(sentence)
      }
    }

    func synchronize() -> Bool { seat.agent.isEntitled }

    var dictionaryRepresentation: [String: Any] {
      var objects: [String: Any] = [:]
      for member in seat.agent.values.members { objects[member.key] = member.value.propertyList }
      return objects
    }

    func notices(_ handler: @escaping @Sendable (CloudNotice) -> Void) -> AnyObject {
      seat.board.add(handler)
    }

    func changeAccount(to account: String?) {
      seat.hasAsked = false
      seat.waiting += seat.agent.changeAccount(to: account)
    }

    func setOnline(_ isOnline: Bool) {
      seat.isOnline = isOnline
      seat.hasAsked = false
      if !isOnline { seat.agent.disconnect() }
    }

    var misuses: [String] { seat.misuses }
  }
}
