import Foundation
import ReelEvents
import ReelFoundation
import ReelLog
import ReelPolicies
import ReelProjections
import ReelRecorder
import ReelReplay
import ReelSeams
import ReelSimulation
import ReelSync
import TestSamples
import Testing

/// A clock that a test sets; it can run backwards.
final class TestClock: WallClock, @unchecked Sendable {
  var time = Instant.scenarioStart

  func now() -> Instant { time }
}

/// A link whose other end the test is: what was sent waits here until the test hands it over.
final class HandLink: WatchLink {
  let isReachable = true
  var applicationContext: [String: Any] = [:]
  var receivedApplicationContext: [String: Any] = [:]
  var waitingContext: [String: Any]?
  var queue: [([String: Any], Channel)] = []

  func updateApplicationContext(_ applicationContext: [String: Any]) throws {
    guard let value = Value(propertyList: applicationContext) else {
      throw WatchLinkError.payloadUnsupportedTypes
    }
    if binaryPropertyListSize(of: value) > Platform.payloadSizeMax(.context) {
      throw WatchLinkError.payloadTooLarge
    }
    if value == Value(propertyList: self.applicationContext) { return }
    self.applicationContext = applicationContext
    waitingContext = applicationContext
  }

  func transferUserInfo(_ userInfo: [String: Any]) -> Int {
    queue.append((userInfo, .userInfo))
    return queue.count
  }

  func sendMessage(
    _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?,
    errorHandler: ((any Error) -> Void)?
  ) {
    queue.append((message, .message))
  }
}

/// One device of a live session: the service over a store in memory, recorded.
final class LiveDevice {
  let name: String
  let domain: String
  let disk = MemoryDisk()
  let recorder: Recorder
  let settings: WatchSettings

  init(
    _ name: String, beside counterpart: String, policy: NamedPolicy, catalog: Catalog,
    folder: String, clock: TestClock
  ) throws {
    self.name = name
    domain = "settings.\(name)"
    recorder = try Recorder(
      Recorder.Setup(
        device: DeviceName(name), catalog: catalog, recordedUnder: policy.name),
      at: .folder(folder), clock: clock)
    let store = RecordingDefaultsStore(
      MemoryDefaults(domain: domain, disk: disk, process: MemoryProcess()), domain: domain,
      recorder: recorder)
    settings = WatchSettings(
      .init(
        defaults: store, domain: domain, device: DeviceName(name),
        counterpart: DeviceName(counterpart)),
      catalog: catalog, policy: try #require(policy.settings), witness: recorder)
    recorder.record(.deviceInstalled(version: "1.0", policy: nil))
    recorder.record(.deviceLaunched(version: nil, policy: nil))
    var registered: [String: Any] = [:]
    for key in catalog.keys { registered[key.name] = key.registeredDefault?.propertyList }
    store.register(defaults: registered)
  }
}

/// A phone and a watch in one process, driven by a seed.
final class LiveSession {
  let folder: String
  let clock = TestClock()
  let catalog: Catalog
  let phone: LiveDevice
  let watch: LiveDevice
  let link = HandLink()
  private let sender: SettingsSender
  private let requests: RecordingWatchLink<HandLink>
  private let policy: NamedPolicy

