import Foundation

/// What has come so far, for whoever waits for it.
package final class Arrivals: @unchecked Sendable {
  // Unchecked: `lock` guards the set.

  private let lock = NSCondition()
  private var come: Set<String> = []

  /// Nothing has come.
  package init() {}

  /// Notes that `name` has come.
  package func note(_ name: String) {
    lock.lock()
    come.insert(name)
    lock.broadcast()
    lock.unlock()
  }

  /// Waits for `name`, at most 30 seconds; false if it has not come.
  package func wait(for name: String) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 30)
    lock.lock()
    defer { lock.unlock() }
    while come.remove(name) == nil {
      if !lock.wait(until: deadline) { return come.remove(name) != nil }
    }
    return true
  }
}
