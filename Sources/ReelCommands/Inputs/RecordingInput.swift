import Foundation
import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
import ReelReports

/// What a verb reads events from: a recording, or a scenario that is performed in memory.
struct RecordingInput {
  /// What the command line called it.
  let path: String
  /// The catalog to use in place of the embedded one.
  let catalog: Catalog?
  /// What reading it has met so far that is no fault and still worth a word.
  let losses = ReadingLosses()
  private let content: Content

  private enum Content {
    case recording(FileReader)
    case scenario(PerformedScenario)
  }

  /// The first operand of `arguments`.
  /// - Throws: `LogError`, `CommandFailure`.
  init(_ arguments: Arguments, _ console: Console) throws {
    try self.init(
      arguments.operands[0], catalog: arguments[.catalog].map(TextFile.catalog), console)
  }

  /// The recording or scenario at `path`, with the catalog to use in place of its own.
  /// - Throws: `LogError`, `CommandFailure`.
  init(_ path: String, catalog: Catalog?, _ console: Console) throws {
    self.path = path
    self.catalog = catalog
    if Self.isScenario(path) {
      content = .scenario(
        try PerformedScenario(
          TextFile.read(path, expected: "a scenario"), path: path,
          catalog: catalog ?? Self.weatherCatalog(), console))
    } else {
      content = .recording(try Self.file(path, console))
    }
  }

  /// The file of a recording, whichever verb reads it.
  /// - Throws: `LogError`.
  static func file(_ path: String, _ console: Console) throws -> FileReader {
    path == "-" ? try console.input.file() : try FileReader(path: path)
  }

  /// The catalog of scenarios that bring none.
  static func weatherCatalog() throws(ParseError) -> Catalog {
    try Catalog.parse(Array(WeatherCatalog.text.utf8))
  }

  /// Whether `path` is the name of a scenario.
  static func isScenario(_ path: String) -> Bool { path.hasSuffix(".scenario") }

  /// What a recording made from, or kept at, `path` is called.
  static func name(of path: String) -> String {
    var name = path == "-" ? "standard input" : URL(filePath: path).lastPathComponent
    for ending in [".zst", ".jsonl", ".scenario"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name
  }

  /// The scenario, where it is one.
  var scenario: Scenario? {
    if case .scenario(let performed) = content { performed.scenario } else { nil }
  }

  /// Opens it at its first event.
  func open() throws -> any EventSource {
    switch content {
    case .scenario(let performed):
      MemorySource(header: performed.header, events: performed.events)
    case .recording(let file): try RecordingSource(file, losses)
    }
  }

  // MARK: Policies

  /// The choice of `text`, whose names may be the scenario's or files; nil = as recorded.
  /// - Throws: `CommandFailure`, `PolicyError`.
  func policy(_ text: String?) throws -> PolicyChoice {
    var named: [NamedPolicy] = []
    if case .scenario(let performed) = content { named = performed.named }
    if let text {
      named += try PolicyFiles.policies(in: text, besides: named)
      _ = try PolicyArgument(text, named: named)
    }
    return PolicyChoice(text, named: named)
  }

  /// The rule that a difference leads to where none is named: the new one of the system that the
  /// recording is about.
  func defaultTarget() throws -> String {
    var source = try open()
    var batch = EventBatch()
    var hasLists = false
    while try source.next(into: &batch) {
      for row in 0..<batch.count {
        switch batch.use(row) {
        case .settings: return "allowlist"
        case .lists: hasLists = true
        case nil: break
        }
      }
    }
    return hasLists ? "tombstones" : "allowlist"
  }

  // MARK: Captions

  /// The captions of the events `numbers`, ascending.
  func captions(of numbers: [Int64]) throws -> [Int64: String] {
    var captions: [Int64: String] = [:]
    var wanted = numbers[...]
    var source = try open()
    var batch = EventBatch()
    while !wanted.isEmpty, try source.next(into: &batch) {
      while let number = wanted.first, number < batch.firstNumber + Int64(batch.count) {
        wanted.removeFirst()
        let line = batch.line(Int(number - batch.firstNumber))
        captions[number] = EventCaption.text(of: try EventLine.decode(Array(line)).event)
      }
    }
    return captions
  }
}

extension EventBatch {
  fileprivate enum Use { case settings, lists }

  /// Which of the two systems the event in `row` belongs to; nil for what both share.
  fileprivate func use(_ row: Int) -> Use? {
    switch kinds[row] {
    case .storeSet, .storeRemove, .storeRead:
      let store = stores[row] < 0 ? "" : name(stores[row])
      return store.isEmpty || store == StoreName.defaults.text ? .settings : .lists
    case .messageSent, .messageReceived:
      return messages[Int(details[row])].channel == .kvs ? .lists : .settings
    case .storeRegister, .ruleRead: return .settings
    default: return nil
    }
  }
}
