import ReelEvents
import ReelLog
import ReelPolicies
import ReelProjections
import ReelReplay
import TestSamples
import Testing

/// Replay looks only at what differs from the message before. Whoever looks at everything must see
/// the same.
@Suite("Working by what changed")
struct ShortcutTests {
  private static let seeds: [UInt64] = Array(0..<12)
  private static let rules = BuiltInPolicies.all.filter { $0.settings != nil }.map(\.name)

  @Test(arguments: seeds)
  func `makes, weighs and applies every message as the whole rule does`(_ seed: UInt64) throws {
    for recorded in ["wipe-then-apply", "explicit"] {
      let session = try RandomSession(seed).recorded(under: recorded)
      for rule in Self.rules {
        var wholes: [Whole] = []
        let request = Replay.Request(open: { session }, choices: [PolicyChoice(rule)])
        let replay = try Replay.run(request) { replay in
          wholes = [Whole(replay.worlds[0], Traffic(replay.worlds[0]))]
          replay.add(wholes[0])
        }
        #expect(wholes[0].complaints.isEmpty, "seed \(seed), \(recorded) under \(rule)")
        #expect(replay.eventCount > 300 && wholes[0].appliedCount > 10)
      }
    }
  }

  @Test(arguments: seeds)
  func `finds the same differences as comparing all`(_ seed: UInt64) throws {
    let session = try RandomSession(seed).recorded(under: "wipe-then-apply")
    for (from, to) in [
      ("wipe-then-apply", "landmine"), ("allowlist", "explicit"), ("merge-only", "landmine"),
    ] {
      var all: CompareAll?
      var differ: Differ?
      let request = Replay.Request(
        open: { session }, choices: [PolicyChoice(from), PolicyChoice(to)])
      _ = try Replay.run(request) { replay in
        let (one, other) = (replay.worlds[0], replay.worlds[1])
        let (watch, comparison) = (Differ(from: one, to: other), CompareAll(one, other))
        replay.add(watch)
        replay.add(comparison)
        (differ, all) = (watch, comparison)
      }
      let kinds: Set<Divergence.Kind> = [.payload, .store]
      let found = (differ?.divergences ?? []).filter { kinds.contains($0.kind) }
        .map { "\($0.event) \($0.kind) \($0.key ?? "") meets \($0.meetsAgain ?? 0)" }.sorted()
      #expect(found == all?.differences.sorted(), "seed \(seed), \(from) to \(to)")
      #expect(!found.isEmpty || from == "allowlist", "seed \(seed), \(from) to \(to)")
    }
  }

  @Test(arguments: seeds)
  func `finds and weighs on each side of a diff what that rule alone does`(_ seed: UInt64) throws {
    let session = try RandomSession(seed).recorded(under: "wipe-then-apply")
    let rules = ("wipe-then-apply", "landmine")
    let diff = try DiffResult.run(
      { session }, from: PolicyChoice(rules.0), to: PolicyChoice(rules.1))
    let sides = [
      (rules.0, diff.findings.from, diff.traffic.from),
      (rules.1, diff.findings.to, diff.traffic.to),
    ]
    for (rule, findings, traffic) in sides {
      let alone = try ReplayResult.run({ session }, policy: PolicyChoice(rule))
      #expect(findings == alone.findings && !findings.isEmpty, "seed \(seed), \(rule)")
      #expect(traffic == alone.traffic, "seed \(seed), \(rule)")
      #expect(Set(alone.undecided).isSubset(of: diff.undecided), "seed \(seed), \(rule)")
    }
    let times = try RandomSession.times(of: session)
    let (earliest, latest) = (try #require(times.min()), try #require(times.max()))
    #expect(diff.span == earliest...latest, "seed \(seed)")
  }
}

extension ShortcutTests {
  /// More messages than a world keeps, so that later payloads are made of earlier ones.
  @Test(arguments: ["wipe-then-apply", "landmine"])
  func `leaves what a message carries as it is until that is let go`(_ rule: String) throws {
    var lines = ["phone", "tablet", "watch", "watch-2"].map { "\($0) installs" }
    lines += ["tablet sets weather 1001", "tablet sets clockFormat 1002"]
    lines += ["tablet sends context to watch-2 as first", "watch-2 receives first"]
    for round in 0..<MessageLedger.messagesKeptMax + 1_200 {
      lines.append("phone sets weather \(round % 97)")
      if round % 7 == 0 { lines.append("phone sets clockFormat \(round)") }
      lines.append("phone sends context to watch as m\(round)")
      if round % 3 == 0 { lines.append("watch receives m\(round)") }
      if round % 400 == 5 { lines.append("phone sends userInfo to watch-2 as late\(round)") }
      if round % 400 == 4 && round > 3_000 {
        lines.append("watch-2 receives late\(round - 2_799)")
      }
    }
    lines += ["tablet sets weather 1003", "tablet sends context to watch-2 as last"]
    lines += ["watch-2 receives last"]
    let session = try Session(lines.joined(separator: "\n")).recorded(under: "wipe-then-apply")
    var whole: Whole?
    let request = Replay.Request(open: { session }, choices: [PolicyChoice(rule)])
    let replay = try Replay.run(request) { replay in
      let watch = Whole(replay.worlds[0], Traffic(replay.worlds[0]))
      replay.add(watch)
      whole = watch
    }
    #expect(whole?.complaints == [])
    #expect(whole?.appliedCount ?? 0 > 1_700)
    #expect(replay.worlds[0].messages.missedCount == 0)
    #expect(replay.worlds[0].messages[0] == nil)
  }
}

/// A session of four devices, as a seed decides.
private struct RandomSession {
  private var seed: Seed
  private var lines: [String] = []

