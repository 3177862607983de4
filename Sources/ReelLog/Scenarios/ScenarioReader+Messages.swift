import ReelEvents

/// What travels between devices, and between a device and the cloud.
extension ScenarioReader {
  mutating func messageEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    switch arguments.verb {
    case .sends: return try sendEvent(device, &arguments)
    case .pushes: return try pushEvent(device, &arguments)
    case .pulls: return try pullEvent(device, &arguments)
    case .receives: return try receiveEvent(device, &arguments)
    default: return try failEvent(device, &arguments)
    }
  }

  private mutating func sendEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    let channel = try channel(named: try arguments.name("CHANNEL"))
    try arguments.skip("to")
    let receiver = DeviceName(try arguments.name("DEVICE"))
    let id = try messageID(&arguments)
    try arguments.takeFields("key")
    let message = SentMessage(
      message: id ?? messages.nextID(from: device), channel: channel, to: receiver,
      key: try arguments.field("key"))
    return try sent(message, device, arguments)
  }

  private mutating func pushEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    let list = try arguments.name("LIST")
    let id = try messageID(&arguments)
    try arguments.takeFields()
    let message = SentMessage(
      message: id ?? messages.nextID(from: device), channel: .kvs, to: .cloud, key: list)
    return try sent(message, device, arguments)
  }

  private mutating func sent(
    _ message: SentMessage, _ device: DeviceName, _ arguments: ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    try checkNew(message)
    let event = try event(device, arguments, .messageSent(message))
    messages.add(message)
    return event
  }

  /// That no message before has the id of `message`.
  func checkNew(_ message: SentMessage) throws(ScenarioFault) {
    guard messages[message.message] == nil else {
      throw fault("a new id for the message", found: "`\(message.message)`, which is taken")
    }
  }

  private mutating func pullEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    let word = try arguments.name("LIST, ID or nothing")
    try arguments.takeFields("reason", "key")
    var pull = ReceivedMessage(message: nil, channel: .kvs, reason: try arguments.field("reason"))
    if let push = messages[word] {
      guard push.channel == .kvs else { throw fault("a push", found: "`\(word)`, a message") }
      pull.message = word
      pull.key = push.key
    } else if word == "nothing" {
      pull.message = "none"
      pull.key = try arguments.field("key")
    } else {
      pull.key = word
      noteNewList(word)
    }
    if pull.key == StoreName.notInterested.text { pull.key = nil }
    return try event(device, arguments, .messageReceived(pull))
  }

  private mutating func receiveEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    let word = try arguments.nameIfPresent()
    try arguments.takeFields("channel", "key", "reason", "interrupted", "payload")
    guard let id = word ?? messages.newest(to: device)?.message else {
      throw fault("a message sent to \(device) before", found: "none")
    }
    let sent = messages[id]
    var receipt = ReceivedMessage(
      message: id, channel: sent?.channel ?? .context, reason: try arguments.field("reason"),
      isInterrupted: try arguments.flag("interrupted") ?? false,
      payload: try arguments.fieldValue("payload"))
    if let name = try arguments.field("channel") { receipt.channel = try channel(named: name) }
    receipt.key = try arguments.field("key")
    if let key = sent?.key, key != StoreName.notInterested.text { receipt.key = key }
    try checkReceipt(receipt, on: device)
    return try event(device, arguments, .messageReceived(receipt))
  }

  /// That a receipt speaks of a message to `device`, or brings the payload of one from a sender
  /// that the scenario does not tell of.
  func checkReceipt(
    _ receipt: ReceivedMessage, on device: DeviceName
  ) throws(ScenarioFault) {
    guard let id = receipt.message, id != "none" || receipt.channel != .kvs else { return }
    guard let sent = messages[id] else {
      if receipt.payload != nil { return }
      throw fault(
        "a message sent before, or its `payload`", found: "`\(id)`",
        suggestion: nearest(to: id, in: messages.ids))
    }
    if receipt.payload != nil { throw outcome("payload") }
    guard sent.channel == receipt.channel else {
      throw fault("the channel \(sent.channel.rawValue) of `\(id)`", found: "another")
    }
    guard sent.channel == .kvs || sent.to.owner == device.owner else {
      throw fault("a message to \(device)", found: "`\(id)`, which goes to \(sent.to)")
    }
  }

  private mutating func failEvent(
    _ device: DeviceName, _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> Event {
    let id = try arguments.name("ID")
    let error = try arguments.name("ERROR")
    try arguments.takeFields()
    try checkFailure(of: id, error)
    return try event(device, arguments, .messageFailed(message: id, error: error))
  }

  /// That a failure speaks of a message before, and has a cause that no rule decides about: how
  /// large a payload is, is an outcome.
  func checkFailure(of id: String, _ error: String) throws(ScenarioFault) {
    guard messages[id] != nil else {
      throw fault(
        "a message sent before", found: "`\(id)`", suggestion: nearest(to: id, in: messages.ids))
    }
    if error == "payloadTooLarge" || error == "quota" { throw outcome(error) }
  }

  /// Notes a list that no line has pushed: it may be a push that was never made.
  private mutating func noteNewList(_ list: String) {
    guard list != StoreName.notInterested.text, !messages.hasPush(of: list) else { return }
    note("no line before pushes `\(list)`: it is taken for a list's key", of: "list \(list)")
  }

  private func messageID(
    _ arguments: inout ScenarioArguments
  ) throws(ScenarioFault) -> String? {
    try arguments.skipIfPresent("as") ? try arguments.name("ID") : nil
  }

  private func channel(named name: String) throws(ScenarioFault) -> Channel {
    if let channel = Channel(rawValue: name) { return channel }
    let names = Channel.allCases.map(\.rawValue)
    throw fault(
      "a channel (\(names.joined(separator: ", ")))", found: "`\(name)`",
      suggestion: nearest(to: name, in: names))
  }
}
