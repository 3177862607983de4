import ReelEvents

/// Turns single frames into events, for the one thread that it is given to.
///
/// It takes frames only that are of use alone: whole, as the limits want them, and of whole lines.
/// All others are left to `RecordingReader`, which knows what comes before and after.
final class FrameWorker: @unchecked Sendable {
  /// The frame that comes next.
  var raw = RawFrame()
  /// Its events.
  var batch = EventBatch()
  private var decompressor: Decompressor
  private var scanner = LineScanner()

  init(path: String) throws(LogError) { decompressor = try Decompressor(path: path) }

  /// Fills the batch with the frame's events, once the frame's checksum has held.
  /// - Returns: what was left out; nil if it takes more than the frame alone to read its lines.
  func decode() -> LineScan? {
    guard raw.refusal == nil else { return nil }
    do {
      guard try decompressor.decompress(raw, replacing: &batch.text) else { return nil }
    } catch {
      return nil
    }
    let (count, last) = (batch.text.count, batch.text.last)
    guard count <= Limits.lineBytesMax, last ?? LineFeeds.byte == LineFeeds.byte else {
      return nil
    }
    batch.isVerified = raw.header.hasChecksum
    return scanner.scan(&batch)
  }
}
