import ReelEvents
import ReelPolicies

/// A catalog rule over key numbers.
///
/// Its expression lies flat, a part before its own parts, so that an answer counts no references.
public final class CompiledRule: Sendable {
  /// The keys it names, in order of first appearance.
  public let keys: [Int32]
  /// Whether its answer decides what the user has paid for.
  public let isEntitlement: Bool
  private let nodes: ContiguousArray<Node>

  private struct Node: Sendable {
    enum Kind { case absent, isTrue, any, all, not }

    var kind: Kind
    /// The key, of `absent` and `isTrue`.
    var key: Int32 = -1
    /// The place after its last part.
    var end = 0
  }

  init(_ rule: CatalogRule, keys: inout SettingsKeys) {
    isEntitlement = rule.isEntitlement
    var numbers: [Int32] = []
    for name in rule.expression.keys { numbers.append(keys.numberAdding(name)) }
    self.keys = numbers
    var nodes: ContiguousArray<Node> = []
    Self.lay(rule.expression, keys: &keys, into: &nodes)
    self.nodes = nodes
  }

  private static func lay(
    _ expression: RuleExpression, keys: inout SettingsKeys, into nodes: inout ContiguousArray<Node>
  ) {
    let place = nodes.count
    switch expression {
    case .absent(let key): nodes.append(Node(kind: .absent, key: keys.numberAdding(key)))
    case .isTrue(let key): nodes.append(Node(kind: .isTrue, key: keys.numberAdding(key)))
    case .any(let parts):
      nodes.append(Node(kind: .any))
      for part in parts { lay(part, keys: &keys, into: &nodes) }
    case .all(let parts):
      nodes.append(Node(kind: .all))
      for part in parts { lay(part, keys: &keys, into: &nodes) }
    case .not(let part):
      nodes.append(Node(kind: .not))
      lay(part, keys: &keys, into: &nodes)
    }
    nodes[place].end = nodes.count
  }

  /// The keys whose readings make the answer, whatever the others read as, in the order of `keys`:
  /// of a yes that several ways lead to, the keys of the ways that hold.
  /// - Parameters:
  ///   - reading: the value a key reads as in the asking process; 0 = absent.
  ///   - isTrue: whether a value reads as true.
  public func deciding(reading: (Int32) -> Int32, isTrue: (Int32) -> Bool) -> [Int32] {
    func decided(_ place: Int) -> (holds: Bool, by: [Int32]) {
      let node = nodes[place]
      switch node.kind {
      case .absent: return (reading(node.key) == 0, [node.key])
      case .isTrue: return (isTrue(reading(node.key)), [node.key])
      case .not:
        let part = decided(place + 1)
        return (!part.holds, part.by)
      case .any: return join(parts(of: place).map(decided), decisive: true)
      case .all: return join(parts(of: place).map(decided), decisive: false)
      }
    }
    func join(
      _ parts: [(holds: Bool, by: [Int32])], decisive: Bool
    ) -> (holds: Bool, by: [Int32]) {
      let deciding = parts.filter { $0.holds == decisive }
      return deciding.isEmpty
        ? (!decisive, parts.flatMap(\.by)) : (decisive, deciding.flatMap(\.by))
    }
    let deciding = Set(decided(0).by)
    return keys.filter(deciding.contains)
  }

  /// The places of the parts of a node.
  private func parts(of place: Int) -> [Int] {
    var parts: [Int] = []
    var part = place + 1
    while part < nodes[place].end {
      parts.append(part)
      part = nodes[part].end
    }
    return parts
  }

  /// The answer, from what each key reads as.
  /// - Parameters:
  ///   - reading: the value a key reads as in the asking process; 0 = absent.
  ///   - isTrue: whether a value reads as true.
  ///   - absentAsFalse: whether to take every absent key as stored false.
  public func answer(
    reading: (Int32) -> Int32, isTrue: (Int32) -> Bool, absentAsFalse: Bool
  ) -> Bool {
    holds(0, absentAsFalse, reading, isTrue)
  }

  private func holds(
    _ place: Int, _ absentAsFalse: Bool, _ reading: (Int32) -> Int32, _ isTrue: (Int32) -> Bool
  ) -> Bool {
    let node = nodes[place]
    switch node.kind {
    case .absent: return !absentAsFalse && reading(node.key) == 0
    case .isTrue: return isTrue(reading(node.key))
    case .not: return !holds(place + 1, absentAsFalse, reading, isTrue)
    case .any, .all:
      let decisive = node.kind == .any
      var part = place + 1
      while part < node.end {
        if holds(part, absentAsFalse, reading, isTrue) == decisive { return decisive }
        part = nodes[part].end
      }
      return !decisive
    }
  }
}
