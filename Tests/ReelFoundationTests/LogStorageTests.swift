import Foundation
import ReelEvents
import ReelFoundation
import ReelSeams
import ReelSimulation
import Testing

/// The storage of a log, in a file and in memory, and the log over it.
@Suite final class `The storage of a log` {
  enum Kind: CaseIterable { case file, memory }

  private let folder: URL
  private let memory = MemoryLogStorage()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left: \(folder.path)") }
  }

  /// A storage of `kind`; asked again, another one of the same bytes.
  private func storage(_ kind: Kind) -> any LogStorage {
    switch kind {
    case .file: FileLogStorage(folder.appending(path: "log"))
    case .memory: memory
    }
  }

  @Test(arguments: Kind.allCases)
  func `holds nothing before the first write`(kind: Kind) throws {
    #expect(try storage(kind).contents() == [])
  }

  @Test(arguments: Kind.allCases)
  func `adds at the end, and is there for whoever opens it next`(kind: Kind) throws {
    let first = storage(kind)
    try first.append([1, 2])
    try first.append([])
    try first.append([3])
    #expect(try first.contents() == [1, 2, 3])
    let second = storage(kind)
    try second.append([4])
    #expect(try second.contents() == [1, 2, 3, 4])
  }

  @Test(arguments: Kind.allCases)
  func `replaces everything, and goes on from there`(kind: Kind) throws {
    let storage = storage(kind)
    try storage.replace(with: [9])
    try storage.append([8])
    try storage.replace(with: [7, 7])
    try storage.append([6])
    #expect(try storage.contents() == [7, 7, 6])
    #expect(try self.storage(kind).contents() == [7, 7, 6])
  }

  @Test(arguments: Kind.allCases)
  func `keeps a log whose last line was torn, without that line`(kind: Kind) throws {
    let log = ValueLog(storage(kind))
    for number in 1...3 { try log.append(.integer(Int64(number))) }
    try storage(kind).append(Array("{\"tor".utf8))
    var values: [Value] = []
    let again = ValueLog(storage(kind))
    try again.read { values.append($0) }
    try again.append(.integer(4))
    values = []
    try ValueLog(storage(kind)).read { values.append($0) }
    #expect(values == [1, 2, 3, 4].map { .integer($0) })
  }

  @Test func `mends what a failed write left before it writes again`() throws {
    struct Full: Error {}
    /// Writes half of what it is given while it is full, and fails.
    final class FullDisk: LogStorage {
      var bytes: [UInt8] = []
      var isFull = false

      func contents() throws -> [UInt8] { bytes }
      func replace(with bytes: [UInt8]) throws { self.bytes = bytes }

      func append(_ more: [UInt8]) throws {
        bytes += isFull ? more[..<(more.count / 2)] : more[...]
        if isFull { throw Full() }
      }
    }
    let disk = FullDisk()
    let log = ValueLog(disk)
    try log.append(.string("first"))
    disk.isFull = true
    #expect(throws: Full.self) { try log.append(.string("second")) }
    disk.isFull = false
    try log.append(.string("third"))
    var values: [Value] = []
    try ValueLog(disk).read { values.append($0) }
    #expect(values == [.string("first"), .string("third")])
  }

  @Test func `tells an unreadable file from an empty one`() throws {
    let folder = FileLogStorage(self.folder)
    #expect(throws: (any Error).self) { try folder.contents() }
  }
}
