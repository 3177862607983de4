import Foundation
import ReelEvents
import ReelFoundation
import ReelSeams
import ReelSimulation

/// The key-value cloud as a server of its own: many devices over one socket, what it holds in an
/// append-only log.
///
/// An upload is in the log before anybody hears of it, so that a server that was killed comes back
/// with everything that it ever answered for.
final class CloudHost: @unchecked Sendable {
  // Unchecked: `run` owns everything; `stop` only wakes it.

  private final class Visitor {
    let socket: LineSocket
    var device: String?
    var account = ""

    init(_ socket: LineSocket) { self.socket = socket }
  }

  private let path: String
  private let listener: LineSocket
  private let log: ValueLog
  private let rules: CloudRules
  private let wakeup: Wakeup
  private var server = CloudServer()
  private var visitors: [Visitor] = []
  private let isStopped = StopFlag()

  /// A cloud at the socket `path` that holds what its log says.
  /// - Throws: `CommandFailure` for a socket that cannot be made or that another cloud serves, and
  ///   for a log that is damaged; what reading the log throws.
  init(at path: String, log storage: any LogStorage, rules: CloudRules) throws {
    if try LineSocket.connected(to: path) != nil {
      throw CommandFailure(
        .cannotCreate, "\(path): expected a free place for a socket, found a cloud that is served")
    }
    self.path = path
    self.rules = rules
    wakeup = try Wakeup()
    log = ValueLog(storage)
    var server = CloudServer()
    try log.read { [log] value in
      guard let entry = CloudServer.Entry(value) else {
        throw ValueLog.Damage(line: log.lineCount, fault: "expected an upload")
      }
      server.apply(entry)
    }
    self.server = server
    listener = try LineSocket.listening(at: path)
  }

  /// Ends `run`, from any thread or a signal.
  func stop() {
    isStopped.set()
    wakeup.wake()
  }

  /// Serves until `stop`.
  /// - Throws: what writing the log throws; nothing was answered for that is not in it.
  func run() throws {
    defer { unlink(path) }
    while !isStopped.isSet {
      wakeup.wait(for: [listener] + visitors.map(\.socket), milliseconds: nil)
      while let socket = listener.accepted() { visitors.append(Visitor(socket)) }
      for visitor in visitors {
        for line in visitor.socket.receive() { try take(line, from: visitor) }
        visitor.socket.flush()
      }
      visitors.removeAll { $0.socket.isOver }
    }
  }

  private func take(_ line: [UInt8], from visitor: Visitor) throws {
    switch Self.request(line) {
    case .hello(let device, let account):
      visitor.device = device
      visitor.account = account
      say(server.greeting(device: device, account: account, rules), to: visitor)
    case .upload(let upload):
      guard let device = visitor.device else { return }
      let (reply, changed) = try server.answer(
        upload, from: device, account: visitor.account, rules
      ) { try log.append($0.value) }
      say(reply, to: visitor)
      if changed.isEmpty { return }
      for other in visitors
      where other !== visitor && other.device != nil && other.account == visitor.account {
        say(.changed(changed), to: other)
      }
    case .ping(let number): say(.pong(number), to: visitor)
    case nil: break
    }
  }

  /// A line that is no request is passed over: a later version may say more.
  private static func request(_ line: [UInt8]) -> CloudRequest? {
    do {
      return CloudRequest(try Value.parse(line))
    } catch {
      return nil
    }
  }

  private func say(_ reply: CloudReply, to visitor: Visitor) {
    visitor.socket.send(reply.value.canonicalBytes)
  }
}

/// A flag that one thread sets and another one reads.
final class StopFlag: @unchecked Sendable {
  // Unchecked: touched with the lock held.
  private let lock = NSLock()
  private var isUp = false

  var isSet: Bool { lock.withLock { isUp } }
  func set() { lock.withLock { isUp = true } }
}
