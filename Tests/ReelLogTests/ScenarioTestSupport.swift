import Foundation
import ReelEvents

/// A catalog of four keys and two rules, an entitlement and a plain one.
let smallCatalog = Catalog(
  keys: [
    key("memberEntitlement", .bool), key("temperatureUnit", .string, .string("kelvin")),
    key("launchCount", .integer, .integer(0)), key("chartStyle", .string),
    key("searchHistory", .array), key("apiUnits", .string), key("fetchInProgressAt", .date),
    key("showsWind", .bool), key("file", .string),
  ],
  rules: [
    CatalogRule(
      name: "paidWatch", expression: .absent("memberEntitlement"), isEntitlement: true,
      decides: "Whether the watch is paid for."),
    CatalogRule(
      name: "alertsOn", expression: .isTrue("showsWind"), isEntitlement: false,
      decides: "Whether alerts are on."),
  ])

private func key(_ name: String, _ type: ValueType, _ registered: Value? = nil) -> CatalogKey {
  CatalogKey(
    name: name, type: type, registeredDefault: registered, isSynced: true, reason: "A test.",
    audience: .both, sampleSize: 1)
}

/// A file of one value, its own name.
func naming(_ name: String) throws -> ValueDictionary {
  ValueDictionary([ValueDictionary.Member(key: "file", value: .string(name))])
}

/// The folder of the package.
let packageFolder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The scenarios in `folder`, by name; none where the folder is not there.
func scenarioFiles(in folder: URL) -> [URL] {
  guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
    return []
  }
  return names.filter { $0.hasSuffix(".scenario") }.sorted().map { folder.appending(path: $0) }
}
