import ReelEvents
import Testing

/// The keys that the system is known for, by whether they are synced.
private let knownSynced = [
  "weather", "selectedLocation", "memberEntitlement", "legacyMember", "temperatureUnit",
  "displayLanguage", "chartStyle", "weatherSource", "apiKey", "apiUnits",
]
private let knownLocal = [
  "debugMode", "migratedVersion", "previewCache", "fetchInProgressAt", "savedPlaces",
  "recentPlaces", "purchaseTransactions", "pushToken", "deliveredAlerts", "notificationSchedule",
  "radarZoom", "onboardingFinished", "reviewAskedAt", "paywallShownAt", "placesInCloud",
]

@Suite struct `The weather app's catalog` {
  private let catalog: Catalog

  init() throws { catalog = try Catalog.parse(Array(WeatherCatalog.text.utf8)) }

  private func key(_ name: String) throws -> CatalogKey {
    try #require(catalog.keys.first { $0.name == name }, "\(name)")
  }

  @Test func `has 90 keys, 36 of them synced`() {
    #expect(catalog.keys.count == 90)
    #expect(catalog.keys.count { $0.isSynced } == 36)
  }

  @Test(arguments: knownSynced)
  func `syncs what both devices must agree on`(name: String) throws {
    #expect(try key(name).isSynced)
  }

  @Test(arguments: knownLocal)
  func `keeps on its device what means something only there`(name: String) throws {
    #expect(try !key(name).isSynced)
  }

  @Test func `gives a reason for every key and a sample size`() {
    for key in catalog.keys {
      #expect(key.reason.count > 20, "\(key.name)")
      #expect(key.sampleSize > 0, "\(key.name)")
    }
  }

  @Test func `registers values of the type that the key has`() {
    for key in catalog.keys {
      guard let value = key.registeredDefault else { continue }
      #expect(value.type == key.type, "\(key.name)")
    }
  }

  @Test(arguments: ["memberEntitlement", "legacyMember", "displayLanguage", "chartStyle"])
  func `registers nothing for a key whose absence means something`(name: String) throws {
    #expect(try key(name).registeredDefault == nil)
  }

  @Test func `has one key that only the watch writes and keys that it is compiled without`() throws
  {
    #expect(catalog.keys.filter { $0.audience == .watch }.map(\.name) == ["contextReceivedAt"])
    #expect(try key("alternateIcon").audience == .phone)
  }

  @Test func `has one entitlement, and it reads absence as paid`() throws {
    let rules = catalog.rules.filter(\.isEntitlement)
    #expect(rules.map(\.name) == ["paidWatch"])
    let expected: RuleExpression = .any([
      .absent("memberEntitlement"), .isTrue("memberEntitlement"), .isTrue("legacyMember"),
    ])
    #expect(rules.first?.expression == expected)
  }

  @Test func `asks six toggles, all synced, whether notifications are on`() throws {
    let rule = try #require(catalog.rules.first { $0.name == "notificationsOn" })
    #expect(rule.expression.keys.count == 6)
    for name in rule.expression.keys { #expect(try key(name).isSynced, "\(name)") }
  }

  @Test func `fits in a context without the purchase transactions, and not with them`() {
    let limit: Int64 = 262_144
    let all = catalog.keys.reduce(0) { $0 + $1.sampleSize }
    let transactions = catalog.keys.first { $0.name == "purchaseTransactions" }?.sampleSize ?? 0
    #expect(all > limit)
    #expect(all - transactions < limit)
  }
}
