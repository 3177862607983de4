public import ReelEvents

/// Reads a scenario a line at a time: a whole file, or what somebody types at a prompt.
///
/// It keeps what lines refer to: the time, each device's clock, the messages sent so far. A line
/// with a fault changes nothing of that, so that reading can go on.
public struct ScenarioReader {
  /// The number of the line read last, from 1.
  public private(set) var line = 0
  /// What is allowed and still worth a word, so far.
  public internal(set) var notes: [ScenarioNote] = []

  let catalog: Catalog
  let loadFile: (String) throws -> ValueDictionary
  var clock = ScenarioClock()
  var messages = ScenarioMessages()
  var lastDevice: DeviceName?
  private var policyNames: Set<String> = []
  private var notedNames: Set<String> = []

  /// A reader at the start of a scenario.
  /// - Parameters:
  ///   - catalog: says which rules are entitlements, what is registered, and which keys to note.
  ///   - loadingFile: reads the property list that a `loads` line names.
  public init(
    catalog: Catalog,
    loadingFile: @escaping (String) throws -> ValueDictionary = refusingFiles
  ) {
    self.catalog = catalog
    loadFile = loadingFile
  }

  /// Reads no property list, for scenarios that are not beside any.
  @Sendable
  public static func refusingFiles(_ name: String) throws -> ValueDictionary {
    throw ScenarioFilesRefused()
  }

  /// Reads the next line, without its line feed; nil where it says nothing.
  ///
  /// - Throws: what is wrong with the line; the reader can go on. Complexity: O(bytes).
  public mutating func read(
    _ bytes: some Sequence<UInt8>
  ) throws(ScenarioFault) -> ScenarioStatement? {
    line += 1
    let bytes = Array(bytes)
    guard bytes.count <= ScenarioLimits.lineBytesMax else {
      throw fault("at most \(ScenarioLimits.lineBytesMax) bytes", found: "\(bytes.count)")
    }
    guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
      throw fault("UTF-8", found: "other bytes")
    }
    return try readStatement(ScenarioText(bytes: bytes))
  }

  private mutating func readStatement(
    _ text: ScenarioText
  ) throws(ScenarioFault) -> ScenarioStatement? {
    let bytes = text.bytes
    let line = text.trim(0..<bytes.count)
    switch line.isEmpty ? nil : bytes[line.lowerBound] {
    case nil: return nil
    case UInt8(ascii: "#"): return readComment(text, from: line.lowerBound + 1)
    case UInt8(ascii: "{"): return .event(try readEventLine(text, from: line.lowerBound))
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return try readMove(text)
    default: return try readWords(text, line: line)
    }
  }

  private mutating func readWords(
    _ text: ScenarioText, line: Range<Int>
  ) throws(ScenarioFault) -> ScenarioStatement? {
    let end = text.bytes[line].firstIndex(where: ScenarioText.isSpace) ?? line.upperBound
    switch text.text(line.lowerBound..<end) {
    case "policy": return .policy(try readPolicy(text, from: end))
    case "expect": return .expectation(try readExpectation(text, from: end))
    case "final": return .final(try readFinal(text, from: end))
    case "note": return .event(readNote(text, from: end))
    default: return try readShorthand(text).map { .event($0) }
    }
  }

  /// `# word: text`; any other comment says nothing.
  private func readComment(_ text: ScenarioText, from start: Int) -> ScenarioStatement? {
    let line = text.trim(start..<text.bytes.count)
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: line) else { return nil }
    let word = text.text(line.lowerBound..<colon)
    guard !word.isEmpty, word.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    let rest = text.trim(colon + 1..<line.upperBound)
    return .comment(ScenarioComment(word: word, text: text.text(rest)))
  }

  /// `+5s`, alone or before what happens then.
  private mutating func readMove(
    _ text: ScenarioText
  ) throws(ScenarioFault) -> ScenarioStatement? {
    let before = clock
    let first = try self.words(of: text)[0]
    guard let move = ScenarioQuantities.duration(first.text), move >= 0 else {
      throw fault(ScenarioQuantities.durationForm, found: "another line")
    }
    try moveClock(by: move)
    let rest = ScenarioText(bytes: Array(text.bytes[first.range.upperBound...]))
    guard let word = try words(of: rest).first else { return nil }
    do throws(ScenarioFault) {
      if !["policy", "expect", "final"].contains(word.text), !word.text.hasPrefix("+"),
        case .event(let event)? = try readStatement(rest)
      {
        return .event(event)
      }
      throw fault("an event after the `+…`", found: "another line")
    } catch {
      clock = before
      throw error
    }
  }

  func words(of text: ScenarioText) throws(ScenarioFault) -> [ScenarioWord] {
    do throws(ParseError) {
      return try text.words()
    } catch {
      throw fault(error.expected, found: error.found)
    }
  }

  func fault(_ expected: String, found: String, suggestion: String? = nil) -> ScenarioFault {
    ScenarioFault(line: line, expected: expected, found: found, suggestion: suggestion)
  }

  /// Keeps a remark on the line; of one `name` only the first.
  mutating func note(_ text: String, of name: String) {
    guard notedNames.insert(name).inserted else { return }
    notes.append(ScenarioNote(line: line, text: text))
  }
}

/// Policies and notes.
extension ScenarioReader {
  /// `policy NAME = BASE {switches}`
  private mutating func readPolicy(
    _ text: ScenarioText, from start: Int
  ) throws(ScenarioFault) -> ScenarioPolicy {
    let form = "policy NAME = BASE {\"SWITCH\":VALUE}"
    let content = text.content(from: start)
    let brace = text.firstIndex(of: UInt8(ascii: "{"), in: content) ?? content.upperBound
    guard let equals = text.firstIndex(of: UInt8(ascii: "="), in: content.lowerBound..<brace) else {
      throw fault(form, found: "no `=`")
    }
    let name = text.text(text.trim(content.lowerBound..<equals))
    let base = text.text(text.trim(equals + 1..<brace))
    guard !name.isEmpty, !base.isEmpty, !name.contains(" ") else {
      throw fault(form, found: "another line")
    }
    let switches = try readSwitches(text, brace..<content.upperBound)
    guard policyNames.insert(name).inserted else {
      throw fault("a new name for the policy", found: "`\(name)`, which is taken")
    }
    return ScenarioPolicy(name: name, base: base, switches: switches)
  }

  private func readSwitches(
    _ text: ScenarioText, _ range: Range<Int>
  ) throws(ScenarioFault) -> ValueDictionary {
    if range.isEmpty { return ValueDictionary() }
    let value: Value
    do throws(ParseError) {
      value = try Value.parse(text.bytes, range: range)
    } catch {
      throw fault(error.expected, found: error.found)
    }
    guard case .dictionary(let switches) = value else {
      throw fault("an object of switches", found: "another value")
    }
    return switches
  }

  private mutating func readNote(_ text: ScenarioText, from start: Int) -> Event {
    let device = lastDevice ?? DeviceName("phone")
    let content = text.text(text.content(from: start))
    return Event(at: clock.tick(on: device), device: device, action: .note(text: content))
  }
}

private struct ScenarioFilesRefused: Error, CustomStringConvertible {
  var description: String { "a scenario that stands in no folder" }
}
