public import ReelEvents
public import ReelPolicies

/// How large payloads are. Sizes of values are kept by number, so that adding up is all there is to
/// do for most.
extension Vocabulary {
  /// The payload as a property list, riders included.
  public func value(of payload: SettingsPayload) -> Value {
    .dictionary(payload.members(names: keys.names) { values.value(of: $0) })
  }

  /// The size of a payload's settings as canonical text, riders left out, in bytes.
  /// Complexity: O(keys).
  func textSize(of payload: SettingsPayload) -> Int64 {
    let (keyCount, sizes) = (payload.keys.count, keys.textSizes)
    var total: Int64 = 2
    payload.keys.withUnsafeBufferPointer { keys in
      sizes.withUnsafeBufferPointer { sizes in
        for index in 0..<keyCount { total += Int64(sizes[Int(keys[index])]) }
      }
    }
    return total + values.canonicalSizes(of: payload.values)
  }

  /// The most bytes that a binary property list of canonical text of `textSize` bytes takes: each
  /// byte of text stands for at most six there.
  func propertyListMax(textSize: Int64, members: Int64) -> Int64 {
    BinaryPropertyList.baseMax + 256 + textSize * 6 + members * 40
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
