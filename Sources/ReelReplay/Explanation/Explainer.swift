import ReelEvents
import ReelPolicies
import ReelProjections

/// Answers questions about the steps of two worlds, as the steps are made: from the state and the
/// outcome of each world, and from the rules that made them.
final class Explainer: StepObserver {
  /// The answers, in the order of the events.
  private(set) var told: [Told] = []
  let from: World
  let to: World
  var vocabulary: Vocabulary { from.vocabulary }
  /// The facts that came last, which questions lead back to.
  private(set) var facts = RecentFacts()
  private var questions: [Int64: [Question]] = [:]
  private let divergence: Divergence

  /// An explainer of the worlds of `replay`, who watches it.
  init(_ replay: Replay, _ questions: Set<Question>, _ divergence: Divergence) {
    from = replay.worlds[0]
    to = replay.worlds[1]
    self.divergence = divergence
    for question in questions { self.questions[question.event, default: []].append(question) }
    replay.add(self)
  }

  func observe(_ event: ResolvedEvent) {
    for question in questions[event.number] ?? [] { told.append(answer(question, event)) }
    facts.note(event, from, to, item: divergence.key)
  }

  func finish() {}

  private func answer(_ question: Question, _ event: ResolvedEvent) -> Told {
    let about = question.about == .divergence ? subject(of: event) : question.about
    var told = Told(
      question: question, at: event.at, device: vocabulary.processes[event.process],
      isFact: isFact(event), from: Told.Side(), to: Told.Side())
    told.from = side(about, event, from)
    told.to = side(about, event, to)
    return told
  }

  /// What the divergence is about, now that its event is known.
  private func subject(of event: ResolvedEvent) -> Question.About {
    let key = KeyText(divergence.key ?? "")
    switch divergence.kind {
    case .payload: return event.message.channel == .kvs ? .pushed(key) : .carried(key)
    case .store: return .stored(key)
    case .dismissals: return .listed(key)
    case .answer: return .divergence
    case .delivery: return event.kind == .messageSent ? .sending : .receipt
    }
  }

  private func side(
    _ about: Question.About, _ event: ResolvedEvent, _ world: World
  ) -> Told.Side {
    switch about {
    case .fact: return factual(event)
    case .divergence: return answering(event, world)
    case .carried(let key): return carrying(vocabulary.keys.numberAdding(key.text), event, world)
    case .stored(let key): return storing(vocabulary.keys.numberAdding(key.text), event, world)
    case .sending: return sending(event, world)
    case .receipt: return receiving(event, world)
    case .pushed(let item): return pushing(item.text, event, world)
    case .listed(let item): return listing(item.text, event, world)
    }
  }

  /// What an event is that no rule decides, where its caption does not tell.
  private func factual(_ event: ResolvedEvent) -> Told.Side {
    guard event.kind == .entitlementRead else { return Told.Side() }
    let answer = event.answer.map { $0 ? "yes" : "no" } ?? "unknown"
    return Told.Side(sentences: ["the answer is \(answer)"])
  }

  // MARK: Words

  func name(_ key: Int32) -> String { vocabulary.keys.names[Int(key)] }

  /// A value in few words: what is long as its beginning and its size.
  func text(_ value: Int32) -> String {
    guard value != 0 else { return "absent" }
    let size = vocabulary.values.canonicalSize(of: value)
    guard size > Self.valueBytesMax else {
      return String(decoding: vocabulary.values.canonicalBytes(of: value), as: UTF8.self)
    }
    if vocabulary.values.isLetGo(value) { return "a value of \(size) bytes" }
    let start = vocabulary.values.canonicalBytes(of: value).prefix(Self.valueBytesMax)
    return String(decoding: start, as: UTF8.self) + "… (\(size) bytes)"
  }

  /// How many bytes of a value's text are told.
  private static let valueBytesMax = 60

  /// A stamp as a time, with its day where that is another one than the event's.
  func text(stamp: Int64, _ event: ResolvedEvent) -> String {
    if stamp == Mark.never { return "never" }
    let (product, overflows) = stamp.multipliedReportingOverflow(by: 1000)
    if overflows { return "stamp \(stamp)" }
    let text = Instant(microseconds: product).description
    let isWhole = stamp.isMultiple(of: 1000)
    let time = String(text.dropFirst(11).prefix(isWhole ? 8 : 12))
    return text.prefix(10) == event.at.description.prefix(10)
      ? time : "\(text.prefix(10)) \(time)"
  }

  func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  func fact(_ event: Int64?) -> [Question] {
    event.map { [Question(event: $0, about: .fact)] } ?? []
  }
}

extension Explainer {
  /// Whether the event is an act of the app or the world, whatever the rule: what came from outside
  /// the recording is one too, and so is a pull that the cloud had nothing for.
  private func isFact(_ event: ResolvedEvent) -> Bool {
    switch event.kind {
    case .messageReceived: return bringsFact(event, from) && bringsFact(event, to)
    case .entitlementRead, .ruleRead: return vocabulary.catalogRule(event.key) == nil
    case .messageSent, .storeRead, .storeCleared, .storeApplied: return false
    case .storeLoaded, .storeRegister, .storeSet, .storeRemove, .messageFailed, .deviceInstalled,
      .deviceLaunched, .deviceUpdated, .deviceCrashed, .deviceUninstalled, .deviceLocked,
      .deviceUnlocked, .deviceAccount, .recorderDropped, .note, .unknown:
      return true
    }
  }

  private func bringsFact(_ event: ResolvedEvent, _ world: World) -> Bool {
    switch world.handed {
    case .foreign, .outside: true
    case .message: false
    case .nothing:
      event.message.channel == .kvs && world.suppressed == nil && world.sentEvent(of: event) == nil
    }
  }
}
