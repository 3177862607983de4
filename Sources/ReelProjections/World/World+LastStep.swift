public import ReelEvents
import ReelPolicies

/// What the last step came to, field by field, for those who look after every event: reading one
/// field copies none of the others, as `outcome` does.
extension World {
  /// Whether the outcome hangs on something the recording does not tell.
  @inlinable public var isUndecided: Bool { lastOutcome.isUndecided }
  /// The keys whose stored value changed, ascending.
  @inlinable public var changes: [CellChange] { _read { yield lastOutcome.changes } }
  /// The list that was spoken of; -1 = none.
  @inlinable public var changedList: Int32 { lastOutcome.list }
  /// What a key read as; 0 = absent.
  @inlinable public var readValue: Int32 { lastOutcome.value }
  /// The answer of a rule; nil = unknown.
  @inlinable public var givenAnswer: Bool? { lastOutcome.answer }
  /// Whether the gate to the cloud opened.
  @inlinable public var hasGateOpened: Bool { lastOutcome.gateOpened }
  /// The settings that were to be sent.
  @inlinable public var sentSettings: SharedPayload? { lastOutcome.settings }
  /// The settings before them on the same way, where those have the same keys; nil where nothing is
  /// known of that.
  @inlinable public var settingsBefore: SharedPayload? { lastOutcome.settingsBefore }
  /// Calls `body` with where the settings to be sent differ from those before, as indices of their
  /// keys; that means nothing where `settingsBefore` is nil.
  public func withChangedPlaces(_ body: (UnsafeBufferPointer<Int32>) -> Void) {
    body(places.values)
  }
  /// Why nothing was sent or applied.
  @inlinable public var suppressed: Suppression? { lastOutcome.suppressed }
  /// The error that the platform gave for the payload.
  @inlinable public var failure: String? { lastOutcome.failure }
  /// How the payload stands to the limit of its channel.
  @inlinable public var load: PayloadLoad { lastOutcome.load }
  /// The size of the payload in bytes of a binary property list, or on `kvs` of what the cloud
  /// holds with it. Complexity: O(size) when first asked for.
  public var payloadSize: Int64 {
    lastOutcome.settings.map { vocabulary.propertyListSize(of: $0) } ?? lastOutcome.cloudSize
  }
  /// What a receipt or a pull handed over.
  @inlinable public var handed: Outcome.Handed { lastOutcome.handed }
  /// Whether a message was applied.
  @inlinable public var hasEffect: Bool { lastOutcome.applied != nil }

  /// The settings that are in force on the way from `sender` to `receiver`: the last context that
  /// was sent there; nil where there is none.
  public func contextInForce(from sender: Int32, to receiver: Int32) -> MessageState? {
    hasMet(sender) ? link(sender, receiver).use { $0.context }.flatMap { ledger[$0] } : nil
  }

  /// The message at `position`; nil if it was let go.
  public func message(at position: Int) -> MessageState? { ledger[position] }
  /// The message that a receipt handed over, if it is one of this world's.
  public var handedMessage: MessageState? {
    guard case .message(let position) = lastOutcome.handed else { return nil }
    return ledger[position]
  }
}
