import ReelEvents
import ReelPolicies
import ReelProjections

/// Watches two worlds and writes down their story.
final class StoryTeller: StepObserver {
  /// The story so far; complete after `finish`.
  private(set) var story = SessionStory()
  let vocabulary: Vocabulary
  private var from: StorySide
  private var to: StorySide
  private let traffic: (from: Traffic, to: Traffic)

  private var texts = NameTable()
  private var textBytes = 0
  private var cells: [SessionStory.Cell: Int32] = [:]
  /// The lane of each device by its number in the vocabulary.
  private var lanes: [Int32: Int32] = [:]
  /// Where a cell's change stands among those of the present step, for the `from` side.
  private var places: [Int32: Int] = [:]
  /// How many messages were attempted so far: the position of the next one in both worlds.
  private var messageCount = 0
  private var listWeights: [(key: Int32, from: Int64, to: Int64)] = []

  init(_ replay: Replay) {
    vocabulary = replay.vocabulary
    from = StorySide(replay.worlds[0], .from)
    to = StorySide(replay.worlds[1], .to)
    traffic = (Traffic(replay.worlds[0]), Traffic(replay.worlds[1]))
    _ = texts.number(adding: "")
  }

  func observe(_ event: ResolvedEvent) {
    if event.kind == .messageSent {
      traffic.from.observe(event)
      traffic.to.observe(event)
    }
    guard !isFull else {
      story.omittedCount += 1
      return
    }
    places.removeAll(keepingCapacity: true)
    for side in [from, to] { side.observe(event, self) }
    let outcomes = (from: words(event, from.world), to: words(event, to.world))
    story.steps.append(
      SessionStory.Step(
        at: event.at, process: text(vocabulary.processes[event.process]),
        device: lane(event.device), kind: event.kind, outcomes: outcomes,
        changeEnd: story.changes.count))
    switch event.kind {
    case .messageSent: noteSent(event)
    case .messageReceived: noteReceived(event)
    case .messageFailed: noteFailed(event)
    default: break
    }
  }

  func finish() {
    settleFates()
    traffic.from.finish()
    traffic.to.finish()
    weigh()
    story.texts = texts.names
    moveCloudBetween()
  }

  /// Whether the story has grown to its limits.
  private var isFull: Bool {
    story.omittedCount > 0 || story.steps.count >= SessionStory.stepsMax
      || story.changes.count >= SessionStory.changesMax || textBytes >= SessionStory.textBytesMax
  }

  // MARK: Numbers

  /// The number of `name` among the texts.
  func text(_ name: String) -> Int32 {
    let number = texts.number(adding: name)
    if Int(number) == texts.names.count - 1 { textBytes += name.utf8.count }
    return number
  }

  /// The lane of a device.
  func lane(_ device: Int32) -> Int32 {
    if let known = lanes[device] { return known }
    let lane = Int32(story.devices.count)
    story.devices.append(vocabulary.processes[device])
    lanes[device] = lane
    return lane
  }

  /// The number of a place.
  func cell(_ section: SessionStory.Section, on device: Int32, group: Int32, key: Int32) -> Int32 {
    let cell = SessionStory.Cell(device: lane(device), section: section, group: group, key: key)
    if let known = cells[cell] { return known }
    let number = Int32(story.cells.count)
    story.cells.append(cell)
    cells[cell] = number
    return number
  }

  /// Notes that `cell` holds `text` from now on, on one side; the `from` side comes first.
  func change(_ cell: Int32, to text: Int32, on side: SessionStory.Sides) {
    if side == .to, let place = places[cell], story.changes[place].text == text {
      story.changes[place].sides = .both
      return
    }
    if side == .from { places[cell] = story.changes.count }
    story.changes.append(SessionStory.Change(cell: cell, text: text, sides: side))
  }

  private func words(_ event: ResolvedEvent, _ world: World) -> Int32 {
    StoryWords.outcome(of: event, in: world).map(text) ?? 0
  }

  // MARK: Messages

  private func noteSent(_ event: ResolvedEvent) {
    messageCount += 1
    let message = event.message
    let sendings = (from: sending(event, from.world), to: sending(event, to.world))
    story.messages.append(
      SessionStory.Message(
        event: event.number, sender: lane(event.device), receiver: lane(message.to),
        channel: message.channel, sendings: sendings))
    guard message.channel == .kvs else { return }
    let key = text(vocabulary.lists[message.list])
    let place = listWeights.firstIndex { $0.key == key } ?? listWeights.count
    if place == listWeights.count { listWeights.append((key, 0, 0)) }
    listWeights[place].from += sendings.from.byteCount
    listWeights[place].to += sendings.to.byteCount
  }

