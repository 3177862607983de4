import ReelEvents
import ReelPolicies
import ReelProjections

/// What a step came to, in words: what a prompt shows after each command.
enum StepStory {
  /// One line for each thing that changed or was decided, in the order of keys and items.
  static func changes(of event: ResolvedEvent, in world: World) -> [String] {
    let outcome = world.outcome
    let vocabulary = world.vocabulary
    let device = vocabulary.processes[event.device]
    var lines: [String] = []
    if let reason = outcome.suppressed {
      lines.append("\(device): suppressed (\(reason.rawValue))")
    }
    if let error = outcome.failure { lines.append("\(device): failed (\(error))") }
    if let settings = outcome.settings, outcome.suppressed == nil, outcome.failure == nil {
      let count = settings.keys.count
      lines.append("\(device): \(count) \(count == 1 ? "key" : "keys") sent")
    }
    for change in world.changes {
      let key = vocabulary.keys.names[Int(change.key)]
      lines.append(
        "\(device): \(key) \(text(change.old, vocabulary)) -> \(text(change.new, vocabulary))")
    }
    for change in outcome.listChanges {
      lines.append("\(device): \(change.id) \(change.isListed ? "listed" : "no longer listed")")
    }
    switch event.kind {
    case .storeRead: lines.append("\(device): reads \(text(outcome.value, vocabulary))")
    case .entitlementRead, .ruleRead:
      let answer = outcome.answer.map { $0 ? "yes" : "no" } ?? "unknown"
      lines.append("\(device): \(vocabulary.rules[event.key]) = \(answer)")
    default: break
    }
    return lines
  }

  private static func text(_ value: Int32, _ vocabulary: Vocabulary) -> String {
    guard let value = vocabulary.shown(value) else { return "absent" }
    return String(decoding: value.canonicalBytes, as: UTF8.self)
  }
}
