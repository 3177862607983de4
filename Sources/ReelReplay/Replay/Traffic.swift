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
  /// What left, by device, then by channel.
  @exclusivity(unchecked) private var byChannel = PairTable(first: Amount())
  /// What left, by device, then by key; complete after `finish`.
  @exclusivity(unchecked) private var byKey = PairTable(first: Amount())
  /// By sender, then by receiver.
  @exclusivity(unchecked) private var ways = PairTable(first: Way())

  /// Messages of the same keys from a device to another that are not counted by key so far. Most of
  /// their settings are those of the message before, so that only what changes needs a look.
  private struct Way {
    /// The settings of the last one, by their number; 0 = there is none.
    var last: Int64 = 0
    /// The keys of all of them.
    var keys: [Int32] = []
    /// How many there are.
    var count: Int64 = 0
    /// By place of a key: the size of its value, and by how many bytes all messages together fall
    /// short of having that size.
    var places: ContiguousArray<(size: Int64, shortfall: Int64)> = []
  }

  /// The traffic of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// Counts what the event sent.
  public func observe(_ event: ResolvedEvent) {
    guard event.kind == .messageSent, world.suppressed == nil, world.failure == nil
    else { return }
    if let size = world.sentTextSize {
      count(&ways[event.device, event.message.to], of: event.device)
      add(size, event)
    } else if world.outcome.blob != nil {
      add(world.outcome.blobBytes, event)
    }
  }

  /// Counts what was sent on `way`, looked up once.
  @inline(__always) private func count(_ way: inout Way, of sender: Int32) {
    if way.count > 0 && way.last == world.sentBeforeNumber {
      noteChanges(&way)
    } else {
      settle(&way, of: sender)
      takePlaces(&way)
    }
    way.count += 1
    way.last = world.sentNumber
  }

  /// Takes down the sizes in the first message that is counted on `way`.
  @inline(never) private func takePlaces(_ way: inout Way) {
    way.keys = world.sentSettings?.keys ?? []
    world.withSentMembers { _, values in
      for value in values {
        way.places.append((size: world.vocabulary.textSize(of: value), shortfall: 0))
      }
    }
  }

  /// Takes down which sizes are others now than in the message before on `way`: that had the same
  /// keys, so that each of its places is one of those of the way.
  private func noteChanges(_ way: inout Way) {
    let count = way.count
    way.places.withUnsafeMutableBufferPointer { places in
      let places = places
      world.withSentMembers { _, values in
        for place in world.changedPlaces {
          let place = Int(place)
          let size = world.vocabulary.textSize(of: values[place])
          let growth = size - places[place].size
          let shortfall = places[place].shortfall + growth * count
          places[place] = (size: size, shortfall: shortfall)
        }
      }
    }
  }

  /// Counts by key what a way carried.
  @inline(never) private func settle(_ way: inout Way, of sender: Int32) {
    for (key, place) in zip(way.keys, way.places) {
      byKey[sender, key].messages += way.count
      let size = place.size + world.vocabulary.textSize(of: key, as: 0)
      byKey[sender, key].bytes += way.count * size - place.shortfall
    }
    way = Way()
  }

  @inline(__always) private func add(_ bytes: Int64, _ event: ResolvedEvent) {
    byChannel[event.device, Self.index(event.message.channel)].add(bytes)
  }

  private static func index(_ channel: Channel) -> Int32 {
    switch channel {
    case .context: 0
    case .userInfo: 1
    case .complication: 2
    case .message: 3
    case .kvs: 4
    }
  }

  /// Everything that left.
  public var total: Amount {
    byChannel.pairs.reduce(into: Amount()) { total, pair in
      let amount = byChannel[pair.0, pair.1]
      total.messages += amount.messages
      total.bytes += amount.bytes
    }
  }

  /// What a device sent of a key, and in how many messages; complete after `finish`.
  public func amount(of key: Int, from device: Int) -> Amount { byKey[Int32(device), Int32(key)] }

  /// The bytes that all devices together sent of each key, by key number; complete after `finish`.
  func bytesByKey() -> [Int64] {
    world.vocabulary.keys.names.indices.map { key in
      byKey.numbers.reduce(0) { $0 + byKey[$1, Int32(key)].bytes }
    }
  }

  /// What left a device, by channel, in the order of the channels; those it used alone.
  public func amounts(of device: Int32) -> [(channel: Channel, amount: Amount)] {
    Channel.allCases.compactMap { channel in
      let amount = byChannel[device, Self.index(channel)]
      return amount.messages == 0 ? nil : (channel, amount)
    }
  }

  /// Counts by key what was not counted so far.
  public func finish() {
    for (sender, receiver) in ways.pairs { settle(&ways[sender, receiver], of: sender) }
  }
}
