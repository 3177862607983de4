import Foundation
import ReelEvents
import ReelReplay
import ReelReports

/// The same tests in another process, where all is different that must not matter: the seed of
/// hashes, the locale, the time zone, and how many files are in work at once.
struct SecondRun {
  private let arguments: [String]
  private let environment: [String: String]

  /// A run of `paths` beside one with `jobs` jobs.
  init(_ paths: [String], _ filter: TestFilter, jobs: Int, _ console: Console) {
    arguments =
      ["test", "--json", "--goldens", "--jobs", jobs == 1 ? "3" : "1"]
      + (filter.text.map { ["--filter", $0] } ?? []) + paths
    environment = Self.changed(console.environment)
  }

  /// The environment with all changed that must not matter.
  static func changed(_ environment: [String: String]) -> [String: String] {
    var changed = environment
    let isFixed = environment["SWIFT_DETERMINISTIC_HASHING"].map { !$0.isEmpty } ?? false
    changed["SWIFT_DETERMINISTIC_HASHING"] = isFixed ? nil : "1"
    let locale = environment["LC_ALL"] == "tr_TR.UTF-8" ? "de_DE.UTF-8" : "tr_TR.UTF-8"
    changed["LC_ALL"] = locale
    changed["LANG"] = locale
    changed["TZ"] = environment["TZ"] == "Pacific/Kiritimati" ? "UTC" : "Pacific/Kiritimati"
    return changed
  }

  /// How what the second run comes to differs from `first`, as a sentence; nil if in no byte.
  /// - Throws: `CommandFailure` if it cannot be made.
  func difference(from first: Value) throws -> String? {
    try Self.difference(first, output())
  }

  /// How `second`, what the other process wrote, differs from `first`; nil if in no byte.
  static func difference(_ first: Value, _ second: [UInt8]) -> String? {
    let bytes = first.canonicalBytes + [0x0A]
    if second == bytes { return nil }
    let value: Value
    do throws(ParseError) {
      value = try Value.parse(second)
    } catch {
      return "the second run wrote something else than results: \(error)"
    }
    guard let difference = Golden.firstDifference(first, value) else {
      return "the results are the same, and their bytes are not"
    }
    return "\(difference.path): \(TestFailure.shown(difference.expected)) in the first run, "
      + "\(TestFailure.shown(difference.found)) in the second"
  }

  private func output() throws -> [UInt8] {
    guard let program = Bundle.main.executablePath else {
      throw CommandFailure(.inputOutput, "--twice: the system does not tell where reel itself is")
    }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    // Whatever it has to remark, the first run has.
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw CommandFailure(.inputOutput, "--twice: \(program) cannot be run a second time")
    }
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let status = process.terminationStatus
    guard process.terminationReason == .exit, status <= ExitStatus.negative.code else {
      throw CommandFailure(
        .inputOutput, "--twice: the second run broke off, with status \(status)",
        next: CommandText.text(arguments))
    }
    return Array(bytes)
  }
}
