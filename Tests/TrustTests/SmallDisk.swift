import Foundation

/// A disk of half a MiB, in memory, mounted for one test; only root may make one.
final class SmallDisk {
  /// Whether this process may mount one.
  static let isPossible: Bool = {
    do {
      _ = try SmallDisk()
      return true
    } catch {
      return false
    }
  }()

  private struct Unmounted: Error {}

  let folder: Folder

  init() throws {
    folder = try Folder()
    guard try Run(shell: "mount -t tmpfs -o size=512k tmpfs .", in: folder).status == 0 else {
      throw Unmounted()
    }
  }

  deinit {
    do {
      _ = try Run(shell: "umount '\(folder.path)'", in: Folder())
    } catch {
      // It stays mounted in the temporary folder until the machine restarts.
    }
  }

  /// Fills it but for `free` bytes, which must be whole pages of 4 KiB.
  func fill(butFor free: Int) throws {
    _ = try Run(shell: "head -c 1m /dev/zero > ballast", in: folder)
    _ = try Run(shell: "truncate -s -\(free) ballast", in: folder)
  }

  /// Makes room again.
  func empty() throws { _ = try Run(shell: "rm ballast", in: folder) }
}
