#if canImport(WatchConnectivity)
  public import ReelSeams
  public import WatchConnectivity

  /// The real side of the watch link.
  extension WCSession: WatchLink {}

  #if os(iOS)
    extension WCSession: ComplicationLink {}
  #endif
#endif
