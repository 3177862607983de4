public import ReelEvents

/// Writes a recording: the header, then events' lines, then, with `finish`, what finds them again.
///
/// Bytes once written are never changed. A writer that is dropped without `finish` leaves behind
/// what was flushed. A line whose `append` threw was not added. After an error of the operating
/// system, such as a full disk, every call first tries again to write what it holds, so that the
/// file has no gap; until that succeeds it takes no more, and throws.
public struct RecordingWriter: ~Copyable {
  private var output: OutputFile
  /// There for a compressed recording, absent for a plain one.
  private var compressor: Compressor?
  /// What finds events again; nil where it could not be right.
  private var table: FrameTable?
  /// Whether a file that was reopened ends with a table that is still right.
  private var endsWithTable: Bool
  private let lock: FileLock?
  private let durability: Durability

  /// Lines not yet handed to the file.
  private var pending: [UInt8] = []
  private var encoded: [UInt8] = []
  /// The open frame's lines and bytes so far, and its first event.
  private var frameTextBytes = 0
  private var frameStoredBytes = 0
  /// The bytes of lines at which the open frame is closed.
  private var frameTarget = Limits.frameBytesTarget
  private var frameFirstEvent: Int64
  /// An error of the encoder, which cannot go on.
  private var failure: LogError?

  /// The number that the next event gets.
  public private(set) var nextEvent: Int64

  init(
    output: consuming OutputFile, compressor: consuming Compressor?, lock: consuming FileLock?,
    table: FrameTable?, endsWithTable: Bool, nextEvent: Int64, durability: Durability
  ) {
    self.output = output
    self.compressor = compressor
    self.lock = lock
    self.durability = durability
    self.table = table
    self.endsWithTable = endsWithTable
    self.nextEvent = nextEvent
    frameFirstEvent = nextEvent
  }

  /// Makes the recording `path`, which must not be there yet, and writes its header.
  /// - Parameters:
  ///   - header: the header's line, without a line feed.
  ///   - program: who holds the lock on `NAME.lock`; nil takes none, as in an app.
  ///   - durability: what a flush outlives.
  /// - Throws: `exists`, `cannotCreate`, `locked`, `unsupported` without libzstd, `overLimit`,
  ///   `inputOutput`.
  public static func creating(
    _ path: String, container: Container, header: [UInt8], lockedBy program: String?,
    durability: Durability = .flush, level: CompressionLevel = .standard
  ) throws(LogError) -> RecordingWriter {
    let compressor = try Self.compressor(container, level, path: path)
    let lock: FileLock? =
      if let program { try FileLock.take(for: path, program: program) } else { nil }
    var writer = RecordingWriter(
      output: try OutputFile.creating(path), compressor: compressor, lock: lock,
      table: FrameTable(), endsWithTable: false, nextEvent: 1, durability: durability)
    do throws(LogError) {
      try writer.writeHeader(header)
    } catch {
      writer.output.remove()
      throw error
    }
    return writer
  }

  /// Starts a recording on `output` (a derived file, standard output) and writes its header.
  /// - Throws: `unsupported` without libzstd, `overLimit`, `closedPipe`, `inputOutput`.
  public static func writing(
    to output: consuming OutputFile, container: Container, header: [UInt8],
    durability: Durability = .flush, level: CompressionLevel = .standard
  ) throws(LogError) -> RecordingWriter {
    let compressor = try Self.compressor(container, level, path: output.path)
    var writer = RecordingWriter(
      output: output, compressor: compressor, lock: nil, table: FrameTable(),
      endsWithTable: false, nextEvent: 1, durability: durability)
    try writer.writeHeader(header)
    return writer
  }

  /// Adds the line of an event that happened at `instant`, nil where it does not tell.
  ///
  /// The line holds no line feed. What it is safe from after the next `flush`, the durability says.
  /// - Throws: `overLimit` for a line above `Limits.lineBytesMax`, which is not added;
  ///   `closedPipe`, `inputOutput`.
  public mutating func append(_ line: ArraySlice<UInt8>, at instant: Instant?) throws(LogError) {
    if let failure { throw failure }
    try output.catchUp()
    if frameTextBytes >= frameTarget { try write(.frame) }
    try hold(line, number: nextEvent + 1)
    table?.addEvent(at: instant)
    nextEvent += 1
  }

  /// Adds the lines of `lines` from `index` on, and moves it behind those that were added: all,
  /// unless it throws.
  /// - Throws: `closedPipe`, `inputOutput`.
  public mutating func append(_ lines: LineRun, from index: inout Int) throws(LogError) {
    if let failure { throw failure }
    while index < lines.count {
      try output.catchUp()
      if frameTextBytes >= frameTarget { try write(.frame) }
      let start = lines.start(of: index)
      let first = index
      var end = start
      repeat {
        table?.addEvent(at: lines.ends[index].instant)
        widenFrame(for: lines.ends[index].offset - end)
        end = lines.ends[index].offset
        index += 1
      } while index < lines.count && frameTextBytes + end - start < frameTarget
      pending.append(contentsOf: lines.text[start..<end])
      frameTextBytes += end - start
      nextEvent += Int64(index - first)
    }
  }

