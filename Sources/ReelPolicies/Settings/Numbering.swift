/// What a sender remembers of earlier sends to one receiver; an install starts it anew.
public struct SenderMemory: Sendable, Equatable {
  /// The keys of earlier payloads that were missing from a later one, ascending.
  public var removed: [Int32] = []
  /// The keys of the last payload, ascending.
  public var sent: [Int32] = []
  /// The number of the last numbered message.
  public var lastNumber: Int64?
  /// What the installation is told by: the first number since the install, or one more than the
  /// installation before it was told by.
  public var installation: Int64?
  /// What the installation before it was told by, where somebody knows.
  private var installationBefore: Int64?

  /// A memory of nothing.
  public init() {}

  /// The memory of a new installation, after one that had the memory `last`: it is told from that
  /// one even where the clock stands still. A device itself knows nothing of the one before.
  public init(after last: SenderMemory) {
    installationBefore = last.installation ?? last.installationBefore
  }

  /// Notes that a payload of `keys` is sent: those sent before and not now, under whatever rule
  /// they were sent, are removed.
  mutating func note(sending keys: [Int32]) {
    if sent == keys { return }
    removed = Set(removed).union(sent).subtracting(keys).sorted()
    sent = keys
  }

  /// Takes `keys` in place of an equal list of keys, so that the two are soon found the same.
  public mutating func share(_ keys: [Int32]) {
    if sent == keys { sent = keys }
  }

  /// The next number: at least the clock, and more than the last one.
  mutating func nextNumber(clock: Int64) -> (number: Int64, installation: Int64) {
    let number = lastNumber.map { max(clock, $0 + 1) } ?? clock
    lastNumber = number
    let first = installation ?? max(number, installationBefore.map { $0 + 1 } ?? number)
    installation = first
    return (number, first)
  }
}

/// What a receiver remembers of one sender's numbered messages; its own install starts it anew.
public struct ReceiverMemory: Sendable, Equatable {
  /// The first number of the sender's installation that was heard last.
  public var installation: Int64?
  /// The number of the last message that was applied.
  public var lastNumber: Int64?
  /// The installations of the sender before that one, the latest `earlierInstallationsMax`.
  public var earlierInstallations: [Int64] = []

  /// How many earlier installations are remembered: far more than messages of them can be under
  /// way.
  public static let earlierInstallationsMax = 64

  /// A memory of nothing: the next message is admitted.
  public init() {}

  /// Whether `payload` is to be applied; one that is older than the last is not.
  ///
  /// A message that carries no number is always applied. The first message of an installation of
  /// the sender that was not met before is applied whatever its number.
  public mutating func admits(_ payload: SettingsPayload) -> Bool {
    guard let number = payload.number else { return true }
    let sender = payload.installation ?? number
    if sender == installation {
      if let last = lastNumber, number < last { return false }
    } else {
      if earlierInstallations.contains(sender) { return false }
      if let installation { earlierInstallations.append(installation) }
      if earlierInstallations.count > Self.earlierInstallationsMax {
        earlierInstallations.removeFirst()
      }
      installation = sender
    }
    lastNumber = number
    return true
  }
}
