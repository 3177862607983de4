import ReelEvents
import ReelPolicies

extension World {
  func stepEdit(_ event: ResolvedEvent, _ state: DeviceState) {
    switch event.store {
    case .defaults:
      lastOutcome.isUndecided = !state.isKnown
      let value = event.kind == .storeSet ? event.value : 0
      write(event.key, value, on: state, by: .app, at: event.number)
    case .list(let list): stepListEdit(event, list)
    case .kvs: stepOutside(event)
    }
  }

  /// Writes one cell of a settings store; the first write to a locked store destroys what it held.
  func write(
    _ key: Int32, _ value: Int32, on state: DeviceState, by writer: Writer, at event: Int64
  ) {
    if Int(key) >= state.cells.count { state.reserve(keyCount: vocabulary.keys.names.count) }
    if state.isLocked { destroyOnce(state, sparing: [key], at: event, by: writer) }
    put(key, value, on: state, by: writer, at: event)
  }

  /// Puts a value into a cell for which there is room.
  @inline(__always)
  func put(
    _ key: Int32, _ value: Int32, on state: DeviceState, by writer: Writer, at event: Int64
  ) {
    let old = state.put(key, value, by: writer, at: event, noting: &changed)
    if old == value { return }
    state.storeSize += vocabulary.growth(of: key, from: old, to: value)
    if state.storeSize > Platform.storeSizeWarning { metLargeStore = true }
  }

  /// What the first write to a locked store does to the keys that it does not write itself: they
  /// are gone, and the app has not written them.
  func destroyOnce(
    _ state: DeviceState, sparing written: [Int32], at event: Int64, by writer: Writer
  ) {
    guard state.destroyedStores.insert(-1).inserted else { return }
    let loser = writer == .app ? Writer.unknown : writer
    for index in state.cells.indices where state.cells[index] != 0 {
      let key = Int32(index)
      if !written.contains(key) { put(key, 0, on: state, by: loser, at: event) }
    }
  }

  /// What a key reads as in a process: stored unless the device is locked, else registered.
  public func reads(_ key: Int32, device: Int32, process: Int32) -> Int32 {
    reads(key, of: state(device), process: process)
  }

  private func reads(_ key: Int32, of state: DeviceState, process: Int32) -> Int32 {
    let stored = state.isLocked ? 0 : state.storedValue(key)
    if stored != 0 { return stored }
    let (process, key) = (Int(process), Int(key))
    return key < registered[process].count ? registered[process][key] : 0
  }

  func stepRead(_ event: ResolvedEvent, _ state: DeviceState) {
    lastOutcome.isUndecided = !state.isKnown
    switch event.store {
    case .defaults:
      lastOutcome.value = reads(event.key, of: state, process: event.process)
    case .list(let list):
      let isListed = !state.isLocked && state.isListed(event.item, in: list)
      lastOutcome.value = isListed ? vocabulary.values.number(adding: .bool(true)) : 0
    case .kvs: lastOutcome.value = event.value
    }
    if case .recorded = mode { lastOutcome.value = event.value }
  }

  func stepAnswer(_ event: ResolvedEvent, _ state: DeviceState) {
    guard let rule = vocabulary.lentRule(event.key) else {
      lastOutcome.answer = event.answer
      if event.key == rulePro { noteEntitlement(event) }
      return
    }
    defer { if event.key == rulePro { noteEntitlement(event) } }
    lastOutcome.isUndecided = !state.isKnown
    rule.use { rule in
      let answer = answer(of: rule, on: state, process: event.process, absentAsFalse: false)
      lastOutcome.answer = answer
      if answer {
        lastOutcome.answerIfAbsentWereFalse = self.answer(
          of: rule, on: state, process: event.process, absentAsFalse: true)
      }
    }
    if case .recorded = mode { lastOutcome.answer = event.answer }
  }

  private func answer(
    of rule: CompiledRule, on state: DeviceState, process: Int32, absentAsFalse: Bool
  ) -> Bool {
    rule.answer(
      reading: { reads($0, of: state, process: process) },
      isTrue: { vocabulary.values.isTrue($0) }, absentAsFalse: absentAsFalse)
  }

  /// The whole content of a store, or what a process registers.
  func stepContent(_ event: ResolvedEvent) {
    switch event.action {
    case .storeRegister(let values)?:
      registrationCount += 1
      for member in values.members {
        let key = Int(vocabulary.keys.numberAdding(member.key))
        let process = Int(event.process)
        let missing = vocabulary.keys.names.count - registered[process].count
        if missing > 0 { registered[process].append(contentsOf: repeatElement(0, count: missing)) }
        registered[process][key] = vocabulary.values.number(adding: member.value)
      }
    case .storeLoaded(_, let values)?:
      switch event.store {
      case .defaults: load(values, event)
      case .list(let list): loadList(values, list, event)
      case .kvs: loadCloud(values, event)
      }
    default: break
    }
  }

  private func load(_ values: ValueDictionary, _ event: ResolvedEvent) {
    var content: [Int32: Int32] = [:]
    for member in values.members {
      content[vocabulary.keys.numberAdding(member.key)] = vocabulary.values.number(
        adding: member.value)
    }
    let count = vocabulary.keys.names.count
    let state = state(event.device)
    if !state.isKnown { restoreMemory(values, on: event.device) }
    state.reserve(keyCount: count)
    let before = event.loadedOver ?? state.stored
    for key in 0..<Int32(count) {
      let known = Int(key) < before.count ? before[Int(key)] : 0
      let loaded = content[key] ?? 0
      if loaded != known { write(key, loaded, on: state, by: .unknown, at: event.number) }
      if loaded != 0 { state.noteStored(key) }
    }
    state.isKnown = true
  }

  /// What the live service had remembered before the recording began.
  private func restoreMemory(_ values: ValueDictionary, on device: Int32) {
    for member in values.members {
      guard let name = SettingsMemory.counterpart(ofKey: member.key) else { continue }
      let counterpart = vocabulary.process(name.text)
      let memory = SettingsMemory(member.value, keys: &vocabulary.keys)
      link(device, counterpart).use { $0.memory = memory.sender }
      state(device).receiverMemory[counterpart] = memory.receiver
    }
  }

  /// Half an apply as it was recorded.
  func stepRecordedApply(_ event: ResolvedEvent) {
    guard let half = event.half else { return }
    if case .list(let list) = event.store {
      for (id, value) in zip(half.items, half.values) {
        setListed(id, value != 0, in: list, on: event)
      }
    } else {
      let state = state(event.device)
      for (key, value) in zip(half.keys, half.values) {
        write(key, value, on: state, by: .sync, at: event.number)
      }
    }
  }
}