  init(_ policy: NamedPolicy) throws {
    self.policy = policy
    folder = NSTemporaryDirectory() + "reel-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    catalog = try Catalog.parse(Array(WeatherCatalog.text.utf8))
    phone = try LiveDevice(
      "phone", beside: "watch", policy: policy, catalog: catalog, folder: folder, clock: clock)
    watch = try LiveDevice(
      "watch", beside: "phone", policy: policy, catalog: catalog, folder: folder, clock: clock)
    sender = SettingsSender(
      phone.settings,
      over: RecordingWatchLink(link, to: DeviceName("watch"), recorder: phone.recorder))
    requests = RecordingWatchLink(
      HandLink(), to: DeviceName("phone"), recorder: watch.recorder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func run(steps: Int, _ seed: inout Seed) throws {
    for _ in 0..<steps { try step(&seed) }
  }

  private func step(_ seed: inout Seed) throws {
    clock.time.microseconds += Int64(seed.index(below: 5_000_000)) + 1
    switch seed.index(below: 18) {
    case 0..<6:
      edit(phone, &seed)
      try attempt(.context)
    case 6: try attempt(seed.pick([.context, .userInfo, .message]))
    case 7: edit(watch, &seed)
    case 8..<12: receiveContext(seed.happens(onceIn: 3) ? .again : .once)
    case 12, 13: receiveFromQueue(seed.index(below: 3))
    case 14: checkAll()
    case 15: lock(phone, seed.happens(onceIn: 2))
    case 16: lock(watch, seed.happens(onceIn: 2))
    default:
      requests.sendMessage(["wants": "settings"], replyHandler: nil, errorHandler: nil)
    }
  }

  private func edit(_ device: LiveDevice, _ seed: inout Seed) {
    let unknown = ["unheardOf", "é"]
    let key = seed.happens(onceIn: 10) ? seed.pick(unknown) : seed.pick(catalog.keys).name
    let value =
      seed.happens(onceIn: 3) ? seed.value(depth: 1) : seed.pick([.bool(true), .bool(false)])
    if seed.happens(onceIn: 4) {
      device.settings.defaults.removeObject(forKey: key)
    } else if let object = value.propertyList {
      device.settings.defaults.set(object, forKey: key)
    }
  }

  private func attempt(_ route: SettingsSender.Route) throws {
    do { try sender.attempt(by: route) } catch WatchLinkError.payloadTooLarge {}
  }

  private enum Receipt { case once, again }

  /// Hands the waiting context over, or the last one once more, as the platform sometimes does.
  private func receiveContext(_ receipt: Receipt) {
    let last = link.waitingContext ?? (receipt == .again ? link.receivedApplicationContext : [:])
    link.waitingContext = nil
    if last.isEmpty { return }
    link.receivedApplicationContext = last
    watch.settings.applySyncPayload(last, over: .context)
    watch.settings.noteContextReceived()
  }

  /// Hands over something of the queue; out of turn now and then.
  private func receiveFromQueue(_ position: Int) {
    guard position < link.queue.count else { return }
    let (payload, channel) = link.queue.remove(at: position)
    watch.settings.applySyncPayload(payload, over: channel)
  }

  private func checkAll() {
    for device in [phone, watch] {
      _ = device.settings.isPaidWatch
      _ = device.settings.areNotificationsOn
      _ = device.settings.followsSystemLanguage
      _ = device.settings.drawsChartAsLine
    }
  }

  private func lock(_ device: LiveDevice, _ isLocked: Bool) {
    device.disk.isLocked = isLocked
    if isLocked { device.settings.deviceLocked() } else { device.settings.deviceUnlocked() }
  }
}

extension LiveSession {
  /// What replaying the session under its own policy comes to.
  func replayed() throws -> ReplayResult {
    try phone.recorder.finish()
    try watch.recorder.finish()
    let recordings = try [phone, watch].map { try RecordedLines($0.recorder.path) }
    let lines = recordings.flatMap(\.lines).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    let source = LineSource(
      header: recordings[0].header, text: lines.flatMap { $0.element.text + [UInt8(ascii: "\n")] })
    return try ReplayResult.run({ source }, policy: PolicyChoice(nil, named: [policy]))
  }
}

/// The lines of a recording with their times.
private struct RecordedLines {
  var header: RecordingHeader
  var lines: [(at: Instant, text: [UInt8])] = []

  init(_ path: String) throws {
    let reader = try RecordingReader(FileReader(path: path))
    var header: RecordingHeader?
    var chunk = LineChunk()
    while try reader.next(into: &chunk) {
      for line in chunk.text.split(separator: UInt8(ascii: "\n")).map({ Array($0) }) {
        if header == nil {
          header = try HeaderLine.decode(line)
        } else {
          lines.append((try EventLine.decode(line).event.at, line))
        }
      }
    }
    self.header = try #require(header)
  }
}

/// Lines as a source of events.
private struct LineSource: EventSource {
  let header: RecordingHeader
  var text: [UInt8]

  mutating func next(into batch: inout EventBatch) throws -> Bool {
    batch.removeAll()
    if text.isEmpty { return false }
    swap(&batch.text, &text)
    var scanner = LineScanner()
    let scan = scanner.scan(&batch)
    #expect(scan.badLineCount == 0)
    return batch.count > 0
  }
}
