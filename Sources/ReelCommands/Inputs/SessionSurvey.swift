import ReelEvents
import ReelPolicies

/// What a session has of things that somebody named.
struct SessionSurvey {
  /// The keys that no event names.
  private(set) var missingKeys: Set<KeyText>

  /// Reads `source` until everything has been met, or to its end.
  /// - Throws: what `source` throws.
  init(lookingFor keys: [String], in source: any EventSource) throws {
    missingKeys = Set(keys.map(KeyText.init))
    var source = source
    var batch = EventBatch()
    while !isComplete, try source.next(into: &batch) {
      for row in 0..<batch.count where !isComplete { look(batch, row) }
    }
  }

  private var isComplete: Bool { missingKeys.isEmpty }

  private mutating func look(_ batch: EventBatch, _ row: Int) {
    for key in missingKeys where batch.action(row, names: key.text) { missingKeys.remove(key) }
  }
}
