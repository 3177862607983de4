import Foundation
import ReelEvents

/// What readers see of a set: its items, at hand without waiting for disk or cloud.
final class ShownItems<ID: ItemID>: @unchecked Sendable {
  // Unchecked: everything that changes is touched with `lock` held; nothing is called meanwhile.

  private let lock = NSLock()
  private var ids: [String] = []
  private var readers: [Int: AsyncStream<[ID]>.Continuation] = [:]
  private var readerCount = 0

  /// Shows `ids`, which are in the order of their bytes.
  func show(_ ids: [String]) {
    let readers = lock.withLock {
      self.ids = ids
      return Array(self.readers.values)
    }
    if readers.isEmpty { return }
    let items = Self.items(ids)
    for reader in readers { reader.yield(items) }
  }

  var all: [ID] { Self.items(shownIDs) }

  private var shownIDs: [String] { lock.withLock { ids } }

  func contains(_ id: ID) -> Bool {
    let ids = shownIDs
    var range = ids[...]
    while let middle = range.indices.midpoint {
      if utf8Precedes(ids[middle], id.rawValue) {
        range = range[(middle + 1)...]
      } else if utf8Precedes(id.rawValue, ids[middle]) {
        range = range[..<middle]
      } else {
        return true
      }
    }
    return false
  }

  /// The items now and after every change; `owner` lives as long as the stream does.
  func changes(keeping owner: any Sendable) -> AsyncStream<[ID]> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { reader in
      let number = lock.withLock { () -> Int in
        readerCount += 1
        readers[readerCount] = reader
        reader.yield(Self.items(ids))
        return readerCount
      }
      reader.onTermination = { _ in
        self.lock.withLock { self.readers[number] = nil }
        withExtendedLifetime(owner) {}
      }
    }
  }

  private static func items(_ ids: [String]) -> [ID] { ids.compactMap(ID.init(rawValue:)) }
}

extension Range<Int> {
  fileprivate var midpoint: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