  init(_ number: UInt64) {
    seed = Seed(number)
    for device in ["phone", "tablet", "watch", "watch-2"] { lines.append("\(device) installs") }
    for message in 0..<400 { step(message) }
  }

  private mutating func step(_ number: Int) {
    let keys = [
      "memberEntitlement", "legacyMember", "clockFormat", "colorTheme", "apiKey", "weather",
    ]
    let device = seed.pick(["phone", "phone", "phone", "tablet", "watch", "watch-2"])
    let receiver = seed.pick(["watch", "watch", "watch-2"])
    switch seed.index(below: 72) {
    case 0: lines.append("\(device) \(seed.pick(["locks", "unlocks", "unlocks"]))")
    case 1: lines.append("\(device) \(seed.pick(["installs", "launches", "updates 2"]))")
    case 2: lines.append("\(device) registers colorTheme=\(seed.pick(["dark", "light"]))")
    case 3...5: lines.append("\(device) removes \(seed.pick(keys))")
    case 6...19:
      let sender = seed.pick(["phone", "phone", "tablet"])
      let channel = seed.pick(["context", "context", "context", "userInfo"])
      lines.append("\(sender) sends \(channel) to \(receiver) as m\(number)")
      if seed.happens(onceIn: 4) { return }
      lines.append("\(receiver) receives m\(number)")
      if seed.happens(onceIn: 9) { lines[lines.count - 1] += " interrupted=true" }
    case 60...66: lines.append("\(device) reads \(seed.pick(keys))")
    case 67...71: lines.append("\(device) checks paidWatch")
    default: lines.append("\(device) sets \(seed.pick(keys)) \(seed.pick(["true", "false", "7"]))")
    }
  }

  /// The session performed under `policy`.
  func recorded(under policy: String) throws -> LineSource {
    try Session(lines.joined(separator: "\n")).recorded(under: policy)
  }

  /// When each event of `session` was.
  static func times(of session: LineSource) throws -> [Instant] {
    var (source, batch, times) = (session, EventBatch(), [Instant]())
    while try source.next(into: &batch) {
      times += batch.instants.map { Instant(microseconds: $0) }
    }
    return times
  }
}

/// Makes every message and applies every one from the start, and complains of what comes out
/// another.
private final class Whole: StepObserver {
  private let world: World
  private let traffic: Traffic
  private var stored: [Int32: ContiguousArray<Int32>] = [:]
  private var histories: [Int32: [CellHistory]] = [:]
  private var bytes: [String: Int64] = [:]
  private var lastKeys: [Int32: [Int32]] = [:]
  private var sent: [Int: SettingsPayload] = [:]
  private(set) var complaints: [String] = []
  private(set) var appliedCount = 0

  init(_ world: World, _ traffic: Traffic) { (self.world, self.traffic) = (world, traffic) }

  func observe(_ event: ResolvedEvent) {
    if event.kind == .messageSent {
      traffic.observe(event)
      checkSent(event)
    }
    if event.kind == .messageReceived { checkApplied(event) }
    for device in world.devices.indices.map(Int32.init) {
      guard let state = world.device(device) else { continue }
      stored[device] = state.stored
      histories[device] = state.stored.indices.map { state.history(of: Int32($0)) }
    }
  }

