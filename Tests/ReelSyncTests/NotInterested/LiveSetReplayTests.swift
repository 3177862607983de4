import Foundation
import ReelEvents
import ReelFoundation
import ReelLog
import ReelPolicies
import ReelRecorder
import ReelReplay
import ReelSimulation
import TestSamples
import Testing

@testable import ReelSync

/// What the live service does is what replay makes of its recording: one implementation, two
/// places.
@Suite struct `A live set` {
  /// The built-in policies of lists, and switches that none of them sets.
  static let policies: [NamedPolicy] = {
    var policies = BuiltInPolicies.all.filter { $0.dismissals != nil }
    let variants: [(String, (inout DismissalPolicy) -> Void)] = [
      ("tie-added", { $0.tie = .added }),
      ("bounded", { ($0.retainMilliseconds, $0.keepsHorizon) = (20_000, true) }),
      ("wall-clock", { $0.stamp = .wallClock }),
      ("restamped", { $0.stamp = .restamped }),
      ("patient", { $0.pullFirst = .after(milliseconds: 15_000) }),
      ("ungated", { $0.gate = .always }),
      ("plain-while-free", { $0.gate = .pro }),
      ("eager", { $0.unknown = .paid }),
      ("carrying", { $0.account = .carry }),
    ]
    for (name, change) in variants {
      var dismissals = BuiltInPolicies.tombstones
      change(&dismissals)
      policies.append(NamedPolicy(name: name, dismissals: dismissals))
    }
    return policies
  }()

  @Test(arguments: policies, 0..<2 as Range<UInt64>)
  func `is what replay makes of its recording`(_ policy: NamedPolicy, _ seed: UInt64) throws {
    var random = Seed(seed)
    let session = try LiveSets(policy)
    try session.run(steps: 150, &random)
    for device in session.devices {
      let result = try device.replayed(named: policy)
      #expect(
        result.verification.firstMismatch == nil,
        "\(policy.name), seed \(seed), \(device.recorder.name)")
      #expect(result.verification.comparedCount > 50)
      #expect(!result.verification.isUndecided)
    }
  }
}

/// Two devices that record themselves, in a cloud on a clock of the test's own.
private final class LiveSets {
  /// One of them: albums and playlists side by side.
  final class Device: @unchecked Sendable {
    let recorder: Recorder
    let albums: ProSet<AlbumID>
    let playlists: ProSet<PlaylistID>
    let store: any CloudDevice
    private let who: Account

    /// Whom the device is signed in to.
    final class Account: @unchecked Sendable { var name: String? = "u1" }

    init(_ name: String, _ policy: NamedPolicy, in cloud: SimulatedCloud, folder: String) throws {
      recorder = try Recorder(
        Recorder.Setup(
          device: DeviceName(name), catalog: Catalog(), recordedUnder: policy.name),
        at: .folder(folder), clock: cloud.clock.ahead(milliseconds: name == "tablet" ? 7000 : 0))
      recorder.record(.deviceInstalled(version: "1", policy: nil))
      let store = cloud.install(on: name, account: "u1")
      self.store = store
      let dismissals = policy.dismissals ?? BuiltInPolicies.tombstones
      let who = Account()
      let door = CloudDoor(
        open: { store }, account: { who.name }, report: { Issue.record("\($0)") })
      albums = ProSet(
        try LocalSet(
          .notInterested, in: MemoryLogStorage(), policy: dismissals, witness: recorder),
        through: door)
      playlists = ProSet(
        try LocalSet(
          .createdPlaylists, in: MemoryLogStorage(), policy: dismissals, witness: recorder),
        through: door)
      self.who = who
    }

    func answer(_ pro: Bool?) throws {
      try albums.proAnswered(pro)
      try playlists.proAnswered(pro)
    }

    func use(_ account: String?) {
      who.name = account
      store.changeAccount(to: account)
    }

    func replayed(named policy: NamedPolicy) throws -> ReplayResult {
      try recorder.finish()
      let reader = try RecordingReader(FileReader(path: recorder.path))
      var header: RecordingHeader?
      var lines: [UInt8] = []
      var chunk = LineChunk()
      while try reader.next(into: &chunk) {
        for line in chunk.text.split(separator: UInt8(ascii: "\n")).map({ Array($0) }) {
          if header == nil { header = try HeaderLine.decode(line) } else { lines += line + [0x0A] }
        }
      }
      let source = LineSource(header: try #require(header), lines: lines)
      return try ReplayResult.run({ source }, policy: PolicyChoice(nil, named: [policy]))
    }
  }

  private let folder: URL
  private let cloud: SimulatedCloud
  let devices: [Device]

  init(_ policy: NamedPolicy) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var rules = CloudRules()
    rules.uploadDelayMilliseconds = 2000
    rules.downloadDelayMilliseconds = 1000
    let cloud = SimulatedCloud(rules)
    let path = folder.path
    self.cloud = cloud
    devices = try ["phone", "tablet"].map { try Device($0, policy, in: cloud, folder: path) }
    for device in devices { try device.answer(true) }
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left: \(folder.path)") }
  }

  func run(steps: Int, _ random: inout Seed) throws {
    for _ in 0..<steps {
      let device = random.pick(devices)
      let text = "item-\(random.index(below: 8))"
      switch random.index(below: 16) {
      case 0...4: try device.albums.insert(AlbumID(rawValue: text))
      case 5...7: try device.albums.remove(AlbumID(rawValue: text))
      case 8...9: try device.playlists.insert(PlaylistID(rawValue: text))
      case 10: try device.playlists.remove(PlaylistID(rawValue: text))
      case 11: try device.answer(random.pick([true, true, false, nil]))
      case 12: try device.albums.refresh()
      case 13 where random.happens(onceIn: 3): device.use(random.pick(["u1", "u2", nil]))
      case 14: device.store.setOnline(random.happens(onceIn: 2))
      default: cloud.advance(milliseconds: Int64(random.index(below: 4000)))
      }
      cloud.advance(milliseconds: Int64(random.index(below: 1500)))
    }
  }
}
