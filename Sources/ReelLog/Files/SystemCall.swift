#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The calls of the libraries to the operating system; each starts over when a signal cut it short.
///
/// None of the names is the system's own, so that every call here means the system's.
enum SystemCall {
  /// How a file is opened.
  enum Mode {
    /// For reading.
    case reading
    /// For writing, and only if there is no such file yet.
    case creating
    /// For adding at the end.
    case appending
    /// For reading and writing; made if there is none yet.
    case locking
  }

  /// What a path or descriptor leads to.
  struct Status {
    var isFolder: Bool
    var isRegular: Bool
    var size: Int64
    /// The file system and the number in it, which together tell two files apart.
    var identity: [UInt64]

    fileprivate init(_ found: stat) {
      isFolder = found.st_mode & S_IFMT == S_IFDIR
      isRegular = found.st_mode & S_IFMT == S_IFREG
      size = Int64(found.st_size)
      identity = [UInt64(truncatingIfNeeded: found.st_dev), UInt64(found.st_ino)]
    }
  }

  #if os(Linux)
    /// MADV_HUGEPAGE in madvise(2), which not every C library's header shows to Swift.
    private static let hugePages: Int32 = 14
  #endif

  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1

  static var processIdentifier: Int32 { getpid() }

  static func descriptor(opening path: String, _ mode: Mode) throws(ErrorNumber) -> Int32 {
    let flags: Int32 =
      switch mode {
      case .reading: O_RDONLY
      case .creating: O_WRONLY | O_CREAT | O_EXCL
      case .appending: O_WRONLY | O_APPEND
      case .locking: O_RDWR | O_CREAT
      }
    return try retrying { open(path, flags | O_CLOEXEC, 0o666) }
  }

  /// A temporary file without a name, open for reading and writing.
  static func descriptorOfTemporaryFile() throws(ErrorNumber) -> Int32 {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let folder = named.isEmpty ? "/tmp" : named
    var template = Array("\(folder)/reel-XXXXXX".utf8CString)
    return try template.withUnsafeMutableBufferPointer { name throws(ErrorNumber) in
      guard let path = name.baseAddress else { throw ErrorNumber(code: ENOENT) }
      let descriptor = try retrying { mkstemp(path) }
      _ = unlink(path)
      return descriptor
    }
  }

  /// Lets go of a descriptor; what could still fail here, `synchronize` has reported before.
  static func release(_ descriptor: Int32) {
    _ = close(descriptor)
  }

  /// Fills `buffer` from `offset`; with fewer bytes only at the end of the file.
  static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int64
  ) throws(ErrorNumber) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try retrying {
        pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads what comes next, at most as much as `buffer` holds; 0 at the end.
  static func readOn(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32
  ) throws(ErrorNumber) -> Int {
    try retrying { read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Writes all of `buffer` where the descriptor stands.
  static func writeAll(
    _ buffer: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(ErrorNumber) {
    var done = 0
    while done < buffer.count {
      done += try writeOn(UnsafeRawBufferPointer(rebasing: buffer[done...]), to: descriptor)
    }
  }

  /// Writes what the system takes of `buffer`, and tells how much.
  static func writeOn(
    _ buffer: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(ErrorNumber) -> Int {
    try retrying { write(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Lets this thread wait where another one has work too, be it of this process or another.
  static func stepBack() {
    // Elsewhere it would hold for the whole process.
    #if os(Linux)
      _ = nice(5)
    #endif
  }

  /// Asks that `byteCount` bytes of memory that nobody has touched so far come in large pages where
  /// the system has those: each page is fetched when first touched, and thousands take their time.
  static func preferLargePages(_ memory: UnsafeRawPointer, byteCount: Int) {
    #if os(Linux)
      let pageBytes = Int(getpagesize())
      let start = (Int(bitPattern: memory) + pageBytes - 1) / pageBytes * pageBytes
      let end = (Int(bitPattern: memory) + byteCount) / pageBytes * pageBytes
      // No more than a wish: where it is refused, pages are small.
      if start >= end { return }
      _ = madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, hugePages)
    #endif
  }

  /// Waits until what was written is on the disk; on Apple's systems `fsync` alone leaves it in the
  /// drive's memory.
  static func synchronize(_ descriptor: Int32) throws(ErrorNumber) {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    _ = try retrying { fsync(descriptor) }
  }

  /// Waits until the name of the file at `path` is on the disk, where the file system lets one.
  static func synchronize(folderOf path: String) throws(ErrorNumber) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { path[...$0] } ?? "."
    do {
      let descriptor = try descriptor(opening: String(folder), .reading)
      defer { release(descriptor) }
      try synchronize(descriptor)
    } catch {
      if !error.isWithoutFolderSync { throw error }
    }
  }

  static func makeEmpty(_ descriptor: Int32) throws(ErrorNumber) {
    _ = try retrying { ftruncate(descriptor, 0) }
  }

  static func status(of descriptor: Int32) throws(ErrorNumber) -> Status {
    var found = stat()
    _ = try retrying { fstat(descriptor, &found) }
    return Status(found)
  }

  static func status(at path: String) throws(ErrorNumber) -> Status {
    var found = stat()
    _ = try retrying { stat(path, &found) }
    return Status(found)
  }

  /// Takes the lock of an open file, or fails at once if another process has it.
  static func lock(_ descriptor: Int32) throws(ErrorNumber) {
    _ = try retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Removes a name of ours if it can be; one that stays behind says in its ending what it is.
  static func clearAway(_ path: String) {
    _ = unlink(path)
  }

  /// Renames, over whatever is at `target`.
  static func move(_ path: String, to target: String) throws(ErrorNumber) {
    _ = try retrying { rename(path, target) }
  }

  /// Gives the file at `path` a second name, which must be free.
  static func addName(_ target: String, to path: String) throws(ErrorNumber) {
    _ = try retrying { link(path, target) }
  }

  private static func retrying<Count: SignedInteger>(
    _ call: () -> Count
  ) throws(ErrorNumber) -> Count {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = ErrorNumber(code: errno)
      if error.code != EINTR { throw error }
    }
  }
}

/// Why the operating system refused.
struct ErrorNumber: Error, Equatable {
  var code: Int32

  var isMissing: Bool { code == ENOENT }
  var isTaken: Bool { code == EEXIST }
  var isHeld: Bool { code == EWOULDBLOCK }
  var isClosedPipe: Bool { code == EPIPE }
  /// Whether the file system knows no second names.
  var isWithoutSecondNames: Bool {
    code == EPERM || code == EOPNOTSUPP || code == ENOTSUP || code == ENOSYS
  }

  /// Whether the file system syncs no folders, or this one may not be read.
  var isWithoutFolderSync: Bool {
    code == EINVAL || code == EBADF || code == ENOTSUP || code == EACCES
  }

  /// The reason as a noun phrase: our own words, since the system's follow the locale.
  var reason: String {
    switch code {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "no permission"
    case EEXIST: "a file that is there already"
    case EISDIR: "a folder"
    case ENOTDIR: "a file where a folder should be"
    case ENOSPC: "no space left on the disk"
    case EDQUOT: "no quota left on the disk"
    case EROFS: "a read-only file system"
    case ENAMETOOLONG: "a name that is too long"
    case ELOOP: "a loop of symbolic links"
    case EMFILE, ENFILE: "too many open files"
    case EPIPE: "a closed pipe"
    case EIO: "an error of the disk"
    default: "system error \(code)"
    }
  }
}
