public import ReelEvents

/// A golden as the text of a file.
public struct GoldenText: Sendable {
  /// What it holds.
  public let value: Value
  /// The policies that it pins, in order.
  public let pins: [String]
  private let text: [UInt8]

  /// The golden in `text`.
  /// - Throws: `ParseError`: it is no JSON, or no golden. Whoever tells people of it asks
  ///   `mergeConflict` first.
  public init(_ text: [UInt8]) throws(ParseError) {
    value = try Value.parse(text)
    guard let pins = Golden.pins(in: value) else {
      throw ParseError(
        offset: 0, line: 1, expected: "a golden, schema \(Golden.schema)", found: "another value")
    }
    self.pins = pins
    self.text = text
  }

  /// The line, from 1, of the place that `steps` lead to from the top, or of as much of the way as
  /// there is. Complexity: O(bytes).
  public func line(of steps: [String]) -> Int {
    var reader = JSONReader(text)
    var offset = 0
    do throws(ParseError) {
      for step in steps {
        guard try reader.enter(step) else { break }
        offset = try reader.nextOffset()
      }
    } catch {
      // The text was parsed before: what is found until now is as good as it gets.
    }
    return 1 + text[..<offset].count { $0 == 0x0A }
  }

  /// The line, from 1, of the first marker that a version control system has left in `text` where
  /// it could not merge two versions; nil if there is none. Complexity: O(bytes).
  public static func mergeConflict(in text: [UInt8]) -> Int? {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.firstIndex { line in
      markers.contains { line.starts(with: $0.utf8) } || Array(line) == Array(middle.utf8)
    }.map { $0 + 1 }
  }

  private static let markers = ["<<<<<<< ", "||||||| ", ">>>>>>> "]
  private static let middle = "======="
}

extension JSONReader {
  /// Goes to the member or element `step` of the value that comes next; false where it has none.
  fileprivate mutating func enter(_ step: String) throws(ParseError) -> Bool {
    switch try peek() {
    case .object:
      var members = try beginObject()
      while let key = try nextKey(&members) {
        if key == step { return true }
        try skipValue()
      }
    case .array:
      var elements = try beginArray()
      var index = 0
      while try nextElement(&elements) {
        if String(index) == step { return true }
        try skipValue()
        index += 1
      }
    case .string, .number, .bool, .null, nil: break
    }
    return false
  }
}
