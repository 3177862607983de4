import ReelEvents

/// Where workers fetch frames and leave their events, and one consumer picks those up in the order
/// of the file.
///
/// The batches travel round: there are as many as frames in work, and one that the consumer has. So
/// memory is bounded, whatever the file's size.
final class FrameDesk: @unchecked Sendable {
  /// The events of a frame, or where somebody else must go on.
  enum Delivery {
    case frame(offset: Int64, LineScan)
    /// The frame `number`, which begins at `offset`, needs more than a worker, or there is none.
    case handover(offset: Int64, number: Int64)
  }

  private struct Slot {
    var batch = EventBatch()
    var bytes = 0
    var delivery: Delivery?
  }

  /// How many frames may be in work or wait to be picked up.
  private static let slotCount = 3
  /// How many bytes of lines those may have, more than one of them together.
  private static let bytesMax = 2 * Limits.longFrameBytesTarget
  /// A batch that has grown beyond this, in bytes of lines, is not kept for the next frame.
  private static let keptBytesMax = Limits.longFrameBytesTarget * 3 / 2

  // Held by one worker at a time while it reads the file.
  private let walking = Monitor()
  private var walker: FrameWalker
  private var isOver = false

  // Held for moments.
  private let slots = Monitor()
  private var slot = (0..<slotCount).map { _ in Slot() }
  /// Batches for frames to come; the one used last comes first, so that no more are filled than are
  /// needed at a time.
  private var spare: [EventBatch] = []
  private var fetched = 0
  private var delivered = 0
  private var bytes = 0
  private var isClosed = false

  init(_ walker: FrameWalker) { self.walker = walker }

  /// Decodes frames until there are no more, or until the desk closes.
  func serve(_ worker: FrameWorker) {
    while let number = fetch(worker) {
      let scan = worker.decode()
      let delivery =
        scan.map { Delivery.frame(offset: worker.raw.offset, $0) }
        ?? .handover(offset: worker.raw.offset, number: worker.raw.number)
      deliver(delivery, of: number, worker)
    }
  }

  /// Swaps the next frame's events into `batch`, waiting for them.
  func pickUp(into batch: inout EventBatch) -> Delivery {
    slots.withLock {
      let index = delivered % Self.slotCount
      slots.wait { slot[index].delivery != nil }
      guard let delivery = slot[index].delivery, case .frame = delivery else {
        // It stays, for whoever asks once more.
        return slot[index].delivery ?? .handover(offset: 0, number: 0)
      }
      swap(&batch, &slot[index].batch)
      if slot[index].batch.text.capacity <= Self.keptBytesMax { spare.append(slot[index].batch) }
      slot[index].batch = EventBatch()
      slot[index].delivery = nil
      bytes -= slot[index].bytes
      delivered += 1
      slots.announceChange()
      return delivery
    }
  }

  /// Lets the workers end with what they have in hand.
  func close() {
    slots.withLock {
      isClosed = true
      slots.announceChange()
    }
  }

  /// Brings the next frame to `worker` and gives its place in the order, from 0; nil when there is
  /// nothing more to do.
  private func fetch(_ worker: FrameWorker) -> Int? {
    walking.withLock {
      if isOver { return nil }
      let isFrame = walk(into: &worker.raw)
      isOver = !isFrame
      guard let number = takeSlot(worker) else { return nil }
      if isFrame { return number }
      let place = Delivery.handover(offset: walker.offset, number: walker.number)
      deliver(place, of: number, worker)
      return nil
    }
  }

  /// Whether a frame comes next that the walker could take whole.
  private func walk(into raw: inout RawFrame) -> Bool {
    while true {
      do {
        switch try walker.next(into: &raw) {
        case .frame: return true
        case .skippable: continue
        case .oversized, .torn, .end: return false
        }
      } catch {
        return false  // Whoever takes over comes to the same fault, and reports it.
      }
    }
  }

  /// Waits for room, and takes a batch.
  private func takeSlot(_ worker: FrameWorker) -> Int? {
    // A frame that does not tell its length was flushed while it grew up to the target.
    let told = worker.raw.header.textBytes ?? UInt64(Limits.frameBytesTarget)
    let size = Int(min(told, UInt64(Limits.frameBytesMax)))
    return slots.withLock {
      slots.wait {
        isClosed || fetched == delivered
          || fetched - delivered < Self.slotCount && bytes + size <= Self.bytesMax
      }
      if isClosed { return nil }
      let index = fetched % Self.slotCount
      worker.batch = spare.popLast() ?? EventBatch()
      slot[index].bytes = size
      bytes += size
      defer { fetched += 1 }
      return fetched
    }
  }

  private func deliver(_ delivery: Delivery, of number: Int, _ worker: FrameWorker) {
    slots.withLock {
      let index = number % Self.slotCount
      swap(&worker.batch, &slot[index].batch)
      slot[index].delivery = delivery
      slots.announceChange()
    }
  }
}
