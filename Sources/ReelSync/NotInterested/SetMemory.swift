import ReelEvents
import ReelPolicies

/// All that a device remembers of a set: the fold of its log.
struct SetMemory: Equatable {
  /// The list of the account at hand.
  var list = SyncedList()
  /// When the log was begun, by the device's clock, in milliseconds since 1970.
  var installedAt: Int64?
  /// The answers to `pro`.
  var entitlement = EntitlementMemory()
  /// The account at hand; empty for the first one, in which all began.
  private(set) var account = ""
  /// What the first account is called, once that is known.
  private(set) var firstAccount: String?
  /// The lists of other accounts.
  private(set) var parked: [String: SyncedList] = [:]

  /// Takes note of the account that the device is signed in to; nil = none. Returns it as a
  /// recording has it if it is another one than before.
  mutating func enter(_ name: String?, under policy: DismissalPolicy) -> Action? {
    if firstAccount == nil { firstAccount = name }
    guard firstAccount != nil else { return nil }
    let named = name == firstAccount ? "" : name
    let next = named ?? DismissalPolicy.signedOut
    guard next != account else { return nil }
    list = policy.lists(
      leaving: account, with: list, entering: next, without: SyncedList(), parked: &parked)
    list.expectPull()
    account = next
    return .deviceAccount(account: named)
  }
}

// MARK: The log

extension SetMemory {
  /// What a line says.
  enum Line: Equatable {
    /// Everything: the lines before it do not count.
    case snapshot(SetMemory)
    case changed(ListChange)
    /// nil = unknown.
    case proAnswered(Bool?)
  }

  /// The format of the log that this version writes and the newest that it reads.
  static let format: Int64 = 1

  /// Takes a line over.
  mutating func apply(_ line: Line) {
    switch line {
    case .snapshot(let memory): self = memory
    case .changed(let change): list = change.applied(to: list)
    case .proAnswered(let answer): entitlement.note(answer)
    }
  }
}

extension SetMemory.Line {
  /// The line as a log has it.
  var value: Value {
    switch self {
    case .snapshot(let memory):
      .dictionary(["format": .integer(SetMemory.format), "snapshot": .dictionary(memory.members)])
    case .changed(let change): .dictionary(["changed": change.value])
    case .proAnswered(let answer): .dictionary(["pro": Self.value(of: answer)])
    }
  }

  /// The line that a log has; nil for one of another version or damage.
  init?(_ value: Value) {
    guard case .dictionary(let members) = value else { return nil }
    switch (members.members.last?.key, members.members.last?.value) {
    case ("snapshot", .dictionary(let snapshot)):
      guard case .integer(SetMemory.format)? = members["format"],
        let memory = SetMemory(members: snapshot)
      else { return nil }
      self = .snapshot(memory)
    case ("changed", let changed?):
      guard let change = ListChange(changed) else { return nil }
      self = .changed(change)
    case ("pro", .bool(let answer)): self = .proAnswered(answer)
    case ("pro", .string("unknown")): self = .proAnswered(nil)
    default: return nil
    }
  }

  fileprivate static func value(of answer: Bool?) -> Value {
    answer.map { .bool($0) } ?? .string("unknown")
  }
}

extension SetMemory {
  fileprivate var members: ValueDictionary {
    var members: ValueDictionary = [
      "account": .string(account), "list": Self.value(of: list),
      "parked": .dictionary(
        ValueDictionary(parked.map { .init(key: $0.key, value: Self.value(of: $0.value)) })),
    ]
    members["firstAccount"] = firstAccount.map { .string($0) }
    members["installedAt"] = installedAt.map { .integer($0) }
    members["lastKnownPro"] = entitlement.lastKnown.map { .bool($0) }
    members["isProKnown"] = .bool(entitlement.isKnown)
    return members
  }

  fileprivate init?(members: ValueDictionary) {
    for member in members.members {
      switch (member.key, member.value) {
      case ("account", .string(let name)): account = name
      case ("firstAccount", .string(let name)): firstAccount = name
      case ("installedAt", .integer(let time)) where Blob.stampRange.contains(time):
        installedAt = time
      case ("list", let value):
        guard let change = ListChange(value) else { return nil }
        list = change.applied(to: SyncedList())
      case ("parked", .dictionary(let lists)):
        for other in lists.members {
          guard let change = ListChange(other.value) else { return nil }
          parked[other.key] = change.applied(to: SyncedList())
        }
      case ("lastKnownPro", .bool(let answer)): entitlement.note(answer)
      case ("isProKnown", .bool): break
      default: return nil
      }
    }
    if case .bool(false)? = members["isProKnown"] { entitlement.note(nil) }
  }

  private static func value(of list: SyncedList) -> Value {
    ListChange(from: SyncedList(), to: list).value
  }
}
