public import ReelEvents

/// Turns whole lines into the columns of a batch: the hot path of every reader.
///
/// Canonical lines of the kinds that fill a recording are scanned where they stand, without an
/// allocation for each event. All others are decoded whole, and canonical copies of what they say
/// are added to the batch's text. Both ways give the same events. A scanner keeps its buffers from
/// batch to batch and serves one thread.
public struct LineScanner: Sendable {
  /// The buffers between two scans. A copy of a scanner that is used gets its own.
  private final class Room: @unchecked Sendable {
    var pass: LinePass?
    deinit { pass?.free() }
  }

  private var room = Room()

  /// A scanner with empty buffers.
  public init() {}

  /// Fills the columns of `batch` from its text, whole lines each ended by a line feed.
  ///
  /// Lines that are no events are left out of the columns, but keep their numbers.
  /// Complexity: O(bytes).
  public mutating func scan(_ batch: inout EventBatch) -> LineScan {
    if !isKnownUniquelyReferenced(&room) { room = Room() }
    var pass = room.pass.take() ?? LinePass()
    defer { room.pass = pass }
    var text: [UInt8] = []
    swap(&text, &batch.text)
    if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    let (number, isVerified) = (batch.firstNumber, batch.isVerified)
    batch.removeAll()
    (batch.firstNumber, batch.isVerified) = (number, isVerified)
    batch.lineBytes = text.count
    pass.reset()
    let scan = text.withUnsafeBufferPointer { bytes in
      bytes.isEmpty
        ? nil
        : bytes.baseAddress.map {
          pass.scanLines(LineCursor(bytes, at: $0), of: text, into: &batch)
        }
    }
    pass.fill(&batch)
    pass.appendCopies(to: &text)
    swap(&text, &batch.text)
    return scan ?? LineScan()
  }
}
