import Foundation
import ReelEvents
import ReelFoundation
import ReelPolicies
package import ReelRecorder
import ReelSeams
package import ReelSync

/// What the two sample programs have in common: the weather app's settings in a store of their own,
/// recorded, and commands from standard input, each answered by one line.
package final class Sample {
  /// The recorder of this launch.
  package let recorder: Recorder
  /// The settings, over a recording store.
  package let settings: WatchSettings
  /// The link as the platform has it; the app gets a recording one.
  package let link: RecordingWatchLink<SocketLink>
  /// What has come over the link.
  package let arrivals = Arrivals()
  /// The link below the recording one.
  package let platformLink = SocketLink()
  /// Where the phone listens.
  package let socketPath: String

  /// Starts the app of `device`.
  /// - Parameter arguments: the program's own: a folder for all that it writes, and the policy.
  /// - Throws: a sentence for whoever started it.
  package init(_ device: String, beside counterpart: String, arguments: [String]) throws {
    let (device, counterpart) = (DeviceName(device), DeviceName(counterpart))
    guard arguments.count > 1 else {
      throw SampleError("usage: \(arguments.first ?? "sample") FOLDER [POLICY]")
    }
    let folder = arguments[1]
    let policyName = arguments.count > 2 ? arguments[2] : "wipe-then-apply"
    guard let policy = BuiltInPolicies.all.first(where: { $0.name == policyName })?.settings else {
      throw SampleError("no settings policy is called \(policyName)")
    }
    socketPath = folder + "/link.sock"
    let catalog = try Catalog.parse(Array(WeatherCatalog.text.utf8))
    let domain = "reel.sample.\(device)"
    let store = try Self.privateStore(domain, in: "\(folder)/\(device)")
    let isNew = store.persistentDomain(forName: domain)?.isEmpty ?? true
    let place = RecordingPlace.session(
      of: ProcessInfo.processInfo.environment, orElse: "\(folder)/\(device).jsonl.zst")
    recorder = try Recorder(
      Recorder.Setup(device: device, catalog: catalog, recordedUnder: policyName), at: place,
      clock: SystemClock())
    let defaults = RecordingDefaultsStore(store, domain: domain, recorder: recorder)
    link = RecordingWatchLink(platformLink, to: counterpart, recorder: recorder)
    settings = WatchSettings(
      .init(defaults: defaults, domain: domain, device: device, counterpart: counterpart),
      catalog: catalog, policy: policy, witness: recorder)
    launch(isNew: isNew, catalog: catalog)
  }

  /// A real store of this program's own. Where Foundation puts it is decided by the environment
  /// that the program was started with, so that has to name a folder of its own: no setting of the
  /// machine's user is touched.
  private static func privateStore(_ domain: String, in folder: String) throws -> UserDefaults {
    let environment = ProcessInfo.processInfo.environment
    let missing = homeVariables.filter { environment[$0] != folder }
    guard missing.isEmpty, let store = UserDefaults(suiteName: domain) else {
      let settings = homeVariables.map { "\($0)=\(folder)" }.joined(separator: " ")
      throw SampleError("the store would not be a private one; start it with \(settings)")
    }
    return store
  }

  /// What tells Foundation where settings are kept.
  #if canImport(Darwin)
    static let homeVariables = ["CFFIXED_USER_HOME"]
  #else
    static let homeVariables = ["XDG_CONFIG_HOME"]
  #endif

  private func launch(isNew: Bool, catalog: Catalog) {
    if isNew { recorder.record(.deviceInstalled(version: "1.0", policy: nil)) }
    recorder.record(.deviceLaunched(version: nil, policy: nil))
    var registered: [String: Any] = [:]
    for key in catalog.keys { registered[key.name] = key.registeredDefault?.propertyList }
    settings.defaults.register(defaults: registered)
    if isNew {
      let second = Date().timeIntervalSinceReferenceDate.rounded(.down)
      settings.defaults.set(Date(timeIntervalSinceReferenceDate: second), for: .firstLaunchAt)
    }
  }
}
