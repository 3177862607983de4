import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A connected Unix-domain socket that carries whole frames: four bytes of length, then a binary
/// property list.
final class UnixSocket: @unchecked Sendable {
  // Unchecked: `writing` keeps frames whole, and only one thread reads.

  private let descriptor: Int32
  private let writing = NSLock()

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The largest frame that is believed, in bytes: above any payload that a link lets through.
  private static let frameBytesMax = 1 << 20

  /// Sends a frame; false when the other side has gone.
  func send(_ frame: Data) -> Bool {
    writing.lock()
    defer { writing.unlock() }
    let count = UInt32(frame.count).littleEndian
    return withUnsafeBytes(of: count) { write(all: $0) } && frame.withUnsafeBytes { write(all: $0) }
  }

  /// The next frame; nil when the other side has gone.
  func receive() -> Data? {
    guard let head = read(count: 4) else { return nil }
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    return count <= Self.frameBytesMax ? read(count: count) : nil
  }

  /// Lets both sides know that it is over.
  func hangUp() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func write(all bytes: UnsafeRawBufferPointer) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      #if canImport(Darwin)
        let count = Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
      #else
        let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      #endif
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      done += count
    }
    return true
  }

  private func read(count: Int) -> Data? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        recv(descriptor, buffer.baseAddress?.advanced(by: done), count - done, 0)
      }
      if got < 0 && errno == EINTR { continue }
      if got <= 0 { return nil }
      done += got
    }
    return Data(bytes)
  }
}

/// Why a socket could not be made.
struct SocketError: Error, CustomStringConvertible {
  var description: String
}

extension UnixSocket {
  /// A socket that listens at `path`.
  static func listening(at path: String) throws -> Int32 {
    let descriptor = try make()
    unlink(path)
    let bound = try withAddress(of: path) { bind(descriptor, $0, $1) }
    guard bound == 0, listen(descriptor, 4) == 0 else {
      throw SocketError(description: "no socket could be made at \(path)")
    }
    return descriptor
  }

  /// The next connection to a listening socket; nil when that has been closed.
  static func accepted(by listener: Int32) -> UnixSocket? {
    while true {
      let descriptor = accept(listener, nil, nil)
      if descriptor >= 0 { return UnixSocket(descriptor) }
      if errno != EINTR { return nil }
    }
  }

  /// A connection to whoever listens at `path`.
  static func connected(to path: String) throws -> UnixSocket {
    let descriptor = try make()
    guard try withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      throw SocketError(description: "nobody listens at \(path)")
    }
    return UnixSocket(descriptor)
  }

  private static func make() throws -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #else
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw SocketError(description: "no socket could be made") }
    return descriptor
  }

  private static func withAddress<Result>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else {
      throw SocketError(description: "the path of a socket has at most \(room - 1) bytes: \(path)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
