public import ReelEvents
import ReelPolicies
public import ReelProjections

/// Facts performed under a policy: each one becomes the events that a recording would hold, with
/// their outcomes.
public enum Rehearsal {
  /// The events that `fact` becomes, once `world` has been stepped by it.
  ///
  /// The fact itself comes first, with its outcome filled in; a failure and the halves of an apply
  /// follow as events of their own.
  public static func events(
    of fact: Event, _ resolved: ResolvedEvent, in world: World
  ) -> [Event] {
    let outcome = world.outcome
    let vocabulary = world.vocabulary
    switch fact.action {
    case .storeRead(let store, let key, _):
      let value = vocabulary.values.value(of: outcome.value)
      return [fact.with(.storeRead(store: store, key: key, value: value))]
    case .entitlementRead(let rule, _):
      return [fact.with(.entitlementRead(rule: rule, answer: outcome.answer))]
    case .ruleRead(let rule, _):
      return [fact.with(.ruleRead(rule: rule, answer: outcome.answer))]
    case .messageSent(let message): return sent(message, fact, outcome, vocabulary)
    case .messageReceived(let message):
      return received(message, fact, resolved, in: world)
    case .storeLoaded, .storeRegister, .storeSet, .storeRemove, .storeCleared, .storeApplied,
      .messageFailed, .deviceInstalled, .deviceLaunched, .deviceUpdated, .deviceCrashed,
      .deviceUninstalled, .deviceLocked, .deviceUnlocked, .deviceAccount, .recorderDropped, .note,
      .unknown:
      return [fact]
    }
  }

  private static func sent(
    _ message: SentMessage, _ fact: Event, _ outcome: Outcome, _ vocabulary: Vocabulary
  ) -> [Event] {
    var message = message
    message.suppressed = outcome.suppressed
    if outcome.suppressed == nil {
      message.payload = outcome.blob ?? outcome.settings.map { vocabulary.value(of: $0.payload) }
    }
    var events = [fact.with(.messageSent(message))]
    if let error = outcome.failure {
      events.append(fact.with(.messageFailed(message: message.message, error: error)))
    }
    return events
  }

  private static func received(
    _ message: ReceivedMessage, _ fact: Event, _ resolved: ResolvedEvent, in world: World
  ) -> [Event] {
    let (outcome, vocabulary) = (world.outcome, world.vocabulary)
    var message = message
    message.suppressed = outcome.suppressed
    var events = [fact.with(.messageReceived(message))]
    let id = message.message ?? ""
    if let effect = world.effect {
      let halves = [cleared(effect, id, vocabulary), applied(effect, id, vocabulary)]
      let ordered = effect.order == .clearFirst ? halves : halves.reversed()
      events += ordered.compactMap { $0 }.map { fact.with($0) }
    }
    if !outcome.listChanges.isEmpty {
      let store = StoreName(vocabulary.lists[resolved.message.list])
      events += listHalves(outcome.listChanges, store, id).map { fact.with($0) }
    }
    return events
  }

  private static func cleared(
    _ effect: SettingsEffect, _ id: String, _ vocabulary: Vocabulary
  ) -> Action? {
    if effect.cleared.isEmpty { return nil }
    let names = effect.cleared.map { vocabulary.keys.names[Int($0)] }
    return .storeCleared(store: .defaults, by: id, keys: names.sorted(by: utf8Precedes))
  }

  private static func applied(
    _ effect: SettingsEffect, _ id: String, _ vocabulary: Vocabulary
  ) -> Action? {
    if effect.applied.isEmpty { return nil }
    let members = effect.applied.compactMap { setting in
      vocabulary.values.value(of: setting.value).map {
        ValueDictionary.Member(key: vocabulary.keys.names[Int(setting.key)], value: $0)
      }
    }
    return .storeApplied(store: .defaults, by: id, values: ValueDictionary(members))
  }

  private static func listHalves(
    _ changes: [ListChange], _ store: StoreName, _ id: String
  ) -> [Action] {
    var halves: [Action] = []
    let removed = changes.filter { !$0.isListed }.map(\.id)
    if !removed.isEmpty { halves.append(.storeCleared(store: store, by: id, keys: removed)) }
    let added = changes.filter(\.isListed).map {
      ValueDictionary.Member(key: $0.id, value: .bool(true))
    }
    if !added.isEmpty {
      halves.append(.storeApplied(store: store, by: id, values: ValueDictionary(added)))
    }
    return halves
  }
}

extension Event {
  /// The same time and place with another action.
  fileprivate func with(_ action: Action) -> Event {
    Event(at: at, device: device, action: action)
  }
}
