#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A lock, and a way to wait until something that it guards has changed.
///
/// The library's own locks ask for newer systems than those that an app's libraries keep to.
final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    precondition(
      pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(change, nil) == 0,
      "A lock of the default kind needs nothing that could be missing.")
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    change.deallocate()
    mutex.deallocate()
  }

  /// What `body` gives, which runs while nobody else holds the lock.
  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits, inside `withLock`, until `condition` holds, which is asked again after each change.
  func wait(until condition: () -> Bool) {
    while !condition() { pthread_cond_wait(change, mutex) }
  }

  /// Lets all who wait ask again.
  func announceChange() { pthread_cond_broadcast(change) }
}
