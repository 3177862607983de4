import Foundation
import ReelEvents
import ReelFoundation
import ReelSeams
import ReelSimulation

@testable import ReelCommands

/// A cloud with devices in it, on a clock that the test owns.
protocol CloudBench {
  /// The store of a new installation of the app on a device, signed in to `account`.
  func join(_ device: String, account: String?) throws -> any CloudDevice
  /// Moves everything that is due, and what follows from it.
  func settle()
  /// Lets time pass.
  func advance(milliseconds: Int64)
}

extension SimulatedCloud: CloudBench {
  func join(_ device: String, account: String?) throws -> any CloudDevice {
    install(on: device, account: account, isEntitled: true)
  }
}

/// A clock that the test moves and the devices' threads read.
final class SharedClock: WallClock, @unchecked Sendable {
  // Unchecked: touched with the lock held.
  private let lock = NSLock()
  private var microseconds = Instant.scenarioStart.microseconds

  func now() -> Instant { Instant(microseconds: lock.withLock { microseconds }) }

  func advance(milliseconds: Int64) { lock.withLock { microseconds += milliseconds * 1000 } }
}

/// The server in a thread of this process, and devices that reach it over its socket.
final class ServedCloud: CloudBench, @unchecked Sendable {
  // Unchecked: for one thread at a time.

  let folder: URL
  let path: String
  let clock = SharedClock()
  private let rules: CloudRules
  private var host: CloudHost?
  private var ended = DispatchSemaphore(value: 0)
  private var devices: [SocketCloud] = []

  init(_ rules: CloudRules = CloudRules()) throws {
    self.rules = rules
    folder = FileManager.default.temporaryDirectory.appending(component: "c-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(component: "s").path
    try serve()
  }

  deinit {
    stop()
    do { try FileManager.default.removeItem(at: folder) } catch { print("left: \(folder.path)") }
  }

  func serve() throws {
    let storage = FileLogStorage(folder.appending(component: "log"))
    let host = try CloudHost(at: path, log: storage, rules: rules)
    self.host = host
    ended = DispatchSemaphore(value: 0)
    Thread { [ended] in
      do { try host.run() } catch { print("the cloud stopped: \(error)") }
      ended.signal()
    }.start()
  }

  func stop() {
    guard let host else { return }
    host.stop()
    ended.wait()
    self.host = nil
  }

  func join(_ device: String, account: String?) throws -> any CloudDevice {
    let store = try SocketCloud(
      at: path, device: "\(device)#\(devices.count)", account: account, clock: clock)
    devices.append(store)
    return store
  }

  func settle() {
    var moves = -1
    while true {
      let after = devices.reduce(0) { $0 + $1.settle() }
      if after == moves { return }
      moves = after
    }
  }

  /// In steps, so that what is due in between is moved in between.
  func advance(milliseconds: Int64) {
    settle()
    for _ in 0..<10 {
      clock.advance(milliseconds: milliseconds / 10)
      settle()
    }
    clock.advance(milliseconds: milliseconds % 10)
    settle()
  }
}

/// The two clouds that there are.
enum CloudKind: CaseIterable {
  case simulated, served

  func bench(_ rules: CloudRules = CloudRules()) throws -> any CloudBench {
    switch self {
    case .simulated: SimulatedCloud(rules)
    case .served: try ServedCloud(rules)
    }
  }
}

/// The notices that a device got, in order.
final class NoticeList: @unchecked Sendable {
  // Unchecked: touched with the lock held.
  private let lock = NSLock()
  private var notices: [CloudNotice] = []
  private var observation: AnyObject?

  init(_ store: any CloudDevice) {
    observation = store.notices { [weak self] notice in
      guard let self else { return }
      lock.withLock { notices.append(notice) }
    }
  }

  /// The notices since the last time this was asked, as `reason key key`.
  func take() -> [String] {
    lock.withLock {
      defer { notices = [] }
      return notices.map { ([$0.reason.name] + ($0.keys ?? [])).joined(separator: " ") }
    }
  }
}

extension KeyValueCloud {
  func text(_ key: String) -> String? { object(forKey: key) as? String }
}
