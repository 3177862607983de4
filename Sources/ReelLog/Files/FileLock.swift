/// The right to add to a recording, held by one writer at a time: `flock` on `NAME.lock`.
///
/// The lock file names the holder, for the sentence that the second writer reads. It goes away with
/// the lock; after a crash it stays behind, harmless, since the system has dropped the lock itself.
struct FileLock: ~Copyable {
  private let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// The name is removed while the lock is held, so that the next writer makes a new file.
  deinit {
    SystemCall.clearAway(path)
    SystemCall.release(descriptor)
  }

  /// Takes the lock of `recording` for `program`.
  /// - Throws: `locked`, naming the holder; `cannotCreate` if there is no place for the lock file.
  static func take(for recording: String, program: String) throws(LogError) -> FileLock {
    let path = recording + ".lock"
    while true {
      let descriptor: Int32
      do {
        descriptor = try SystemCall.descriptor(opening: path, .locking)
      } catch {
        throw LogError(.cannotCreate, path: path, expected: "a lock file", found: error.reason)
      }
      do throws(ErrorNumber) {
        try SystemCall.lock(descriptor)
        if try isNamed(path, descriptor) {
          do throws(ErrorNumber) {
            try name(program, in: descriptor)
          } catch {
            SystemCall.clearAway(path)
            throw error
          }
          return FileLock(path: path, descriptor: descriptor)
        }
        SystemCall.release(descriptor)
      } catch {
        defer { SystemCall.release(descriptor) }
        throw refusal(of: recording, lockFile: path, descriptor, error)
      }
    }
  }

  /// Whether `path` still leads to the open file: its last holder removes the name, and a writer
  /// that opened it before that holds a lock on nothing.
  private static func isNamed(
    _ path: String, _ descriptor: Int32
  ) throws(ErrorNumber) -> Bool {
    do {
      return try SystemCall.status(at: path).identity == SystemCall.status(of: descriptor).identity
    } catch {
      guard error.isMissing else { throw error }
      return false
    }
  }

  private static func name(_ program: String, in descriptor: Int32) throws(ErrorNumber) {
    try SystemCall.makeEmpty(descriptor)
    let text = Array("\(SystemCall.processIdentifier) \(program)\n".utf8)
    try text.withUnsafeBufferPointer { bytes throws(ErrorNumber) in
      try SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  private static func refusal(
    of recording: String, lockFile: String, _ descriptor: Int32, _ error: ErrorNumber
  ) -> LogError {
    guard error.isHeld else {
      return LogError(.cannotCreate, path: lockFile, expected: "a lock", found: error.reason)
    }
    return LogError(
      .locked, path: recording, expected: "a recording that nobody writes",
      found: "one being written by \(holder(descriptor))",
      remedy: "Let that process finish, or end it.")
  }

  /// The pid and program in the lock file; a holder that has not written them yet has no name.
  private static func holder(_ descriptor: Int32) -> String {
    var text = [UInt8](repeating: 0, count: 256)
    do {
      let count = try text.withUnsafeMutableBufferPointer { buffer throws(ErrorNumber) in
        try SystemCall.fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: 0)
      }
      let line = text[..<count].prefix { $0 >= UInt8(ascii: " ") }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard words.count == 2 else { return "another process" }
      let parts = words.map { String(decoding: $0, as: UTF8.self) }
      return "process \(parts[0]) (\(parts[1]))"
    } catch {
      return "another process"
    }
  }
}
