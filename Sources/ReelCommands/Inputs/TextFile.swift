import ReelEvents
import ReelLog

/// Small files that people write: catalogs, policies, scenarios, goldens.
enum TextFile {
  /// The size of such a file, in bytes, above which it is refused: memory stays bounded.
  static let bytesMax: Int64 = 64 << 20

  /// The content of the file at `path`.
  /// - Throws: `LogError`.
  static func read(_ path: String, expected: String) throws -> [UInt8] {
    try read(FileReader(path: path), expected: expected)
  }

  /// The content of `file`.
  /// - Throws: `LogError`.
  static func read(_ file: FileReader, expected: String) throws -> [UInt8] {
    guard file.size <= bytesMax else {
      throw LogError(
        .overLimit, path: file.path, expected: "\(expected), of at most \(bytesMax) bytes",
        found: "one of \(file.size)")
    }
    var bytes: [UInt8] = []
    try file.read(Int(file.size), at: 0, appendingTo: &bytes)
    return bytes
  }

  /// What `body` makes of the text of `path`, its faults told with the file and the line.
  /// - Throws: `CommandFailure`.
  static func parse<Result>(
    _ path: String, _ body: () throws(ParseError) -> Result
  ) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch {
      throw CommandFailure(.badData, "\(path), line \(error.line): \(error)")
    }
  }

  /// The catalog in the file at `path`.
  /// - Throws: `CommandFailure`, `LogError`.
  static func catalog(_ path: String) throws -> Catalog {
    let text = try read(path, expected: "a catalog")
    return try parse(path) { () throws(ParseError) in try Catalog.parse(text) }
  }
}
