#if canImport(Darwin)
  public import Foundation
  public import ReelSeams

  /// The real side of the key-value cloud.
  @available(watchOS 9, *)
  extension NSUbiquitousKeyValueStore: KeyValueCloud {}
#endif
