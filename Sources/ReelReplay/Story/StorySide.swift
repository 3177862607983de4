import ReelEvents
import ReelPolicies
import ReelProjections

/// One of the two worlds, and what the story has told of it so far.
final class StorySide {
  let world: World
  private let side: SessionStory.Sides
  /// What each cell holds, by its number; 0 = absent.
  private var content: [Int32] = []
  /// The cells of each device's settings, for when all of them go.
  private var settings: [Int32: Set<Int32>] = [:]
  /// What was told of each list, by its holder: a device, or the cloud for an account.
  private var told: [ListPlace: MarkedSet] = [:]
  /// What was told of each process's registered defaults.
  private var registered: [Int32: ContiguousArray<Int32>] = [:]

  private struct ListPlace: Hashable {
    var device: Int32
    /// The text of the list's name, with the account where the cloud holds it.
    var group: Int32
  }

  init(_ world: World, _ side: SessionStory.Sides) {
    self.world = world
    self.side = side
  }

  /// Tells the story what the event changed in this world.
  func observe(_ event: ResolvedEvent, _ teller: StoryTeller) {
    let device = event.device
    for change in world.changes { tellSetting(change.key, change.new, on: device, teller) }
    switch event.kind {
    case .deviceInstalled, .deviceUninstalled:
      forgetSettings(of: device, teller)
      tellFacts(event, teller)
      tellLists(of: device, teller)
      tellRegistered(of: device, teller)
    case .deviceLaunched:
      tellFacts(event, teller)
      tellRegistered(of: device, teller)
    case .deviceAccount, .deviceUpdated, .deviceLocked, .deviceUnlocked:
      tellFacts(event, teller)
      tellLists(of: device, teller)
    case .storeRegister: tellRegistered(of: device, teller)
    case .storeSet, .storeRemove, .storeLoaded, .storeApplied, .storeCleared:
      tellFacts(event, teller)
      if event.store != .defaults {
        tellLists(of: device, teller)
        tellCloud(teller)
      }
    case .messageSent, .messageReceived, .messageFailed:
      tellFacts(event, teller)
      if world.changedList >= 0 || event.kind == .messageFailed {
        tellLists(of: device, teller)
        tellCloud(teller)
      }
    case .entitlementRead, .ruleRead:
      tellAnswer(event, teller)
      tellFacts(event, teller)
    case .storeRead, .deviceCrashed, .recorderDropped, .note, .unknown: break
    }
  }

  private func tell(_ cell: Int32, _ text: Int32, _ teller: StoryTeller) {
    let missing = Int(cell) + 1 - content.count
    if missing > 0 { content += [Int32](repeating: 0, count: missing) }
    guard content[Int(cell)] != text else { return }
    content[Int(cell)] = text
    teller.change(cell, to: text, on: side)
  }

  // MARK: Settings

  private func tellSetting(_ key: Int32, _ value: Int32, on device: Int32, _ teller: StoryTeller) {
    let name = teller.text(teller.vocabulary.keys.names[Int(key)])
    let cell = teller.cell(.setting, on: device, group: 0, key: name)
    settings[device, default: []].insert(cell)
    tell(cell, shown(value, teller), teller)
  }

  private func forgetSettings(of device: Int32, _ teller: StoryTeller) {
    for cell in (settings[device] ?? []).sorted() { tell(cell, 0, teller) }
  }

  private func tellRegistered(of device: Int32, _ teller: StoryTeller) {
    for process in world.registered.indices.map(Int32.init)
    where teller.vocabulary.owner(of: process) == device {
      let (before, after) = (registered[process] ?? [], world.registered[Int(process)])
      registered[process] = after
      let group = process == device ? 0 : teller.text(teller.vocabulary.processes[process])
      for key in 0..<max(before.count, after.count) {
        let value = key < after.count ? after[key] : 0
        if value == (key < before.count ? before[key] : 0) { continue }
        let name = teller.text(teller.vocabulary.keys.names[key])
        tell(
          teller.cell(.registered, on: device, group: group, key: name), shown(value, teller),
          teller)
      }
    }
  }

