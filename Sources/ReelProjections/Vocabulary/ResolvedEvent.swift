public import ReelEvents
public import ReelPolicies

/// An event whose names are numbers of a vocabulary: what worlds are stepped by.
///
/// One object serves for a whole recording and is filled in anew for each event, since handing on a
/// reference costs nothing; whoever looks at it after its step copies what it needs.
public final class ResolvedEvent {
  /// The store that an event speaks of.
  public enum Store: Equatable, Sendable {
    case defaults
    /// A synchronised list, by its number.
    case list(Int32)
    /// The cloud's own copy.
    case kvs
  }

  /// What every event has or may have: whoever watches reads it without a check of access.
  @usableFromInline
  struct Fields {
    @usableFromInline var number: Int64 = 0
    @usableFromInline var at = Instant(microseconds: 0)
    @usableFromInline var kind = EventKind.unknown
    @usableFromInline var process: Int32 = 0
    @usableFromInline var device: Int32 = 0
    @usableFromInline var store = Store.defaults
    @usableFromInline var key: Int32 = 0
    @usableFromInline var item = ""
    @usableFromInline var value: Int32 = 0
    @usableFromInline var answer: Bool?
    @usableFromInline var message = ResolvedMessage()
  }

  @usableFromInline @exclusivity(unchecked) var fields = Fields()

  /// The event's position in the recording, from 1.
  public internal(set) var number: Int64 {
    @inlinable get { fields.number }
    set { fields.number = newValue }
  }
  /// The device's own clock.
  public internal(set) var at: Instant {
    @inlinable get { fields.at }
    set { fields.at = newValue }
  }
  /// The event's kind.
  public internal(set) var kind: EventKind {
    @inlinable get { fields.kind }
    set { fields.kind = newValue }
  }
  /// The process that the event names.
  public internal(set) var process: Int32 {
    @inlinable get { fields.process }
    set { fields.process = newValue }
  }
  /// The device that owns that process's stores.
  public internal(set) var device: Int32 {
    @inlinable get { fields.device }
    set { fields.device = newValue }
  }
  /// The store, for events that have one.
  public internal(set) var store: Store {
    @inlinable get { fields.store }
    set { fields.store = newValue }
  }
  /// The key's number, or the rule's.
  public internal(set) var key: Int32 {
    @inlinable get { fields.key }
    set { fields.key = newValue }
  }
  /// The item of a list, or the key of the cloud's own copy; for those stores instead of `key`.
  public internal(set) var item: String {
    @inlinable _read { yield fields.item }
    _modify { yield &fields.item }
  }
  /// The recorded value; 0 = absent.
  public internal(set) var value: Int32 {
    @inlinable get { fields.value }
    set { fields.value = newValue }
  }
  /// The recorded answer; nil = unknown.
  public internal(set) var answer: Bool? {
    @inlinable get { fields.answer }
    set { fields.answer = newValue }
  }
  /// The message's fields, for `message.sent` and `message.received`.
  public internal(set) var message: ResolvedMessage {
    @inlinable _read { yield fields.message }
    _modify { yield &fields.message }
  }
  /// The keys, of `store.cleared` and `store.applied`, with their values or 0 for a removal; of a
  /// list the ids.
  @exclusivity(unchecked) public internal(set) var half: ResolvedHalf?
  /// The whole event, for the rarer kinds.
  @exclusivity(unchecked) public internal(set) var action: Action?
  /// What the recording held to be in the store before a `store.loaded` said what is: the
  /// difference is what something outside changed. nil = the content as found replaces all.
  @exclusivity(unchecked) public internal(set) var loadedOver: ContiguousArray<Int32>?
  /// The policy that the recording says the device runs from this event on.
  @exclusivity(unchecked) public internal(set) var statedPolicy: Policy?

  /// Whether any of the four fields before was filled in.
  @exclusivity(unchecked) var isWhole = false

  /// An event to be filled in.
  public init() {}

  /// Empties the fields that only the rarer kinds fill in.
  func forgetRarities() {
    isWhole = false
    half = nil
    action = nil
    loadedOver = nil
    statedPolicy = nil
  }
}

/// The message of an event, with its recorded outcome.
public struct ResolvedMessage {
  /// Which message a receipt names.
  public enum Reference: Equatable, Sendable {
    /// A message whose sending is in the recording: its position among the sent ones, from 0.
    case sent(Int)
    /// A message whose sending is not in the recording.
    case foreign
    /// A pull that brought nothing.
    case nothing
    /// A pull that brought what the cloud holds.
    case cloud
  }

  /// Which message it is.
  public var reference = Reference.foreign
  /// How it travels.
  public var channel = Channel.context
  /// The device it goes to, of a sent message.
  public var to: Int32 = -1
  /// The synchronised list it is about, on the channel `kvs`; -1 otherwise.
  public var list: Int32 = -1
  /// Whether the process died between the two halves of the apply.
  public var isInterrupted = false
  /// The recorded reason why nothing was sent or applied.
  public var suppressed: Suppression?
  /// The recorded settings payload; nil where none was recorded.
  public var settings: SharedPayload?
  /// The settings before them on the same way, where those have the same keys; nil where nothing is
  /// known of that.
  public var settingsBefore: SharedPayload?
  /// Where the values of `settings` differ from those of `settingsBefore`, as indices of the keys;
  /// means nothing without the latter.
  public var places: ContiguousArray<Int32> = []
  /// The recorded payload of the channel `kvs`.
  public var blob: Value?

  /// A message to be filled in.
  public init() {}

  /// Empties what not every message fills in.
  mutating func clear() {
    to = -1
    list = -1
    if settings != nil { settings = nil }
    if settingsBefore != nil { settingsBefore = nil }
    if blob != nil { blob = nil }
  }

  /// Whether an outcome was recorded: a payload, or a reason why there is none.
  public var hasOutcome: Bool { suppressed != nil || settings != nil || blob != nil }
}

/// Half an apply, as it was recorded.
public struct ResolvedHalf {
  /// The keys, for the settings store; in the order of the line.
  public var keys: [Int32] = []
  /// The value of each key or item; 0 = removed.
  public var values: [Int32] = []
  /// The ids, for a list.
  public var items: [String] = []
}
