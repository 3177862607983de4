#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread of the system that runs one function. Whoever starts it waits for its end.
struct WorkerThread {
  /// Room for the nesting of values, on systems that give a thread little by themselves; only what
  /// is used of it takes memory.
  private static let stackBytes = 4 << 20

  private let thread: pthread_t

  /// Carries the function to the thread.
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `body`; nil where the system gives no more threads.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, &attributes, { Self.run($0) }, work.toOpaque())
    #else
      var created = pthread_t()
      let status = pthread_create(&created, &attributes, { Self.run($0) }, work.toOpaque())
      let thread: pthread_t? = created
    #endif
    guard status == 0, let thread else {
      work.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until the function has returned.
  func join() { pthread_join(thread, nil) }

  private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
    return nil
  }
}
