import ReelEvents
import ReelPolicies

/// What one act changed in a list: what its log keeps of the act.
///
/// It holds what the rule made of the act and not the act alone, since an update may bring another
/// rule, and what was decided under the old one stays decided.
struct ListChange: Equatable {
  /// The items with new marks, in order.
  var marks: [MarkedSet.Entry] = []
  /// The items that the list knows nothing of any more.
  var dropped: [String] = []
  var horizon: Int64?
  var hasPulled: Bool?
  var unknownMembers: ValueDictionary?

  /// The change from `old` to `new`. Complexity: O(n).
  init(from old: SyncedList, to new: SyncedList) {
    let (before, after) = (old.marks.entries, new.marks.entries)
    var index = 0
    for entry in after {
      while index < before.count && utf8Precedes(before[index].id, entry.id) {
        dropped.append(before[index].id)
        index += 1
      }
      let isKnown = index < before.count && !utf8Precedes(entry.id, before[index].id)
      if !isKnown || before[index].mark != entry.mark { marks.append(entry) }
      if isKnown { index += 1 }
    }
    dropped += before[index...].map(\.id)
    if old.marks.horizon != new.marks.horizon { horizon = new.marks.horizon }
    if old.hasPulled != new.hasPulled { hasPulled = new.hasPulled }
    if old.unknownMembers != new.unknownMembers { unknownMembers = new.unknownMembers }
  }

  var isEmpty: Bool {
    marks.isEmpty && dropped.isEmpty && horizon == nil && hasPulled == nil && unknownMembers == nil
  }

  /// The list that `list` becomes; it knows nothing of what the cloud holds now.
  /// Complexity: O(n + changes · log n).
  func applied(to list: SyncedList) -> SyncedList {
    var set = list.marks
    if set.entries.isEmpty {
      set = MarkedSet(marks)
    } else {
      for id in dropped { set[id] = nil }
      for entry in marks { set[entry.id] = entry.mark }
    }
    set.horizon = horizon ?? list.marks.horizon
    return SyncedList(
      marks: set, hasPulled: hasPulled ?? list.hasPulled,
      unknownMembers: unknownMembers ?? list.unknownMembers)
  }
}

// MARK: In a line

extension ListChange {
  /// The change as a line has it: only what changed.
  var value: Value {
    var members = ValueDictionary()
    if !marks.isEmpty {
      members["marks"] = .dictionary(
        ValueDictionary(marks.map { .init(key: $0.id, value: Self.value(of: $0.mark)) }))
    }
    if !dropped.isEmpty { members["dropped"] = .array(dropped.map { .string($0) }) }
    members["horizon"] = horizon.map { .integer($0) }
    members["pulled"] = hasPulled.map { .bool($0) }
    members["unknown"] = unknownMembers.map { .dictionary($0) }
    return .dictionary(members)
  }

  /// The change that a line is; nil where it says something else, or more.
  init?(_ value: Value) {
    guard case .dictionary(let members) = value else { return nil }
    for member in members.members {
      switch (member.key, member.value) {
      case ("marks", .dictionary(let marks)):
        for mark in marks.members {
          guard let stamps = Self.mark(mark.value) else { return nil }
          self.marks.append(.init(id: mark.key, mark: stamps))
        }
      case ("dropped", .array(let ids)):
        for id in ids {
          guard case .string(let text) = id else { return nil }
          dropped.append(text)
        }
      case ("horizon", .integer(let stamp)) where Blob.stampRange.contains(stamp):
        horizon = stamp
      case ("pulled", .bool(let bool)): hasPulled = bool
      case ("unknown", .dictionary(let unknown)): unknownMembers = unknown
      default: return nil
      }
    }
  }

  private static func value(of mark: Mark) -> Value {
    var stamps = ValueDictionary()
    if mark.added != Mark.never { stamps["added"] = .integer(mark.added) }
    if mark.removed != Mark.never { stamps["removed"] = .integer(mark.removed) }
    return .dictionary(stamps)
  }

  private static func mark(_ value: Value) -> Mark? {
    guard case .dictionary(let stamps) = value else { return nil }
    var mark = Mark()
    for stamp in stamps.members {
      guard case .integer(let time) = stamp.value, Blob.stampRange.contains(time) else {
        return nil
      }
      switch stamp.key {
      case "added": mark.added = time
      case "removed": mark.removed = time
      default: return nil
      }
    }
    return mark
  }
}
