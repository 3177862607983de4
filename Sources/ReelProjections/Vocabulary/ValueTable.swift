public import ReelEvents

/// Values as small numbers: equal canonical bytes, equal number. 0 stands for absent.
///
/// Numbers that nothing holds any more are given out again after a `sweep`, so that the table grows
/// with the state of the devices and not with the recording. Large values that no store holds keep
/// their numbers and lose their text. Texts of small ones lie in one memory, so that a value comes
/// and goes without an allocation.
public struct ValueTable: Sendable {
  /// Whether a value reads as true: worked out when first asked for.
  enum Truth { case unknown, isTrue, isFalse }

  struct Slot {
    var hash: UInt64
    /// Where the canonical text of a small value begins in `texts`, and how long it is; 0 bytes of
    /// a large one, whose text is in `large`.
    var start = 0
    var count: Int32 = 0
    var truth = Truth.unknown
    /// The most bytes it takes in a binary property list; 0 = not worked out so far.
    var propertyListMax: Int64 = 0
  }

  var slots: [Slot] = [Slot(hash: 0, truth: .isFalse)]
  /// The canonical texts of all small values.
  private(set) var texts: [UInt8] = []
  /// The size of each value's canonical text, by number, of a withheld value that of the text it
  /// stands for; 0 for numbers that are free.
  @usableFromInline var sizes: ContiguousArray<Int32> = [0]
  /// What is kept of values larger than `smallSizeMax` besides, by number.
  var large: [Int32: LargeValue] = [:]
  var free: [Int32] = []
  /// Open addressing: 0 = empty, else the number of a value.
  var buckets = [Int32](repeating: 0, count: 1024)
  var liveCount = 0
  var sweepThreshold = ValueTable.sweepMin
  /// The bytes of the texts of all large values.
  var largeTextSize = 0
  var textSizeThreshold = ValueTable.textSizeMin

  /// A table of no values.
  public init() {}

  /// The number of the value whose canonical text is `bytes`.
  public mutating func number(adding bytes: UnsafeRawBufferPointer) -> Int32 {
    number(adding: bytes, hash: ByteHash.of(bytes))
  }

  /// The number of the value whose canonical text is `bytes`, of which `hash` is the `ByteHash`.
  mutating func number(adding bytes: UnsafeRawBufferPointer, hash: UInt64) -> Int32 {
    if bytes.count > Self.smallSizeMax { return number(addingLarge: bytes, TextDigest(bytes)) }
    let bucket = bucket(of: bytes, hash: hash)
    return buckets[bucket] != 0 ? buckets[bucket] : insertSmall(hash, bytes, at: bucket)
  }

  /// The bucket that a small value has, or would have.
  private func bucket(of bytes: UnsafeRawBufferPointer, hash: UInt64) -> Int {
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let number = Int(buckets[bucket])
      if slots[number].hash == hash && hasText(number, bytes) { return bucket }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return bucket
  }

  /// Finds the numbers of a batch's values, and gives small ones that have none so far theirs; -1
  /// for large ones.
  ///
  /// The first look at all buckets is made for its own sake. It depends on nothing, so that the
  /// processor waits for many at once, and has them at hand when the values are looked up.
  mutating func findNumbers(
    _ numbers: inout ContiguousArray<Int32>, in batch: borrowing EventBatch
  ) {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(contentsOf: repeatElement(-1, count: batch.values.count))
    numbers.withUnsafeMutableBufferPointer { numbers in
      for index in numbers.indices {
        let hash = Int(truncatingIfNeeded: batch.valueHashes[index])
        numbers[index] = buckets[hash & (buckets.count - 1)]
      }
      batch.smallValues.withUnsafeBytes { texts in
        var start = 0
        for index in numbers.indices {
          let count = Int(batch.values[index].count)
          if count > Self.smallSizeMax {
            numbers[index] = -1
            continue
          }
          let text = UnsafeRawBufferPointer(rebasing: texts[start..<start &+ count])
          numbers[index] = number(adding: text, hash: batch.valueHashes[index])
          start &+= count
        }
      }
    }
  }

  /// The number of `value`.
  public mutating func number(adding value: Value) -> Int32 {
    let bytes = value.canonicalBytes
    return bytes.withUnsafeBytes { number(adding: $0) }
  }

  /// The canonical text of a value; empty for 0.
  ///
  /// Of a value whose text was let go it is the text of what stands for it.
  public func canonicalBytes(of number: Int32) -> [UInt8] {
    let slot = slots[Int(number)]
    if slot.count > 0 { return Array(texts[slot.start..<slot.start + Int(slot.count)]) }
    guard let known = large[number] else { return [] }
    return known.text.isEmpty ? value(of: number)?.canonicalBytes ?? [] : known.text
  }

