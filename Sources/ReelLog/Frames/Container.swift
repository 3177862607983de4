/// How a recording's lines are stored.
public enum Container: Sendable, CaseIterable {
  /// In Zstandard frames: `NAME.jsonl.zst`.
  case zstd
  /// As they are: `NAME.jsonl`.
  case plain

  /// Whether this build reads and writes it: one without libzstd knows plain recordings only.
  public var isSupported: Bool {
    #if canImport(CZstd)
      true
    #else
      self == .plain
    #endif
  }

  /// What a file called `path` is made as: compressed if the name ends in `.zst`.
  public init(forNewFile path: String) {
    self = path.utf8.suffix(4).elementsEqual(".zst".utf8) ? .zstd : .plain
  }

  /// What `file` is, by its first bytes: names are not asked.
  /// - Throws: `notARecording` if it is empty or something else; `inputOutput`.
  public init(detectedIn file: FileReader) throws(LogError) {
    var head: [UInt8] = []
    try file.read(8, at: 0, appendingTo: &head)
    let count = min(head.count, 4)
    let mask: UInt64 = 1 << UInt64(8 * count) - 1
    let word = littleEndian(head, at: 0, count: count)
    if count > 0, word == UInt64(FrameHeader.magic) & mask {
      self = .zstd
    } else if count > 0, word & ~0xF == UInt64(SkippableFrame.magicBase) & ~0xF & mask {
      self = .zstd
    } else if head.first(where: { !Self.isWhiteSpace($0) }) == UInt8(ascii: "{") {
      self = .plain
    } else {
      throw LogError(
        .notARecording, path: file.path, offset: 0, expected: "a recording",
        found: Self.name(ofFileBeginningWith: head),
        remedy: "A recording is JSON Lines, plain or in Zstandard frames.")
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func name(ofFileBeginningWith head: [UInt8]) -> String {
    let kinds: [([UInt8], String)] = [
      ([0x1F, 0x8B], "a gzip file"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file"),
      ([0x04, 0x22, 0x4D, 0x18], "an lz4 file"), ([0x42, 0x5A, 0x68], "a bzip2 file"),
      ([0x50, 0x4B, 0x03, 0x04], "a zip archive"), (Array("bplist".utf8), "a binary property list"),
      ([0xEF, 0xBB, 0xBF], "text that begins with a byte order mark"),
      ([0xFF, 0xFE], "text in UTF-16"), ([0xFE, 0xFF], "text in UTF-16"),
    ]
    if head.isEmpty { return "an empty file" }
    if let kind = kinds.first(where: { head.starts(with: $0.0) }) { return kind.1 }
    return head.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || Self.isWhiteSpace($0) })
      ? "other text" : "other bytes"
  }
}
