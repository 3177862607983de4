// Drives a session of the two sample programs. Both record themselves under REEL_DIR, which
// `reel record -- tools/samples/session` sets, and which joins their recordings.
import Foundation

do {
  guard ProcessInfo.processInfo.environment["REEL_DIR"] != nil else {
    throw SessionError(
      "REEL_DIR is not set; run: reel record -o live.jsonl.zst -- tools/samples/session")
  }
  let arguments = CommandLine.arguments
  let policy = arguments.count > 1 ? arguments[1] : "wipe-then-apply"
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "reel-\(ProcessInfo.processInfo.processIdentifier)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }
  var session = try Session(folder: folder.path, policy: policy)
  try session.run()
} catch {
  FileHandle.standardError.write(Data("sample session: \(error)\n".utf8))
  exit(1)
}
