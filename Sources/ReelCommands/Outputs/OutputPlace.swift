import Foundation

/// What is where a new file shall go.
enum OutputPlace {
  /// Refuses a pipe or a device: it must not be replaced by a file, not even if forced.
  /// - Throws: `CommandFailure`.
  static func check(_ path: String) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { return }
    let type = try manager.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    guard type == .typeRegular || type == .typeSymbolicLink else {
      throw CommandFailure(
        .cannotCreate,
        "\(path): expected a place for a new file, found a folder or a device; "
          + "- writes to standard output")
    }
  }

  /// Refuses one of `inputs`: what is read stays as it is, even if forced.
  /// - Throws: `CommandFailure`.
  static func check(_ path: String, isNoneOf inputs: [String]) throws(CommandFailure) {
    guard let place = identity(of: path), inputs.contains(where: { identity(of: $0) == place })
    else { return }
    throw CommandFailure(
      .cannotCreate,
      "\(path): expected a place for a new file, found what is read; choose another name")
  }

  /// The file system and the number in it, which together tell two files apart; nil if there is no
  /// file.
  private static func identity(of path: String) -> [UInt64]? {
    var found = stat()
    guard path != "-", stat(path, &found) == 0 else { return nil }
    return [UInt64(found.st_dev), UInt64(found.st_ino)]
  }
}
