import ReelEvents
import ReelPolicies
import ReelProjections

/// What a rule made of an event, in a few words, where the event itself does not say it.
enum StoryWords {
  /// The outcome of the event; nil where there is nothing to say.
  static func outcome(of event: ResolvedEvent, in world: World) -> String? {
    let words: String? =
      switch event.kind {
      case .storeRead: read(world)
      case .entitlementRead, .ruleRead: answer(world.givenAnswer)
      case .messageSent: world.fateWords
      case .messageReceived: received(world)
      case .messageFailed: world.failure.map { "failed \($0)" }
      case .storeSet, .storeRemove, .storeLoaded, .storeCleared, .storeApplied, .storeRegister,
        .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled,
        .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
        nil
      }
    return world.isUndecided
      ? [words, "undecided"].compactMap(\.self).joined(separator: ", ") : words
  }

  /// An answer as a word.
  static func answer(_ answer: Bool?) -> String { answer.map { $0 ? "yes" : "no" } ?? "unknown" }

  /// A mark as the content of a cell.
  static func mark(_ mark: Mark, _ tie: DismissalPolicy.Tie) -> String {
    let stamps = [mark.added, mark.removed].map { $0 == Mark.never ? "-" : String($0) }
    return "\(mark.isLive(tie) ? 1 : 0) \(stamps[0]) \(stamps[1])"
  }

  private static func read(_ world: World) -> String {
    guard let value = world.vocabulary.shown(world.readValue) else { return "absent" }
    return String(decoding: value.canonicalBytes, as: UTF8.self)
  }

  private static func received(_ world: World) -> String {
    let what = world.handedWords
    return world.suppressed.map { "\(what), suppressed \($0.rawValue)" } ?? what
  }
}

extension World {
  /// What became of the attempt of the last step, in words.
  var fateWords: String {
    if let reason = suppressed { return "suppressed \(reason.rawValue)" }
    if let error = failure { return "failed \(error)" }
    return "sent"
  }

  /// What the receipt of the last step handed over, in words.
  var handedWords: String {
    switch handed {
    case .nothing: "nothing"
    case .message: "the message of event \(handedMessage?.sentEvent ?? 0)"
    case .foreign: "a message from outside the recording"
    case .outside: "what the cloud was given from outside"
    }
  }
}
