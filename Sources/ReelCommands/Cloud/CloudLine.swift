import Foundation
import ReelEvents
import ReelFoundation
import ReelSeams
import ReelSimulation

/// What keeps a device's agent in touch with its cloud: a thread that connects, and again when the
/// cloud comes back, sends what is due and takes in what comes.
final class CloudLine: @unchecked Sendable {
  // Unchecked: `state` is touched with `lock` held; the socket by the thread only.

  private struct State {
    var agent: CloudAgent
    /// Notices that are yet to be posted, by the thread.
    var waiting: [CloudNotice] = []
    var misuses: [String] = []
    var isOnline = true
    var isEnded = false
    /// Whether the account's values are yet to be asked for on this connection.
    var owesHello = true
    /// How many messages went up or came down.
    var moves = 0
    var pingsAsked: Int64 = 0
    var pingsSent: Int64 = 0
    var pingsAnswered: Int64 = 0
    /// Pings after whose answer every notice was posted too.
    var pingsDone: Int64 = 0
  }

  let board = NoticeBoard()
  private let path: String
  private let clock: any WallClock
  private let wakeup: Wakeup
  private let lock = NSCondition()
  private var state: State

  init(to path: String, agent: CloudAgent, clock: any WallClock) throws(CommandFailure) {
    _ = try LineSocket.connected(to: path)
    self.path = path
    self.clock = clock
    wakeup = try Wakeup()
    state = State(agent: agent)
  }

  func start() {
    let thread = Thread { self.run() }
    thread.name = "cloud"
    thread.start()
  }

  /// Ends the thread, which holds the line until then.
  func end() { change { $0.isEnded = true } }

  // MARK: For the store object

  func withAgent<Result>(_ body: (CloudAgent) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(state.agent)
  }

  var misuses: [String] {
    lock.lock()
    defer { lock.unlock() }
    return state.misuses
  }

  func write(_ object: Any?, to key: String) {
    let value = object.map { Value(propertyList: $0) }
    let now = clock.now().milliseconds
    change { state in
      if case .some(nil) = value {
        state.misuses.append("a value of a type that no property list has")
        return
      }
      switch state.agent.write(value ?? nil, to: key, at: now) {
      case .taken: break
      case .overQuota(let notice): state.waiting.append(notice)
      case .misuse(let sentence): state.misuses.append(sentence)
      }
    }
  }

  func changeAccount(to account: String?) {
    change { state in
      state.waiting += state.agent.changeAccount(to: account)
      state.owesHello = true
    }
  }

  func setOnline(_ isOnline: Bool) { change { $0.isOnline = isOnline } }

  func settle() -> Int {
    lock.lock()
    defer { lock.unlock() }
    state.pingsAsked += 1
    let number = state.pingsAsked
    wakeup.wake()
    while state.pingsDone < number && !state.isEnded { lock.wait() }
    return state.moves
  }

  private func change(_ body: (inout State) -> Void) {
    lock.lock()
    body(&state)
    lock.unlock()
    wakeup.wake()
  }

  // MARK: The thread

  private func run() {
    var socket: LineSocket?
    var pause = Self.pauses.lowerBound
    while !isEnded {
      socket = connection(socket)
      if let socket {
        pause = Self.pauses.lowerBound
        for line in socket.receive() { take(line) }
        speak(through: socket)
      }
      postNotices()
      let isIdle = noteIdle(isReachable: socket != nil)
      if isIdle { wait(on: socket, pause: &pause) }
    }
  }

  /// How long to wait before looking again for a cloud that is not there, in milliseconds.
  private static let pauses: ClosedRange<Int64> = 20...1000

  private var isEnded: Bool {
    lock.lock()
    defer { lock.unlock() }
    return state.isEnded
  }

  /// The connection that is there, or a new one; nil where there can be none.
  private func connection(_ socket: LineSocket?) -> LineSocket? {
    if let socket, !socket.isOver, isOnline { return socket }
    lock.lock()
    state.agent.disconnect()
    state.owesHello = true
    state.pingsSent = state.pingsAnswered
    lock.unlock()
    guard isOnline else { return nil }
    do {
      return try LineSocket.connected(to: path)
    } catch {
      return nil
    }
  }

  private var isOnline: Bool {
    lock.lock()
    defer { lock.unlock() }
    return state.isOnline
  }

  private func take(_ line: [UInt8]) {
    let reply: CloudReply?
    do {
      reply = CloudReply(try Value.parse(line))
    } catch {
      reply = nil
    }
    guard let reply else { return }
    let now = clock.now().milliseconds
    lock.lock()
    defer { lock.unlock() }
    state.waiting += state.agent.receive(reply, at: now)
    if case .pong(let number) = reply { state.pingsAnswered = number } else { state.moves += 1 }
  }

  /// Sends what is due.
  private func speak(through socket: LineSocket) {
    let now = clock.now().milliseconds
    lock.lock()
    var requests: [CloudRequest] = []
    if state.owesHello, let account = state.agent.account, state.agent.isEntitled {
      state.owesHello = false
      requests.append(.hello(device: state.agent.device, account: account))
    }
    let wasUp = state.agent.isUp
    state.waiting += state.agent.takeDownload(at: now)
    if state.agent.isUp != wasUp { state.moves += 1 }
    if let upload = state.agent.takeUpload(at: now) {
      state.moves += 1
      requests.append(.upload(upload))
    }
    if state.pingsSent < state.pingsAsked {
      state.pingsSent = state.pingsAsked
      requests.append(.ping(state.pingsAsked))
    }
    lock.unlock()
    for request in requests { socket.send(request.value.canonicalBytes) }
    socket.flush()
  }

  private func postNotices() {
    lock.lock()
    let notices = state.waiting
    state.waiting = []
    lock.unlock()
    for notice in notices { board.post(notice) }
  }

  /// Whether there is nothing to do but wait. Whoever waits for the cloud is let go where it cannot
  /// be reached.
  private func noteIdle(isReachable: Bool) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if !isReachable { state.pingsAnswered = state.pingsAsked }
    guard state.waiting.isEmpty else { return false }
    state.pingsDone = state.pingsAnswered
    lock.broadcast()
    return true
  }

  private func wait(on socket: LineSocket?, pause: inout Int64) {
    guard let socket else {
      wakeup.wait(for: [], milliseconds: isOnline ? pause : nil)
      pause = min(pause * 2, Self.pauses.upperBound)
      return
    }
    let due = withAgent { $0.due }
    wakeup.wait(for: [socket], milliseconds: due.map { $0 - clock.now().milliseconds })
  }
}
