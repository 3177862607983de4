import Foundation
import ReelSync

/// What the user of one device sees, and does without end.
final class Screen: @unchecked Sendable {
  // Unchecked: `isEchoing` is touched with the lock held.

  let latencies = Latencies()
  private let set: ProSet<AlbumID>
  private let lock = NSCondition()
  private var isEchoing = false

  /// The screen that shows `set`.
  init(_ set: ProSet<AlbumID>) {
    self.set = set
    for album in set.all { latencies.expect(album) }
    Task { [self] in
      for await albums in set.changes { show(albums) }
    }
  }

  /// From now on takes back whatever comes.
  func echo() { lock.withLock { isEchoing = true } }

  /// The user dismisses an album called `name`.
  func dismiss(_ name: String) throws { _ = try dismissed(name) }

  private func dismissed(_ name: String) throws -> AlbumID {
    let album = TimedAlbum.now(name)
    latencies.expect(album)
    try set.dismiss(album)
    return album
  }

  /// Dismisses `count` albums, each when the other process has taken back the last.
  func send(_ count: Int) throws {
    for number in 0..<count {
      let album = try dismissed("album-\(number)")
      lock.lock()
      while set.contains(album) { lock.wait() }
      lock.unlock()
    }
    say("\(count) sent")
  }

  private func show(_ albums: [AlbumID]) {
    lock.lock()
    let isEchoing = isEchoing
    lock.broadcast()
    lock.unlock()
    for (album, milliseconds) in latencies.see(albums) {
      if isEchoing {
        do { try set.undo(album) } catch { say("\(error)") }
      } else {
        say(
          String(
            format: "%@ dismissed, seen after %.2f ms", "\(TimedAlbum.name(album))", milliseconds))
      }
    }
  }
}
