/// What went wrong with a recording or a file, where, and what to do about it.
///
/// It never holds a setting's value: recordings carry purchases, places and tokens.
public struct LogError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The classes of failure that a caller may tell apart.
  public enum Kind: String, Sendable, CaseIterable {
    /// The input is missing, unreadable or a folder.
    case noInput
    /// The bytes are of another kind of file, or there are none.
    case notARecording
    /// The bytes are of a recording, and some of them are wrong.
    case damaged
    /// A line is no event or no header.
    case badLine
    /// The recording is of a later major version of the format.
    case newerFormat
    /// Something is longer, deeper or wider than a limit of `Limits`.
    case overLimit
    /// The file ends inside a frame or a line, and the task needs a whole one.
    case torn
    /// This build cannot do it: it has no libzstd.
    case unsupported
    /// The file to be made is there already.
    case exists
    /// The file to be made cannot be.
    case cannotCreate
    /// Another process is writing the recording.
    case locked
    /// The operating system failed to read or write.
    case inputOutput
    /// Whoever was reading standard output has gone.
    case closedPipe
  }

  /// The class of failure.
  public var kind: Kind
  /// The file as the caller named it; empty where there is none.
  public var path: String
  /// The byte offset in the file.
  public var offset: Int64?
  /// The number of the line, from 1.
  public var line: Int64?
  /// The number of the frame, from 0.
  public var frame: Int64?
  /// What should have been there: a noun phrase; may be empty.
  public var expected: String
  /// What was there instead: a noun phrase.
  public var found: String
  /// What to do: a whole sentence; may be empty.
  public var remedy: String

  /// An error of `kind` at a place in `path`.
  public init(
    _ kind: Kind, path: String, offset: Int64? = nil, line: Int64? = nil, frame: Int64? = nil,
    expected: String = "", found: String, remedy: String = ""
  ) {
    self.kind = kind
    self.path = path
    self.offset = offset
    self.line = line
    self.frame = frame
    self.expected = expected
    self.found = found
    self.remedy = remedy
  }

  /// The place: the path, then line, frame and byte offset as far as they are known.
  public var place: String {
    var parts = path.isEmpty ? [] : [path]
    if let line { parts.append("line \(line)") }
    if let frame { parts.append("frame \(frame)") }
    if let offset { parts.append("byte \(offset)") }
    return parts.joined(separator: ", ")
  }

  /// A failure of zstd to get the memory it asked for.
  static func withoutMemory(path: String, for purpose: String) -> LogError {
    LogError(
      .inputOutput, path: path, expected: "memory for \(purpose)", found: "no more memory")
  }

  /// The remedy for a file that is torn or damaged.
  static func recoverAdvice(_ path: String) -> String {
    "`reel recover \(path) -o NEW` writes what can be read to a new file."
  }

  /// One paragraph: where, what was expected, what was found, what to do.
  public var description: String {
    let fault = expected.isEmpty ? found : "expected \(expected), found \(found)"
    let sentence = place.isEmpty ? fault : "\(place): \(fault)"
    return remedy.isEmpty ? sentence : "\(sentence). \(remedy)"
  }
}
