/// One thing that happened in a session, as the domain sees it; the line on disk is its wire form.
public struct Event: Sendable {
  /// When, by the device's own clock, which may run backwards.
  public var at: Instant
  /// Where: a device, or a device and a process of it (`watch/widget`).
  public var device: DeviceName
  /// What happened.
  public var action: Action

  /// The event `action` on `device` at `at`.
  public init(at: Instant, device: DeviceName, action: Action) {
    self.at = at
    self.device = device
    self.action = action
  }
}

/// What an event says, with the fields of its kind (`LineFormat.md` has the table).
public enum Action: Sendable {
  case storeLoaded(store: StoreName, values: ValueDictionary)
  case storeRegister(values: ValueDictionary)
  case storeSet(store: StoreName, key: String, value: Value)
  case storeRemove(store: StoreName, key: String)
  case storeCleared(store: StoreName, by: String, keys: [String])
  case storeApplied(store: StoreName, by: String, values: ValueDictionary)
  /// `value` nil: the key read as absent.
  case storeRead(store: StoreName, key: String, value: Value?)
  /// `answer` nil: unknown.
  case entitlementRead(rule: String, answer: Bool?)
  case ruleRead(rule: String, answer: Bool?)
  case messageSent(SentMessage)
  case messageReceived(ReceivedMessage)
  case messageFailed(message: String, error: String)
  case deviceInstalled(version: String?, policy: String?)
  case deviceLaunched(version: String?, policy: String?)
  case deviceUpdated(version: String?, policy: String?)
  case deviceCrashed
  case deviceUninstalled
  case deviceLocked
  case deviceUnlocked
  /// `account` nil: signed out.
  case deviceAccount(account: String?)
  case recorderDropped(count: Int64)
  case note(text: String)
  /// An event of a kind that this format does not know, by its word.
  case unknown(kind: String)

  /// The kind of the action.
  public var kind: EventKind {
    switch self {
    case .storeLoaded: .storeLoaded
    case .storeRegister: .storeRegister
    case .storeSet: .storeSet
    case .storeRemove: .storeRemove
    case .storeCleared: .storeCleared
    case .storeApplied: .storeApplied
    case .storeRead: .storeRead
    case .entitlementRead: .entitlementRead
    case .ruleRead: .ruleRead
    case .messageSent: .messageSent
    case .messageReceived: .messageReceived
    case .messageFailed: .messageFailed
    case .deviceInstalled: .deviceInstalled
    case .deviceLaunched: .deviceLaunched
    case .deviceUpdated: .deviceUpdated
    case .deviceCrashed: .deviceCrashed
    case .deviceUninstalled: .deviceUninstalled
    case .deviceLocked: .deviceLocked
    case .deviceUnlocked: .deviceUnlocked
    case .deviceAccount: .deviceAccount
    case .recorderDropped: .recorderDropped
    case .note: .note
    case .unknown: .unknown
    }
  }
}

/// An attempt to send, and what the rule made of it.
public struct SentMessage: Sendable {
  /// The message's id, unique in a recording.
  public var message: String
  /// How it travels.
  public var channel: Channel
  /// The device it goes to; `cloud` for a push.
  public var to: DeviceName
  /// The key of the key-value store, for a push.
  public var key: String?
  /// Why nothing was sent; nil where it was. An outcome.
  public var suppressed: Suppression?
  /// What it carries; nil in a scenario and where nothing was made. An outcome.
  public var payload: Value?

  /// An attempt; outcomes are nil in a scenario.
  public init(
    message: String, channel: Channel, to: DeviceName, key: String? = nil,
    suppressed: Suppression? = nil, payload: Value? = nil
  ) {
    self.message = message
    self.channel = channel
    self.to = to
    self.key = key
    self.suppressed = suppressed
    self.payload = payload
  }
}

/// A receipt or a pull, and what the rule made of it.
public struct ReceivedMessage: Sendable {
  /// The message's id; `none` for a pull that got nothing, nil for one that got what the cloud
  /// holds.
  public var message: String?
  /// How it came.
  public var channel: Channel
  /// The key of the key-value store, for a pull of another key than `notInterested`.
  public var key: String?
  /// Why the platform handed it over (`server`, `initial`, `account`); only informs.
  public var reason: String?
  /// Whether the process died between the two halves of applying it.
  public var isInterrupted: Bool
  /// Why nothing was applied; nil where it was. An outcome.
  public var suppressed: Suppression?
  /// What it carried, where the sender's recording is missing.
  public var payload: Value?

  /// A receipt; outcomes are nil in a scenario.
  public init(
    message: String?, channel: Channel, key: String? = nil, reason: String? = nil,
    isInterrupted: Bool = false, suppressed: Suppression? = nil, payload: Value? = nil
  ) {
    self.message = message
    self.channel = channel
    self.key = key
    self.reason = reason
    self.isInterrupted = isInterrupted
    self.suppressed = suppressed
    self.payload = payload
  }
}

/// The way a message travels.
public enum Channel: String, Sendable, CaseIterable {
  case context, userInfo, complication, message, kvs

  /// Whether a newer message replaces an older one that still waits.
  public var isSlot: Bool { self == .context || self == .kvs }
}

/// Why a rule sent or applied nothing.
public enum Suppression: String, Sendable, CaseIterable {
  case equal, gate, pullFirst, unchanged, undecodable, locked, older
}
