import ReelLog

/// What the digests of a session are keyed by. It lives as long as the session and is in no
/// recording: with it, a digest of a Boolean would be the Boolean.
enum SessionSecret {
  /// The name of the file that the recorders of one session share it by.
  static let fileName = "session.secret"

  /// A secret for one recorder alone.
  static func random() -> [UInt8] {
    (0..<KeyedDigest.secretByteCount).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// The secret of the session in `folder`, made by whichever recorder comes first.
  /// - Throws: `cannotCreate`, `inputOutput`; `damaged` if the file holds something else.
  static func shared(in folder: String) throws(LogError) -> [UInt8] {
    let path = folder + "/" + fileName
    do throws(LogError) {
      var file = try OutputFile.derived(path, existing: .kept)
      try file.append(random())
      try file.finish()
    } catch {
      if error.kind != .exists { throw error }
    }
    var secret: [UInt8] = []
    try FileReader(path: path).read(KeyedDigest.secretByteCount + 1, at: 0, appendingTo: &secret)
    if secret.count != KeyedDigest.secretByteCount {
      throw LogError(
        .damaged, path: path, expected: "a secret of \(KeyedDigest.secretByteCount) bytes",
        found: "a file of another length", remedy: "Use a new folder for each session.")
    }
    return secret
  }
}
