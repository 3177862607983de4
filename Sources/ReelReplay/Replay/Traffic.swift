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
  @exclusivity(unchecked) private var ways = LinkTable<Way>()

  /// What a device sent of each key, by key; shorter where the rest was never sent.
  private final class KeyTotals {
    @exclusivity(unchecked) var messages: ContiguousArray<Int64> = []
    @exclusivity(unchecked) var bytes: ContiguousArray<Int64> = []

    func reserve(_ count: Int) {
      guard count > messages.count else { return }
      messages.append(contentsOf: repeatElement(0, count: count - messages.count))
      bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    }
  }

  /// Messages of the same keys from a device to another that are not counted by key so far. Most of
  /// their settings are those of the message before; each is counted when it changes.
  private final class Way {
    /// The last of the messages.
    @exclusivity(unchecked) var last: SharedPayload
    /// How many there are.
    @exclusivity(unchecked) var count: Int64 = 0
    /// By place of a key: its size with its value, and the messages before that value came.
    @exclusivity(unchecked) var places: ContiguousArray<(size: Int64, countBefore: Int64)> = []

    init(_ first: SharedPayload) { last = first }
  }

  /// The traffic of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// Counts what the event sent.
  public func observe(_ event: ResolvedEvent) {
    guard event.kind == .messageSent, world.suppressed == nil,
      world.failure == nil
    else { return }
    if let settings = world.sentSettings {
      count(settings, event)
      add(settings.textSize, event)
    } else if let blob = world.outcome.blob {
      add(Int64(blob.canonicalBytes.count), event)
    }
  }

  private func count(_ settings: SharedPayload, _ event: ResolvedEvent) {
    let way = way(event.device, event.message.to, settings)
    if way.count > 0, way.last === world.settingsBefore {
      let totals = byKey[Int(event.device)]
      world.withChangedPlaces { places in
        for place in places {
          settle(Int(place), of: way, totals)
          let size = world.vocabulary.textSize(of: settings, at: Int(place))
          way.places[Int(place)] = (size, way.count)
        }
      }
    } else {
      settleAll(of: way, event.device)
      way.count = 0
      way.places = ContiguousArray(
        settings.payload.keys.indices.map { (world.vocabulary.textSize(of: settings, at: $0), 0) })
    }
    way.count += 1
    way.last = settings
  }

  private func way(_ sender: Int32, _ receiver: Int32, _ settings: SharedPayload) -> Way {
    if let way = ways[sender, receiver] { return way }
    let way = Way(settings)
    ways[sender, receiver] = way
    return way
  }

  /// Counts what a way carried of the value that it has at a place.
  private func settle(_ place: Int, of way: Way, _ totals: KeyTotals) {
    let (size, countBefore) = way.places[place]
    let key = Int(way.last.payload.keys[place])
    totals.messages[key] += way.count - countBefore
    totals.bytes[key] += (way.count - countBefore) * size
  }

  private func settleAll(of way: Way, _ sender: Int32) {
    while byKey.count <= Int(sender) { byKey.append(KeyTotals()) }
    byKey[Int(sender)].reserve(world.vocabulary.keys.names.count)
    for place in way.places.indices { settle(place, of: way, byKey[Int(sender)]) }
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

  /// What a device sent of a key, and in how many messages; complete after `finish`.
  public func amount(of key: Int, from device: Int) -> Amount {
    guard device < byKey.count, key < byKey[device].bytes.count else { return Amount() }
    return Amount(messages: byKey[device].messages[key], bytes: byKey[device].bytes[key])
  }

  /// The bytes that all devices together sent of each key, by key number; complete after `finish`.
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

  /// Counts by key what was not counted so far.
  public func finish() {
    for way in ways.directions {
      ways[way.sender, way.receiver].map { settleAll(of: $0, way.sender) }
      ways[way.sender, way.receiver] = nil
    }
  }
}
