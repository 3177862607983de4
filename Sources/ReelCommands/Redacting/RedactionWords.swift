import ReelEvents
import ReelPolicies
import ReelSeams

/// The words of a recording that are no one's secret: those of the format, of the platform, and of
/// the app's own source, as far as its catalog says so.
struct RedactionWords {
  let catalog: Catalog
  /// The keys of the catalog whose names stay, with what stays of them.
  private let readable: [KeyText: CatalogKey.Readable]
  private let rules: Set<KeyText>

  init(_ catalog: Catalog) {
    self.catalog = catalog
    readable = Dictionary(
      uniqueKeysWithValues: catalog.keys.map { (KeyText($0.name), $0.readable) })
    rules = Set((catalog.rules.map(\.name) + [Self.gateRule]).map { KeyText($0) })
  }

  /// The words that nothing else may come to be called.
  var all: [String] {
    readable.keys.map(\.text) + rules.map(\.text) + Array(Self.stores) + Array(Self.errors)
      + Array(Self.reasons) + Self.devices + Self.processes + Array(Self.blobMembers)
      + [Self.noMessage]
  }

  /// Whether the name of the key `key` stays as it is.
  func showsName(_ key: String) -> Bool { readable[KeyText(key)].map { $0 != .nothing } ?? false }

  /// Whether the values of the key `key` stay as they are.
  func showsValue(_ key: String) -> Bool { readable[KeyText(key)] == .value }

  /// Whether `name` is a rule's.
  func isRule(_ name: String) -> Bool { rules.contains(KeyText(name)) }

  static let stores: Set = [
    StoreName.defaults.text, StoreName.kvs.text, StoreName.notInterested.text,
  ]
  /// The names of the platform's errors, and of the sizes that it refuses.
  static let errors = Set(WatchLinkError.allCases.map(\.name) + ["quota"])
  static let reasons: Set = ["server", "initial", "account"]
  static let blobMembers: Set = ["added", "horizon", "removed", "schema"]
  /// The rule that the gate of the lists asks.
  private static let gateRule = "pro"
  /// A pull that brought nothing names no message.
  static let noMessage = "none"
  static let riders: Set = [Rider.number, Rider.installation, Rider.removed]

  private static let devices = ["phone", "watch", "tablet", "cloud", "mac", "tv", "car"]
  private static let processes = ["app", "widget", "extension", "complication", "intents"]

  /// Whether `name` is a sort of device, perhaps with a number: `phone`, `tablet2`.
  static func isDevice(_ name: some StringProtocol) -> Bool { isWord(name, of: devices) }

  /// Whether `name` is a sort of process, perhaps with a number.
  static func isProcess(_ name: some StringProtocol) -> Bool { isWord(name, of: processes) }

  private static func isWord(_ name: some StringProtocol, of words: [String]) -> Bool {
    words.contains { word in
      guard name.hasPrefix(word) else { return false }
      let number = name.utf8.dropFirst(word.utf8.count)
      return number.count <= 2 && number.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  /// Whether `text` is the version of an app: digits in front, then what versions are made of.
  static func isVersion(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, (0x30...0x39).contains(first), text.utf8.count <= 24 else {
      return false
    }
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) || ".-+ ()".utf8.contains($0) }
  }
}
