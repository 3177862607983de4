import Foundation
import ReelSync

/// Sees what another process dismisses, and how long the news took.
final class Latencies: @unchecked Sendable {
  // Unchecked: touched with the lock held.

  private let lock = NSLock()
  private var known: Set<AlbumID> = []
  private var milliseconds: [Double] = []

  /// Takes note of an album that this process dismissed.
  func expect(_ album: AlbumID) { lock.withLock { _ = known.insert(album) } }

  /// The albums that are new, with the time that each took to come here.
  func see(_ albums: [AlbumID]) -> [(album: AlbumID, milliseconds: Double)] {
    lock.withLock {
      let fresh = albums.filter { !known.contains($0) }.map { ($0, TimedAlbum.age($0)) }
      known.formUnion(albums)
      milliseconds += fresh.map(\.1)
      return fresh
    }
  }

  /// How many came, and the median and the worst time.
  var summary: String {
    lock.withLock {
      let sorted = milliseconds.sorted()
      guard let worst = sorted.last else { return "nothing came" }
      let median = sorted[sorted.count / 2]
      return String(
        format: "%d came; median %.2f ms, worst %.2f ms", sorted.count, median, worst)
    }
  }
}
