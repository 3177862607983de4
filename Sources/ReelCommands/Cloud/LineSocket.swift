import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A Unix-domain socket that carries lines, and never waits: what cannot be sent now is kept, what
/// has come is handed out.
final class LineSocket: @unchecked Sendable {
  // Unchecked: the descriptor does not change; buffers are touched by the one thread that owns it.

  /// The longest line that is believed, in bytes: a full account in JSON, with room to spare.
  static let lineBytesMax = 16 << 20
  /// How much may wait for a reader that does not read, in bytes, before it is given up.
  static let outputBytesMax = 64 << 20

  /// The descriptor, for `poll`.
  let descriptor: Int32
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  /// Whether the other side is gone, or as good as gone.
  private(set) var isOver = false

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// What to wait for.
  var pollEvents: Int16 { Int16(output.isEmpty ? POLLIN : POLLIN | POLLOUT) }

  /// Sends `line` and a line feed, now or when there is room.
  func send(_ line: [UInt8]) {
    output += line
    output.append(0x0A)
    if output.count > Self.outputBytesMax { isOver = true }
    flush()
  }

  /// Sends what was kept, as far as there is room.
  func flush() {
    var done = 0
    while done < output.count && !isOver {
      let count = output.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        #if canImport(Darwin)
          return Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
        #else
          return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        break
      } else if errno != EINTR {
        isOver = true
      }
    }
    output.removeFirst(done)
  }

  /// The whole lines that have come, without their line feeds.
  func receive() -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while !isOver {
      let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 {
        take(chunk[..<count], into: &lines)
      } else if count == 0 {
        isOver = true
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        break
      } else if errno != EINTR {
        isOver = true
      }
    }
    return lines
  }

  private func take(_ bytes: ArraySlice<UInt8>, into lines: inout [[UInt8]]) {
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(input + rest[..<end])
      input.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
    }
    input += rest
    if input.count > Self.lineBytesMax { isOver = true }
  }
}

extension LineSocket {
  /// A listening socket at `path`; whatever is there is taken for left over.
  static func listening(at path: String) throws(CommandFailure) -> LineSocket {
    let descriptor = try make()
    unlink(path)
    let bound = try withAddress(of: path) { bind(descriptor, $0, $1) }
    guard bound == 0, listen(descriptor, 64) == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw CommandFailure(
        .cannotCreate, "\(path): expected a place for a socket, found: \(reason)")
    }
    return LineSocket(descriptor)
  }

  /// The next connection that waits; nil for none.
  func accepted() -> LineSocket? {
    while true {
      let other = accept(descriptor, nil, nil)
      if other >= 0 { return LineSocket(other) }
      if errno != EINTR { return nil }
    }
  }

  /// A connection to whoever listens at `path`; nil if nobody does.
  static func connected(to path: String) throws(CommandFailure) -> LineSocket? {
    let descriptor = try make()
    if try withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 {
      return LineSocket(descriptor)
    }
    close(descriptor)
    return nil
  }

  private static func make() throws(CommandFailure) -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #else
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else {
      throw CommandFailure(.inputOutput, "no socket could be made: too many open files")
    }
    return descriptor
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(CommandFailure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else {
      throw CommandFailure(
        .cannotCreate, "\(path): expected a path of at most \(room - 1) bytes for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
