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

    /// Nothing so far.
    public init() {}

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
  /// Bytes that each device sent of each key, and in how many messages: by device, then by key.
  @exclusivity(unchecked) public private(set) var byKey: [ContiguousArray<Amount>] = []

  /// The traffic of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// Counts what the event sent.
  public func observe(_ event: ResolvedEvent) {
    guard event.kind == .messageSent, world.suppressed == nil,
      world.failure == nil
    else { return }
    if let settings = world.sentSettings {
      count(settings, of: Int(event.device))
      add(settings.textSize, event)
    } else if let blob = world.outcome.blob {
      add(Int64(blob.canonicalBytes.count), event)
    }
  }

  private func count(_ settings: SharedPayload, of device: Int) {
    let (keys, sizes) = (settings.payload.keys, settings.sizes)
    while byKey.count <= device { byKey.append([]) }
    let missing = Int(keys.last ?? -1) + 1 - byKey[device].count
    if missing > 0 { byKey[device].append(contentsOf: repeatElement(Amount(), count: missing)) }
    byKey[device].withUnsafeMutableBufferPointer { amounts in
      for index in 0..<min(keys.count, sizes.count) {
        amounts[Int(keys[index])].messages += 1
        amounts[Int(keys[index])].bytes += Int64(sizes[index])
      }
    }
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
