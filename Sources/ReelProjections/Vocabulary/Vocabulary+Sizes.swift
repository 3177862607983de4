public import ReelEvents
public import ReelPolicies

/// How large payloads are. Sizes of values are kept by number, so that adding up is all there is to
/// do for most.
extension Vocabulary {
  /// The payload as a property list, riders included.
  public func value(of payload: SettingsPayload) -> Value {
    .dictionary(payload.members(names: keys.names) { values.value(of: $0) })
  }

  /// Notes how large a payload is, given an earlier one that was weighed. Complexity: O(keys).
  func weigh(_ settings: SharedPayload, last: SharedPayload?) {
    let payload = settings.payload
    if let last, last.payload.keys == payload.keys {
      settings.textSize =
        last.textSize + values.growth(from: last.payload.values, to: payload.values)
    } else {
      settings.textSize = values.canonicalSizes(of: payload.values) + 2
      for key in payload.keys { settings.textSize += Int64(keys.textSizes[Int(key)]) }
    }
  }

  /// Adds the size of each setting of a payload to the bytes of its key, and one to its messages;
  /// there is room for every key. Complexity: O(keys).
  public func tally(
    _ payload: SettingsPayload, messages: inout ContiguousArray<Int64>,
    bytes: inout ContiguousArray<Int64>
  ) {
    let keySizes = keys.textSizes
    for index in payload.keys.indices {
      let key = Int(payload.keys[index])
      messages[key] += 1
      bytes[key] += Int64(keySizes[key]) + Int64(values.canonicalSize(of: payload.values[index]))
    }
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
