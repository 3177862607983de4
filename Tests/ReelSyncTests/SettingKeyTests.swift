import Foundation
import ReelEvents
import ReelSync
import Testing

@Suite("A setting's key")
struct SettingKeyTests {
  private let catalog: Catalog

  init() throws { catalog = try Catalog.parse(Array(WeatherCatalog.text.utf8)) }

  @Test func `exists for every key of the catalog`() {
    for key in catalog.keys { #expect(SettingKey(rawValue: key.name) != nil, "\(key.name)") }
  }

  @Test func `exists for no other name`() throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/ReelSync/WatchSettings/SettingKey.swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    var names: [String] = []
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("case ") else { continue }
      names += line.dropFirst(5).split(separator: ",").map { $0.filter { $0 != " " } }
    }
    #expect(names.sorted() == catalog.keys.map(\.name).sorted())
  }

  @Test func `is opted in exactly where the catalog syncs it`() {
    let synced = catalog.keys.filter(\.isSynced).map(\.name)
    #expect(SettingKey.synced.map(\.rawValue).sorted() == synced.sorted())
    #expect(synced.count == 36)
  }

  @Test func `cannot be enumerated`() {
    #expect(!(SettingKey.self is any CaseIterable.Type))
  }
}
