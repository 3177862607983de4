import ReelEvents
import ReelPolicies

/// What a session has of things that somebody named.
struct SessionSurvey {
  /// The keys that no event names.
  private(set) var missingKeys: Set<KeyText>
  /// The devices, with their versions, that no event gets to.
  private(set) var missingTargets: Set<PolicyArgument.Target>
  /// The devices that were met, those too that only were sent something.
  private(set) var devices: Set<String> = []
  /// The versions that were met, by device, in the order of first meeting.
  private(set) var versions: [String: [String]] = [:]

  /// Reads `source` until everything has been met, or to its end; nil is a session of no events.
  /// - Throws: what `source` throws.
  init(
    keys: [String], targets: [PolicyArgument.Target], in source: (any EventSource)?
  ) throws {
    missingKeys = Set(keys.map(KeyText.init))
    missingTargets = Set(targets)
    guard var source else { return }
    var batch = EventBatch()
    while !isComplete, try source.next(into: &batch) {
      lookForDevices(batch)
      for row in 0..<batch.count where !isComplete { look(batch, row) }
    }
  }

  private var isComplete: Bool { missingKeys.isEmpty && missingTargets.isEmpty }

  private mutating func lookForDevices(_ batch: EventBatch) {
    guard !missingTargets.isEmpty else { return }
    for name in Set(batch.devices + batch.messages.map(\.to)) where name >= 0 {
      let device = DeviceName(batch.name(name)).owner
      if devices.insert(device).inserted {
        missingTargets.remove(PolicyArgument.Target(device: device, version: nil))
      }
    }
  }

  private mutating func look(_ batch: EventBatch, _ row: Int) {
    if !missingTargets.isEmpty { lookForVersion(batch, row) }
    for key in missingKeys where batch.action(row, names: key.text) { missingKeys.remove(key) }
  }

  private mutating func lookForVersion(_ batch: EventBatch, _ row: Int) {
    switch batch.kinds[row] {
    case .deviceInstalled, .deviceUpdated, .deviceLaunched:
      guard let version = batch.events[Int(batch.details[row])].action.version else { return }
      let device = DeviceName(batch.device(row)).owner
      if versions[device, default: []].contains(version) { return }
      versions[device, default: []].append(version)
      missingTargets = missingTargets.filter { target in
        target.device != device || !(target.version.map(version.hasPrefix) ?? true)
      }
    default: return
    }
  }
}

extension Action {
  /// The version of the app that a device gets to.
  fileprivate var version: String? {
    switch self {
    case .deviceInstalled(let version, _), .deviceUpdated(let version, _),
      .deviceLaunched(let version, _):
      version
    default: nil
    }
  }
}
