public import ReelEvents
import ReelPolicies

/// What the last step came to, field by field, for those who look after every event: reading one
/// field copies none of the others, as `outcome` does.
extension World {
  /// Whether the outcome hangs on something the recording does not tell.
  @inlinable public var isUndecided: Bool { lastOutcome.isUndecided }
  /// The settings keys whose stored value changed on the event's device, ascending; until the next
  /// step.
  public var changes: UnsafeBufferPointer<CellChange> { changed.values }
  /// Whether a settings store was ever as large as to warn of it.
  @inlinable public var hasMetLargeStore: Bool { metLargeStore }
  /// The list that was spoken of; -1 = none.
  @inlinable public var changedList: Int32 { lastOutcome.list }
  /// What a key read as; 0 = absent.
  @inlinable public var readValue: Int32 { lastOutcome.value }
  /// The answer of a rule; nil = unknown.
  @inlinable public var givenAnswer: Bool? { lastOutcome.answer }
  /// Whether the gate to the cloud opened.
  @inlinable public var hasGateOpened: Bool { lastOutcome.gateOpened }
  /// The settings that were to be sent.
  @inlinable public var sentSettings: SharedPayload? { lastOutcome.sent?.takeUnretainedValue() }
  /// Their number; 0 where there are none.
  @inlinable public var sentNumber: Int64 { lastOutcome.sent?.use { $0.number } ?? 0 }
  /// The number of the settings before them on the same way, where those have the same keys; 0
  /// where nothing is known of that.
  @inlinable public var sentBeforeNumber: Int64 { lastOutcome.sentBefore }
  /// Where the settings to be sent differ from those before, as indices of their keys; that means
  /// nothing where `sentBeforeNumber` is 0, and they are gone with the next step.
  public var changedPlaces: UnsafeBufferPointer<Int32> { places.values }
  /// Calls `body` with the keys of the settings to be sent and their values; not at all where there
  /// are none.
  @inlinable public func withSentMembers(
    _ body: (_ keys: UnsafeBufferPointer<Int32>, _ values: UnsafeBufferPointer<Int32>) -> Void
  ) {
    lastOutcome.sent?.use { $0.withMembers(body) }
  }
  /// Whether there are settings to be sent.
  @inlinable public var hasSentSettings: Bool { lastOutcome.sent != nil }
  /// The size of the settings to be sent as canonical text, in bytes; nil where there are none.
  @inlinable public var sentTextSize: Int64? { lastOutcome.sent?.use { $0.textSize } }
  /// Why nothing was sent or applied.
  @inlinable public var suppressed: Suppression? { lastOutcome.suppressed }
  /// The error that the platform gave for the payload.
  @inlinable public var failure: String? { lastOutcome.failure }
  /// How the payload stands to the limit of its channel.
  @inlinable public var load: PayloadLoad { lastOutcome.load }
  /// The size of the payload in bytes of a binary property list, or on `kvs` of what the cloud
  /// holds with it. Complexity: O(size) when first asked for.
  public var payloadSize: Int64 {
    lastOutcome.sent?.use { vocabulary.propertyListSize(of: $0) } ?? lastOutcome.cloudSize
  }
  /// What a receipt or a pull handed over.
  @inlinable public var handed: Outcome.Handed { lastOutcome.handed }
  /// Whether a message was applied.
  @inlinable public var hasEffect: Bool { lastOutcome.lentApplied != nil }
  /// The settings that were applied; nil where none were.
  @inlinable public var appliedSettings: SharedPayload? {
    lastOutcome.lentApplied?.takeUnretainedValue()
  }
  /// Whether something rides along with the settings that were applied.
  public var hasAppliedRiders: Bool { lastOutcome.lentApplied?.use { $0.form.hasRiders } ?? false }
  /// Whether the message applied before on the device is known to have had the same keys.
  @inlinable public var hasKeysOfLastApply: Bool { lastOutcome.hasKeysOfLastApply }
  /// The answer had every absent key of the rule been stored false; nil where that was not asked.
  @inlinable public var answerIfAbsentWereFalse: Bool? { lastOutcome.answerIfAbsentWereFalse }

  /// The settings that are in force on the way from `sender` to `receiver`: the last context that
  /// was sent there; nil where there is none.
  public func contextInForce(from sender: Int32, to receiver: Int32) -> MessageState? {
    hasMet(sender) ? link(sender, receiver).use { $0.context }.flatMap { ledger[$0] } : nil
  }

  /// The message at `position`; nil if it was let go.
  public func message(at position: Int) -> MessageState? { ledger[position] }
  /// The position of the message sent last.
  public var sentPosition: Int { ledger.next - 1 }
  /// What stands on the message that a receipt handed over, if it is one of this world's.
  public var handedPostmark: Postmark? {
    guard case .message(let position) = lastOutcome.handed else { return nil }
    return postmark(at: position)
  }
  /// What stands on the message at `position`; nil if it was let go.
  public func postmark(at position: Int) -> Postmark? { ledger.postmark(at: position) }
  /// Whether a device's rule applies whatever it receives.
  public func acceptsAll(_ device: Int32) -> Bool {
    met(device)?.use { $0.acceptsAll } ?? false
  }
  /// Whether a device stores a key and its rule does not send it.
  public func keepsToItself(_ key: Int32, on device: Int32) -> Bool {
    met(device)?.use { $0.keepsToItself(key) } ?? false
  }
  /// The message that a receipt handed over, if it is one of this world's.
  public var handedMessage: MessageState? {
    guard case .message(let position) = lastOutcome.handed else { return nil }
    return ledger[position]
  }
}
