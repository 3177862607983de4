import Foundation
public import ReelEvents

/// The one place where Foundation's property lists become values and values become property lists.
extension Value {
  /// The value of a property list as stores and links hand them out; nil for other types.
  ///
  /// A Boolean and a number are told apart though Foundation wraps both in `NSNumber`; an optional
  /// inside a container, as Foundation on Linux makes them, counts as what it holds. Nothing is
  /// lost but the difference between a Float and the Double it equals. Complexity: O(size).
  public init?(propertyList object: Any) {
    // Containers and texts come first: asking them whether they are numbers takes the longest.
    switch object {
    case let text as String: self = .string(text)
    case let elements as [Any]:
      var values: [Value] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        guard let value = Value(propertyList: element) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case let members as [String: Any]:
      guard let dictionary = ValueDictionary(propertyList: members) else { return nil }
      self = .dictionary(dictionary)
    case let number as NSNumber: self.init(number)
    case let data as Data: self = .data(Array(data))
    case let date as Date: self = .date(secondsSince2001: date.timeIntervalSinceReferenceDate)
    default: return nil
    }
  }

  /// The value as a property list of Swift's own types, as an app would write it; nil where a part
  /// of it is withheld. Complexity: O(size).
  public var propertyList: Any? {
    switch self {
    case .bool(let bool): return bool
    case .integer(let number):
      if let word = Int(exactly: number) { return word }
      return number
    case .unsigned(let number): return number
    case .double(let number): return number
    case .string(let text): return text
    case .data(let bytes): return Data(bytes)
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .array(let values):
      let elements = values.compactMap(\.propertyList)
      return elements.count == values.count ? elements : nil
    case .dictionary(let dictionary): return dictionary.propertyList
    case .withheld: return nil
    }
  }

  private init(_ number: NSNumber) {
    if number.isBoolean {
      self = .bool(number.boolValue)
    } else {
      switch UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
      case UInt8(ascii: "Q"):
        let word = number.uint64Value
        self = Int64(exactly: word).map { .integer($0) } ?? .unsigned(word)
      default: self = .integer(number.int64Value)
      }
    }
  }
}

extension ValueDictionary {
  /// The members of a property list; nil where one is of another type. Complexity: O(size log n).
  public init?(propertyList members: [String: Any]) {
    self.init(convertibleFrom: members)
    if self.members.count < members.count { return nil }
  }

  /// The members of a dictionary whose values are property lists; the others are left out.
  /// Complexity: O(size log n).
  public init(convertibleFrom members: [String: Any]) {
    self.init(
      members.compactMap { key, object in
        Value(propertyList: object).map { Member(key: key, value: $0) }
      })
  }

  /// The members as a property list; nil where a part of one is withheld. Complexity: O(size).
  public var propertyList: [String: Any]? {
    var converted: [String: Any] = [:]
    for member in members {
      guard let object = member.value.propertyList else { return nil }
      converted[member.key] = object
    }
    return converted
  }
}

extension NSNumber {
  /// Whether it wraps a Boolean. On Apple's systems a number of eight bits has the same type code.
  fileprivate var isBoolean: Bool {
    #if canImport(Darwin)
      CFGetTypeID(self) == CFBooleanGetTypeID()
    #else
      UInt8(bitPattern: objCType.pointee) == UInt8(ascii: "c")
    #endif
  }
}