  /// Hands every line to the operating system, in such a form that they can be read if nothing
  /// follows: closes the frame, or, while that is small, ends a block in it. With the durability
  /// `fsync` it waits until everything is on the disk.
  /// - Throws: `closedPipe`, `inputOutput`.
  public mutating func flush() throws(LogError) {
    try writePending()
    if durability == .fsync { try output.synchronize() }
  }

  /// Flushes, and waits until everything is on the disk.
  /// - Throws: `closedPipe`, `inputOutput`.
  public mutating func synchronize() throws(LogError) {
    try writePending()
    try output.synchronize()
  }

  /// Closes the last frame, writes index and seek table, and ends the file.
  /// - Throws: `closedPipe`, `inputOutput`; `exists` if a derived file's place was taken meanwhile.
  public consuming func finish() throws(LogError) {
    try closeFrame()
    if let table, compressor != nil, !endsWithTable { try output.append(table.frames) }
    try output.finish()
  }

  /// Makes `copy` a whole recording of the events so far; this one goes on. Complexity: O(file).
  /// - Throws: `inputOutput`, for either file; `exists` if the copy's place was taken meanwhile.
  public mutating func export(to copy: consuming OutputFile) throws(LogError) {
    try closeFrame()
    let file = try FileReader(path: output.path)
    var bytes: [UInt8] = []
    var offset: Int64 = 0
    while offset < file.size {
      bytes.removeAll(keepingCapacity: true)
      try file.read(Limits.frameBytesTarget, at: offset, appendingTo: &bytes)
      offset += Int64(bytes.count)
      try copy.append(bytes)
    }
    if let table, compressor != nil, !endsWithTable { try copy.append(table.frames) }
    try copy.finish()
  }

  private mutating func closeFrame() throws(LogError) {
    if let failure { throw failure }
    try output.catchUp()
    if frameTextBytes > 0 { try write(.frame) }
  }

  private mutating func writePending() throws(LogError) {
    if let failure { throw failure }
    try output.catchUp()
    if frameTextBytes >= Limits.flushFrameBytesMin {
      try write(.frame)
    } else if !pending.isEmpty {
      try write(.block)
    }
  }

  /// The header gets a frame of its own, so that it is read without the events behind it.
  private mutating func writeHeader(_ header: [UInt8]) throws(LogError) {
    try hold(header[...], number: 1)
    try write(.frame)
  }

  private mutating func hold(_ line: ArraySlice<UInt8>, number: Int64) throws(LogError) {
    if line.count > Limits.lineBytesMax {
      throw LogError(
        .overLimit, path: output.path, line: number,
        expected: "a line of at most \(Limits.lineBytesMax) bytes", found: "one of \(line.count)")
    }
    pending.append(contentsOf: line)
    pending.append(LineFeeds.byte)
    frameTextBytes += line.count + 1
    widenFrame(for: line.count + 1)
  }

  /// Lets the open frame hold enough lines as long as one of `lineBytes`.
  private mutating func widenFrame(for lineBytes: Int) {
    let wanted = min(lineBytes * Limits.frameLinesTarget, Limits.longFrameBytesTarget)
    frameTarget = max(frameTarget, wanted)
  }

  private mutating func write(_ ending: Compressor.Ending) throws(LogError) {
    encoded.removeAll(keepingCapacity: true)
    do throws(LogError) {
      try compressor?.compress(pending, ending, appendingTo: &encoded)
    } catch {
      failure = error
      throw error
    }
    if compressor == nil { swap(&encoded, &pending) }
    pending.removeAll(keepingCapacity: true)
    frameStoredBytes += encoded.count
    if ending == .frame { noteFrame() }
    try output.append(encoded)
  }

  /// Enters the frame that has just been closed into the table.
  private mutating func noteFrame() {
    table?.addFrame(
      storedBytes: UInt32(frameStoredBytes), textBytes: UInt32(frameTextBytes),
      firstEvent: frameFirstEvent)
    if table?.hasRoom == false { table = nil }
    endsWithTable = false
    frameTextBytes = 0
    frameStoredBytes = 0
    frameTarget = Limits.frameBytesTarget
    frameFirstEvent = nextEvent
  }

  static func compressor(
    _ container: Container, _ level: CompressionLevel, path: String
  ) throws(LogError) -> Compressor? {
    switch container {
    case .zstd: try Compressor(level: level, path: path)
    case .plain: nil
    }
  }
}
