import Foundation
import ReelEvents
import ReelSeams
import Testing

@testable import SampleShared

/// Two ends of a link in one process, the watch's app not yet running.
private final class Ends {
  let phone = SocketLink()
  let folder: URL
  private(set) var watch = SocketLink()
  let received = Received()

  init() throws {
    // A socket's path has about a hundred bytes at most.
    folder = URL(filePath: "/tmp/reel-\(UUID().uuidString.prefix(13))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try phone.listen(at: folder.appending(path: "s").path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The watch's app comes, and everything that waits for it with it.
  func watchComes() throws {
    watch = SocketLink()
    watch.onReceipt = { [received] payload, channel in received.add(payload, channel) }
    try watch.connect(to: folder.appending(path: "s").path)
  }

  func watchGoes() {
    watch.leave()
    while phone.isReachable { sched_yield() }
  }
}

/// What came, in order, for a test that waits for it.
private final class Received: @unchecked Sendable {
  private let lock = NSCondition()
  private var all: [String] = []

  func add(_ payload: [String: Any], _ channel: Channel) {
    lock.lock()
    all.append("\(channel.rawValue) \(payload["n"] ?? "?")")
    lock.broadcast()
    lock.unlock()
  }

  /// The first `count` that came.
  func first(_ count: Int) -> [String] {
    let deadline = Date(timeIntervalSinceNow: 30)
    lock.lock()
    defer { lock.unlock() }
    while all.count < count, lock.wait(until: deadline) {}
    return all
  }
}

@Suite("A link over a socket")
struct SocketLinkTests {
  private let ends: Ends

  init() throws { ends = try Ends() }

  @Test func `keeps the newest context and the whole queue for whoever is away`() throws {
    try ends.phone.updateApplicationContext(["n": 1])
    _ = ends.phone.transferUserInfo(["n": 2])
    try ends.phone.updateApplicationContext(["n": 3])
    _ = ends.phone.transferUserInfo(["n": 4])
    try ends.watchComes()
    #expect(ends.received.first(3) == ["userInfo 2", "context 3", "userInfo 4"])
    #expect(ends.watch.receivedApplicationContext["n"] as? Int == 3)
  }

  @Test func `does not deliver an equal context again`() throws {
    try ends.phone.updateApplicationContext(["n": 1])
    try ends.watchComes()
    #expect(ends.received.first(1) == ["context 1"])
    try ends.phone.updateApplicationContext(["n": 1])
    _ = ends.phone.transferUserInfo(["n": 2])
    #expect(ends.received.first(2) == ["context 1", "userInfo 2"])
  }

  @Test func `lets an urgent user info pass others`() throws {
    _ = ends.phone.transferUserInfo(["n": 1])
    _ = ends.phone.transferCurrentComplicationUserInfo(["n": 2])
    #expect(ends.phone.remainingComplicationUserInfoTransfers == 49)
    try ends.watchComes()
    #expect(ends.received.first(2) == ["complication 2", "userInfo 1"])
  }

  @Test func `goes on where it was when the other side comes back`() throws {
    try ends.watchComes()
    _ = ends.phone.transferUserInfo(["n": 1])
    #expect(ends.received.first(1) == ["userInfo 1"])
    ends.watchGoes()
    _ = ends.phone.transferUserInfo(["n": 2])
    try ends.watchComes()
    #expect(ends.received.first(2) == ["userInfo 1", "userInfo 2"])
  }

  @Test(arguments: [(Channel.context, 262_144), (.userInfo, 65_536), (.message, 65_536)])
  func `refuses what is larger than the channel takes`(_ channel: Channel, _ limit: Int) throws {
    try Frame.check(["n": Data(count: limit - 100)], for: channel)
    #expect(throws: WatchLinkError.payloadTooLarge) {
      try Frame.check(["n": Data(count: limit)], for: channel)
    }
  }

  @Test func `refuses what is no property list`() {
    #expect(throws: WatchLinkError.payloadUnsupportedTypes) {
      try ends.phone.updateApplicationContext(["n": NSNull()])
    }
    #expect(ends.phone.applicationContext.isEmpty)
  }

  @Test func `tells later that a user info was refused`() {
    let failed = DispatchSemaphore(value: 0)
    ends.phone.onFailure = { userInfo, error in
      if userInfo.count == 1, error as? WatchLinkError == .payloadTooLarge { failed.signal() }
    }
    _ = ends.phone.transferUserInfo(["n": Data(count: 70_000)])
    #expect(failed.wait(timeout: .now() + 30) == .success)
  }

  @Test func `sends messages only to whoever is there`() throws {
    let failed = DispatchSemaphore(value: 0)
    ends.phone.sendMessage(["n": 1], replyHandler: nil) { error in
      if error as? WatchLinkError == .notReachable { failed.signal() }
    }
    #expect(failed.wait(timeout: .now() + 30) == .success)
    try ends.watchComes()
    while !ends.phone.isReachable { sched_yield() }
    ends.phone.sendMessage(["n": 2], replyHandler: nil, errorHandler: nil)
    #expect(ends.received.first(1) == ["message 2"])
  }
}
