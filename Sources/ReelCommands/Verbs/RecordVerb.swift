import ReelEvents
import ReelLog
import ReelPolicies

/// `reel record SCENARIO -o OUT`, its prompt, and `reel record -o OUT -- COMMAND…`.
enum RecordVerb {
  static let verb = Verb(
    name: "record", summary: "perform a scenario, or run programs, and keep what happened",
    examples: [
      ("reel record session.scenario -o session.jsonl.zst", "perform a scenario under a rule"),
      ("reel record -o session.jsonl.zst", "type the scenario and see what each line does"),
      ("reel record -o live.jsonl.zst -- ./session", "run programs that record themselves"),
      ("reel record - -o - < session.scenario | jq .", "from standard input to standard output"),
    ],
    usage: "[SCENARIO|-] -o FILE [--policy P] [--flush-every N] [--force] [--json] [-- COMMAND…]",
    remarks: [
      "Without --policy the rule is \(ScenarioInput.defaultPolicy). FILE is compressed if its",
      "name ends in .zst, else plain JSON Lines.",
    ],
    operands: 0...1, flags: [.output, .policy, .catalog, .flushEvery, .force, .json],
    takesCommand: true,
    run: run)

  private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let output = arguments[.output] else {
      throw Arguments.usage("record takes -o FILE, where the recording goes", verb)
    }
    try WrittenReport.check(arguments)
    let request = try Request(arguments, output: output)
    if let command = arguments.command {
      try checkLive(command, arguments)
      return try RecordLive.run(command, arguments, request, console)
    }
    if arguments.operands.isEmpty && console.input.isTerminal {
      return try RecordPrompt.run(request, console)
    }
    return try perform(arguments.operands.first ?? "-", request, arguments, console)
  }

  /// What to record to, and how.
  struct Request {
    let output: String
    let policy: String
    /// The catalog that `--catalog` names.
    let givenCatalog: Catalog?
    let flushEvery: Int64?
    let isForced: Bool

    init(_ arguments: Arguments, output: String) throws {
      self.output = output
      policy = arguments[.policy] ?? ScenarioInput.defaultPolicy
      givenCatalog = try arguments[.catalog].map(TextFile.catalog)
      isForced = arguments.has(.force)
      flushEvery = try arguments[.flushEvery].map { text throws(CommandFailure) in
        if let count = Int64(text), count > 0 { return count }
        throw Arguments.usage("--flush-every takes a number from 1, and got \(text)", verb)
      }
    }

    /// The catalog of a scenario.
    func catalog() throws -> Catalog { try givenCatalog ?? RecordingInput.weatherCatalog() }

    /// The header of a recording called `name`. Only a built-in policy is named in it: of any other
    /// the recording would have to bring the switches along.
    func header(name: String, _ console: Console) throws -> RecordingHeader {
      let builtIn = BuiltInPolicies.all.map(\.name)
      let isKnown = PolicyArgument.names(in: policy).allSatisfy(builtIn.contains)
      if !isKnown {
        try console.note(
          "note: \(policy) is not built in, so the recording does not say what it was made under")
      }
      return RecordingHeader(
        name: name, recordedUnder: isKnown ? policy : nil, catalog: try catalog())
    }
  }

  private static func checkLive(
    _ command: [String], _ arguments: Arguments
  ) throws(CommandFailure) {
    guard !command.isEmpty, arguments.operands.isEmpty, arguments[.policy] == nil else {
      throw Arguments.usage(
        "after -- comes the command whose programs record themselves, under a rule of their own: "
          + "reel record -o FILE -- COMMAND…", verb)
    }
  }

  private static func perform(
    _ path: String, _ request: Request, _ arguments: Arguments, _ console: Console
  ) throws -> ExitStatus {
    let text =
      path == "-"
      ? try console.input.readAll() : try TextFile.read(path, expected: "a scenario")
    let place = path == "-" ? "standard input" : path
    let scenario = try ScenarioInput(
      text, path: place, catalog: request.catalog(), policy: request.policy, console)
    try console.note(scenario.review(path: place).remarks)
    // All of it first: a scenario that cannot be performed makes no file.
    let events = try scenario.performed()
    let name = RecordingInput.name(of: path == "-" ? request.output : path)
    var output = try RecordingOutput(
      request.output, .recorded(isForced: request.isForced),
      header: request.header(name: name, console),
      flushEvery: request.flushEvery, console)
    for event in events { try output.append(event) }
    var report = WrittenReport(path: request.output, eventCount: output.eventCount)
    try output.finish()
    report.details = ["policy": .string(request.policy)]
    try report.report(arguments, console)
    return .success
  }
}
