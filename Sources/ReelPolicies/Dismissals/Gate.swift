/// What a device knows of the answer to the entitlement `pro`.
public struct EntitlementMemory: Sendable, Equatable {
  /// The last answer that was yes or no; nil before the first.
  public private(set) var lastKnown: Bool?
  /// Whether the latest answer was yes or no.
  public private(set) var isKnown = false

  /// Nothing asked so far.
  public init() {}

  /// Takes note of an answer; nil = unknown.
  public mutating func note(_ answer: Bool?) {
    isKnown = answer != nil
    if let answer { lastKnown = answer }
  }
}

extension DismissalPolicy {
  /// Whether traffic with the cloud may pass.
  public func isGateOpen(_ memory: EntitlementMemory) -> Bool {
    switch gate {
    case .always: return true
    case .pro, .traffic: break
    }
    if memory.isKnown { return memory.lastKnown == true }
    switch unknown {
    case .free: return false
    case .paid: return true
    case .last: return memory.lastKnown == true
    }
  }
}
