/// A file open for reading at any offset, by several threads at once if need be.
///
/// It reads with `pread` and never maps: a mapped file that is cut short kills the process.
public final class FileReader: Sendable {
  /// The file as the caller named it.
  public let path: String
  /// Its size in bytes when it was opened; what is added later is not seen.
  public let size: Int64
  private let descriptor: Int32

  /// Opens the file at `path`. Pipes and devices are copied to a temporary file first.
  /// - Throws: `noInput` if it is missing, unreadable or a folder; `inputOutput`.
  public convenience init(path: String) throws(LogError) {
    let descriptor: Int32
    do {
      descriptor = try SystemCall.descriptor(opening: path, .reading)
    } catch {
      throw LogError(.noInput, path: path, expected: "a file", found: error.reason)
    }
    try self.init(taking: descriptor, path: path)
  }

  /// Reads standard input to its end into a temporary file without a name, so that it can be read
  /// again.
  /// - Throws: `noInput` if it cannot be read; `inputOutput` if there is no room for it.
  public static func standardInput() throws(LogError) -> FileReader {
    let path = "standard input"
    return try FileReader(
      path: path, spooled: try spool(SystemCall.standardInput, path: path))
  }

  private convenience init(taking descriptor: Int32, path: String) throws(LogError) {
    let status: SystemCall.Status
    do {
      status = try SystemCall.status(of: descriptor)
    } catch {
      SystemCall.release(descriptor)
      throw LogError(.inputOutput, path: path, expected: "a file", found: error.reason)
    }
    if status.isRegular {
      self.init(path: path, size: status.size, descriptor: descriptor)
    } else {
      defer { SystemCall.release(descriptor) }
      if status.isFolder {
        throw LogError(.noInput, path: path, expected: "a file", found: "a folder")
      }
      try self.init(path: path, spooled: try Self.spool(descriptor, path: path))
    }
  }

  private convenience init(path: String, spooled descriptor: Int32) throws(LogError) {
    do {
      let size = try SystemCall.status(of: descriptor).size
      self.init(path: path, size: size, descriptor: descriptor)
    } catch {
      SystemCall.release(descriptor)
      throw LogError(.inputOutput, path: path, found: error.reason)
    }
  }

  private init(path: String, size: Int64, descriptor: Int32) {
    self.path = path
    self.size = size
    self.descriptor = descriptor
  }

  deinit { SystemCall.release(descriptor) }

  /// Adds up to `count` bytes from `offset` to `bytes`, fewer only at the end of the file.
  /// - Returns: how many bytes were added.
  /// - Throws: `inputOutput` with the offset.
  @discardableResult
  public func read(
    _ count: Int, at offset: Int64, appendingTo bytes: inout [UInt8]
  ) throws(LogError) -> Int {
    let before = bytes.count
    let wanted = Int(min(Int64(count), max(0, size - offset)))
    bytes.appendZeros(wanted)
    do {
      let done = try bytes.withUnsafeMutableBufferPointer { buffer throws(ErrorNumber) in
        try SystemCall.fill(
          UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[before...]),
          from: descriptor, at: offset)
      }
      bytes.removeLast(wanted - done)
      return done
    } catch {
      bytes.removeLast(wanted)
      throw LogError(
        .inputOutput, path: path, offset: offset, expected: "readable bytes", found: error.reason)
    }
  }

  private static func spool(_ source: Int32, path: String) throws(LogError) -> Int32 {
    let target: Int32
    do {
      target = try SystemCall.descriptorOfTemporaryFile()
    } catch {
      throw LogError(
        .inputOutput, path: path, expected: "room for a temporary copy", found: error.reason)
    }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    do {
      try buffer.withUnsafeMutableBufferPointer { buffer throws(ErrorNumber) in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        while case let count = try SystemCall.readOn(bytes, from: source), count > 0 {
          try SystemCall.writeAll(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: target)
        }
      }
    } catch {
      SystemCall.release(target)
      throw LogError(.inputOutput, path: path, expected: "a readable stream", found: error.reason)
    }
    return target
  }
}