  /// Calls `body` with the canonical text of a value, as `canonicalBytes` gives it.
  public func withCanonicalBytes<Result>(
    of number: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let slot = slots[Int(number)]
    if slot.count == 0 { return canonicalBytes(of: number).withUnsafeBytes(body) }
    return texts.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[slot.start..<slot.start + Int(slot.count)]))
    }
  }

  /// How many bytes the canonical text of a value has; of a withheld value, the text it stands for.
  public func canonicalSize(of number: Int32) -> Int { Int(sizes[Int(number)]) }

  /// How many bytes the canonical texts of values have together. Complexity: O(n).
  func canonicalSizes(of numbers: UnsafeBufferPointer<Int32>) -> Int64 {
    var total: Int64 = 0
    for number in numbers { total += Int64(sizes[Int(number)]) }
    return total
  }

  /// How many bytes more the canonical texts of `new` have than those of `old`, which differ only
  /// at `places`. Complexity: O(places).
  func growth(
    from old: UnsafeBufferPointer<Int32>, to new: UnsafeBufferPointer<Int32>,
    at places: UnsafeBufferPointer<Int32>
  ) -> Int64 {
    var growth: Int64 = 0
    for place in places {
      let (old, new) = (old[Int(place)], new[Int(place)])
      growth += Int64(sizes[Int(new)]) - Int64(sizes[Int(old)])
    }
    return growth
  }

  /// The most bytes that the value takes in a binary property list of others; worked out once.
  ///
  /// A short text needs no look: each byte of it stands for at most six there.
  public mutating func propertyListMax(of number: Int32) -> Int64 {
    let size = sizes[Int(number)]
    if size <= 64 { return Int64(size) * 6 + 16 }
    let slot = slots[Int(number)]
    if slot.propertyListMax > 0 { return slot.propertyListMax }
    let most = value(of: number).map { BinaryPropertyList.partMax(of: $0) } ?? 0
    slots[Int(number)].propertyListMax = most
    return most
  }

  /// The value itself, or what stands for it where its text was let go; nil for 0.
  public func value(of number: Int32) -> Value? {
    guard number != 0 else { return nil }
    if isLetGo(number) { return standIn(for: number, above: Self.smallSizeMax) }
    return Self.parse(canonicalBytes(of: number))
  }

  /// Whether the value reads as true by Darwin's `bool(forKey:)`; false for 0.
  public mutating func isTrue(_ number: Int32) -> Bool {
    switch slots[Int(number)].truth {
    case .isTrue: return true
    case .isFalse: return false
    case .unknown:
      let isTrue = value(of: number)?.darwinBool ?? false
      slots[Int(number)].truth = isTrue ? .isTrue : .isFalse
      return isTrue
    }
  }

  /// The highest number in use, plus one.
  public var count: Int { slots.count }

  private mutating func insertSmall(
    _ hash: UInt64, _ bytes: UnsafeRawBufferPointer, at bucket: Int
  ) -> Int32 {
    let slot = Slot(hash: hash, start: texts.count, count: Int32(bytes.count))
    bytes.withMemoryRebound(to: UInt8.self) { texts.append(contentsOf: $0) }
    let size = Int32(clamping: max(1, Self.withheldSize(bytes) ?? Int64(bytes.count)))
    return insert(slot, size: size, at: bucket)
  }

  /// Gives a new value its number, which goes into the empty `bucket`.
  mutating func insert(_ slot: Slot, size: Int32, at bucket: Int) -> Int32 {
    let number = free.popLast() ?? Int32(slots.count)
    if Int(number) == slots.count {
      slots.append(slot)
      sizes.append(size)
    } else {
      slots[Int(number)] = slot
      sizes[Int(number)] = size
    }
    buckets[bucket] = number
    liveCount += 1
    if liveCount * 2 > buckets.count { rebuild(size: buckets.count * 2) }
    return number
  }

  /// Moves the texts of small values together, where some were forgotten.
  mutating func compactTexts() {
    var kept: [UInt8] = []
    for number in slots.indices where slots[number].count > 0 {
      let (start, count) = (slots[number].start, Int(slots[number].count))
      slots[number].start = kept.count
      kept.append(contentsOf: texts[start..<start + count])
    }
    texts = kept
  }

  mutating func rebuild(size: Int) {
    buckets = [Int32](repeating: 0, count: size)
    for number in 1..<slots.count where sizes[number] > 0 {
      var bucket = Int(truncatingIfNeeded: slots[number].hash) & (size - 1)
      while buckets[bucket] != 0 { bucket = (bucket + 1) & (size - 1) }
      buckets[bucket] = Int32(number)
    }
  }

  /// Whether `bytes` is the text of a small value.
  private func hasText(_ number: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let (start, count) = (slots[number].start, bytes.count)
    guard Int(slots[number].count) == count else { return false }
    return texts.withUnsafeBytes { texts in
      var offset = 0
      while offset + 8 <= count {
        let word = texts.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
        if word != bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
        offset += 8
      }
      while offset < count {
        if texts[start + offset] != bytes[offset] { return false }
        offset += 1
      }
      return true
    }
  }

  /// The value of a canonical text; nil for text that is none.
  static func parse(_ bytes: [UInt8]) -> Value? {
    do { return try Value.parse(bytes) } catch { return nil }
  }

  /// The size that a withheld value tells; nil for any other.
  private static func withheldSize(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    // Dates have a like start, and there are many.
    guard bytes.first == UInt8(ascii: "{"), bytes.count > withheldStart.count,
      bytes[4] == withheldStart[4], bytes.starts(with: withheldStart),
      case .withheld(_, let size)? = parse(Array(bytes))
    else { return nil }
    return size
  }

  private static let withheldStart = Array("{\"$digest\":".utf8)
}
