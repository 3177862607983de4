/// Bounds of the parts of a value in a binary property list, kept up while its text is edited.
///
/// Both are exact for a value that was gone through. Where a text differs from another in one
/// place, its bounds follow from the other's and from the tokens in that place alone, and move
/// apart by what those tokens weigh: nobody knows whether equal ones stand elsewhere.
public struct PropertyListExtent: Sendable, Equatable {
  /// The parts that there are at least.
  public private(set) var low: PropertyListParts
  /// The parts that there are at most.
  public private(set) var high: PropertyListParts

  /// Whether it holds a withheld value, whose text does not tell its size.
  private let holdsWithheld: Bool

  /// The exact parts of the value whose canonical text is `text`. Complexity: O(bytes).
  public init(ofCanonical text: UnsafeRawBufferPointer) {
    let table = ObjectTable(text)
    low = table.parts
    high = table.parts
    holdsWithheld = table.holdsWithheld
  }

  /// Whether the bounds are the very parts.
  public var isExact: Bool { low == high }

  /// The extent of the value whose canonical text is `new`, given that this is the extent of `old`;
  /// nil where the texts do not tell it: they differ in too much, or in their structure.
  ///
  /// Complexity: O(size), as fast as bytes are compared, and O(edit) for the edit.
  public func edited(
    from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer
  ) -> PropertyListExtent? {
    if holdsWithheld { return nil }
    let prefix = CommonText.prefix(old, new)
    if prefix == old.count && prefix == new.count { return self }
    guard let start = TokenBoundary.before(prefix, in: old) else { return nil }
    let suffix = CommonText.suffix(old, new, max: min(old.count, new.count) - start)
    guard let (removed, added) = Self.middles(old, new, from: start, suffix: suffix) else {
      return nil
    }
    return exchanging(removed.parts, for: added.parts, containers: 1 - removed.lowest)
  }

  private func exchanging(
    _ removed: PropertyListParts, for added: PropertyListParts, containers: Int
  ) -> PropertyListExtent {
    // Each container around the edit may need more or fewer bytes for its count.
    let counts = Int64(containers) * 9
    var extent = self
    extent.low.scalarBytes = max(0, low.scalarBytes - removed.scalarBytes)
    extent.low.scalarCount = max(0, low.scalarCount - removed.scalarCount)
    extent.high.scalarBytes += added.scalarBytes
    extent.high.scalarCount += added.scalarCount
    extent.low.otherBytes = max(0, low.otherBytes - removed.otherBytes - counts)
    extent.high.otherBytes += added.otherBytes + counts
    let others = added.otherCount - removed.otherCount
    let references = added.references - removed.references
    extent.low.otherCount += others
    extent.high.otherCount += others
    extent.low.references += references
    extent.high.references += references
    return extent
  }

  /// The tokens in which the texts differ: whole elements or members of one container, or of
  /// neighbours that begin and end alike.
  private static func middles(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, from start: Int, suffix: Int
  ) -> (removed: TokenWeigher, added: TokenWeigher)? {
    var removed = TokenWeigher(old, from: start)
    var added = TokenWeigher(new, from: start)
    while removed.left != added.left || removed.left > suffix {
      let isGoing = removed.left >= added.left ? removed.step() : added.step()
      guard isGoing else { return nil }
    }
    guard removed.depth == 0 && added.depth == 0 && removed.lowest == added.lowest else {
      return nil
    }
    return (removed, added)
  }
}

/// Goes through the tokens of a canonical text and adds up what they take at most.
private struct TokenWeigher {
  /// The longest edit that is followed, in bytes: beyond it, going through the value costs little
  /// more.
  private static let editSizeMax = 16_384

  private let text: UnsafeRawBufferPointer
  private let end: Int
  private var position: Int
  /// How many more containers were opened than closed.
  private(set) var depth = 0
  /// How low that was: below 0 where containers were closed that began before.
  private(set) var lowest = 0
  /// One reference is counted for each token.
  private(set) var parts = PropertyListParts()

  init(_ text: UnsafeRawBufferPointer, from position: Int) {
    self.text = text
    self.position = position
    end = min(text.count, position + Self.editSizeMax)
  }

  /// How many bytes are left to the end of the text.
  var left: Int { text.count - position }

  /// Passes over one token; false at the end, and at what may be one of the conventions, whose
  /// tokens are no objects.
  mutating func step() -> Bool {
    guard position < end else { return false }
    let byte = text[position]
    position += 1
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"): return true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      addOther(size: 10)
      return true
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      lowest = min(lowest, depth)
      return true
    case UInt8(ascii: "\""): return stepText()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): addOther(size: 1)
    default: addScalar(size: 9)
    }
    while position < text.count && TokenBoundary.isWord(text[position]) { position += 1 }
    return true
  }

  private mutating func stepText() -> Bool {
    let start = position
    var isASCII = true
    while position < end {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        let units = Int64(position - 1 - start)
        // A convention's text may stand for nine bytes, however short it is.
        let size = 1 + PropertyListParts.countSize(units) + (isASCII ? units : 2 * units)
        addScalar(size: max(9, size))
        return units == 0 || text[start] != UInt8(ascii: "$")
      }
      if byte == UInt8(ascii: "\\") { position += 1 }
      if byte >= 0x80 { isASCII = false }
    }
    return false
  }

  private mutating func addScalar(size: Int64) {
    parts.scalarCount += 1
    parts.scalarBytes += size
    parts.references += 1
  }

  private mutating func addOther(size: Int64) {
    parts.otherCount += 1
    parts.otherBytes += size
    parts.references += 1
  }
}
