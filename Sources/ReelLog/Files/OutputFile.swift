/// A file being written from its front to its end, with one ending: `finish`.
///
/// A recording is made in place; whatever can be made again is written beside its place and then
/// renamed, so that no reader ever sees half of it.
public struct OutputFile: ~Copyable {
  /// What becomes of a file that is already where a derived one shall go.
  public enum Existing: Sendable {
    /// It stays, and writing fails.
    case kept
    /// It is replaced when the new one is whole.
    case replaced
  }

  private enum Ending {
    case inPlace
    case renamed(from: String, Existing)
    case standardOutput
  }

  /// The file as the caller named it.
  public let path: String
  /// How many bytes were written to it by this writer.
  public private(set) var bytesWritten: Int64 = 0
  private let descriptor: Int32
  private var ending: Ending
  /// Whether a power cut would leave the file in its folder.
  private var isNameOnDisk = false
  /// What the system had no room for: it comes before anything else that is written.
  private var backlog: [UInt8] = []
  /// An error of the disk after which nobody knows what it holds.
  private var failure: LogError?

  private init(path: String, descriptor: Int32, ending: Ending) {
    self.path = path
    self.descriptor = descriptor
    self.ending = ending
  }

  deinit {
    switch ending {
    case .inPlace: SystemCall.release(descriptor)
    case .renamed(let beside, _):
      SystemCall.release(descriptor)
      SystemCall.clearAway(beside)
    case .standardOutput: break
    }
  }

  /// Makes the file at `path`, which must not be there yet.
  /// - Throws: `exists`; `cannotCreate`.
  public static func creating(_ path: String) throws(LogError) -> OutputFile {
    do {
      return OutputFile(
        path: path, descriptor: try SystemCall.descriptor(opening: path, .creating),
        ending: .inPlace)
    } catch {
      throw cannotCreate(path, error)
    }
  }

  /// Opens the file at `path` to add to its end.
  /// - Throws: `noInput` if there is none; `cannotCreate` if it may not be written.
  public static func appending(to path: String) throws(LogError) -> OutputFile {
    do {
      return OutputFile(
        path: path, descriptor: try SystemCall.descriptor(opening: path, .appending),
        ending: .inPlace)
    } catch {
      throw LogError(
        error.isMissing ? .noInput : .cannotCreate, path: path, expected: "a file to add to",
        found: error.reason)
    }
  }

  /// Starts a file beside `path` that takes its place on `finish`, and vanishes if that never
  /// comes.
  /// - Throws: `exists`, here or on `finish`, if a file is kept there; `cannotCreate`.
  public static func derived(
    _ path: String, existing: Existing
  ) throws(LogError) -> OutputFile {
    if existing == .kept, Self.isTaken(path) { throw exists(path) }
    let pid = SystemCall.processIdentifier
    var number = 0
    while true {
      let beside = "\(path).\(pid)-\(number).part"
      do {
        return OutputFile(
          path: path, descriptor: try SystemCall.descriptor(opening: beside, .creating),
          ending: .renamed(from: beside, existing))
      } catch {
        number += 1
        if !error.isTaken || number == 100 { throw cannotCreate(path, error) }
      }
    }
  }

  /// Standard output, which is neither made nor closed.
  public static func standardOutput() -> OutputFile {
    OutputFile(
      path: "standard output", descriptor: SystemCall.standardOutput, ending: .standardOutput)
  }

  /// Writes `bytes` after what was written before. After an error it holds what the system has not
  /// taken, and the next call begins with that: a disk that was full has a file without a gap.
  /// - Throws: `inputOutput`; `closedPipe` if the reader of a pipe has gone.
  public mutating func append(_ bytes: [UInt8]) throws(LogError) {
    if backlog.isEmpty { return try write(bytes) }
    backlog += bytes
    try catchUp()
  }

  /// Writes what the system has not taken before.
  /// - Throws: as `append`.
  mutating func catchUp() throws(LogError) {
    if let failure { throw failure }
    if backlog.isEmpty { return }
    var bytes: [UInt8] = []
    swap(&bytes, &backlog)
    try write(bytes)
  }

  private mutating func write(_ bytes: [UInt8]) throws(LogError) {
    var done = 0
    defer { bytesWritten += Int64(done) }
    do {
      try bytes.withUnsafeBufferPointer { buffer throws(ErrorNumber) in
        while done < buffer.count {
          let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[done...]))
          done += try SystemCall.writeOn(rest, to: descriptor)
        }
      }
    } catch {
      backlog = Array(bytes[done...])
      throw LogError(
        error.isClosedPipe ? .closedPipe : .inputOutput, path: path,
        offset: bytesWritten + Int64(done), expected: "room to write", found: error.reason)
    }
  }

  /// Waits until everything written is on the disk, and so is the file's name, where it has it.
  /// - Throws: `inputOutput`.
  public mutating func synchronize() throws(LogError) {
    try catchUp()
    do {
      switch ending {
      case .standardOutput: return
      case .renamed: try SystemCall.synchronize(descriptor)
      case .inPlace:
        try SystemCall.synchronize(descriptor)
        if !isNameOnDisk { try SystemCall.synchronize(folderOf: path) }
        isNameOnDisk = true
      }
    } catch {
      let fault = LogError(
        .inputOutput, path: path, expected: "a disk that keeps", found: error.reason)
      failure = fault
      throw fault
    }
  }

  /// Gives up the file: one that was made in place goes away too.
  consuming func remove() {
    if case .inPlace = ending { SystemCall.clearAway(path) }
  }

  /// Ends the file: on the disk, and in its place.
  /// - Parameter durability: what it must outlive; a file that is soon replaced need not outlive a
  ///   power cut.
  /// - Throws: `inputOutput`; `exists` if a derived file's place was taken meanwhile.
  public consuming func finish(_ durability: Durability = .fsync) throws(LogError) {
    switch durability {
    case .fsync: try synchronize()
    case .flush, .none: try catchUp()
    }
    guard case .renamed(let beside, let existing) = ending else { return }
    do {
      switch existing {
      case .replaced: try SystemCall.move(beside, to: path)
      case .kept: try Self.moveToFreeName(beside, to: path)
      }
      if durability == .fsync { try SystemCall.synchronize(folderOf: path) }
    } catch {
      throw Self.cannotCreate(path, error)
    }
  }

  /// Only a second name can be taken without the risk of covering another file; where a file
  /// system has none, the name is first made as an empty file.
  private static func moveToFreeName(_ beside: String, to path: String) throws(ErrorNumber) {
    do {
      try SystemCall.addName(path, to: beside)
    } catch {
      guard error.isWithoutSecondNames else { throw error }
      SystemCall.release(try SystemCall.descriptor(opening: path, .creating))
      try SystemCall.move(beside, to: path)
    }
  }

  private static func isTaken(_ path: String) -> Bool {
    do {
      _ = try SystemCall.status(at: path)
      return true
    } catch {
      return false
    }
  }

  private static func cannotCreate(_ path: String, _ error: ErrorNumber) -> LogError {
    if error.isTaken { return exists(path) }
    return LogError(
      .cannotCreate, path: path, expected: "a place for a new file", found: error.reason)
  }

  private static func exists(_ path: String) -> LogError {
    LogError(
      .exists, path: path, expected: "a free name", found: "a file that is there already",
      remedy: "Choose another name, or say --force where it may be replaced.")
  }
}
