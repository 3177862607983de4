import ReelEvents
import ReelPolicies
import ReelSeams
import ReelSimulation
import TestSamples
import Testing

@testable import ReelSync

/// The set on one device: a log, and what it adds up to.
@Suite struct `A set on this device` {
  let clock = ManualClock()
  let storage = MemoryLogStorage()

  private func open(
    _ storage: (any LogStorage)? = nil, policy: DismissalPolicy = BuiltInPolicies.tombstones
  ) throws -> LocalSet<AlbumID> {
    try LocalSet(
      .notInterested, in: storage ?? self.storage, policy: policy,
      witness: Unwitnessed(clock: clock))
  }

  /// Everything that can be in a log: edits, pulls, pushes, answers, accounts.
  private func live(_ set: LocalSet<AlbumID>, acts: Int, seed: UInt64) throws {
    var seed = Seed(seed)
    try set.proAnswered(true)
    for _ in 0..<acts {
      clock.advance(milliseconds: Int64(seed.index(below: 2000)))
      let album = AlbumID(rawValue: "album-\(seed.index(below: 12))")
      switch seed.index(below: 10) {
      case 0...3: try set.insert(album)
      case 4...6: try set.remove(album)
      case 7: try set.pull("{\"added\":{\"\(album.rawValue)\":9},\"schema\":1}", reason: nil)
      case 8: _ = try set.takePush()
      default: try set.proAnswered(seed.pick([true, false, nil]))
      }
      if seed.happens(onceIn: 25) { try set.accountIs(seed.pick(["u1", "u2", nil])) }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `is the same after it was closed and opened`(seed: UInt64) throws {
    let set = try open()
    try live(set, acts: 200, seed: seed)
    let again = try open()
    #expect(again.all == set.all, "seed \(seed)")
    #expect(again.memory.kept == set.memory.kept, "seed \(seed)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `is a snapshot and the lines after it, wherever the snapshot is taken`(seed: UInt64) throws {
    let set = try open()
    try live(set, acts: 60, seed: seed)
    let lines = storage.bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) + [0x0A] }
    for count in 1...lines.count {
      let head = MemoryLogStorage(Array(lines[..<count].joined()))
      let snapshot = SetMemory.Line.snapshot(try open(head).memory)
      let log = MemoryLogStorage()
      let values = ValueLog(log)
      try values.append(snapshot.value)
      log.bytes += lines[count...].joined()
      #expect(try open(log).memory == (try open()).memory, "seed \(seed), after \(count) lines")
    }
  }

  @Test func `replaces a long log by a snapshot when it is opened`() throws {
    let set = try open()
    for number in 0..<600 {
      try set.insert(AlbumID(rawValue: "a"))
      try set.remove(AlbumID(rawValue: "a"))
      if number == 300 { try set.insert(AlbumID(rawValue: "b")) }
    }
    let before = set.memory.kept
    let size = storage.bytes.count
    let again = try open()
    #expect(again.memory.kept == before)
    #expect(storage.bytes.count < size / 100)
    #expect(try open().memory.kept == before)
  }

  @Test func `loses a torn last line and nothing before it, wherever it is torn`() throws {
    let set = try open()
    for album in ["a", "b", "c"] { try set.insert(AlbumID(rawValue: album)) }
    try set.remove(AlbumID(rawValue: "b"))
    let whole = storage.bytes
    let ends = whole.indices.filter { whole[$0] == 0x0A }
    for end in (ends[0] + 1)...whole.count {
      let torn = MemoryLogStorage(Array(whole[..<end]))
      let wholeLines = MemoryLogStorage(Array(whole[..<((ends.last { $0 < end } ?? -1) + 1)]))
      let set = try open(torn)
      #expect(set.memory == (try open(wholeLines)).memory, "torn at \(end)")
      try set.insert(AlbumID(rawValue: "after"))
      #expect(try open(torn).all == set.all, "torn at \(end)")
    }
  }

  @Test func `begins anew where not even the first line was whole`() throws {
    _ = try open()
    let torn = MemoryLogStorage(Array(storage.bytes.dropLast()))
    #expect(try open(torn).all == [])
  }

