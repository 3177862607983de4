import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A way to end another thread's wait: a pipe to itself.
final class Wakeup: @unchecked Sendable {
  // Unchecked: the descriptors do not change.

  private let ends: [Int32]

  /// A way that nobody has called on yet.
  /// - Throws: `CommandFailure` if there are no descriptors left.
  init() throws(CommandFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(.inputOutput, "no pipe could be made: too many open files")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    self.ends = ends
  }

  deinit { for end in ends { close(end) } }

  /// Ends the wait under way, or the next one. Safe in a signal handler.
  func wake() {
    var byte: UInt8 = 1
    _ = write(ends[1], &byte, 1)
  }

  /// Waits until one of `sockets` has something to do, somebody wakes, or the time is up.
  /// - Parameter milliseconds: the longest wait; nil = for ever.
  func wait(for sockets: [LineSocket], milliseconds: Int64?) {
    var polled = [pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)]
    for socket in sockets {
      polled.append(pollfd(fd: socket.descriptor, events: socket.pollEvents, revents: 0))
    }
    let timeout = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    _ = poll(&polled, nfds_t(polled.count), timeout)
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(ends[0], &bytes, bytes.count) > 0 {}
  }
}
