import Foundation
public import ReelSeams

/// Whom a cloud tells of changes from elsewhere.
public final class NoticeBoard: @unchecked Sendable {
  // Unchecked: `readers` is touched with `lock` held, and nobody is called meanwhile.

  private let lock = NSLock()
  private var readers: [(number: Int, handler: @Sendable (CloudNotice) -> Void)] = []
  private var count = 0

  /// A board that nobody reads.
  public init() {}

  /// Has `handler` called for each notice, as long as the object that is returned lives.
  public func add(_ handler: @escaping @Sendable (CloudNotice) -> Void) -> AnyObject {
    lock.withLock {
      count += 1
      readers.append((count, handler))
      return Reader(board: self, number: count)
    }
  }

  /// Tells every reader.
  public func post(_ notice: CloudNotice) {
    for reader in lock.withLock({ readers }) { reader.handler(notice) }
  }

  private func remove(_ number: Int) {
    lock.withLock { readers.removeAll { $0.number == number } }
  }

  private final class Reader {
    let board: NoticeBoard
    let number: Int

    init(board: NoticeBoard, number: Int) {
      self.board = board
      self.number = number
    }

    deinit { board.remove(number) }
  }
}
