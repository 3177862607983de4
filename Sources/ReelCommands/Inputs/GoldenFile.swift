import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

/// The golden of a recording: what each pinned policy must bring it to.
enum GoldenFile {
  /// The golden in the file at `path`.
  /// - Throws: `MergeConflict`, `CommandFailure`, `LogError`.
  static func read(_ path: String) throws -> GoldenText {
    let text = try TextFile.read(path, expected: "a golden")
    if let line = GoldenText.mergeConflict(in: text) { throw MergeConflict(path: path, line: line) }
    return try TextFile.parse(path) { () throws(ParseError) in try GoldenText(text) }
  }

  /// What `recording` comes to under `pins` now, and what these name in vain.
  /// - Throws: `CommandFailure`, `LogError`, `PolicyError`.
  static func make(
    _ recording: String, pins: [String], _ console: Console
  ) throws -> (golden: Value, review: PolicyReview) {
    let input = try RecordingInput(recording, catalog: nil, console)
    let (choices, defined) = try policies(of: pins, for: recording)
    let review = try input.review(
      choices, definedBy: (defined, Corpus.scenario(beside: recording)))
    let value = try Golden.make(input.open, pins: choices)
    if let tear = input.tear {
      throw LogError(
        .torn, path: recording, offset: tear.offset, expected: "a whole recording",
        found: "one that breaks off there",
        remedy: "`reel recover \(recording) -o NEW` keeps its whole lines.")
    }
    return (value, review)
  }

  /// The rules that `pins` name in the golden of `recording`.
  /// - Throws: `CommandFailure`, `LogError`.
  static func choices(of pins: [String], for recording: String) throws -> [PolicyChoice] {
    try policies(of: pins, for: recording).choices
  }

  /// The rules that `pins` name, and those that the scenario beside `recording` defines.
  private static func policies(
    of pins: [String], for recording: String
  ) throws -> (choices: [PolicyChoice], defined: [NamedPolicy]) {
    let named = try Corpus.policies(beside: recording).defined
    let choices = try pins.map { pin in
      let text = pin == Golden.asRecorded ? nil : pin
      let files = try text.map { try policyFiles(in: $0, besides: named, for: recording) } ?? []
      return PolicyChoice(text, named: named + files)
    }
    return (choices, named)
  }

  /// The policies that a golden pins by their files, which it names as they were named to
  /// `reel accept`.
  private static func policyFiles(
    in pin: String, besides named: [NamedPolicy], for recording: String
  ) throws -> [NamedPolicy] {
    do {
      return try PolicyFiles.policies(in: pin, besides: named)
    } catch let error as LogError where error.kind == .noInput {
      throw CommandFailure(
        .noInput,
        "\(Corpus.golden(of: recording)) pins \(pin), which is not there; its path is as seen from "
          + "the folder where the golden was accepted, so run reel in that folder, or remove the "
          + "golden and accept a new one",
        next: CommandText.text(["help", "accept"]))
    }
  }

  /// The policies to pin where nobody has said: as recorded, what the scenario beside it expects
  /// something of, or else the usual ones of the system that it is about.
  /// - Throws: `CommandFailure`, `LogError`.
  static func usualPins(of recording: String, _ console: Console) throws -> [String] {
    var pins = [Golden.asRecorded]
    let expected = try Corpus.policies(beside: recording).expected
    if !expected.isEmpty { return pins + expected }
    let input = try RecordingInput(recording, catalog: nil, console)
    let isAboutLists = try input.defaultTarget() == "tombstones"
    pins += isAboutLists ? ["union", "tombstones"] : ["wipe-then-apply", "allowlist"]
    return pins
  }
}

/// Two versions of a golden that nobody has made one of yet.
struct MergeConflict: Error {
  let path: String
  /// The line, from 1, of the first mark that was left there.
  let line: Int

  /// What it means to whoever ran the command.
  var failure: CommandFailure {
    CommandFailure(
      .badData,
      "\(path), line \(line): expected a golden, found the marks of a merge that nobody has "
        + "finished; take either side of the whole file, then look at what `reel accept` would "
        + "change in it",
      next: CommandText.command(["git", "checkout", "--ours", path]))
  }
}
