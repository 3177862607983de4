/// Which of the numbered subjects of one device or link are apart, and since which divergence.
struct OpenPlaces {
  /// By number: a divergence's place plus one, -1 for one that was only counted, 0 = not apart.
  private var marks: ContiguousArray<Int32> = []
  /// How many are apart.
  private(set) var count = 0

  /// The place of the divergence that says since when `number` is apart, -1 for one that was only
  /// counted; nil where it is not.
  subscript(number: Int32) -> Int32? {
    guard count > 0, Int(number) < marks.count else { return nil }
    let mark = marks[Int(number)]
    return mark == 0 ? nil : max(mark - 1, -1)
  }

  /// Whether `number` is apart.
  func isOpen(_ number: Int32) -> Bool {
    count > 0 && Int(number) < marks.count && marks[Int(number)] != 0
  }

  /// The places of all that are apart, by number.
  var places: [Int32] { marks.filter { $0 != 0 }.map { max($0 - 1, -1) } }

  mutating func open(_ number: Int32, _ place: Int32) {
    let missing = Int(number) + 1 - marks.count
    if missing > 0 { marks.append(contentsOf: repeatElement(0, count: missing)) }
    marks[Int(number)] = place < 0 ? -1 : place + 1
    count += 1
  }

  mutating func close(_ number: Int32) {
    marks[Int(number)] = 0
    count -= 1
  }
}