  private func sending(_ event: ResolvedEvent, _ world: World) -> SessionStory.Sending {
    var sending = SessionStory.Sending()
    if let reason = world.suppressed {
      sending.fate = .suppressed
      sending.detail = text(reason.rawValue)
      return sending
    }
    if let settings = world.sentSettings {
      sending.byteCount = settings.textSize
      sending.keyCount = Int64(settings.keys.count)
    } else if let blob = world.outcome.blob {
      sending.byteCount = world.outcome.blobBytes
      if case .list(let set, _) = Blob.read(blob) { sending.keyCount = Int64(set.entries.count) }
    }
    if let error = world.failure {
      sending.fate = .failed
      sending.detail = text(error)
      sending.byteCount = 0
    } else if world.undelivered.last == event.number {
      sending.fate = .undelivered
    }
    return sending
  }

  private func noteReceived(_ event: ResolvedEvent) {
    let handed = (handed(from.world), handed(to.world))
    let device = lane(event.device)
    let add = { [self] (message: Int??, sides: SessionStory.Sides) in
      guard let message else { return }
      story.receipts.append(
        SessionStory.Receipt(message: message, event: event.number, device: device, sides: sides))
    }
    if let one = handed.0, let other = handed.1, one == other {
      add(one, .both)
    } else {
      add(handed.0, .from)
      add(handed.1, .to)
    }
  }

  /// The position of the message that was handed over, or that none of the recording was; nil for
  /// nothing at all.
  private func handed(_ world: World) -> Int?? {
    switch world.handed {
    case .nothing, .outside: nil
    case .foreign: .some(nil)
    case .message(let position): position < story.messages.count ? .some(position) : nil
    }
  }

  private func noteFailed(_ event: ResolvedEvent) {
    guard case .sent(let position) = event.message.reference, position < story.messages.count
    else { return }
    for (world, sending) in [
      (from.world, \SessionStory.Message.sendings.from),
      (to.world, \SessionStory.Message.sendings.to),
    ] {
      guard let error = world.failure else { continue }
      story.messages[position][keyPath: sending].fate = .failed
      story.messages[position][keyPath: sending].detail = text(error)
    }
  }

  /// Says of each message that left whether it arrived, or a newer one took its place.
  private func settleFates() {
    for (side, path) in [
      (SessionStory.Sides.from, \SessionStory.Message.sendings.from),
      (SessionStory.Sides.to, \SessionStory.Message.sendings.to),
    ] {
      for receipt in story.receipts where receipt.sides.contains(side) {
        guard let message = receipt.message else { continue }
        let isSent = story.messages[message][keyPath: path].fate == .sent
        if isSent { story.messages[message][keyPath: path].fate = .delivered }
      }
      supersede(path)
    }
  }

  /// A slot holds one message: an older one that is still there gave way to the next that left.
  private func supersede(_ path: WritableKeyPath<SessionStory.Message, SessionStory.Sending>) {
    var newer: Set<[Int32]> = []
    for place in story.messages.indices.reversed() {
      let message = story.messages[place]
      guard message.channel.isSlot else { continue }
      let slot =
        message.channel == .kvs ? [-1, message.receiver] : [message.sender, message.receiver]
      switch message[keyPath: path].fate {
      case .sent:
        if newer.contains(slot) { story.messages[place][keyPath: path].fate = .superseded }
        newer.insert(slot)
      case .delivered: newer.insert(slot)
      case .superseded, .suppressed, .failed, .undelivered: break
      }
    }
  }

  // MARK: The end

  private func weigh() {
    let (one, other) = (traffic.from.bytesByKey(), traffic.to.bytesByKey())
    let keys = (0..<max(one.count, other.count)).map { key in
      SessionStory.Weight(
        key: vocabulary.keys.names[key], from: key < one.count ? one[key] : 0,
        to: key < other.count ? other[key] : 0)
    }
    let lists = listWeights.map {
      SessionStory.Weight(key: texts[$0.key], from: $0.from, to: $0.to)
    }
    story.weights = (keys + lists).filter { $0.from + $0.to > 0 }.enumerated()
      .sorted {
        let (mine, theirs) = ($0.element, $1.element)
        return (max(theirs.from, theirs.to), $0.offset) < (max(mine.from, mine.to), $1.offset)
      }.map(\.element)
  }

  /// The cloud's lane comes second, between those who talk through it.
  private func moveCloudBetween() {
    guard let cloud = story.devices.firstIndex(of: DeviceName.cloud.text), cloud > 1 else { return }
    var order = Array(story.devices.indices)
    order.remove(at: cloud)
    order.insert(cloud, at: 1)
    var lane = [Int32](repeating: 0, count: order.count)
    for (position, old) in order.enumerated() { lane[old] = Int32(position) }
    story.devices = order.map { story.devices[$0] }
    for index in story.cells.indices {
      story.cells[index].device = lane[Int(story.cells[index].device)]
    }
    for index in story.steps.indices {
      story.steps[index].device = lane[Int(story.steps[index].device)]
    }
    for index in story.messages.indices {
      story.messages[index].sender = lane[Int(story.messages[index].sender)]
      story.messages[index].receiver = lane[Int(story.messages[index].receiver)]
    }
    for index in story.receipts.indices {
      story.receipts[index].device = lane[Int(story.receipts[index].device)]
    }
  }
}
