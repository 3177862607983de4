import Foundation
import ReelEvents
import ReelLog
import ReelRecorder

/// `reel record -o OUT -- COMMAND…`: runs programs that record themselves, and joins what they
/// wrote.
enum RecordLive {
  static func run(
    _ command: [String], _ arguments: Arguments, _ request: RecordVerb.Request,
    _ console: Console
  ) throws -> ExitStatus {
    if request.output != "-", !request.isForced, Corpus.isThere(request.output) {
      throw CommandFailure(
        .cannotCreate,
        "\(request.output): expected a free name, found a file that is there already; "
          + "choose another name, or say --force where it may be replaced")
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "reel-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var environment = console.environment
    environment[RecordingPlace.variable] = folder
    try console.output.flush()
    let status: Int32
    let joined: ExitStatus
    do {
      status = try ChildProcess.run(command, environment: environment)
      joined = try join(folder, endedWith: status, command, arguments, request, console)
    } catch {
      if try Corpus([folder]).recordings.isEmpty {
        try FileManager.default.removeItem(atPath: folder)
      } else {
        try console.note("note: the parts are kept in \(folder)")
      }
      throw error
    }
    try FileManager.default.removeItem(atPath: folder)
    guard status == 0 else {
      try console.note("note: \(command[0]) ended with \(status), and so does this")
      return ExitStatus(code: status)
    }
    return joined
  }

  private static func join(
    _ folder: String, endedWith status: Int32, _ command: [String], _ arguments: Arguments,
    _ request: RecordVerb.Request, _ console: Console
  ) throws -> ExitStatus {
    var isWhole = true
    var recordings: [MergeRecording] = []
    for path in try Corpus([folder]).recordings {
      do {
        recordings.append(try MergeRecording(FileReader(path: path)))
      } catch let error as LogError where error.kind == .torn {
        // The program was ended before it had written anything that counts.
        try console.note("note: \(RecordingInput.name(of: path)) recorded nothing: \(error.found)")
        isWhole = false
      }
    }
    if recordings.isEmpty && status != 0 { return .noInput }
    guard !recordings.isEmpty else {
      throw CommandFailure(
        .noInput,
        "\(command[0]) recorded nothing: expected it to make a Recorder in the folder that "
          + "\(RecordingPlace.variable) names")
    }
    let joined = try MergeVerb.merge(recordings, into: request.output, arguments, console)
    return isWhole ? joined : joined.combined(with: .loss)
  }
}
