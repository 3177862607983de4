import ReelEvents
import ReelPolicies
public import ReelProjections

/// A digest chained over every step: what each event came to, by content and never by number.
public final class TraceFingerprint: StepObserver {
  let world: World
  private var digest = ContentDigest()

  /// The fingerprint of `world`, which is stepped elsewhere.
  public init(_ world: World) { self.world = world }

  /// The fingerprint so far, in 32 hexadecimal digits.
  public var text: String { digest.text }

  /// Chains what the event came to.
  public func observe(_ event: ResolvedEvent) {
    let outcome = world.outcome
    digest.add(event.number)
    digest.add(UInt64(event.kind.rawValue))
    add(outcome.suppressed?.rawValue ?? "")
    add(outcome.failure ?? "")
    if let settings = outcome.settings { add(settings.payload) }
    if let blob = outcome.blob { digest.add(blob.canonicalBytes) }
    for change in world.changes {
      add(world.vocabulary.keys.names[Int(change.key)])
      add(change.new)
    }
    for change in outcome.listChanges {
      add(change.id)
      digest.add(UInt64(change.isListed ? 1 : 0))
    }
    add(outcome.value)
    digest.add(UInt64(outcome.answer.map { $0 ? 1 : 0 } ?? 2))
  }

  private func add(_ settings: SettingsPayload) {
    for (key, value) in zip(settings.keys, settings.values) {
      add(world.vocabulary.keys.names[Int(key)])
      add(value)
    }
    for key in settings.removed { add(world.vocabulary.keys.names[Int(key)]) }
    digest.add(settings.number ?? -1)
  }

  private func add(_ text: String) { digest.add(text) }

  private func add(_ value: Int32) {
    world.vocabulary.values.withCanonicalBytes(of: value) { digest.add($0) }
  }

  /// Nothing is left to do at the end.
  public func finish() {}
}
