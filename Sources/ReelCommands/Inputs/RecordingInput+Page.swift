import ReelEvents
import ReelLog
import ReelReplay
import ReelReports

extension RecordingInput {
  /// The page of two rules that were replayed over it.
  /// - Throws: what its reader throws.
  func page(of diff: DiffResult, _ story: SessionStory) throws -> DiffPage {
    DiffPage(diff, story, captions: try captions(of: story))
  }

  /// What the events of `story` are called, in order.
  private func captions(of story: SessionStory) throws -> [String] {
    var captions: [String] = []
    captions.reserveCapacity(story.steps.count)
    var source = try openAgain()
    var batch = EventBatch()
    while captions.count < story.steps.count, try source.next(into: &batch) {
      for row in 0..<min(batch.count, story.steps.count - captions.count) {
        captions.append(EventCaption.words(of: try batch.captionedEvent(row).action))
      }
    }
    return captions
  }
}
