import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay

/// The golden of a recording: what each pinned policy must bring it to.
struct GoldenFile {
  let value: Value
  /// The pinned policies, in order.
  let pins: [String]

  /// What each pinned policy must come to.
  var policies: ValueDictionary {
    guard case .dictionary(let members) = value,
      case .dictionary(let policies)? = members["policies"]
    else { return ValueDictionary() }
    return policies
  }

  private init(_ value: Value, path: String) throws(CommandFailure) {
    guard let pins = Golden.pins(in: value) else {
      throw CommandFailure(
        .badData, "\(path): expected a golden, schema \(Golden.schema), found another value")
    }
    self.value = value
    self.pins = pins
  }

  /// The golden in the file at `path`.
  /// - Throws: `CommandFailure`, `LogError`.
  static func read(_ path: String) throws -> GoldenFile {
    let text = try TextFile.read(path, expected: "a golden")
    let value = try TextFile.parse(path) { () throws(ParseError) in try Value.parse(text) }
    return try GoldenFile(value, path: path)
  }

  /// What `recording` comes to under `pins` now.
  /// - Throws: `CommandFailure`, `LogError`, `PolicyError`.
  static func make(_ recording: String, pins: [String], _ console: Console) throws -> GoldenFile {
    let input = try RecordingInput(recording, catalog: nil, console)
    let named = try Corpus.policies(beside: recording).defined
    let choices = try pins.map { pin in
      let text = pin == Golden.asRecorded ? nil : pin
      let files = try text.map { try PolicyFiles.policies(in: $0, besides: named) } ?? []
      return PolicyChoice(text, named: named + files)
    }
    let value = try Golden.make(input.open, pins: choices)
    if let tear = input.tear {
      throw LogError(
        .torn, path: recording, offset: tear.offset, expected: "a whole recording",
        found: "one that breaks off there",
        remedy: "`reel recover \(recording) -o NEW` keeps its whole lines.")
    }
    return try GoldenFile(value, path: recording)
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
