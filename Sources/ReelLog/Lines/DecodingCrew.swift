import ReelEvents

/// Threads that decode the frames of a file ahead of the one that consumes their events.
///
/// The order, the events and the faults are those of reading frame by frame: what a frame becomes
/// depends on its bytes alone, and the first frame of which that is not so ends the crew's work.
final class DecodingCrew {
  /// Two keep two cores busy while the consumer waits, and leave one to it where it does not.
  private static let workerCount = 2

  private let desk: FrameDesk
  private var threads: [WorkerThread] = []

  /// Starts at the walker's place; nil where there are no threads or decoders to be had.
  init?(_ walker: FrameWalker) {
    let desk = FrameDesk(walker)
    self.desk = desk
    do {
      for _ in 0..<Self.workerCount {
        let worker = try FrameWorker(path: walker.file.path)
        let thread = WorkerThread {
          // Where the consumer falls behind, frames ahead are no use; it must not wait for them.
          SystemCall.stepBack()
          desk.serve(worker)
        }
        guard let thread else { break }
        threads.append(thread)
      }
    } catch {
      // Those that there are can do it.
    }
    if threads.isEmpty { return nil }
  }

  /// The workers end with the frame they have in hand.
  deinit {
    desk.close()
    for thread in threads { thread.join() }
  }

  /// Swaps the next frame's events into `batch`, waiting for them.
  func next(into batch: inout EventBatch) -> FrameDesk.Delivery { desk.pickUp(into: &batch) }
}
