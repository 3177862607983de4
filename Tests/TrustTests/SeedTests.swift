import Foundation
import FuzzTargets
import Testing

/// What fuzzing starts from, and what it found, which stays here once it is mended.
@Suite struct `A parser` {
  private static let seeds = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../tools/fuzz/seeds").standardizedFileURL

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `holds for all of its seeds, and for each cut short`(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = Self.seeds.appending(path: target.name)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.isEmpty)
    for seed in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: seed)))
      for count in Set([bytes.count] + Array(stride(from: 0, to: bytes.count, by: 61))) {
        #expect(throws: Never.self, "\(seed), \(count) bytes") {
          try target.check(Array(bytes[..<count]))
        }
      }
    }
  }
}
