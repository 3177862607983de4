import ReelEvents
import ReelPolicies

/// What stands for names, each by where it stands.
extension Redactor {
  /// A key of settings.
  func settingName(_ name: String) -> String {
    if words.showsName(name) { return name }
    if let counterpart = SettingsMemory.counterpart(ofKey: name) {
      return SettingsMemory.key(for: device(counterpart))
    }
    return pseudonyms.text(name)
  }

  /// A key of a store: of settings, of the cloud's lists, or the id of an item.
  func key(_ name: String, in store: StoreName) -> String {
    switch store {
    case .defaults: settingName(name)
    case .kvs: list(name)
    default: pseudonyms.text(name)
    }
  }

  func store(_ store: StoreName) -> StoreName { StoreName(list(store.text)) }

  /// A synchronised list, which is a store and a key of the cloud.
  func list(_ name: String) -> String {
    RedactionWords.stores.contains(name) ? name : pseudonyms.text(name)
  }

  func rule(_ name: String) -> String { words.isRule(name) ? name : pseudonyms.text(name) }

  func message(_ id: String) -> String {
    id == RedactionWords.noMessage ? id : pseudonyms.text(id)
  }

  func error(_ name: String) -> String {
    RedactionWords.errors.contains(name) ? name : pseudonyms.text(name)
  }

  func reason(_ name: String) -> String {
    RedactionWords.reasons.contains(name) ? name : pseudonyms.text(name)
  }

  func account(_ name: String) -> String {
    name == DismissalPolicy.signedOut ? name : pseudonyms.text(name)
  }

  /// A device or a process of one. Sorts of devices stay, and so does whether it is a watch.
  func device(_ name: DeviceName) -> DeviceName {
    let owner = name.owner
    let process = name.text.utf8.dropFirst(owner.utf8.count + 1)
    guard name.text.utf8.count > owner.utf8.count else { return DeviceName(self.owner(owner)) }
    return DeviceName(self.owner(owner) + "/" + self.process(String(Substring(process))))
  }

  private func owner(_ name: String) -> String {
    if RedactionWords.isDevice(name) {
      show(device: name)
      return name
    }
    let watch = "watch"
    guard name.utf8.starts(with: watch.utf8) else { return pseudonyms.text(name) }
    return watch + pseudonyms.text(String(Substring(name.utf8.dropFirst(watch.utf8.count))))
  }

  private func process(_ name: String) -> String {
    RedactionWords.isProcess(name) ? name : pseudonyms.text(name)
  }

  /// The version of an app. Whatever begins like another goes on beginning like it.
  func version(_ text: String) -> String {
    guard RedactionWords.isVersion(text) else { return pseudonyms.text(text) }
    show(version: text)
    return text
  }

  /// A policy that a device says it runs; a name that nobody knows may be anything.
  func statedPolicy(_ text: String) -> String { policy(text, keepsNames: false) }

  /// A policy argument, with the devices as they are called now.
  func policy(_ text: String, keepsNames: Bool) -> String {
    text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let names = sides[sides.count - 1].split(separator: "+", omittingEmptySubsequences: false)
        .map { policyName(String($0), keepsNames) }.joined(separator: "+")
      if sides.count == 1 { return names }
      let target = sides[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      let device = self.device(DeviceName(String(target[0]))).text
      let version = target.count > 1 ? "@" + self.version(String(target[1])) : ""
      return "\(device)\(version)=\(names)"
    }.joined(separator: ",")
  }

  private func policyName(_ name: String, _ keepsNames: Bool) -> String {
    let isBuiltIn = BuiltInPolicies.all.contains { $0.name == name }
    return keepsNames || isBuiltIn ? name : pseudonyms.text(name)
  }
}
