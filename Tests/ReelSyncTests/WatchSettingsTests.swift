import Foundation
import ReelEvents
import ReelFoundation
import ReelPolicies
import ReelSeams
import ReelSimulation
import ReelSync
import Testing

/// The weather app on one device, unrecorded; it can be launched again.
private final class App {
  let disk = MemoryDisk()
  let clock = TestClock()
  private let name: String
  private let policy: SettingsPolicy

  init(_ name: String, _ policy: SettingsPolicy = BuiltInPolicies.allowlist) {
    self.name = name
    self.policy = policy
  }

  func launch() throws -> WatchSettings {
    WatchSettings(
      .init(
        defaults: MemoryDefaults(domain: name, disk: disk, process: MemoryProcess()),
        domain: name, device: DeviceName(name),
        counterpart: DeviceName(name == "phone" ? "watch" : "phone")),
      catalog: try Catalog.parse(Array(WeatherCatalog.text.utf8)), policy: policy,
      witness: Unwitnessed(clock: clock))
  }
}

@Suite("The watch settings")
struct WatchSettingsTests {
  @Test func `send the synced keys only, stored or registered`() throws {
    let phone = try App("phone").launch()
    phone.defaults.register(defaults: ["windSpeedUnit": "knots", "debugMode": false])
    phone.defaults.set("kelvin", for: .temperatureUnit)
    phone.defaults.set(true, for: .debugMode)
    let payload = phone.syncPayload()
    #expect(payload.keys.sorted() == ["temperatureUnit", "windSpeedUnit"])
    #expect(payload["temperatureUnit"] as? String == "kelvin")
  }

  @Test func `clear and accept the synced keys only`() throws {
    let watch = try App("watch").launch()
    watch.defaults.set("kelvin", for: .temperatureUnit)
    watch.defaults.set("line", for: .chartStyle)
    watch.defaults.set(true, for: .debugMode)
    watch.applySyncPayload(["temperatureUnit": "celsius", "launchCount": 7, "unheardOf": 1])
    #expect(watch.defaults.string(forKey: "temperatureUnit") == "celsius")
    #expect(watch.defaults.object(for: .chartStyle) == nil)
    #expect(watch.defaults.bool(forKey: "debugMode"))
    #expect(watch.defaults.object(for: .launchCount) == nil)
    #expect(watch.defaults.object(forKey: "unheardOf") == nil)
  }

  @Test func `send and wipe every known key in the old way`() throws {
    let (phone, watch) = (try App("phone").launch(), try App("watch").launch())
    phone.defaults.set(true, for: .debugMode)
    watch.defaults.set("2.0", for: .migratedVersion)
    watch.defaults.set(1, forKey: "unheardOf")
    let payload = phone.legacySyncPayload()
    #expect(payload["debugMode"] as? Bool == true)
    watch.legacyApplySyncPayload(payload)
    #expect(watch.defaults.bool(forKey: "debugMode"))
    #expect(watch.defaults.object(for: .migratedVersion) == nil)
    #expect(watch.defaults.integer(forKey: "unheardOf") == 1)
  }

  @Test func `take no rider for a setting`() throws {
    let watch = try App("watch", BuiltInPolicies.wipeThenApply).launch()
    watch.applySyncPayload(["#message": "phone-1", "#later": 1, "chartStyle": "line"])
    #expect(watch.defaults.dictionaryRepresentation().keys.sorted() == ["chartStyle"])
  }

  @Test func `change nothing for a payload that is no property list`() throws {
    let watch = try App("watch").launch()
    watch.defaults.set("line", for: .chartStyle)
    watch.applySyncPayload(["temperatureUnit": NSNull()])
    #expect(watch.defaults.string(forKey: "chartStyle") == "line")
  }

  @Test func `remember across launches what was sent, and list what is gone`() throws {
    let app = App("phone", BuiltInPolicies.explicit)
    var phone = try app.launch()
    phone.defaults.set("line", for: .chartStyle)
    #expect(phone.syncPayload()["#removed"] == nil)
    phone = try app.launch()
    phone.defaults.remove(.chartStyle)
    #expect(phone.syncPayload()["#removed"] as? [String] == ["chartStyle"])
    phone = try app.launch()
    #expect(phone.syncPayload()["#removed"] as? [String] == ["chartStyle"])
  }

