import Foundation
import ReelEvents
import ReelFoundation
import ReelSeams
import ReelSimulation
import Testing

/// One process of one device: a way to open its settings stores.
enum Side: CaseIterable, Sendable {
  /// Foundation's own. Nothing is synchronised, so nothing reaches the disk of the machine.
  case foundation
  case memory
}

/// The stores of one test on one side, with names that no other test has: what Foundation registers
/// lasts as long as the process.
final class Stores {
  private let side: Side
  private let prefix = "reel.test.\(UUID().uuidString)"
  private let disk = MemoryDisk()
  private let process = MemoryProcess()
  private var opened: [String] = []

  init(_ side: Side) { self.side = side }

  deinit {
    for name in opened { UserDefaults.standard.removePersistentDomain(forName: name) }
  }

  func domain(_ name: String = "a") -> String { "\(prefix).\(name)" }

  func key(_ name: String) -> String { "\(prefix).\(name)" }

  func open(_ name: String = "a") throws -> any DefaultsStore {
    switch side {
    case .memory: return MemoryDefaults(domain: domain(name), disk: disk, process: process)
    case .foundation:
      opened.append(domain(name))
      return try #require(UserDefaults(suiteName: domain(name)))
    }
  }
}

@Suite("A defaults store")
struct DefaultsStoreTests {
  static let samples: [Value] = [
    .bool(true), .bool(false), .integer(0), .integer(1), .integer(-7), .integer(.max),
    .double(0), .double(1), .double(0.1), .string(""), .string("é"), .data([]), .data([0, 255]),
    .date(secondsSince2001: 12), .array([]), .array([.integer(1), .bool(true), .double(1)]),
    .dictionary(["on": .bool(false), "n": .integer(0), "deep": .array([.dictionary([:])])]),
  ]

  @Test(arguments: Side.allCases, samples)
  func `gives back what was set, of the type it was`(_ side: Side, _ value: Value) throws {
    let store = try Stores(side).open()
    store.set(value.propertyList, forKey: "k")
    let object = try #require(store.object(forKey: "k"))
    #expect(Value(propertyList: object) == value)
  }

  @Test(arguments: Side.allCases)
  func `reads what is absent as nil, false and 0`(_ side: Side) throws {
    let store = try Stores(side).open()
    #expect(store.object(forKey: "k") == nil)
    #expect(store.string(forKey: "k") == nil)
    #expect(store.array(forKey: "k") == nil)
    #expect(store.dictionary(forKey: "k") == nil)
    #expect(store.integer(forKey: "k") == 0)
    #expect(store.double(forKey: "k") == 0)
    #expect(!store.bool(forKey: "k"))
  }

  @Test(arguments: Side.allCases)
  func `converts numbers and Booleans when asked for another type`(_ side: Side) throws {
    let store = try Stores(side).open()
    store.set(7, forKey: "n")
    store.set(true, forKey: "b")
    store.set(0, forKey: "z")
    #expect(store.string(forKey: "n") == "7")
    #expect(store.double(forKey: "n") == 7)
    #expect(store.bool(forKey: "n"))
    #expect(!store.bool(forKey: "z"))
    #expect(store.integer(forKey: "b") == 1)
  }

  @Test(arguments: Side.allCases)
  func `removes by name and by setting nothing`(_ side: Side) throws {
    let store = try Stores(side).open()
    store.set("x", forKey: "a")
    store.set("x", forKey: "b")
    store.removeObject(forKey: "a")
    store.set(nil, forKey: "b")
    #expect(store.object(forKey: "a") == nil)
    #expect(store.object(forKey: "b") == nil)
  }

  @Test(arguments: Side.allCases)
  func `reads a registered value where none is stored, through every store of the process`(
    _ side: Side
  ) throws {
    let stores = Stores(side)
    let (one, other) = (try stores.open("a"), try stores.open("b"))
    let key = stores.key("unit")
    one.register(defaults: [key: "celsius"])
    #expect(one.string(forKey: key) == "celsius")
    #expect(other.string(forKey: key) == "celsius")
    one.set("kelvin", forKey: key)
    #expect(one.string(forKey: key) == "kelvin")
    #expect(other.string(forKey: key) == "celsius")
    one.removeObject(forKey: key)
    #expect(one.string(forKey: key) == "celsius")
  }

  @Test(arguments: Side.allCases)
  func `tells what is stored from what is registered`(_ side: Side) throws {
    let stores = Stores(side)
    let store = try stores.open()
    let (registered, stored) = (stores.key("registered"), stores.key("stored"))
    store.register(defaults: [registered: 1])
    store.set(2, forKey: stored)
    let domain = try #require(store.persistentDomain(forName: stores.domain()))
    #expect(domain.keys.sorted() == [stored])
    let all = store.dictionaryRepresentation()
    #expect(all[stored] != nil)
    #expect(all[registered] != nil)
  }

  @Test(arguments: Side.allCases)
  func `keeps domains apart, and what one removes`(_ side: Side) throws {
    let stores = Stores(side)
    let (one, same, other) = (try stores.open("a"), try stores.open("a"), try stores.open("b"))
    one.set(1, forKey: "k")
    other.set(2, forKey: "k")
    #expect(same.integer(forKey: "k") == 1)
    one.removePersistentDomain(forName: stores.domain("a"))
    #expect(same.object(forKey: "k") == nil)
    #expect(one.persistentDomain(forName: stores.domain("a"))?.isEmpty ?? true)
    #expect(other.integer(forKey: "k") == 2)
  }
}
