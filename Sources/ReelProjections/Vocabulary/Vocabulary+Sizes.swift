public import ReelEvents
public import ReelPolicies

/// How large payloads are. Sizes of values are kept by number, so that adding up is all there is to
/// do for most.
extension Vocabulary {
  /// The payload as a property list, riders included.
  public func value(of payload: SettingsPayload) -> Value {
    .dictionary(payload.members(names: keys.names) { values.value(of: $0) })
  }

  /// Notes how large a payload is. Complexity: O(keys).
  func weigh(_ settings: SharedPayload) {
    let payload = settings.payload
    settings.sizes = values.canonicalSizes(of: payload.values, adding: keys.textSizes, payload.keys)
    settings.textSize = 2
    for size in settings.sizes { settings.textSize += Int64(size) }
  }

  /// The most bytes that a weighed payload takes as a binary property list: each byte of canonical
  /// text stands for at most six there. Complexity: O(1).
  func propertyListMax(roughly settings: SharedPayload) -> Int64 {
    BinaryPropertyList.baseMax + 256 + settings.textSize * 6
      + Int64(settings.payload.keys.count) * 40
  }

  /// A closer bound, from what is known of each value. Complexity: O(keys).
  func propertyListMax(of payload: SettingsPayload) -> Int64 {
    var bound = BinaryPropertyList.baseMax + 256
    for index in payload.keys.indices {
      bound += values.propertyListMax(of: payload.values[index])
      bound += Int64(keys.textSizes[Int(payload.keys[index])]) * 2 + 24
    }
    return bound
  }

  /// The exact size of a payload as a binary property list, riders included.
  func propertyListSize(of payload: SettingsPayload) -> Int64 {
    binaryPropertyListSize(of: value(of: payload))
  }
}
