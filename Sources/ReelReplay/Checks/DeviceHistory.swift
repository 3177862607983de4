import ReelProjections

/// What happened on one device.
struct DeviceHistory {
  /// The event that sent the last message applied since the install; 0 = none.
  var informedAt: Int64 = 0
  /// Whether it was installed, or its content found, so that a content found later tells what
  /// something outside changed.
  var isFound = false
  /// Whether something was received since the install.
  var hasReceived = false
  /// How bad the size of the settings store is at the moment.
  var storeSeverity: Severity?
  /// The keys of the last message applied that the catalog does not sync.
  var unsyncedKeys: [Int32] = []
  /// Whether each of them is written by every message, be its value another or not.
  var areUnsyncedKeysRewritten = false
  /// Whether that was worked out.
  var knowsUnsyncedKeys = false
  /// The devices that have sent settings here.
  var senders: [Int32] = []
  /// What it spent of the platform's budget for complications.
  var complications = SpentTimes()
  /// What it spent of the platform's budget for contexts.
  var contexts = SpentTimes()
}

/// When something was spent, ascending; what lies further back than the window is let go. A clock
/// that is set back leaves times ahead of it: those further than the window are of another time.
struct SpentTimes {
  private var times: ContiguousArray<Int64> = []
  private var first = 0

  /// How many times that are over are kept, at least, before they are let go.
  private static let overMax = 64

  /// Spends one more at `now` and tells how many were spent since `window` before.
  mutating func spend(at now: Int64, window: Int64) -> Int {
    while first < times.count && now - times[first] >= window { first += 1 }
    if first > max(times.count / 2, Self.overMax) {
      times.removeFirst(first)
      first = 0
    }
    var place = times.count
    while place > first && times[place - 1] > now { place -= 1 }
    if place == times.count { times.append(now) } else { times.insert(now, at: place) }
    var ahead = 0
    while times[times.count - 1 - ahead] - now >= window { ahead += 1 }
    return times.count - first - ahead
  }
}
