public import ReelEvents

extension Value {
  /// The value as JSON with a line for each member and element, so that versions of a file can be
  /// compared line by line; ends with a line feed. Lists and objects of no parts stay on one line.
  public var indentedBytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, depth: 0)
    return bytes + [0x0A]
  }

  private func append(to bytes: inout [UInt8], depth: Int) {
    switch self {
    case .dictionary(let dictionary) where !dictionary.members.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in dictionary.members.enumerated() {
        Self.startLine(in: &bytes, depth: depth + 1, isFirst: index == 0)
        let key = member.key.utf8.first == UInt8(ascii: "$") ? "$" + member.key : member.key
        CanonicalText.append(string: key, to: &bytes)
        bytes += ": ".utf8
        member.value.append(to: &bytes, depth: depth + 1)
      }
      Self.startLine(in: &bytes, depth: depth, isFirst: true)
      bytes.append(UInt8(ascii: "}"))
    case .array(let elements) where elements.contains(where: \.isContainer):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        Self.startLine(in: &bytes, depth: depth + 1, isFirst: index == 0)
        element.append(to: &bytes, depth: depth + 1)
      }
      Self.startLine(in: &bytes, depth: depth, isFirst: true)
      bytes.append(UInt8(ascii: "]"))
    case .bool, .integer, .unsigned, .double, .string, .data, .date, .array, .dictionary, .withheld:
      appendCanonical(to: &bytes)
    }
  }

  private var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    case .bool, .integer, .unsigned, .double, .string, .data, .date, .withheld: false
    }
  }

  private static func startLine(in bytes: inout [UInt8], depth: Int, isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
  }
}
