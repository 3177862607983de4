import ReelEvents
import ReelPolicies
import ReelProjections

extension Explainer {
  // MARK: Whether a message leaves

  /// Whether a message leaves, and why.
  func sending(_ event: ResolvedEvent, _ world: World) -> Told.Side {
    var side = Told.Side(causes: versionFacts(event.device, world))
    if let reason = world.suppressed {
      let (words, causes) = withholding(reason, event, world)
      side.sentences = ["sends nothing: \(words)"]
      side.causes += causes
    } else if let error = world.failure {
      side.sentences = ["fails to send it: \(words(ofError: error, event, world))"]
    } else if let settings = world.sentSettings {
      let isBlind = world.isLocked(event.device)
      side.sentences = [
        "sends \(counted(settings.keys.count, "key"))"
          + (isBlind ? ": the device is locked, so its store reads as empty" : "")
      ]
      if isBlind { side.causes += fact(facts.lock[event.device]) }
    } else {
      side.sentences = ["sends it"]
    }
    if world.message(sentBy: event)?.isUndelivered == true {
      side.sentences.append("only this policy sends it, so nothing tells when it would arrive")
    }
    side.causes += lastActs(of: event)
    return side
  }

  /// What the device's own app did last to what the message is about.
  private func lastActs(of event: ResolvedEvent) -> [Question] {
    event.message.channel == .kvs
      ? fact(facts.act[event.device])
      : fact(facts.write[event.device] ?? facts.registration[event.process])
  }

  private func withholding(
    _ reason: Suppression, _ event: ResolvedEvent, _ world: World
  ) -> (words: String, causes: [Question]) {
    let device = event.device
    switch reason {
    case .equal:
      let before = world.contextInForce(from: device, to: event.message.to)?.sentEvent
      let place = before.map { "event \($0) sent" } ?? "was sent before"
      return (
        "it equals what \(place), and the platform does not send an equal context again",
        before.map { [Question(event: $0, about: .sending)] } ?? []
      )
    case .locked:
      return ("the device is locked, and this policy waits", fact(facts.lock[device]))
    case .gate:
      let asked = facts.entitlement[device]
      let words =
        asked == nil ? "nobody has asked for Pro yet" : "the last answer to Pro was no yes"
      return ("the gate to the cloud is closed: \(words)", fact(asked ?? facts.install[device]))
    case .pullFirst:
      let since = [facts.install[device], facts.account[device], facts.entitlement[device]]
        .compactMap(\.self).max()
      return ("this policy pulls before it pushes, and no pull has counted since", fact(since))
    case .unchanged:
      return (
        "the cloud holds that very blob, as far as the device knows", lastContact(of: device)
      )
    case .undecodable:
      return (
        "it could not read the blob that the cloud holds, and does not write over it",
        lastContact(of: device)
      )
    case .older: return ("it is older", [])
    }
  }

  /// What the device last learned of the cloud.
  private func lastContact(of device: Int32) -> [Question] {
    facts.contact[device].map { [$0] } ?? []
  }

  private func words(ofError error: String, _ event: ResolvedEvent, _ world: World) -> String {
    guard Platform.isSizeError(error) else { return error }
    return "\(error), \(world.payloadSize) bytes where \(event.message.channel.rawValue) takes "
      + "\(Platform.payloadSizeMax(event.message.channel))"
  }

  // MARK: What arrives

  /// What a receipt or a pull hands over, and whether it is taken.
  func receiving(_ event: ResolvedEvent, _ world: World) -> Told.Side {
    var side = Told.Side(causes: versionFacts(event.device, world))
    let isPull = event.message.channel == .kvs
    let verb = isPull ? "gets" : "receives"
    switch world.handed {
    case .nothing:
      side.sentences = ["\(verb) nothing\(isPull ? "" : ": under this policy it was not sent")"]
      if let sent = world.sentEvent(of: event) {
        side.causes.append(Question(event: sent, about: .sending))
      }
    case .message:
      let sent = world.handedMessage?.sentEvent ?? 0
      side.sentences = ["\(verb) what event \(sent) sent\(instead(of: event, sent, world))"]
      side.causes.append(Question(event: sent, about: .sending))
    case .foreign: side.sentences = ["\(verb) what somebody outside the recording sent"]
    case .outside: side.sentences = ["gets what the outside world put into the cloud"]
    }
    if let reason = world.suppressed {
      let (words, causes) = ignoring(reason, event, world)
      side.sentences[0] += ", and does not take it: \(words)"
      side.causes += causes
    } else if let effect = world.effect {
      side.sentences[0] += ": " + halves(of: effect, isCut: event.message.isInterrupted)
    }
    return side
  }

  /// Which message would have come, where another one takes its place.
  private func instead(of event: ResolvedEvent, _ sent: Int64, _ world: World) -> String {
    guard let named = world.sentEvent(of: event), named != sent else { return "" }
    return " in the place of event \(named), which this policy did not send"
  }

  private func halves(of effect: SettingsEffect, isCut: Bool) -> String {
    let halves = [
      part("clears", effect.cleared.count), part("sets", effect.applied.count),
    ]
    let ordered =
      switch effect.order {
      case .clearFirst: halves
      case .setFirst: Array(halves.reversed())
      }
    return isCut
      ? "\(ordered[0]), then the process died" : ordered.joined(separator: ", then ")
  }

  private func part(_ verb: String, _ count: Int) -> String {
    count == 0 ? "\(verb) nothing" : "\(verb) \(counted(count, "key"))"
  }

  private func ignoring(
    _ reason: Suppression, _ event: ResolvedEvent, _ world: World
  ) -> (words: String, causes: [Question]) {
    switch reason {
    case .older:
      return (
        "its number is no higher than one already applied",
        facts.receipt[event.device].map { [Question(event: $0, about: .receipt)] } ?? []
      )
    case .undecodable: return ("it cannot read it", [])
    case .locked, .gate, .equal, .pullFirst, .unchanged: return withholding(reason, event, world)
    }
  }
}

extension World {
  /// The event that sent the message which a receipt names, whether or not this world sent it.
  func sentEvent(of event: ResolvedEvent) -> Int64? {
    guard case .sent(let position) = event.message.reference else { return nil }
    return message(at: position)?.sentEvent
  }

  /// The message that the event sends.
  func message(sentBy event: ResolvedEvent) -> MessageState? {
    guard case .sent(let position) = event.message.reference else { return nil }
    return message(at: position)
  }
}
