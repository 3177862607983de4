import ReelEvents

/// The sessions that speed is measured on.
enum Corpus: String, CaseIterable {
  /// Sets of 90 keys on four devices, and nothing else.
  case small
  /// Sets, reads, answers, and messages of up to 36 keys: what is sent and that it is received.
  case sync36
  /// The same with 90 keys.
  case sync90
  /// The same with 90 keys, one of which holds a cache of 5,000 transactions.
  case big
  /// As `sync36`, with the lines that the live services write besides: what a message cleared at
  /// the other end, and what it set.
  case live

  /// How many facts it has where nothing is said.
  var standardFacts: Int64 {
    switch self {
    case .small, .sync36, .live: 5_000_000
    case .sync90: 1_000_000
    case .big: 10_000
    }
  }

  /// Whether its devices talk with one another; then one fact in ten is a message sent.
  var hasMessages: Bool { self != .small }

  /// Whether it says what a message did at the other end, half by half.
  var hasHalves: Bool { self == .live }

  /// Whether it sets `key` at all.
  func uses(_ key: CatalogKey) -> Bool {
    switch self {
    case .sync36, .live: key.isSynced
    case .small, .sync90, .big: true
    }
  }
}

/// The keys of the sessions.
enum CorpusKeys {
  /// When a phone last sent its settings: a date that never comes twice.
  static let sentAt = "contextSentAt"
  /// The other key with such dates.
  static let fetchedAt = "lastFetchAt"
  /// What holds the transactions.
  static let cache = "purchaseTransactions"

  /// The weather app's catalog, with the two dates synced in place of a forecast and a token, so
  /// that 36 keys are.
  /// - Throws: `ParseError`, never for a catalog of our own.
  static func catalog() throws(ParseError) -> Catalog {
    var catalog = try Catalog.parse(Array(WeatherCatalog.text.utf8))
    for index in catalog.keys.indices {
      switch catalog.keys[index].name {
      case sentAt, fetchedAt: catalog.keys[index].isSynced = true
      case "weather", "apiKey": catalog.keys[index].isSynced = false
      default: break
      }
    }
    return catalog
  }
}
