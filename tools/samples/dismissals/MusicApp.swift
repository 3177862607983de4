import Foundation
import ReelCommands
import ReelEvents
import ReelFoundation
import ReelPolicies
import ReelRecorder
import ReelSync

/// The music app on one device: its list of dismissed albums, in the cloud at a socket, recorded.
struct MusicApp {
  /// The user's albums that are not to be shown.
  let dismissals: ProSet<AlbumID>
  /// The recorder of this launch.
  let recorder: Recorder

  /// Starts the app.
  /// - Parameters:
  ///   - socket: where `reel cloud` serves.
  ///   - folder: where the device keeps its log, and its recording if no session has a place for
  ///     it.
  init(on device: String, cloud socket: String, folder: String) throws {
    let environment = ProcessInfo.processInfo.environment
    recorder = try Recorder(
      Recorder.Setup(
        device: DeviceName(device), catalog: Catalog(), recordedUnder: "allowlist+tombstones"),
      at: .folder(environment[RecordingPlace.variable] ?? folder), clock: SystemClock())
    let log = URL(fileURLWithPath: folder).appendingPathComponent("\(device).log")
    let isNew = !FileManager.default.fileExists(atPath: log.path)
    recorder.record(
      isNew
        ? .deviceInstalled(version: "1", policy: nil) : .deviceLaunched(version: "1", policy: nil))
    let local = try LocalSet(
      .notInterested, in: FileLogStorage(log), policy: BuiltInPolicies.tombstones,
      witness: recorder)
    let door = CloudDoor(
      open: { Self.store(of: device, at: socket) }, account: { "sample" },
      report: { FileHandle.standardError.write(Data("\($0)\n".utf8)) })
    dismissals = ProSet(local, through: door)
  }

  private static func store(of device: String, at socket: String) -> SocketCloud {
    do {
      return try SocketCloud(
        at: socket, device: "\(device).\(getpid())", account: "sample", clock: SystemClock())
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
