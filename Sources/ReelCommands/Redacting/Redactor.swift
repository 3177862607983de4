import ReelEvents
import ReelLog
import ReelPolicies

/// Puts pseudonyms in the place of what a recording tells of a person, such that its replay takes
/// the same way.
///
/// What is walked twice gives the redacted recording: the first walk notes, the second one writes.
/// What stays as it is, and why:
/// * the words of the format, of the catalog and of the platform: they are the app's own;
/// * Booleans, zero, the texts `YES` and `1`: rules read them, and their sizes differ;
/// * the form of numbers and texts, so that payloads keep their sizes.
final class Redactor {
  let pseudonyms: Pseudonyms
  let words: RedactionWords
  /// The names of devices and versions of the app that stay as they are.
  private(set) var shownDevices: Set<String> = []
  private(set) var shownVersions: Set<String> = []

  /// A redactor of a recording with the catalog `catalog`.
  init(_ catalog: Catalog) {
    words = RedactionWords(catalog)
    pseudonyms = Pseudonyms(reserved: words.all)
  }

  /// Whether a text that was drawn would be taken for something else.
  static func isMeaningful(_ text: [UInt8]) -> Bool {
    text.starts(with: "watch".utf8) || text.elementsEqual("YES".utf8)
      || text.elementsEqual("1".utf8)
  }

  /// The header to stand for `header`, of a recording called `name`.
  func header(_ header: RecordingHeader, name: String) -> RecordingHeader {
    RecordingHeader(
      name: name, recordedUnder: header.recordedUnder.map { policy($0, keepsNames: true) },
      catalog: catalog(words.catalog))
  }

  /// The event to stand for `event`.
  func event(_ event: Event) -> Event {
    Event(
      at: pseudonyms.instant(event.at), device: device(event.device), action: action(event.action))
  }

  /// The note in the place of something that cannot be understood, and so not be made safe.
  static func leftOut(_ what: String) -> Action { .note(text: "\(what) was left out here") }

  func show(device: String) { shownDevices.insert(device) }

  func show(version: String) { shownVersions.insert(version) }

  // MARK: Actions

  private func action(_ action: Action) -> Action {
    switch action {
    case .storeLoaded(let store, let values):
      .storeLoaded(store: self.store(store), values: self.values(values, in: store))
    case .storeRegister(let values):
      .storeRegister(values: self.values(values, in: .defaults))
    case .storeSet(let store, let key, let value):
      .storeSet(
        store: self.store(store), key: self.key(key, in: store),
        value: self.value(value, of: key, in: store))
    case .storeRemove(let store, let key):
      .storeRemove(store: self.store(store), key: self.key(key, in: store))
    case .storeCleared(let store, let by, let keys):
      .storeCleared(
        store: self.store(store), by: message(by), keys: keys.map { key($0, in: store) })
    case .storeApplied(let store, let by, let values):
      .storeApplied(
        store: self.store(store), by: message(by), values: self.values(values, in: store))
    case .storeRead(let store, let key, let value):
      .storeRead(
        store: self.store(store), key: self.key(key, in: store),
        value: value.map { self.value($0, of: key, in: store) })
    case .entitlementRead(let rule, let answer):
      .entitlementRead(rule: self.rule(rule), answer: answer)
    case .ruleRead(let rule, let answer): .ruleRead(rule: self.rule(rule), answer: answer)
    case .messageSent(let message): .messageSent(sent(message))
    case .messageReceived(let message): .messageReceived(received(message))
    case .messageFailed(let message, let error):
      .messageFailed(message: self.message(message), error: self.error(error))
    case .deviceInstalled(let version, let policy):
      .deviceInstalled(version: version.map(self.version), policy: policy.map(statedPolicy))
    case .deviceLaunched(let version, let policy):
      .deviceLaunched(version: version.map(self.version), policy: policy.map(statedPolicy))
    case .deviceUpdated(let version, let policy):
      .deviceUpdated(version: version.map(self.version), policy: policy.map(statedPolicy))
    case .deviceAccount(let account): .deviceAccount(account: account.map(self.account))
    case .note(let text): .note(text: pseudonyms.text(text))
    case .unknown: Self.leftOut("an event of a kind that is not known")
    case .deviceCrashed, .deviceUninstalled, .deviceLocked, .deviceUnlocked, .recorderDropped:
      action
    }
  }

  private func sent(_ message: SentMessage) -> SentMessage {
    SentMessage(
      message: self.message(message.message), channel: message.channel, to: device(message.to),
      key: message.key.map(list), suppressed: message.suppressed,
      payload: message.payload.map { payload($0, message.channel) })
  }

  private func received(_ message: ReceivedMessage) -> ReceivedMessage {
    ReceivedMessage(
      message: message.message.map(self.message), channel: message.channel,
      key: message.key.map(list), reason: message.reason.map(reason),
      isInterrupted: message.isInterrupted, suppressed: message.suppressed,
      payload: message.payload.map { payload($0, message.channel) })
  }
}
