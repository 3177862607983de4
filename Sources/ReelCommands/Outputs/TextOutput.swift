import ReelLog

/// Text that is derived from a recording: written to a file, or to standard output.
struct TextOutput: ~Copyable {
  private var file: OutputFile? = nil
  private let path: String
  private let console: Console
  private var interruption: Interruption? = nil
  private var buffer: [UInt8] = []

  private static let bufferBytes = 64 << 10

  /// Starts the file `path`, `-` for standard output; another's is replaced only if forced.
  /// - Throws: `LogError`, `CommandFailure`.
  init(_ path: String, isForced: Bool, _ console: Console) throws {
    self.path = path
    self.console = console
    if path == "-" { return }
    try OutputPlace.check(path)
    interruption = Interruption()
    file = try OutputFile.derived(path, existing: isForced ? .replaced : .kept)
  }

  /// Adds `bytes`.
  /// - Throws: `LogError`, `CommandFailure`.
  mutating func append(_ bytes: some Collection<UInt8>) throws {
    buffer += bytes
    if buffer.count >= Self.bufferBytes { try handOver() }
  }

  /// Hands everything over, so that who watches sees it.
  /// - Throws: as `append`.
  mutating func flush() throws {
    try handOver()
    if file == nil { try console.output.flush() }
  }

  private mutating func handOver() throws {
    try checkInterruption()
    if file == nil {
      try console.output.write(buffer)
    } else {
      try file?.append(buffer)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Stops if somebody asked for that.
  /// - Throws: `CommandFailure`.
  func checkInterruption() throws(CommandFailure) { try interruption?.check(making: path) }

  /// Ends the file.
  /// - Throws: as `append`, and `exists` if its place was taken meanwhile.
  consuming func finish() throws {
    try handOver()
    try file?.finish()
  }
}
