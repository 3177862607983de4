import Foundation

/// The system's call, whose name a method here has.
private let place = write

/// A file in memory, where the system has a place for such: one for each process.
struct FuzzScratch {
  private static let folder: Result<String, any Error> = Result {
    let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    let folder = "\(base)/reel-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexit { FuzzScratch.clearAway() }
    return folder
  }

  /// Leaves nothing behind when the process ends.
  private static func clearAway() {
    guard case .success(let folder) = folder else { return }
    unlink(folder + "/file")
    rmdir(folder)
  }

  private let path: String

  init() throws { path = try Self.folder.get() + "/file" }

  /// Puts `bytes` in the file and gives its path.
  func write(_ bytes: [UInt8]) throws -> String {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try require(descriptor >= 0, "there is room for a file")
    defer { close(descriptor) }
    let count = bytes.withUnsafeBytes { place(descriptor, $0.baseAddress, $0.count) }
    try require(count == bytes.count, "there is room for the file's bytes")
    return path
  }
}
