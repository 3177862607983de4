public import ReelEvents

/// The fact of an event in a few words, near the shorthand of scenarios: what the rule then made of
/// it is left out, since it hangs on the rule.
public enum EventCaption {
  /// The caption of `event`; long values are shortened.
  public static func text(of event: Event) -> String {
    DisplayWidth.printable("\(event.device) \(words(of: event.action))")
  }

  /// What `action` says happened, without the device.
  public static func words(of action: Action) -> String {
    switch action {
    case .storeLoaded(let store, let values): "loads \(counted(values, "value"))\(within(store))"
    case .storeRegister(let values): "registers \(counted(values, "value"))"
    case .storeSet(let store, let key, let value):
      store == .notInterested
        ? "dismisses \(key)" : "sets \(key) \(value.shown(columns: 40))\(within(store))"
    case .storeRemove(let store, let key):
      store == .notInterested ? "undoes \(key)" : "removes \(key)\(within(store))"
    case .storeCleared(let store, let by, let keys):
      "clears \(ReelReports.counted(Int64(keys.count), "key"))\(within(store)) for \(by)"
    case .storeApplied(let store, let by, let values):
      "applies \(counted(values, "value"))\(within(store)) of \(by)"
    case .storeRead(let store, let key, _): "reads \(key)\(within(store))"
    case .entitlementRead(let rule, _), .ruleRead(let rule, _): "checks \(rule)"
    case .messageSent(let message): words(of: message)
    case .messageReceived(let message): words(of: message)
    case .messageFailed(let message, let error): "fails \(message) \(error)"
    case .deviceInstalled(let version, _): "installs\(spaced(version))"
    case .deviceLaunched(let version, _): "launches\(spaced(version))"
    case .deviceUpdated(let version, _): "updates\(spaced(version))"
    case .deviceCrashed: "crashes"
    case .deviceUninstalled: "uninstalls"
    case .deviceLocked: "locks"
    case .deviceUnlocked: "unlocks"
    case .deviceAccount(let account): "uses \(account.map { "account \($0)" } ?? "no account")"
    case .recorderDropped(let count): "drops \(ReelReports.counted(count, "event"))"
    case .note(let text): "note: \(DisplayWidth.shortened(text, to: 60))"
    case .unknown(let kind): "\(kind), which this version does not know"
    }
  }

  private static func words(of message: SentMessage) -> String {
    if message.channel == .kvs { return "pushes \(list(message.key)) as \(message.message)" }
    return "sends \(message.channel.rawValue) to \(message.to) as \(message.message)"
  }

  private static func words(of message: ReceivedMessage) -> String {
    let interrupted = message.isInterrupted ? ", interrupted" : ""
    guard message.channel == .kvs else { return "receives \(message.message ?? "")\(interrupted)" }
    let what = message.message == "none" ? "nothing" : message.message ?? list(message.key)
    return "pulls \(what)"
  }

  /// The list that a push or a pull is about; most lines leave its key out.
  private static func list(_ key: String?) -> String { key ?? StoreName.notInterested.text }

  private static func counted(_ values: ValueDictionary, _ noun: String) -> String {
    ReelReports.counted(Int64(values.members.count), noun)
  }

  private static func within(_ store: StoreName) -> String {
    store == .defaults ? "" : " in \(store)"
  }

  private static func spaced(_ text: String?) -> String { text.map { " \($0)" } ?? "" }
}
