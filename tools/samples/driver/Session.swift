import Foundation

/// A phone and a watch at work for a while: the same steps every time, in real processes.
struct Session {
  private let folder: String
  private let policy: String
  private let phone: Program
  private var watch: Program?

  /// Starts the phone's app, on a phone that it was just installed on.
  init(folder: String, policy: String) throws {
    self.folder = folder
    self.policy = policy
    phone = try Program("sample-phone", home: folder + "/phone", arguments: [folder, policy])
  }

  mutating func run() throws {
    try setUpPhone()
    try watchComes()
    try checkAll()
    try edit("set temperatureUnit \"celsius\"")
    try edit("set fetchInProgressAt {\"$date\":\"2026-11-30T07:30:00.000000Z\"}")
    try deliver("send userInfo")
    try deliver("send complication")
    try deliver("send message")
    try deliver("send context")
    try watchIsAway()
    try checkAll()
    try payloadTooLarge()
    try askFromWatch()
    try membershipComesAndGoes()
    try checkAll()
    try watchGoes()
    try phone.quit()
  }
}

extension Session {
  private mutating func setUpPhone() throws {
    for command in [
      "set memberEntitlement false", "set temperatureUnit \"fahrenheit\"",
      "set displayLanguage \"de\"", "set chartStyle \"bars\"", "set rainAlertsEnabled true",
      "set selectedLocation {\"latitude\":46.2276,\"longitude\":2.2137,\"name\":\"Allier\"}",
      "set weather {\"$binary\":\"c3Vubnk=\"}", "set debugMode true", "set launchCount 1",
      "set savedPlaces [{\"name\":\"Allier\",\"visits\":3},{\"name\":\"Oslo\",\"visits\":1.5}]",
    ] {
      try edit(command)
    }
  }

  private func checkAll() throws {
    guard let watch else { return }
    for rule in ["paidWatch", "notificationsOn", "languageFallback", "chartStyleFallback"] {
      try watch.ask("check \(rule)")
    }
  }

  /// The watch's app runs while the phone edits, goes away, and comes back to the newest context
  /// and to everything that was queued.
  private mutating func watchIsAway() throws {
    try watchGoes()
    try edit("set temperatureUnit \"kelvin\"")
    try phone.ask("send userInfo")
    try edit("set windSpeedUnit \"knots\"")
    try edit("remove chartStyle")
    let last = try phone.ask("send userInfo")
    try phone.ask("send message")
    try watchComes()
    try awaitArrival(last)
  }

  /// A cache of thousands of records is more than a context takes, as long as it is sent along.
  private func payloadTooLarge() throws {
    let records = (0..<2000).map { number in
      let receipt = String(repeating: String(number * 7919 % 1_000_003), count: 20)
      return "{\"product\":\"member.\(number)\",\"receipt\":\"\(receipt)\"}"
    }
    try edit("set purchaseTransactions [\(records.joined(separator: ","))]")
    try deliver("send userInfo")
    try edit("set temperatureUnit \"celsius\"")
    try edit("remove purchaseTransactions")
  }

  private func askFromWatch() throws {
    try edit("set chartStyle \"line\"")
    try watch?.ask("request")
    try phone.ask("await request")
  }

  private func membershipComesAndGoes() throws {
    for command in [
      "set memberEntitlement true", "set memberEntitlement false", "set legacyMember true",
      "remove legacyMember", "set rainAlertsEnabled false",
    ] {
      try edit(command)
      try watch?.ask("check paidWatch")
    }
    try watch?.ask("set complicationDrawnAt {\"$date\":\"2026-11-30T08:00:00.000000Z\"}")
  }

  private mutating func watchComes() throws {
    watch = try Program("sample-watch", home: folder + "/watch", arguments: [folder, policy])
    try phone.ask("await activation")
    // What waited, and what the activation sent, has come before whatever is sent next.
    try deliver("send userInfo")
  }

  private mutating func watchGoes() throws {
    try watch?.quit()
    watch = nil
  }

  /// An edit on the phone, which is an attempt to send too.
  private func edit(_ command: String) throws { try deliver(command) }

  private func deliver(_ command: String) throws { try awaitArrival(try phone.ask(command)) }

  /// Waits until what was sent has come, if the watch is there.
  private func awaitArrival(_ answer: String) throws {
    let words = answer.split(separator: " ")
    guard words.first == "sent", let watch, let id = words.last else { return }
    let came = try watch.ask("await \(id)")
    if came != "came" { throw SessionError("\(id) was sent and has not come") }
  }
}