  static let damaged: [(log: String, line: Int)] = [
    ("{\"format\":2,\"snapshot\":{}}\n", 1), ("{\"changed\":{\"colour\":1}}\n", 1),
    ("{\"changed\":{\"horizon\":9223372036854775807}}\n", 1),
    ("{\"changed\":{\"marks\":{\"a\":{\"added\":9223372036854775807}}}}\n", 1),
    ("{\"changed\":{\"marks\":{\"a\":{\"removed\":-9223372036854775808}}}}\n", 1),
    ("{\"format\":1,\"snapshot\":{\"installedAt\":-9223372036854775808}}\n", 1),
    ("{\"pro\":true}\n{\"pro\":\"maybe\"}\n", 2), ("{\"later\":1}\n", 1), ("[]\n", 1),
  ]

  @Test(arguments: damaged)
  func `does not open a log that is damaged or of a later version, nor write over it`(
    log: String, line: Int
  ) {
    let storage = MemoryLogStorage(Array(log.utf8))
    #expect(throws: SetLogError(line: line)) { try open(storage) }
    #expect(storage.bytes == Array(log.utf8))
  }

  @Test func `does not open over a line that is no value`() {
    let storage = MemoryLogStorage(Array("{\"pro\":true}\n{\"pro\n{\"pro\":true}\n".utf8))
    #expect(throws: ValueLog.Damage.self) { try open(storage) }
  }

  @Test func `changes nothing that the storage did not take`() throws {
    let set = try open()
    try set.insert(AlbumID(rawValue: "a"))
    storage.isRefusing = true
    #expect(throws: MemoryLogStorage.Refusal.self) { try set.insert(AlbumID(rawValue: "b")) }
    #expect(throws: MemoryLogStorage.Refusal.self) { try set.remove(AlbumID(rawValue: "a")) }
    #expect(set.all.map(\.rawValue) == ["a"])
    storage.isRefusing = false
    try set.insert(AlbumID(rawValue: "c"))
    #expect(try open().all.map(\.rawValue) == ["a", "c"])
  }

  @Test func `pushes the blob alone where nobody records`() throws {
    let set = try open()
    try set.proAnswered(true)
    try set.pull(nil, reason: nil)
    try set.insert(AlbumID(rawValue: "a"))
    let now = clock.now().milliseconds
    #expect(try set.takePush() == "{\"added\":{\"a\":\(now)},\"schema\":1}")
  }

  @Test func `takes no edit while the device is locked`() throws {
    let set = try open()
    set.setLocked(true)
    #expect(throws: SetLocked.self) { try set.insert(AlbumID(rawValue: "a")) }
    set.setLocked(false)
    #expect(try set.insert(AlbumID(rawValue: "a")))
  }

  @Test func `says whether an edit changed anything, and keeps no edit that did not`() throws {
    let set = try open()
    #expect(try set.insert(AlbumID(rawValue: "a")))
    let bytes = storage.bytes
    #expect(try !set.insert(AlbumID(rawValue: "a")))
    #expect(try !set.remove(AlbumID(rawValue: "b")))
    #expect(storage.bytes == bytes)
    #expect(try set.remove(AlbumID(rawValue: "a")))
  }

  @Test func `orders and compares ids by their bytes`() throws {
    let set = try open()
    let albums = ["\u{e9}", "e\u{301}", "a", "B"].map(AlbumID.init(rawValue:))
    for album in albums { try set.insert(album) }
    #expect(set.all.map { Array($0.rawValue.utf8) } == [[66], [97], [101, 204, 129], [195, 169]])
    try set.remove(albums[0])
    #expect(!set.contains(albums[0]))
    #expect(set.contains(albums[1]))
  }

  @Test func `shows every reader the items now and after each change`() async throws {
    let set = try open()
    try set.insert(AlbumID(rawValue: "a"))
    var reader = set.changes.makeAsyncIterator()
    #expect(await reader.next()?.map(\.rawValue) == ["a"])
    try set.insert(AlbumID(rawValue: "b"))
    #expect(await reader.next()?.map(\.rawValue) == ["a", "b"])
    try set.remove(AlbumID(rawValue: "a"))
    try set.remove(AlbumID(rawValue: "b"))
    #expect(await reader.next() == [], "a reader that lags gets the newest state only")
  }
}

extension SetMemory {
  /// What a log keeps: all but what was last seen of the cloud.
  var kept: SetMemory {
    var kept = SetMemory()
    kept.apply(SetMemory.Line(SetMemory.Line.snapshot(self).value) ?? .snapshot(self))
    return kept
  }
}