  private func checkSent(_ event: ResolvedEvent) {
    guard let settings = world.sentSettings, let sender = world.device(event.device) else { return }
    var memory = SenderMemory()
    let whole = sender.rule.payload(
      stored: sender.isLocked ? [] : sender.stored,
      registered: world.registered[Int(event.process)], memory: &memory, clockMilliseconds: 0)
    let (keys, values) = (settings.payload.keys, settings.payload.values)
    expect(keys == whole.keys && values == whole.values, "what is sent", event)
    let sizes = zip(keys, values).map { world.vocabulary.textSize(of: $0, as: $1) }
    expect(settings.textSize == sizes.reduce(2, +), "its size", event)
    sent[world.messages.positions.upperBound - 1] = settings.payload
    guard world.suppressed == nil, world.failure == nil else { return }
    for (key, size) in zip(keys, sizes) { bytes["\(key) of \(event.device)", default: 0] += size }
  }

  private func checkApplied(_ event: ResolvedEvent) {
    guard world.hasEffect, let state = world.device(event.device), !state.isLocked,
      let payload = (world.handedMessage?.settings ?? event.message.settings)?.payload
    else { return }
    appliedCount += 1
    if let position = world.handedPostmark?.position {
      expect(payload == sent[position], "what a message carries", event)
    }
    let isLikeLast = lastKeys.updateValue(payload.keys, forKey: event.device) == payload.keys
    expect(isLikeLast || !world.hasKeysOfLastApply, "that the keys are those of the last", event)
    var cells = stored[event.device] ?? []
    var effect = state.rule.effect(of: payload, on: cells)
    if event.message.isInterrupted { effect.cutShort() }
    expect(world.effect == effect, "the effect", event)
    let missing = state.stored.count - cells.count
    cells.append(contentsOf: repeatElement(0, count: max(missing, 0)))
    for write in effect.writes { cells[Int(write.key)] = write.value }
    expect(cells == state.stored, "what is stored", event)
    expect(world.changes.map(\.key) == world.changes.map(\.key).sorted(), "the order", event)
    let written = Set(effect.writes.map(\.key))
    for key in state.stored.indices {
      let history = state.history(of: Int32(key))
      let before = histories[event.device].flatMap { key < $0.count ? $0[key] : nil }
      let isWritten = written.contains(Int32(key))
      expect(
        history.writtenAt == (isWritten ? event.number : before?.writtenAt ?? 0),
        "who wrote key \(key)", event)
      if isWritten { expect(history.writer == .sync, "the writer of key \(key)", event) }
    }
  }

  func finish() {
    traffic.finish()
    for device in world.devices.indices {
      for key in world.vocabulary.keys.names.indices {
        let counted = traffic.amount(of: key, from: device).bytes
        if counted != bytes["\(key) of \(device)", default: 0] {
          complaints.append("traffic of key \(key) from device \(device)")
        }
      }
    }
  }

  private func expect(_ isSo: Bool, _ what: String, _ event: ResolvedEvent) {
    if !isSo { complaints.append("event \(event.number): \(what)") }
  }
}

/// Compares whole stores and payloads after every step.
private final class CompareAll: StepObserver {
  private let from: World
  private let to: World
  private var open: [String: String] = [:]
  private(set) var differences: [String] = []

  init(_ from: World, _ to: World) { (self.from, self.to) = (from, to) }

  func observe(_ event: ResolvedEvent) {
    switch event.kind {
    case .storeSet, .storeRemove, .storeLoaded, .storeCleared, .storeApplied, .messageReceived,
      .deviceInstalled, .deviceUninstalled:
      for key in from.vocabulary.keys.names.indices.map(Int32.init) {
        let differs =
          from.storedValue(of: key, on: event.device) != to.storedValue(of: key, on: event.device)
        settle("\(event.device)", .store, key, differs, event)
      }
    case .messageSent: comparePayloads(event)
    default: break
    }
  }

  private func comparePayloads(_ event: ResolvedEvent) {
    guard !from.isUndecided, !to.isUndecided, let one = from.sentSettings?.payload,
      let other = to.sentSettings?.payload
    else { return }
    for key in Set(one.keys + other.keys) {
      let differs = one.value(of: key) != other.value(of: key)
      settle("\(event.device) to \(event.message.to)", .payload, key, differs, event)
    }
  }

  private func settle(
    _ place: String, _ kind: Divergence.Kind, _ key: Int32, _ differs: Bool, _ event: ResolvedEvent
  ) {
    let subject = "\(place) \(kind) \(key)"
    if differs && open[subject] == nil {
      open[subject] = "\(event.number) \(kind) \(from.vocabulary.keys.names[Int(key)]) meets "
    } else if !differs, let difference = open.removeValue(forKey: subject) {
      differences.append(difference + "\(event.number)")
    }
  }

  func finish() { differences += open.values.map { $0 + "0" } }
}
