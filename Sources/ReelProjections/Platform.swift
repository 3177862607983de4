public import ReelEvents

/// The platforms' own rules that replay models, with their numbers.
public enum Platform {
  /// The largest payload of a channel, in bytes of its binary property list.
  ///
  /// Apple documents none; these are the symbols `WCPayloadSizeLimit…` found in the system
  /// (platform-semantics WC-05). For `kvs` it is the quota of one value (KV-01), 1 MiB.
  public static func payloadSizeMax(_ channel: Channel) -> Int64 {
    switch channel {
    case .context: 262_144
    case .userInfo, .complication, .message: 65_536
    case .kvs: 1_048_576
    }
  }

  /// Complication transfers in 24 hours before the system treats further ones as ordinary (WC-14).
  public static let complicationTransfersPerDayMax = 50
  /// Context updates in ten seconds beyond which all channels are delayed (WC-11).
  public static let contextsPerTenSecondsMax = 10
  /// The size of a settings store, in bytes of its binary property list, from which to warn
  /// (UD-10).
  public static let storeSizeWarning: Int64 = 524_288
  /// The size of a settings store, in bytes, that iOS and watchOS refuse (UD-10).
  public static let storeSizeMax: Int64 = 4_194_304
  /// How far a stamp may be ahead of the receiver's clock, in milliseconds (CL-01).
  public static let stampToleranceMilliseconds: Int64 = 60_000

  /// The error that a payload over its limit fails with.
  public static func sizeError(_ channel: Channel) -> String {
    channel == .kvs ? "quota" : "payloadTooLarge"
  }

  /// Whether `error` is what the platform made of a payload, and not a fact of the network.
  public static func isSizeError(_ error: String) -> Bool {
    error == "quota" || error == "payloadTooLarge"
  }
}
