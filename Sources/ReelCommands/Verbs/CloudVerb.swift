import Foundation
import ReelFoundation
import ReelSeams
import ReelSimulation

/// `reel cloud --socket PATH`.
enum CloudVerb {
  static let verb = Verb(
    name: "cloud", summary: "a key-value cloud on this machine, for those without two devices",
    examples: [
      ("reel cloud --socket c.sock", "serve devices at that socket until control-C"),
      ("reel cloud --socket c.sock --conflicts latest", "let whatever arrives last count"),
      ("reel cloud --socket c.sock --upload-delay 5000", "let writes wait for others, 5 s"),
    ],
    usage: "--socket PATH [--log FILE] [--conflicts refused|latest] [--upload-delay MS]",
    remarks: [
      "What it holds is in FILE, PATH.log if left out, and is there again when it is restarted.",
      "Ends with 0 when it is stopped by control-C or SIGTERM.",
    ],
    operands: 0...0, flags: [.socket, .log, .conflicts, .uploadDelay], run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let socket = arguments[.socket] else {
      throw Arguments.usage("cloud takes --socket PATH, where devices find it", verb)
    }
    let log = arguments[.log] ?? socket + ".log"
    let host = try host(at: socket, log: log, rules: rules(arguments))
    let ending = [SIGINT, SIGTERM].map { endOn($0, host) }
    defer { for source in ending { source.cancel() } }
    try console.note("serving at \(socket); what the cloud holds is in \(log)")
    try console.errors.flush()
    try host.run()
    return .success
  }

  private static func host(
    at socket: String, log: String, rules: CloudRules
  ) throws -> CloudHost {
    do {
      return try CloudHost(
        at: socket, log: FileLogStorage(URL(fileURLWithPath: log)), rules: rules)
    } catch let damage as ValueLog.Damage {
      throw CommandFailure(.badData, "\(log): expected a cloud's log, found damage: \(damage)")
    }
  }

  private static func rules(_ arguments: Arguments) throws -> CloudRules {
    var rules = CloudRules()
    if let text = arguments[.conflicts] {
      guard let conflict = CloudRules.Conflict(rawValue: text) else {
        throw Arguments.usage("--conflicts takes refused or latest, and got \(text)", verb)
      }
      rules.conflict = conflict
    }
    if let text = arguments[.uploadDelay] {
      guard let delay = Int64(text), (0...Self.uploadDelayMax).contains(delay) else {
        throw Arguments.usage(
          "--upload-delay takes milliseconds up to \(Self.uploadDelayMax), and got \(text)", verb)
      }
      rules.uploadDelayMilliseconds = delay
    }
    return rules
  }

  /// A day, in milliseconds.
  private static let uploadDelayMax: Int64 = 86_400_000

  private static func endOn(_ number: Int32, _ host: CloudHost) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { host.stop() }
    source.resume()
    return source
  }
}
