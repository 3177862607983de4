public import ReelEvents

extension RecordingWriter {
  /// Opens the recording `path` to add to it: later lines go into new frames behind all there is,
  /// and `finish` writes a table of the whole file.
  ///
  /// Complexity: O(file) in reading block headers; where the file does not end with a table that
  /// agrees with them, O(file) in decompressing.
  /// - Parameters:
  ///   - program: who holds the lock on `NAME.lock`.
  ///   - durability: what a flush outlives.
  ///   - instant: the time that a line tells; it gets the line without its line feed. It is only
  ///     asked where the file has no table.
  /// - Throws: `locked`; `torn`, with the advice to recover; `noInput`, `cannotCreate`, and
  ///   whatever reading throws.
  public static func reopening(
    _ path: String, lockedBy program: String, durability: Durability = .flush,
    level: CompressionLevel = .standard, instant: (ArraySlice<UInt8>) -> Instant?
  ) throws(LogError) -> RecordingWriter {
    let output = try OutputFile.appending(to: path)
    let lock = try FileLock.take(for: path, program: program)
    let file = try FileReader(path: path)
    let survey = try FrameTable.survey(file, instant: instant)
    let compressor = try compressor(Container(detectedIn: file), level, path: path)
    return RecordingWriter(
      output: output, compressor: compressor, lock: lock, table: survey.table,
      endsWithTable: survey.endsWithTable, nextEvent: survey.nextEvent, durability: durability)
  }
}
