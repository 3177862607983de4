public import ReelEvents

/// What is kept of a large value besides its text.
struct LargeValue: Sendable {
  /// With the hash of its slot, the digest by which it is told from others of its size.
  var digest: TextDigest
  /// The canonical text; empty where it was let go.
  var text: [UInt8]
  /// Its parts in a binary property list, once they were asked for.
  var extent: PropertyListExtent?
}

/// A value as one can hold on to it: by its text, or, of a large one, by digest and size.
public enum ValueContent: Equatable, Sendable {
  case text([UInt8])
  case digest(high: UInt64, low: UInt64, size: Int32)
}

/// Large values are told apart by their digests alone, and only stores keep their texts: messages
/// under way, of which there are thousands, would hold gigabytes.
extension ValueTable {
  /// The size of canonical text, in bytes, up to which a value keeps its text while anything speaks
  /// of it.
  static let smallSizeMax = TextDigest.smallSizeMax
  /// How many values come before the first sweep: so many that most sweeps find much to forget, and
  /// so few that what is asked of them stays in a processor's own cache.
  static let sweepMin = 32_768
  /// How many bytes of text come before the first sweep.
  static let textSizeMin = 8 << 20

  /// The content of a value, which holds beyond a sweep. Complexity: O(1).
  public func content(of number: Int32) -> ValueContent {
    guard let digest = large[number]?.digest else { return .text(canonicalBytes(of: number)) }
    return .digest(high: digest.high, low: digest.low, size: sizes[Int(number)])
  }

  /// Whether the text of a large value is not there any more.
  public func isLetGo(_ number: Int32) -> Bool {
    slots[Int(number)].count == 0 && large[number]?.text.isEmpty == true
  }

  /// What stands for a value of more than `size` bytes of canonical text where values are shown:
  /// its digest and size; nil for one that is no larger.
  public func standIn(for number: Int32, above size: Int) -> Value? {
    if let known = large[number] {
      return .withheld(digest: known.digest.text, size: Int64(sizes[Int(number)]))
    }
    return withCanonicalBytes(of: number) { text in
      text.count > size
        ? .withheld(digest: TextDigest(text).text, size: Int64(text.count)) : nil
    }
  }

  /// The number of the large value whose canonical text is `bytes`, and of which `digest` is the
  /// digest.
  mutating func number(
    addingLarge bytes: UnsafeRawBufferPointer, _ digest: TextDigest
  ) -> Int32 {
    var bucket = Int(truncatingIfNeeded: digest.low) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let number = buckets[bucket]
      if slots[Int(number)].hash == digest.low, sizes[Int(number)] == Int32(clamping: bytes.count),
        large[number]?.digest == digest
      {
        if isLetGo(number) { restore(number, bytes) }
        return number
      }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    let slot = Slot(hash: digest.low, truth: .isFalse)
    let number = insert(slot, size: Int32(clamping: bytes.count), at: bucket)
    large[number] = LargeValue(digest: digest, text: Array(bytes))
    largeTextSize += bytes.count
    return number
  }

  private mutating func restore(_ number: Int32, _ bytes: UnsafeRawBufferPointer) {
    large[number]?.text = Array(bytes)
    largeTextSize += bytes.count
  }

  /// Whether enough values have come since the last sweep to make one worth its time.
  public var wantsSweep: Bool {
    liveCount > sweepThreshold || textSize > textSizeThreshold
  }

  /// Forgets every value that `live` does not speak of, and the text of large ones that no store
  /// holds. Complexity: O(values).
  public mutating func sweep(_ live: LiveValues) {
    for (number, need) in zip(live.needs.indices, live.needs) where sizes[number] > 0 {
      switch need {
      case .text: break
      case .identity: letGo(Int32(number))
      case .none: forget(Int32(number))
      }
    }
    sweepThreshold = max(Self.sweepMin, liveCount * 2)
    compactTexts()
    textSizeThreshold = textSize + max(Self.textSizeMin, textSize / 2)
    rebuild(size: buckets.count)
  }

  /// The bytes of all texts.
  private var textSize: Int { texts.count + largeTextSize }

  private mutating func letGo(_ number: Int32) {
    guard let known = large[number], !isLetGo(number) else { return }
    largeTextSize -= known.text.count
    large[number]?.text = []
  }

  private mutating func forget(_ number: Int32) {
    if slots[Int(number)].count == 0, let known = large.removeValue(forKey: number) {
      largeTextSize -= known.text.count
    }
    slots[Int(number)] = Slot(hash: 0, truth: .isFalse)
    sizes[Int(number)] = 0
    free.append(number)
    liveCount -= 1
  }
}

extension ValueTable {
  /// The parts of a large value in a binary property list, at least and at most; nil for a small
  /// one. They follow from those of `base`, where that is an earlier version of it.
  mutating func extent(of number: Int32, basedOn base: Int32) -> PropertyListExtent? {
    guard let known = large[number] else { return nil }
    if let extent = known.extent { return extent }
    let extent = editedExtent(of: number, basedOn: base) ?? exactExtent(of: number)
    large[number]?.extent = extent
    return extent
  }

  /// Goes through a large value once more, where bounds were too far apart to tell anything.
  mutating func tightenExtent(of number: Int32) {
    guard let extent = large[number]?.extent, !extent.isExact, !isLetGo(number) else { return }
    let exact = exactExtent(of: number)
    large[number]?.extent = exact
  }

  private func exactExtent(of number: Int32) -> PropertyListExtent? {
    number == 0
      ? nil : canonicalBytes(of: number).withUnsafeBytes { PropertyListExtent(ofCanonical: $0) }
  }

  private func editedExtent(of number: Int32, basedOn base: Int32) -> PropertyListExtent? {
    guard !isLetGo(number), !isLetGo(base), let extent = large[base]?.extent else { return nil }
    return withCanonicalBytes(of: base) { old in
      withCanonicalBytes(of: number) { extent.edited(from: old, to: $0) }
    }
  }
}