  private func shown(_ value: Int32, _ teller: StoryTeller) -> Int32 {
    guard let value = teller.vocabulary.shown(value) else { return 0 }
    return teller.text(String(decoding: value.canonicalBytes, as: UTF8.self))
  }

  // MARK: Answers and facts

  private func tellAnswer(_ event: ResolvedEvent, _ teller: StoryTeller) {
    let process =
      event.process == event.device ? 0 : teller.text(teller.vocabulary.processes[event.process])
    let rule = teller.text(teller.vocabulary.rules[event.key])
    let cell = teller.cell(.answer, on: event.device, group: process, key: rule)
    tell(cell, teller.text(StoryWords.answer(world.givenAnswer)), teller)
  }

  private func tellFacts(_ event: ResolvedEvent, _ teller: StoryTeller) {
    guard let state = world.device(event.device),
      teller.vocabulary.deviceName(event.device) != .cloud
    else { return }
    tellFact("stores", state.isKnown ? "" : "not seen yet", event, teller)
    tellFact("lock", state.isLocked ? "locked" : "", event, teller)
    tellFact("account", state.account, event, teller)
    if state.entitlement != EntitlementMemory() {
      tellFact("cloud gate", state.isGateOpen ? "open" : "closed", event, teller)
    }
    switch event.action {
    case .deviceInstalled(let version, _)?:
      tellFact("app", version.map { "installed, \($0)" } ?? "installed", event, teller)
    case .deviceUpdated(let version?, _)?: tellFact("app", "updated, \(version)", event, teller)
    case .deviceLaunched(let version?, _)?: tellFact("app", "launched, \(version)", event, teller)
    case .deviceUninstalled?: tellFact("app", "uninstalled", event, teller)
    default: break
    }
  }

  private func tellFact(
    _ name: String, _ word: String, _ event: ResolvedEvent, _ teller: StoryTeller
  ) {
    let text = word.isEmpty ? 0 : teller.text(word)
    let cell = teller.cell(.fact, on: event.device, group: 0, key: teller.text(name))
    tell(cell, text, teller)
  }

  // MARK: Lists

  private func tellLists(of device: Int32, _ teller: StoryTeller) {
    guard let state = world.device(device) else { return }
    for list in teller.vocabulary.lists.names.indices.map(Int32.init) {
      let group = teller.text(teller.vocabulary.lists[list])
      tellMarks(
        state.lists[list]?.marks, at: ListPlace(device: device, group: group),
        state.policy.dismissals.tie, teller)
    }
  }

  private func tellCloud(_ teller: StoryTeller) {
    let device = teller.vocabulary.process(DeviceName.cloud.text)
    for account in world.cloud.keys.sorted(by: utf8Precedes) {
      for list in teller.vocabulary.lists.names.indices.map(Int32.init) {
        let name = teller.vocabulary.lists[list]
        let group = teller.text(account.isEmpty ? name : "\(name) of \(account)")
        let place = ListPlace(device: device, group: group)
        let value = world.cloud[account]?[list]?.value
        switch Blob.read(value) {
        case .list(let set, _): tellMarks(set, at: place, .removed, teller)
        case .absent, .unreadable: tellMarks(nil, at: place, .removed, teller)
        }
      }
    }
  }

  private func tellMarks(
    _ marks: MarkedSet?, at place: ListPlace, _ tie: DismissalPolicy.Tie, _ teller: StoryTeller
  ) {
    let before = told[place]
    if before == marks { return }
    told[place] = marks
    let after = marks ?? MarkedSet()
    for entry in before?.entries ?? [] where after[entry.id] == nil {
      tellItem(entry.id, "", place, teller)
    }
    for entry in after.entries where before?[entry.id] != entry.mark {
      tellItem(entry.id, StoryWords.mark(entry.mark, tie), place, teller)
    }
  }

  private func tellItem(_ id: String, _ word: String, _ place: ListPlace, _ teller: StoryTeller) {
    let cell = teller.cell(.item, on: place.device, group: place.group, key: teller.text(id))
    tell(cell, word.isEmpty ? 0 : teller.text(word), teller)
  }
}
