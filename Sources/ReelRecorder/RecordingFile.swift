import ReelEvents
import ReelLog

/// A new recording, opened where it was asked for.
struct RecordingFile {
  /// The file's name without the ending.
  let name: String
  /// Where it is.
  let path: String
  /// What is written to.
  let sink: RecordingSink

  /// How many recordings one device may make in one folder.
  private static let launchesMax = 100_000

  /// Makes the file itself.
  /// - Throws: `exists` for a file that is there already; `cannotCreate`; `inputOutput`.
  init(at path: String, for setup: Recorder.Setup) throws(LogError) {
    try self.init(
      creating: path, Container(forNewFile: path), name: Self.name(of: path), setup)
  }

  /// Takes the first free name in the folder; compressed where this build can.
  /// - Throws: `cannotCreate`; `inputOutput`.
  init(in folder: String, for setup: Recorder.Setup) throws(LogError) {
    let stem = String(setup.device.text.map { $0 == "/" ? "_" : $0 })
    var container = Container.zstd
    var launch = 1
    while true {
      let name = launch == 1 ? stem : "\(stem).\(launch)"
      let path = "\(folder)/\(name)\(container == .zstd ? ".jsonl.zst" : ".jsonl")"
      do throws(LogError) {
        try self.init(creating: path, container, name: name, setup)
        return
      } catch {
        switch error.kind {
        case .unsupported where container == .zstd: container = .plain
        case .exists where launch < Self.launchesMax: launch += 1
        default: throw error
        }
      }
    }
  }

  private init(
    creating path: String, _ container: Container, name: String, _ setup: Recorder.Setup
  ) throws(LogError) {
    self.name = name
    self.path = path
    sink = try RecordingSink.creating(
      path, container, header: setup.header(name: name), setup.durability)
  }

  private static func name(of path: String) -> String {
    var name = path.split(separator: "/").last ?? ""
    for ending in [".zst", ".jsonl"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return String(name)
  }
}
