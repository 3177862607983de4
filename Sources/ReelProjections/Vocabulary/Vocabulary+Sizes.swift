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
    settings.textSize = values.canonicalSizes(of: settings.values) + 2
    for key in settings.keys { settings.textSize += Int64(keys.textSizes[Int(key)]) }
  }

  /// Notes how large a payload is that has the keys of `last` and other values only at `places`.
  /// Complexity: O(places).
  func weigh(
    _ settings: SharedPayload, last: SharedPayload, differingAt places: UnsafeBufferPointer<Int32>
  ) {
    settings.textSize =
      last.textSize
      + values.growth(from: last.values, to: settings.values, at: places)
  }

  /// How many bytes of canonical text a store gains where a key goes from `old` to `new`; 0 =
  /// absent.
  func growth(of key: Int32, from old: Int32, to new: Int32) -> Int {
    let growth = values.canonicalSize(of: new) - values.canonicalSize(of: old)
    if old != 0 && new != 0 { return growth }
    let size = Int(keys.textSizes[Int(key)])
    return growth + (new == 0 ? 0 : size) - (old == 0 ? 0 : size)
  }

  /// The size of one setting of a payload as canonical text, in bytes, with its key and comma.
  public func textSize(of key: Int32, as value: Int32) -> Int64 {
    Int64(keys.textSizes[Int(key)]) + Int64(values.canonicalSize(of: value))
  }

  /// The size of a value as canonical text, in bytes, by its number.
  @inlinable public func textSize(of value: Int32) -> Int64 { Int64(allValues.sizes[Int(value)]) }

  /// The most bytes that a weighed payload takes as a binary property list: each byte of canonical
  /// text stands for at most six there. Complexity: O(1).
  func propertyListMax(roughly settings: SharedPayload) -> Int64 {
    BinaryPropertyList.baseMax + 256 + settings.textSize * 6
      + Int64(settings.values.count) * 40
  }

  /// How a payload stands to `limit`, given an earlier one. Complexity: O(keys), and O(size) where
  /// a large value has no earlier version or bounds do not tell.
  func load(of settings: SharedPayload, last: SharedPayload?, limit: Int64) -> PayloadLoad {
    if let sizes = settings.listSizes, let load = PayloadLoad(sizes, limit: limit) { return load }
    if propertyListMax(roughly: settings) < limit / 2 { return .small }
    for isSecondLook in [false, true] {
      let sizes = propertyListSizes(of: settings, last, tightly: isSecondLook)
      settings.listSizes = sizes
      if let load = PayloadLoad(sizes, limit: limit) { return load }
    }
    return PayloadLoad(propertyListSize(of: settings), limit: limit)
  }

  /// The exact size of a payload as a binary property list, riders included; worked out once.
  /// Complexity: O(size).
  func propertyListSize(of settings: SharedPayload) -> Int64 {
    if let sizes = settings.listSizes, sizes.lowerBound == sizes.upperBound {
      return sizes.lowerBound
    }
    let size = withText(of: settings.payload) { binaryPropertyListSize(ofCanonical: $0) }
    settings.listSizes = size...size
    return size
  }

  /// Calls `body` with the text of `value(of: payload)`, but that its members are in no order.
  private func withText<Result>(
    of payload: SettingsPayload, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let riders = payload.members(names: keys.names) { _ in nil }
    var text = TextBuffer()
    var mark = UInt8(ascii: "{")
    for (key, number) in zip(payload.keys, payload.values) {
      let name = keys.names[Int(key)]
      if riders[name] != nil { continue }
      text.append(mark, key: name)
      text.append(values.canonicalBytes(of: number))
      mark = UInt8(ascii: ",")
    }
    for rider in riders.members {
      text.append(mark, key: rider.key)
      rider.value.appendCanonical(to: &text)
      mark = UInt8(ascii: ",")
    }
    if mark == UInt8(ascii: "{") { text.append(mark) }
    text.append(UInt8(ascii: "}"))
    return text.withBytes { body(UnsafeRawBufferPointer($0)) }
  }

  /// The size of a payload at least and at most. Large values count with their parts, of which at
  /// worst all are shared or none; of small ones no more is known than what they take at most.
  private func propertyListSizes(
    of payload: SharedPayload, _ last: SharedPayload?, tightly: Bool
  ) -> ClosedRange<Int64> {
    var low = PropertyListParts()
    var high = PropertyListParts()
    var others = Int64(payload.keys.count + payload.form.removed.count) + 8
    var otherSize = BinaryPropertyList.baseMax + 256
    for (key, number) in zip(payload.keys, payload.values) {
      otherSize += Int64(keys.textSizes[Int(key)]) * 2 + 24
      if tightly { values.tightenExtent(of: number) }
      if let extent = values.extent(of: number, basedOn: last?.value(of: key) ?? 0) {
        high += extent.high
        low.merge(extent.low)
      } else {
        others += Int64(values.canonicalSize(of: number) / 2 + 1)
        otherSize += values.propertyListMax(of: number)
      }
    }
    for key in payload.form.removed { otherSize += Int64(keys.textSizes[Int(key)]) * 2 + 24 }
    return low.listSize()...high.listSize(others: others, otherSize: otherSize)
  }
}

/// How a payload stands to the limit of its channel.
public enum PayloadLoad: Sendable {
  /// Below half the limit.
  case small
  /// Between half the limit and the limit.
  case large
  /// Above the limit.
  case tooLarge

  init(_ size: Int64, limit: Int64) {
    self = size > limit ? .tooLarge : size < limit / 2 ? .small : .large
  }

  /// What all of `sizes` come to; nil where they do not come to the same.
  init?(_ sizes: ClosedRange<Int64>, limit: Int64) {
    let load = PayloadLoad(sizes.lowerBound, limit: limit)
    guard load == PayloadLoad(sizes.upperBound, limit: limit) else { return nil }
    self = load
  }
}
