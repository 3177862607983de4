public import ReelEvents

/// A session step by step as two policies tell it, for a page to draw: what happened, what each
/// rule made of it, and what changed where.
///
/// Whatever repeats is a number: a text is a position in `texts`, a device one in `devices`, a
/// place one in `cells`. The state at any step is what the changes up to it leave in the cells.
public struct SessionStory: Sendable {
  /// The texts that other numbers stand for; the first one is empty and stands for nothing.
  public internal(set) var texts: [String] = [""]
  /// The devices, in the order of their lanes.
  public internal(set) var devices: [String] = []
  /// The places whose content changes.
  public internal(set) var cells: [Cell] = []
  /// The steps, one for each event from `firstEvent` on.
  public internal(set) var steps: [Step] = []
  /// The changes of all steps, in order.
  public internal(set) var changes: [Change] = []
  /// The attempts to send, in order.
  public internal(set) var messages: [Message] = []
  /// What was handed over, in order.
  public internal(set) var receipts: [Receipt] = []
  /// What each side sent of each key, or of each list, in bytes of canonical text; heaviest first.
  public internal(set) var weights: [Weight] = []
  /// How many events at the end the story leaves out, since it had grown to its limits.
  public internal(set) var omittedCount: Int64 = 0

  /// The two policies, as a set.
  public struct Sides: OptionSet, Sendable, Hashable {
    /// One bit a side.
    public let rawValue: UInt8

    /// The sides of `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The policy that a diff comes from.
    public static let from = Sides(rawValue: 1)
    /// The policy that a diff leads to.
    public static let to = Sides(rawValue: 2)
    /// Both of them.
    public static let both: Sides = [.from, .to]
  }

  /// What a place is.
  public enum Section: UInt8, Sendable, CaseIterable {
    /// Something about the device itself: whether it is locked, its account.
    case fact
    /// A key of its settings store; the content is the value's canonical text.
    case setting
    /// A default that a process registered.
    case registered
    /// The last answer of a rule: yes, no, unknown.
    case answer
    /// An item of a list. The content is `1` or `0` for listed or not, and the stamps of the
    /// latest addition and removal in milliseconds since 1970, `-` for never.
    case item
  }

  /// A place whose content changes.
  public struct Cell: Sendable, Hashable {
    /// The device.
    public var device: Int32
    /// What it is.
    public var section: Section
    /// The text of the process, list or account that it belongs to; 0 = the device itself.
    public var group: Int32
    /// The text of the key, rule or item.
    public var key: Int32
  }

  /// A place that has another content from a step on.
  public struct Change: Sendable {
    /// The place.
    public var cell: Int32
    /// The new content, a text; 0 = absent.
    public var text: Int32
    /// Under which policies.
    public var sides: Sides
  }

  /// One event.
  public struct Step: Sendable {
    /// When, by the device's clock.
    public var at: Instant
    /// The device or process, a text.
    public var process: Int32
    /// The device.
    public var device: Int32
    /// What it is.
    public var kind: EventKind
    /// What each rule made of it, texts; 0 where there is nothing to say.
    public var outcomes: (from: Int32, to: Int32)
    /// How many changes there are up to this step and with it.
    public var changeEnd: Int
  }

  /// An attempt to send, under both policies.
  public struct Message: Sendable {
    /// The event of the attempt.
    public var event: Int64
    /// The sending device.
    public var sender: Int32
    /// The receiving device.
    public var receiver: Int32
    /// How it travels.
    public var channel: Channel
    /// What became of it.
    public var sendings: (from: Sending, to: Sending)
  }

  /// What became of an attempt.
  public enum Fate: UInt8, Sendable, CaseIterable {
    /// It left, and was on its way at the end.
    case sent
    case delivered
    /// A newer one took its place before it was handed over.
    case superseded
    case suppressed
    case failed
    /// It left under this rule alone, so that nothing tells when it would have arrived.
    case undelivered
  }

  /// What one rule made of an attempt.
  public struct Sending: Sendable {
    /// What became of it.
    public var fate = Fate.sent
    /// The reason or the error, a text; 0 = none.
    public var detail: Int32 = 0
    /// What left, in bytes of canonical text.
    public var byteCount: Int64 = 0
    /// How many keys or items it carries.
    public var keyCount: Int64 = 0
  }

  /// A message that was handed over.
  public struct Receipt: Sendable {
    /// The message; nil for one from outside the recording.
    public var message: Int?
    /// The event of the receipt.
    public var event: Int64
    /// The device it was handed to.
    public var device: Int32
    /// Under which policies.
    public var sides: Sides
  }

  /// What each side sent of a key.
  public struct Weight: Sendable {
    /// The key, or the list.
    public var key: String
    /// The bytes on the `from` side.
    public var from: Int64
    /// The bytes on the `to` side.
    public var to: Int64
  }

  /// Up to how many events a story tells: more make a page that no browser likes.
  public static let stepsMax = 200_000
  /// Up to how many changes a story tells.
  static let changesMax = 2_000_000
  /// Up to how many bytes of text a story keeps.
  static let textBytesMax = 32 << 20
}

extension SessionStory {
  /// Replays a recording under two policies at once, and tells every step besides comparing them.
  /// - Throws: what the recording's reader throws, and `PolicyError`.
  public static func run(
    _ open: @escaping () throws -> any EventSource, from: PolicyChoice, to: PolicyChoice,
    catalog: Catalog? = nil, until: Until? = nil
  ) throws -> (diff: DiffResult, story: SessionStory) {
    var teller: StoryTeller?
    let diff = try DiffResult.run(
      open, from: from, to: to, catalog: catalog, until: until,
      besides: {
        let telling = StoryTeller($0)
        $0.add(telling)
        teller = telling
      })
    guard let teller else { preconditionFailure("a replay prepares before it runs") }
    return (diff, teller.story)
  }
}