  @Test func `number messages upwards across launches, though the clock runs backwards`() throws {
    let app = App("phone", BuiltInPolicies.explicit)
    var numbers: [Int] = []
    for milliseconds in [5000, 5000, 1000, 9000] {
      app.clock.time = Instant(microseconds: Int64(milliseconds) * 1000)
      numbers.append(try #require(try app.launch().syncPayload()["#number"] as? Int))
    }
    #expect(numbers == [5000, 5001, 5002, 9000])
    #expect(try app.launch().syncPayload()["#installation"] as? Int == 5000)
  }

  @Test func `refuse across launches what is older than the last`() throws {
    let app = App("watch", BuiltInPolicies.explicit)
    for (number, unit) in [(2, "kelvin"), (1, "celsius")] {
      let watch = try app.launch()
      watch.applySyncPayload(["#number": number, "#installation": 1, "temperatureUnit": unit])
      #expect(watch.defaults.string(forKey: "temperatureUnit") == "kelvin")
    }
  }

  @Test func `keep their memory in one key that no message clears`() throws {
    let app = App("watch", BuiltInPolicies.explicit)
    let watch = try app.launch()
    watch.applySyncPayload(["#number": 2, "#installation": 1, "chartStyle": "line"])
    let keys = { watch.defaults.persistentDomain(forName: "watch")?.keys.sorted() }
    #expect(keys() == ["chartStyle", "reel.watchSettings.phone"])
    watch.legacyApplySyncPayload([:])
    #expect(keys() == ["reel.watchSettings.phone"])
    let plain = try App("watch", BuiltInPolicies.allowlist).launch()
    plain.applySyncPayload(["chartStyle": "line"])
    #expect(plain.defaults.persistentDomain(forName: "watch")?.keys.sorted() == ["chartStyle"])
  }

  @Test func `wait while the device is locked, if the policy says so, and write nothing`() throws {
    let app = App("watch", BuiltInPolicies.explicit)
    let watch = try app.launch()
    watch.defaults.set("line", for: .chartStyle)
    app.disk.isLocked = true
    watch.deviceLocked()
    watch.applySyncPayload(["#number": 2, "#installation": 1, "chartStyle": "bars"])
    app.disk.isLocked = false
    watch.deviceUnlocked()
    #expect(watch.defaults.string(forKey: "chartStyle") == "line")
    watch.applySyncPayload(["#number": 2, "#installation": 1, "chartStyle": "bars"])
    #expect(watch.defaults.string(forKey: "chartStyle") == "bars")
  }
}

@Suite("The weather app's answers")
struct WatchAnswerTests {
  /// What is stored under the entitlement's key, and what the watch makes of it.
  static let entitlements: [(Value?, Bool)] = [
    (nil, true), (.bool(true), true), (.bool(false), false), (.integer(0), false),
    (.integer(1), true), (.double(0), false), (.string("0"), false), (.string("false"), false),
    (.string("true"), false), (.string("1"), true), (.string("YES"), true), (.array([]), false),
  ]

  @Test(arguments: entitlements)
  func `take an absent entitlement for paid`(_ stored: Value?, _ isPaid: Bool) throws {
    let watch = try App("watch").launch()
    watch.defaults.set(stored?.propertyList, forKey: "memberEntitlement")
    #expect(watch.isPaidWatch == isPaid)
    watch.defaults.set(true, for: .legacyMember)
    #expect(watch.isPaidWatch)
  }

  @Test(arguments: [
    SettingKey.rainAlertsEnabled, .stormAlertsEnabled, .lightningAlertsEnabled,
    .frostAlertsEnabled, .airQualityAlertsEnabled, .morningForecastEnabled,
  ])
  func `ask for the place at all times as soon as one toggle is on`(_ toggle: SettingKey) throws {
    let watch = try App("watch").launch()
    #expect(watch.locationAuthorizationToAsk == .whileInUse)
    watch.defaults.set(true, for: toggle)
    #expect(watch.areNotificationsOn)
    #expect(watch.locationAuthorizationToAsk == .always)
  }

  @Test func `fall back where nothing was chosen`() throws {
    let watch = try App("watch").launch()
    #expect(watch.followsSystemLanguage)
    #expect(watch.drawsChartAsLine)
    watch.defaults.set("de", for: .displayLanguage)
    watch.defaults.set("bars", for: .chartStyle)
    #expect(!watch.followsSystemLanguage)
    #expect(!watch.drawsChartAsLine)
  }

  @Test func `note a receipt on the watch, where it stays`() throws {
    let (phone, watch) = (try App("phone").launch(), try App("watch").launch())
    watch.noteContextReceived()
    phone.defaults.set("line", for: .chartStyle)
    watch.applySyncPayload(phone.syncPayload())
    #expect(watch.defaults.object(for: .contextReceivedAt) as? Date != nil)
  }
}
