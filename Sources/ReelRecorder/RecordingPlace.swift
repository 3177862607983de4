import ReelLog

/// Where a recorder writes: a new file, or memory.
public enum RecordingPlace: Sendable, Equatable {
  /// The file itself; compressed if its name ends in `.zst`.
  case file(String)
  /// A folder in which every recorder of a session makes a file of its own: `phone.jsonl.zst`, on
  /// the next launch `phone.2.jsonl.zst`.
  case folder(String)
  /// Nowhere until `Recorder.export` asks for it: the newest lines, in at most so many bytes, with
  /// what the stores held before them.
  case memory(name: String, bytesMax: Int)

  /// The name of the environment's variable that names the folder of a session.
  public static let variable = "REEL_DIR"

  /// The session's folder, where the process's environment names one, else the file at `path`.
  public static func session(
    of environment: [String: String], orElse path: String
  ) -> RecordingPlace {
    guard let folder = environment[variable], !folder.isEmpty else { return .file(path) }
    return .folder(folder)
  }
}

extension RecordingPlace {
  /// What the digests of recordings here are keyed by.
  /// - Throws: as `SessionSecret.shared`.
  func secret() throws(LogError) -> [UInt8] {
    switch self {
    case .file, .memory: SessionSecret.random()
    case .folder(let folder): try SessionSecret.shared(in: folder)
    }
  }
}
