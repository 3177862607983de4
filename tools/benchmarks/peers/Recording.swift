import Foundation
import ReelEvents
import ReelFoundation
import ReelLog
import ReelRecorder

/// Records what the lines in the file `path` tell, as an app does to which it happens all at once.
func measureRecorder(of path: String, to recording: String) throws {
  let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  var actions: [Action] = []
  for line in text.split(separator: 0x0A).dropFirst() {
    actions.append(try EventLine.decode(Array(line)).event.action)
  }
  let recorder = try recorder(at: recording, replacing: true) {
    $0.limits.queueBytesMax = text.count
  }
  let time = try seconds {
    actions.lendEach { recorder.record($1) }
    try recorder.finish()
  }
  try report(["seconds": time, "dropped": Double(recorder.droppedCount)])
}

/// Sets a value with and without its being recorded, in turns.
func measureSets() throws {
  let folder = FileManager.default.temporaryDirectory
  let path = folder.appendingPathComponent("bench-\(UUID().uuidString).jsonl.zst").path
  let recorder = try recorder(at: path, replacing: false) { $0.limits.queueBytesMax = 64 << 20 }
  defer { unlink(path) }
  guard let defaults = UserDefaults(suiteName: "reel.bench.\(getpid())") else { return }
  let keys = (0..<36).map { "setting.name.\($0)" }
  let count = 2_000
  var taken: [(record: Double, defaults: Double)] = []
  for round in 0..<50 {
    let record = seconds {
      for number in 0..<count {
        let value = Value.integer(Int64(round &* number))
        recorder.record(.storeSet(store: .defaults, key: keys[number % 36], value: value))
      }
    }
    let set = seconds {
      for number in 0..<count { defaults.set(round &* number, forKey: keys[number % 36]) }
    }
    taken.append((record, set))
    try recorder.flush()
  }
  let middle = { (times: [Double]) in times.sorted()[times.count / 2] / Double(count) * 1e9 }
  try report([
    "record": middle(taken.map(\.record)), "defaults": middle(taken.map(\.defaults)),
  ])
}

private func recorder(
  at path: String, replacing: Bool, _ change: (inout Recorder.Setup) -> Void
) throws -> Recorder {
  if replacing { unlink(path) }
  let catalog = try Catalog.parse(Array(WeatherCatalog.text.utf8))
  var setup = Recorder.Setup(
    device: DeviceName("phone"), catalog: catalog, recordedUnder: "wipe-then-apply")
  setup.shortList = Set(catalog.keys.map(\.name) + (0..<36).map { "setting.name.\($0)" })
  change(&setup)
  return try Recorder(setup, at: .file(path), clock: SystemClock())
}
