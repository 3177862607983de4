import Foundation
import ReelSync

/// An album whose id tells when it was dismissed, so that another process on the same machine can
/// tell how long the news took.
enum TimedAlbum {
  /// The album `name`, dismissed now.
  static func now(_ name: String) -> AlbumID {
    AlbumID(rawValue: "\(name)@\(Int64(Date().timeIntervalSince1970 * 1_000_000))")
  }

  /// The name alone.
  static func name(_ album: AlbumID) -> Substring {
    album.rawValue.prefix { $0 != "@" }
  }

  /// How long ago it was dismissed, in milliseconds.
  static func age(_ album: AlbumID) -> Double {
    let microseconds = album.rawValue.drop { $0 != "@" }.dropFirst()
    return Date().timeIntervalSince1970 * 1000 - (Double(microseconds) ?? 0) / 1000
  }
}
