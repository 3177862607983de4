import ReelEvents

/// The latest addition and the latest removal of one item.
public struct Mark: Sendable, Equatable {
  /// The stamp of something that never happened.
  public static let never = Int64.min

  /// The stamp of the latest addition, in milliseconds since 1970.
  public var added: Int64
  /// The stamp of the latest removal, in milliseconds since 1970.
  public var removed: Int64

  /// A mark of the two stamps.
  public init(added: Int64 = Mark.never, removed: Int64 = Mark.never) {
    self.added = added
    self.removed = removed
  }

  /// The later of the two stamps.
  public var latest: Int64 { max(added, removed) }

  /// Whether the item is in the list.
  public func isLive(_ tie: DismissalPolicy.Tie) -> Bool {
    switch tie {
    case .removed: added > removed
    case .added: added >= removed && added != Mark.never
    }
  }
}

/// A set whose removals leave marks, so that two copies can be merged in any order.
///
/// Items are ordered by the UTF-8 bytes of their ids. The merge of two sets is the pointwise
/// maximum of their marks, hence commutative, associative and idempotent; with a horizon it is
/// commutative and idempotent only (see `merged(with:usesHorizon:)`).
public struct MarkedSet: Sendable, Equatable {
  /// One item with its mark.
  public struct Entry: Sendable, Equatable {
    /// The item's id.
    public var id: String
    /// Its latest addition and removal.
    public var mark: Mark

    /// The item `id` with `mark`.
    public init(id: String, mark: Mark) {
      self.id = id
      self.mark = mark
    }

    /// Whether id bytes and stamps are the same.
    public static func == (one: Entry, other: Entry) -> Bool {
      one.mark == other.mark && utf8Equal(one.id, other.id)
    }
  }

  /// The entries, in the order of their ids' UTF-8 bytes.
  public private(set) var entries: [Entry] = []
  /// The newest mark that was dropped for its age; `Mark.never` where none was.
  public var horizon = Mark.never

  /// An empty set.
  public init() {}

  /// A set of `entries` in any order; of equal ids the later stamps count.
  public init(_ entries: [Entry], horizon: Int64 = Mark.never) {
    self.horizon = horizon
    for entry in entries.sorted(by: { utf8Precedes($0.id, $1.id) }) {
      if let last = self.entries.last, utf8Equal(last.id, entry.id) {
        self.entries[self.entries.count - 1].mark = last.mark.joined(with: entry.mark)
      } else {
        self.entries.append(entry)
      }
    }
  }

  /// A set of entries that are in order already, each id once.
  init(sorted entries: [Entry], horizon: Int64) {
    self.entries = entries
    self.horizon = horizon
  }

  /// The mark of `id`; nil where the set knows nothing of it. Complexity: O(log n).
  public subscript(id: String) -> Mark? {
    get {
      let index = insertionIndex(of: id)
      return holds(id, at: index) ? entries[index].mark : nil
    }
    set {
      let index = insertionIndex(of: id)
      switch (holds(id, at: index), newValue) {
      case (true, let mark?): entries[index].mark = mark
      case (true, nil): entries.remove(at: index)
      case (false, let mark?): entries.insert(Entry(id: id, mark: mark), at: index)
      case (false, nil): break
      }
    }
  }

  /// The ids in the list, in order.
  public func live(_ tie: DismissalPolicy.Tie) -> [String] {
    entries.lazy.filter { $0.mark.isLive(tie) }.map(\.id)
  }

  /// Drops the entries that `isDropped` names. Complexity: O(n).
  public mutating func removeAll(where isDropped: (Entry) -> Bool) {
    entries.removeAll(where: isDropped)
  }

  /// The set with every mark changed by `change`. Complexity: O(n).
  public func mapMarks(_ change: (Mark) -> Mark) -> MarkedSet {
    var changed = self
    for index in changed.entries.indices {
      changed.entries[index].mark = change(entries[index].mark)
    }
    return changed
  }

  private func insertionIndex(of id: String) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if utf8Precedes(entries[middle].id, id) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func holds(_ id: String, at index: Int) -> Bool {
    index < entries.count && utf8Equal(entries[index].id, id)
  }
}
