public import ReelEvents
import ReelPolicies

/// A settings key whose stored value an event changed.
public struct CellChange: Sendable, Equatable, BitwiseCopyable {
  /// The key.
  public var key: Int32
  /// The value before; 0 = absent.
  public var old: Int32
  /// The value after; 0 = absent.
  public var new: Int32
  /// Who had written the old state.
  public var oldWriter: Writer
}

/// An item that entered or left a list.
public struct ListChange: Sendable, Equatable {
  /// The item's id.
  public var id: String
  /// Whether it is in the list now.
  public var isListed: Bool
}

/// What a rule made of one event.
public struct Outcome {
  /// What a receipt or a pull handed over.
  public enum Handed: Equatable, Sendable {
    case nothing
    /// A message of this world, by its position.
    case message(Int)
    /// What the recording says, because the sender's recording is missing.
    case foreign
    /// What the cloud held by the outside world's doing.
    case outside
  }

  /// Whether the outcome hangs on something the recording does not tell.
  public var isUndecided = false
  /// The settings that were to be sent.
  public var settings: SharedPayload? { sent?.takeUnretainedValue() }
  /// The same, uncounted: a message keeps what is lent here until the next step, which forgets it
  /// first.
  @usableFromInline var sent: Unmanaged<SharedPayload>?
  /// The number of the settings before them on the same way, where those have the same keys; 0
  /// where nothing is known of that.
  @usableFromInline var sentBefore: Int64 = 0
  /// The settings that were applied.
  @usableFromInline var lentApplied: Unmanaged<SharedPayload>?
  /// The blob that was pushed.
  public var blob: Value?
  /// Its size as canonical text, in bytes; means nothing without a blob.
  public var blobBytes: Int64 = 0
  /// Why nothing was sent or applied.
  public var suppressed: Suppression?
  /// The error that the platform gave for the payload.
  public var failure: String?
  /// How the payload stands to the limit of its channel.
  public var load = PayloadLoad.small
  /// What the cloud holds with the push, in bytes of text.
  public var cloudSize: Int64 = 0
  /// What a receipt handed over.
  public var handed = Handed.nothing
  /// What the cloud held when a push arrived.
  public var cloudBefore: CloudSlot?
  /// Whether the recording knows that the push did not arrive.
  public var isKnownToFail = false
  /// The blob that a pull brought.
  public var pulled: Value?
  /// The settings that were applied; nil where none were.
  public var applied: SharedPayload? { lentApplied?.takeUnretainedValue() }
  /// Whether the message applied before on the device is known to have had the same keys.
  public var hasKeysOfLastApply = false
  /// Whether the process died between the halves of applying them.
  public var isCutShort = false
  /// Who received a message.
  public var receiver: Int32 = -1
  /// The list that `listChanges` speaks of; -1 = none.
  public var list: Int32 = -1
  /// The items that entered or left the list on the event's device, in order.
  public var listChanges: [ListChange] = []
  /// What a key read as; 0 = absent.
  public var value: Int32 = 0
  /// The answer of a rule; nil = unknown.
  public var answer: Bool?
  /// Whether the answer would have been yes had every absent key of the rule been stored false.
  public var answerIfAbsentWereFalse: Bool?
  /// Whether the gate to the cloud opened.
  public var gateOpened = false
  /// Whether the device went over to another account.
  public var accountChanged = false

  /// No outcome.
  public init() {}

  /// Makes ready for the next event. What only messages and lists fill in is gone through only
  /// after one of those.
  mutating func reset(after event: EventKind) {
    isUndecided = false
    value = 0
    answer = nil
    answerIfAbsentWereFalse = nil
    gateOpened = false
    if list >= 0 || !event.fillsCellsOnly { resetOthers() }
  }

  private mutating func resetOthers() {
    sent = nil
    sentBefore = 0
    lentApplied = nil
    hasKeysOfLastApply = false
    if failure != nil { failure = nil }
    suppressed = nil
    load = .small
    handed = .nothing
    receiver = -1
    accountChanged = false
    if list >= 0 || cloudBefore != nil { resetList() }
  }

  private mutating func resetList() {
    blob = nil
    cloudSize = 0
    cloudBefore = nil
    isKnownToFail = false
    pulled = nil
    list = -1
    listChanges.empty()
  }
}

extension EventKind {
  /// Whether such an event comes to no more than changed cells, a value or an answer, where it is
  /// not about a list.
  fileprivate var fillsCellsOnly: Bool {
    switch self {
    case .messageSent, .messageReceived, .messageFailed, .deviceAccount: false
    case .storeSet, .storeRemove, .storeRead, .entitlementRead, .ruleRead, .storeLoaded,
      .storeRegister, .storeCleared, .storeApplied, .deviceInstalled, .deviceLaunched,
      .deviceUpdated, .deviceCrashed, .deviceUninstalled, .deviceLocked, .deviceUnlocked,
      .recorderDropped, .note, .unknown:
      true
    }
  }
}
