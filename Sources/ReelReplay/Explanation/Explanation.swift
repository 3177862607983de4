public import ReelEvents
import ReelPolicies
import ReelProjections

/// How one divergence came about: the events that led to it, back to the app's own acts, each with
/// what either policy made of it and why.
public struct Explanation: Sendable {
  /// One event of the chain.
  public struct Step: Sendable, Equatable {
    /// The event.
    public var event: Int64
    /// When, by the device's own clock.
    public var at: Instant
    /// Where: the device or process of the event.
    public var device: String
    /// Whether it is an act of the app or the world, and not something that a rule decides.
    public var isFact: Bool
    /// What the `from` side made of it and why, in words whose subject is the device.
    public var from: [String]
    /// What the `to` side made of it and why.
    public var to: [String]
  }

  /// Which divergence it is, from 1 in the order of the result's list.
  public var number: Int
  /// How many divergences there are.
  public var count: Int64
  /// The divergence.
  public var divergence: Divergence
  /// What its rule decides, where it is about the answer of one that the catalog has.
  public var decides: String?
  /// The recording's name.
  public var recording: String
  /// The policy on the `from` side, as text.
  public var from: String
  /// The policy on the `to` side, as text.
  public var to: String
  /// The chain, by event: it begins with facts and ends with the divergence's event.
  public var steps: [Step]
  /// Whether the chain is longer than what was followed.
  public var isCut: Bool

  /// How often the recording is replayed to follow a chain: once for each step back that the pass
  /// before could not know of.
  static let passesMax = 16
  /// How many questions a chain may ask.
  static let questionsMax = 200

  /// Explains the divergence `number`, from 1, of `result`, which came of the same recording and
  /// policies; nil where the result has no such divergence.
  ///
  /// The recording is replayed again, up to the divergence, once for each step of the chain at
  /// most. Nothing is kept of a pass but what was asked.
  /// - Throws: what the recording's reader throws, and `PolicyError`.
  public static func run(
    _ number: Int, of result: DiffResult, _ open: @escaping () throws -> any EventSource,
    from: PolicyChoice, to: PolicyChoice, catalog: Catalog? = nil
  ) throws -> Explanation? {
    guard number >= 1, number <= result.divergences.count else { return nil }
    let divergence = result.divergences[number - 1]
    var inquiry = Inquiry(about: divergence)
    var passes = 0
    while let last = inquiry.pending.map(\.event).max(), passes < passesMax {
      let request = Replay.Request(
        open: open, catalog: catalog, choices: [from, to], until: .event(last))
      var explainer: Explainer?
      _ = try Replay.run(request) { explainer = Explainer($0, inquiry.pending, divergence) }
      inquiry.take(explainer?.told ?? [])
      passes += 1
    }
    let rule = result.rules.first { $0.name == divergence.key && divergence.kind == .answer }
    return Explanation(
      number: number, count: Int64(result.divergences.count) + result.droppedCount,
      divergence: divergence, decides: rule?.decides, recording: result.recording,
      from: result.from, to: result.to, steps: inquiry.steps, isCut: !inquiry.pending.isEmpty)
  }
}

/// What one event is asked: why is this, here, as it is?
struct Question: Hashable {
  var event: Int64
  var about: About

  /// What is asked about. Keys, rules and items are by name.
  enum About: Hashable {
    /// The divergence itself, whose event tells what it is about.
    case divergence
    /// What a message carries for a key.
    case carried(KeyText)
    /// What a settings store holds of a key after the event.
    case stored(KeyText)
    /// Whether a message leaves.
    case sending
    /// What a receipt or a pull hands over, and whether it is taken.
    case receipt
    /// What a push says of an item.
    case pushed(KeyText)
    /// Whether a device lists an item after the event.
    case listed(KeyText)
    /// Nothing: a fact that had a part in it.
    case fact
  }
}

/// What one event told, and what that makes one ask.
struct Told {
  var question: Question
  var at: Instant
  var device: String
  /// Whether no rule decides what the event is.
  var isFact: Bool
  var from: Side
  var to: Side

  /// What one world made of the event.
  struct Side: Equatable {
    var sentences: [String] = []
    var causes: [Question] = []

    /// Asks the event that sent a message about something in it, in place of the message itself.
    mutating func ask(_ about: Question.About, of sent: Int64) {
      causes.removeAll { $0 == Question(event: sent, about: .sending) }
      causes.append(Question(event: sent, about: about))
    }
  }
}

/// The questions and answers of one chain.
private struct Inquiry {
  private(set) var pending: Set<Question>
  private var asked: Set<Question>
  private var told: [Int64: [Told]] = [:]

  init(about divergence: Divergence) {
    pending = [Question(event: divergence.event, about: .divergence)]
    asked = pending
  }

  /// Takes what a pass was told; what nobody has asked yet is pending now.
  mutating func take(_ answers: [Told]) {
    pending = []
    for answer in answers {
      told[answer.question.event, default: []].append(answer)
      for cause in answer.from.causes + answer.to.causes
      where cause.event > 0 && asked.count < Explanation.questionsMax {
        if asked.insert(cause).inserted { pending.insert(cause) }
      }
    }
  }

  /// The steps by event; of several answers of one event each sentence once.
  var steps: [Explanation.Step] {
    told.keys.sorted().compactMap { event in
      let answers = told[event] ?? []
      guard let first = answers.first else { return nil }
      var step = Explanation.Step(
        event: event, at: first.at, device: first.device, isFact: first.isFact, from: [], to: [])
      for answer in answers.sorted(by: { $0.question.about.rank < $1.question.about.rank }) {
        for sentence in answer.from.sentences where !step.from.contains(sentence) {
          step.from.append(sentence)
        }
        for sentence in answer.to.sentences where !step.to.contains(sentence) {
          step.to.append(sentence)
        }
      }
      return step
    }
  }
}

extension Question.About {
  /// The order in which answers of one event are told.
  fileprivate var rank: String {
    switch self {
    case .fact: "0"
    case .sending: "1"
    case .receipt: "2"
    case .divergence: "3"
    case .carried(let key): "4 \(key.text)"
    case .stored(let key): "5 \(key.text)"
    case .pushed(let item): "6 \(item.text)"
    case .listed(let item): "7 \(item.text)"
    }
  }
}
