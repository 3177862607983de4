public import ReelEvents

/// The id of an item, as the app's own type.
///
/// An id that another version of the app made and this one has no form for is kept and
/// synchronised, and not shown.
public protocol ItemID: RawRepresentable, Hashable, Sendable where RawValue == String {}

/// A set that the user edits: of albums not to be shown, of playlists that the app made.
///
/// Whether it leaves the device is none of its users' business.
public protocol SetStore<ID>: AnyObject, Sendable {
  /// The app's type of the items' ids.
  associatedtype ID: ItemID

  /// The user adds an item; returns whether it was not in the set.
  /// - Throws: what the storage throws; then the item is not added.
  @discardableResult func insert(_ id: ID) throws -> Bool
  /// The user takes an item out; returns whether it was in the set.
  /// - Throws: what the storage throws; then the item is not taken out.
  @discardableResult func remove(_ id: ID) throws -> Bool
  /// Whether the item is in the set. Complexity: O(log n).
  func contains(_ id: ID) -> Bool
  /// The items, in the order of their ids' bytes.
  var all: [ID] { get }
  /// The items now, and again after every change, whoever made it. A reader that lags behind gets
  /// the newest state only; the stream keeps the set alive.
  var changes: AsyncStream<[ID]> { get }
}

/// Which set: the name of its store on the device and of its key in the cloud.
public struct SetName<ID: ItemID>: Sendable {
  /// The store.
  public let store: StoreName

  /// The set `text`.
  public init(_ text: String) { store = StoreName(text) }

  /// Its key in the cloud.
  public var key: String { store.text }
}

// MARK: The albums not to be shown

/// The id of an album in the catalogue of the music service.
public struct AlbumID: ItemID {
  /// The id's text.
  public let rawValue: String

  /// The album `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension SetName<AlbumID> {
  /// The albums that the user does not want to be shown.
  public static var notInterested: SetName { SetName(StoreName.notInterested.text) }
}

/// The albums that the user does not want to be shown.
public typealias DismissalStore = any SetStore<AlbumID>

extension SetStore<AlbumID> {
  /// The user does not want to be shown `album` any more.
  /// - Throws: what the storage throws.
  public func dismiss(_ album: AlbumID) throws { try insert(album) }

  /// The user takes a dismissal back.
  /// - Throws: what the storage throws.
  public func undo(_ album: AlbumID) throws { try remove(album) }
}

// MARK: The playlists that the app made

/// The id of a playlist in the user's library.
public struct PlaylistID: ItemID {
  /// The id's text.
  public let rawValue: String

  /// The playlist `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension SetName<PlaylistID> {
  /// The playlists that the app made.
  public static var createdPlaylists: SetName { SetName("createdPlaylists") }
}
