public import ReelEvents
import ReelPolicies
public import ReelProjections

/// What one world sent: how often, and how much by channel and key.
public final class Traffic: StepObserver {
  /// Messages and bytes of canonical text.
  public struct Amount: Sendable, Equatable {
    /// How many messages.
    public var messages: Int64 = 0
    /// How many bytes of canonical text.
    public var bytes: Int64 = 0

    /// `messages` messages of `bytes` bytes together.
    public init(messages: Int64 = 0, bytes: Int64 = 0) {
      self.messages = messages
      self.bytes = bytes
    }

    mutating func add(_ size: Int64) {
      messages += 1
      bytes += size
    }
  }

  let world: World
  /// Everything that left.
  @exclusivity(unchecked) public private(set) var total = Amount()
  /// What left each device: an amount for each element of `Channel.allCases`.
  @exclusivity(unchecked) private var byChannel = NumberTable<[Amount]>()
  @exclusivity(unchecked) private var byKey: [KeyTotals] = []

  /// What a device sent of each key, by key; shorter where the rest was never sent.
  private struct KeyTotals {
    var messages: ContiguousArray<Int64> = []
    var bytes: ContiguousArray<Int64> = []

    mutating func reserve(_ count: Int) {
      guard count > messages.count else { return }
      messages.append(contentsOf: repeatElement(0, count: count - messages.count))
      bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    }
  }

  /// The traffic of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// Counts what the event sent.
  public func observe(_ event: ResolvedEvent) {
    guard event.kind == .messageSent, world.suppressed == nil,
      world.failure == nil
    else { return }
    if let settings = world.sentSettings {
      count(settings.payload, of: Int(event.device))
      add(settings.textSize, event)
    } else if let blob = world.outcome.blob {
      add(Int64(blob.canonicalBytes.count), event)
    }
  }

  private func count(_ payload: SettingsPayload, of device: Int) {
    while byKey.count <= device { byKey.append(KeyTotals()) }
    byKey[device].reserve(Int(payload.keys.last ?? -1) + 1)
    world.vocabulary.tally(
      payload, messages: &byKey[device].messages, bytes: &byKey[device].bytes)
  }

  private func add(_ bytes: Int64, _ event: ResolvedEvent) {
    total.add(bytes)
    byChannel[event.device, default: Self.noAmounts][Self.index(event.message.channel)].add(bytes)
  }

  private static let noAmounts = [Amount](repeating: Amount(), count: Channel.allCases.count)

  private static func index(_ channel: Channel) -> Int {
    switch channel {
    case .context: 0
    case .userInfo: 1
    case .complication: 2
    case .message: 3
    case .kvs: 4
    }
  }

  /// What a device sent of a key, and in how many messages.
  public func amount(of key: Int, from device: Int) -> Amount {
    guard device < byKey.count, key < byKey[device].bytes.count else { return Amount() }
    return Amount(messages: byKey[device].messages[key], bytes: byKey[device].bytes[key])
  }

  /// The bytes that all devices together sent of each key, by key number.
  func bytesByKey() -> [Int64] {
    var bytes: [Int64] = []
    for totals in byKey {
      if bytes.count < totals.bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: totals.bytes.count - bytes.count))
      }
      for key in totals.bytes.indices { bytes[key] += totals.bytes[key] }
    }
    return bytes
  }

  /// What left a device, by channel, in the order of the channels; those it used alone.
  public func amounts(of device: Int32) -> [(channel: Channel, amount: Amount)] {
    guard let amounts = byChannel[device] else { return [] }
    return Channel.allCases.compactMap { channel in
      let amount = amounts[Self.index(channel)]
      return amount.messages == 0 ? nil : (channel, amount)
    }
  }

  /// Nothing is left to do at the end.
  public func finish() {}
}
