import Foundation
import ReelEvents
import ReelLog
import ReelPolicies
import ReelReplay
import ReelReports

/// What a verb reads events from: a recording, or a scenario: facts alone.
struct RecordingInput {
  /// What the command line called it.
  let path: String
  /// The catalog to use in place of the embedded one.
  let catalog: Catalog?
  /// Its header, with the catalog that it brings.
  let header: RecordingHeader
  private let content: Content
  private let lastPass = LastPass()
  /// Where progress shows.
  private let console: Console

  private enum Content {
    case recording(FileReader)
    case scenario(ScenarioInput)
  }

  /// The source that was opened last: what it left out shows once it has been read.
  private final class LastPass {
    var source: RecordingSource?
    /// One that told the header and was read no further.
    var unread: RecordingSource?
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
    self.console = console
    if Self.isScenario(path) {
      let scenario = try ScenarioInput(
        TextFile.read(path, expected: "a scenario"), path: path,
        catalog: catalog ?? Self.weatherCatalog(), console)
      content = .scenario(scenario)
      header = scenario.header
    } else {
      let file = try Self.file(path, console)
      content = .recording(file)
      let source = try RecordingSource(file)
      lastPass.unread = source
      header = source.header
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

  /// The file of it, which is a recording.
  /// - Throws: `CommandFailure` for a scenario.
  func file() throws(CommandFailure) -> FileReader {
    switch content {
    case .recording(let file): return file
    case .scenario:
      try Self.refuseScenario(path)
      throw CommandFailure(.badData, "\(path): expected a recording, found a scenario")
    }
  }

  /// Refuses a scenario where a recording is asked for.
  /// - Throws: `CommandFailure`.
  static func refuseScenario(_ path: String) throws(CommandFailure) {
    guard isScenario(path) else { return }
    throw CommandFailure(
      .badData, "\(path): expected a recording, found a scenario, which is not one yet",
      next: CommandText.text(["record", path, "-o", name(of: path) + ".jsonl.zst"]))
  }

  /// What a recording made from, or kept at, `path` is called.
  static func name(of path: String) -> String {
    var name = path == "-" ? "session" : URL(filePath: path).lastPathComponent
    for ending in [".zst", ".jsonl", ".scenario"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name
  }

  /// The scenario, where it is one.
  var scenario: Scenario? {
    if case .scenario(let input) = content { input.scenario } else { nil }
  }

  /// The policies that it defines, where it is a scenario.
  var definedPolicies: [NamedPolicy] {
    if case .scenario(let input) = content { input.named } else { [] }
  }

  /// Opens it at its first event.
  func open() throws -> any EventSource {
    switch content {
    case .scenario(let scenario): return scenario.source
    case .recording(let file):
      let source = try lastPass.unread.take() ?? RecordingSource(file)
      lastPass.source = source
      return ReadingProgress(path, [file], console).map { WatchedSource(source, $0) } ?? source
    }
  }

  /// Opens it once more, for who may not read all of it: what was left out is what the pass before
  /// tells.
  func openAgain() throws -> any EventSource {
    let before = lastPass.source
    defer { lastPass.source = before ?? lastPass.source }
    return try open()
  }

  /// Opens it for a look at what it has, whatever a replay makes of it: what cannot be read is
  /// passed over.
  func openToLook() throws -> any EventSource {
    switch content {
    case .scenario(let scenario): return scenario.source
    case .recording(let file):
      let source = try RecordingSource(file, atFaults: .goOn)
      return ReadingProgress(path, [file], console).map { WatchedSource(source, $0) } ?? source
    }
  }

  /// A recording of it under `policy`, where it is a scenario; nil where it is a recording already.
  /// - Throws: `CommandFailure`, `PolicyError`.
  func performed(under policy: String?) throws -> LineSource? {
    guard case .scenario(let scenario) = content else { return nil }
    var header = header
    header.recordedUnder = policy ?? header.recordedUnder
    return LineSource(header: header, events: try scenario.performed(under: policy))
  }

  /// What the last pass read from; nil before the first.
  var passedSource: RecordingSource? { lastPass.source }

  /// Where the recording breaks off, once it has been read; nil if it does not.
  var tear: Tear? { lastPass.source?.tear }

  /// Tells what the last pass left out, and what that does to `status`.
  /// - Throws: `CommandFailure`.
  func reportLosses(_ status: ExitStatus, _ console: Console) throws -> ExitStatus {
    guard let source = lastPass.source else { return status }
    try source.tally.reportUnknown(console)
    return try status.combined(with: source.reportLosses(console))
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

  /// The events around the event `number` as a diagram that marks it.
  func diagram(around number: Int64) throws -> SequenceDiagram {
    let shown = SequenceDiagram.shownMax
    let wanted = max(1, number - shown.before)...number + shown.after
    var steps: [SequenceDiagram.Step] = []
    var isWhole = wanted.lowerBound == 1
    var source = try open()
    var batch = EventBatch()
    while try source.next(into: &batch) {
      for row in 0..<batch.count {
        let number = batch.number(of: row)
        if number > wanted.upperBound { isWhole = false }
        guard wanted.contains(number) else { continue }
        let event = try EventLine.decode(Array(batch.line(row))).event
        steps.append(SequenceDiagram.Step(number: number, event: event))
      }
      if !isWhole && batch.number(of: batch.count - 1) > wanted.upperBound { break }
    }
    return SequenceDiagram(steps, marked: number, isWhole: isWhole)
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
