import ReelEvents
import ReelPolicies
import ReelProjections

/// The facts that came last, by what they are about: what a rule's decision leads back to.
struct RecentFacts {
  /// By device: when it was locked, installed, given an account, asked for Pro, updated, sent to.
  private(set) var lock: [Int32: Int64] = [:]
  private(set) var install: [Int32: Int64] = [:]
  private(set) var account: [Int32: Int64] = [:]
  private(set) var entitlement: [Int32: Int64] = [:]
  private(set) var version: [Int32: Int64] = [:]
  private(set) var receipt: [Int32: Int64] = [:]
  /// By device: what its own app, or something outside, last did to its settings.
  private(set) var write: [Int32: Int64] = [:]
  /// By process: what it last registered.
  private(set) var registration: [Int32: Int64] = [:]
  /// By device: its last pull or push, as a question what came of it.
  private(set) var contact: [Int32: Question] = [:]
  /// By device: what its own app last did to a list.
  private(set) var act: [Int32: Int64] = [:]
  /// The mark of the item in question, in each world on each device, and what last changed it.
  private var marks: [Place: Mark] = [:]
  private var changes: [Place: Int64] = [:]

  private struct Place: Hashable {
    var isTo: Bool
    var device: Int32
    var list: Int32
  }

  /// The event that last changed the mark of the item in question.
  func change(isTo: Bool, device: Int32, list: Int32) -> Int64? {
    changes[Place(isTo: isTo, device: device, list: list)]
  }

  mutating func note(_ event: ResolvedEvent, _ from: World, _ to: World, item: String?) {
    let (device, number) = (event.device, event.number)
    switch event.kind {
    case .storeSet, .storeRemove, .storeLoaded:
      if event.store == .defaults { write[device] = number } else { act[device] = number }
    case .storeRegister: registration[event.process] = number
    case .entitlementRead:
      if from.vocabulary.catalogRule(event.key) == nil { entitlement[device] = number }
    case .messageSent:
      if event.message.channel == .kvs {
        contact[device] = Question(event: number, about: .sending)
      }
    case .messageReceived:
      if event.message.channel == .kvs {
        contact[device] = Question(event: number, about: .receipt)
      } else {
        receipt[device] = number
      }
    case .deviceInstalled:
      install[device] = number
      marks = marks.filter { $0.key.device != device }
      changes = changes.filter { $0.key.device != device }
    case .deviceAccount: account[device] = number
    case .deviceLocked: lock[device] = number
    case .storeCleared, .storeApplied, .storeRead, .ruleRead, .messageFailed, .deviceLaunched,
      .deviceUpdated, .deviceCrashed, .deviceUninstalled, .deviceUnlocked, .recorderDropped, .note,
      .unknown:
      break
    }
    noteVersion(event)
    guard let item else { return }
    for (world, isTo) in [(from, false), (to, true)] { noteMark(item, event, world, isTo: isTo) }
  }

  private mutating func noteVersion(_ event: ResolvedEvent) {
    switch event.action {
    case .deviceInstalled(.some, _)?, .deviceLaunched(.some, _)?, .deviceUpdated(.some, _)?:
      version[event.device] = event.number
    default: break
    }
  }

  private mutating func noteMark(
    _ item: String, _ event: ResolvedEvent, _ world: World, isTo: Bool
  ) {
    let list = world.changedList
    guard list >= 0 else { return }
    let place = Place(isTo: isTo, device: event.device, list: list)
    let mark = world.device(event.device)?.lists[list]?.marks[item]
    if mark != marks[place] {
      marks[place] = mark
      changes[place] = event.number
    }
  }
}
