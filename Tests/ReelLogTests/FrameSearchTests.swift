import ReelEvents
import Testing

@testable import ReelLog

/// Files made to keep a search busy: followed to their ends, the frames that begin in one of half a
/// megabyte have a billion blocks together.
@Suite(.needsZstd, .timeLimit(.minutes(1))) struct `Bytes that begin a frame at every turn` {
  private let scratch = Scratch()

  /// How what begins at every turn comes to an end.
  enum Ending: CaseIterable {
    case wrongBlock, wholeFrame, endOfFile
  }

  private static func block(_ type: UInt64, _ count: Int, isLast: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    appendLittleEndian(UInt64(count) << 3 | type << 1 | (isLast ? 1 : 0), count: 3, to: &bytes)
    return bytes
  }

  /// Magic number, descriptor and window of a frame.
  private static let head: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 10 << 3]
  private static let (compressed, reserved): (UInt64, UInt64) = (2, 3)

  private static func frame(_ text: String) -> [UInt8] {
    head + block(0, text.utf8.count, isLast: true) + text.utf8
  }

  /// The first block of each frame is the head of the next one, which decodes to nothing.
  private static func hostile(_ ending: Ending) -> [UInt8] {
    var bytes = frame("1\n")
    for _ in 0..<40_000 { bytes += head + block(compressed, head.count) }
    switch ending {
    case .wrongBlock: bytes += head + block(reserved, head.count) + frame("2\n")
    case .wholeFrame: bytes += head + block(compressed, 1, isLast: true) + [0] + frame("2\n")
    case .endOfFile: break
    }
    return bytes
  }

  @Test(arguments: Ending.allCases)
  func `cost time by their number, and no frame before or behind them`(ending: Ending) throws {
    let path = try scratch.write(Self.hostile(ending), to: "a")
    let reader = try RecordingReader(FileReader(path: path))
    var chunk = LineChunk()
    var lines: [String] = []
    var faults = 0
    var goesOn = true
    while goesOn {
      do throws(LogError) {
        goesOn = try reader.next(into: &chunk)
        if goesOn { lines += Reading.lines(of: chunk) }
      } catch {
        #expect(error.kind == .damaged)
        faults += 1
        goesOn = try reader.skipDamage()
      }
    }
    #expect(faults > 0)
    switch ending {
    case .wrongBlock, .wholeFrame: #expect(lines == ["1", "2"])
    case .endOfFile: #expect(lines == ["1"])
    }
  }
}
