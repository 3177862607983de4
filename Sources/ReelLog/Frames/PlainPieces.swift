/// The text of a plain recording, a portion at a time.
struct PlainPieces {
  private let file: FileReader
  private var offset: Int64 = 0

  init(_ file: FileReader) { self.file = file }

  /// Continues at `offset`.
  mutating func move(to offset: Int64) { self.offset = offset }

  /// Adds the next piece to `text`; nil at the end.
  /// - Throws: `inputOutput`.
  mutating func next(appendingTo text: inout [UInt8]) throws(LogError) -> Piece? {
    let count = try file.read(FileWindow.portionBytes, at: offset, appendingTo: &text)
    if count == 0 { return nil }
    defer { offset += Int64(count) }
    return Piece(frameOffset: offset, assurance: .unchecked)
  }
}
