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
  }

  let world: World
  /// Everything that left.
  @exclusivity(unchecked) public private(set) var total = Amount()
  /// What left each device, by channel.
  @exclusivity(unchecked) public private(set) var byChannel: [Int32: [Channel: Amount]] = [:]
  /// Bytes that each device sent of each key, and in how many messages: by device, then by key.
  @exclusivity(unchecked) public private(set) var byKey: [ContiguousArray<Amount>] = []

  /// The traffic of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// Counts what the event sent.
  public func observe(_ event: ResolvedEvent) {
    guard event.kind == .messageSent, world.outcome.suppressed == nil,
      world.outcome.failure == nil
    else { return }
    if let settings = world.outcome.settings {
      count(settings, event)
    } else if let blob = world.outcome.blob {
      add(Int64(blob.canonicalBytes.count), event)
    }
  }

  private func count(_ settings: SettingsPayload, _ event: ResolvedEvent) {
    let (keys, values) = (world.vocabulary.keys.textSizes, settings.values)
    let device = Int(event.device)
    while byKey.count <= device { byKey.append([]) }
    let missing = keys.count - byKey[device].count
    if missing > 0 { byKey[device].append(contentsOf: repeatElement(Amount(), count: missing)) }
    var bytes: Int64 = 2
    for (index, key) in settings.keys.enumerated() {
      let size = Int64(
        world.vocabulary.values.canonicalSize(of: values[index]) + Int(keys[Int(key)]))
      byKey[device][Int(key)].messages += 1
      byKey[device][Int(key)].bytes += size
      bytes += size
    }
    add(bytes, event)
  }

  private func add(_ bytes: Int64, _ event: ResolvedEvent) {
    total.messages += 1
    total.bytes += bytes
    byChannel[event.device, default: [:]][event.message.channel, default: Amount()].messages += 1
    byChannel[event.device, default: [:]][event.message.channel, default: Amount()].bytes += bytes
  }

  /// Nothing is left to do at the end.
  public func finish() {}
}
