import Dispatch
import Foundation
package import ReelEvents
import ReelFoundation
import ReelProjections
import ReelSeams

/// A watch link between two processes of one machine, with the rules of `WCSession`: the context is
/// one slot, replaced by a newer one and not sent again while it is equal; user infos are a queue;
/// payloads have limits; nothing is delivered while the other is away.
///
/// The phone listens, the watch connects while its app runs. What waits is kept by the sender until
/// the other side has taken it in.
package final class SocketLink: ComplicationLink, @unchecked Sendable {
  // Unchecked: `lock` guards what changes; the handlers are set before the link is activated.

  /// A place in the queue.
  package struct Transfer {
    /// Its number on this link.
    package var number: Int64
  }

  /// Called when the other side's app has come.
  package var onActivation: () -> Void = {}
  /// Called with what has come.
  package var onReceipt: ([String: Any], Channel) -> Void = { _, _ in }
  /// Called with what was queued and failed.
  package var onFailure: ([String: Any], any Error) -> Void = { _, _ in }

  private struct Waiting {
    var frame: Frame
    var isUnderWay = false
    var onError: (((any Error) -> Void))?
  }

  private let lock = NSCondition()
  private var socket: UnixSocket?
  private var context: [String: Any] = [:]
  private var receivedContext: [String: Any] = [:]
  private var last: [String: Any] = [:]
  private var waiting: [Waiting] = []
  private var frameCount: Int64 = 0
  private var complicationsLeft = Platform.complicationTransfersPerDayMax
  /// Handlers are called here, one at a time, as those of `WCSession` are.
  private let handlers = DispatchQueue(label: "reel.sample.link")

  /// A link that is not yet activated.
  package init() {}

  package var isReachable: Bool { locked { socket != nil } }
  package var applicationContext: [String: Any] { locked { context } }
  package var receivedApplicationContext: [String: Any] { locked { receivedContext } }
  /// What was sent last, on whichever channel; empty before the first.
  package var lastPayload: [String: Any] { locked { last } }
  package var remainingComplicationUserInfoTransfers: Int { locked { complicationsLeft } }

  package func updateApplicationContext(_ applicationContext: [String: Any]) throws {
    try Frame.check(applicationContext, for: .context)
    locked {
      let isEqual =
        ValueDictionary(propertyList: context) == ValueDictionary(propertyList: applicationContext)
      if isEqual { return }
      context = applicationContext
      waiting.removeAll { $0.frame.channel == .context }
      _ = enqueue(applicationContext, .context)
    }
  }

  package func transferUserInfo(_ userInfo: [String: Any]) -> Transfer {
    queue(userInfo, .userInfo)
  }

  package func transferCurrentComplicationUserInfo(_ userInfo: [String: Any]) -> Transfer {
    let isUrgent = locked {
      let isUrgent = complicationsLeft > 0
      if isUrgent { complicationsLeft -= 1 }
      return isUrgent
    }
    return queue(userInfo, isUrgent ? .complication : .userInfo)
  }

  package func sendMessage(
    _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?,
    errorHandler: ((any Error) -> Void)?
  ) {
    do {
      try Frame.check(message, for: .message)
      guard isReachable else { throw WatchLinkError.notReachable }
      locked {
        _ = enqueue(message, .message)
        waiting[waiting.count - 1].onError = errorHandler
      }
    } catch {
      let call = Call { errorHandler?(error) }
      handlers.async { call.body() }
    }
  }
}

extension SocketLink {
  /// Waits for the other side at `path`, as a phone does.
  /// - Throws: `SocketError`.
  package func listen(at path: String) throws {
    let listener = try UnixSocket.listening(at: path)
    Thread.detachNewThread { [self] in
      while let socket = UnixSocket.accepted(by: listener) { serve(socket) }
    }
  }

  /// Goes to the other side at `path`, as a watch does when its app runs.
  /// - Throws: `SocketError`.
  package func connect(to path: String) throws {
    serve(try UnixSocket.connected(to: path))
  }

  /// Leaves; what waits on the other side goes on waiting.
  package func leave() {
    let socket = locked { self.socket }
    socket?.hangUp()
  }

  private func serve(_ socket: UnixSocket) {
    locked {
      self.socket = socket
      for index in waiting.indices { waiting[index].isUnderWay = false }
    }
    Thread.detachNewThread { [self] in write(to: socket) }
    Thread.detachNewThread { [self] in read(from: socket) }
    handlers.async { self.onActivation() }
  }

  private func write(to socket: UnixSocket) {
    while let frame = nextFrame(for: socket) {
      do {
        if !socket.send(try frame.encoded()) { return }
      } catch {
        return socket.hangUp()
      }
    }
  }

  /// The next frame to write, urgent ones first; nil once the other side has gone.
  private func nextFrame(for socket: UnixSocket) -> Frame? {
    lock.lock()
    defer { lock.unlock() }
    while self.socket === socket {
      let index =
        waiting.firstIndex { !$0.isUnderWay && $0.frame.channel == .complication }
        ?? waiting.firstIndex { !$0.isUnderWay }
      if let index {
        waiting[index].isUnderWay = true
        return waiting[index].frame
      }
      lock.wait()
    }
    return nil
  }

  private func read(from socket: UnixSocket) {
    do {
      while let data = socket.receive(), let frame = try Frame(data) {
        guard let channel = frame.channel else {
          locked { waiting.removeAll { $0.frame.number == frame.number } }
          continue
        }
        if channel == .context { locked { receivedContext = frame.payload } }
        let call = Call { [self] in onReceipt(frame.payload, channel) }
        handlers.sync { call.body() }
        let word = Frame(number: frame.number, channel: nil)
        if !socket.send(try word.encoded()) { break }
      }
    } catch {
      socket.hangUp()
    }
    part(from: socket)
  }

  /// The other side has gone: what is queued waits, and messages have failed.
  private func part(from socket: UnixSocket) {
    let failed = locked {
      guard self.socket === socket else { return [Waiting]() }
      self.socket = nil
      let failed = waiting.filter { $0.frame.channel == .message }
      waiting.removeAll { $0.frame.channel == .message }
      return failed
    }
    for message in failed { message.onError?(WatchLinkError.deliveryFailed) }
  }

  private func queue(_ userInfo: [String: Any], _ channel: Channel) -> Transfer {
    do {
      try Frame.check(userInfo, for: channel)
      return locked { enqueue(userInfo, channel) }
    } catch {
      let call = Call { [self] in onFailure(userInfo, error) }
      handlers.async { call.body() }
      return Transfer(number: 0)
    }
  }

  private func enqueue(_ payload: [String: Any], _ channel: Channel) -> Transfer {
    frameCount += 1
    last = payload
    waiting.append(Waiting(frame: Frame(number: frameCount, channel: channel, payload: payload)))
    return Transfer(number: frameCount)
  }

  private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer {
      lock.broadcast()
      lock.unlock()
    }
    return try body()
  }
}

/// A call that another thread makes; property lists are values, so none is shared.
private struct Call: @unchecked Sendable {
  var body: () -> Void
}
