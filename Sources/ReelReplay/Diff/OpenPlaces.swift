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

/// Which settings cells are apart, by device and key, and since which divergence.
struct OpenCells {
  /// By device, then by key, `width` keys a device; as in `OpenPlaces`.
  private var marks: ContiguousArray<Int32> = []
  private var width = 0
  /// How many are apart on each device.
  private var counts: ContiguousArray<Int> = []

  /// How many cells of a device are apart.
  func count(on device: Int32) -> Int {
    Int(device) < counts.count ? counts[Int(device)] : 0
  }

  /// Whether a cell is apart.
  func isOpen(_ key: Int32, on device: Int32) -> Bool {
    count(on: device) > 0 && Int(key) < width && marks[Int(device) * width + Int(key)] != 0
  }

  /// The place of the divergence that says since when a cell is apart, -1 for one that was only
  /// counted; nil where it is not.
  func place(of key: Int32, on device: Int32) -> Int32? {
    isOpen(key, on: device) ? max(marks[Int(device) * width + Int(key)] - 1, -1) : nil
  }

  /// The places of all cells of a device that are apart, by key.
  func places(on device: Int32) -> [Int32] {
    (0..<Int32(width)).compactMap { place(of: $0, on: device) }
  }

  mutating func open(_ key: Int32, on device: Int32, _ place: Int32) {
    if Int(key) >= width { widen(to: max(Int(key) + 1, width * 2, 64)) }
    while counts.count <= Int(device) {
      counts.append(0)
      marks.append(contentsOf: repeatElement(0, count: width))
    }
    marks[Int(device) * width + Int(key)] = place < 0 ? -1 : place + 1
    counts[Int(device)] += 1
  }

  mutating func close(_ key: Int32, on device: Int32) {
    marks[Int(device) * width + Int(key)] = 0
    counts[Int(device)] -= 1
  }

  /// A device begins anew.
  mutating func closeAll(on device: Int32) {
    guard count(on: device) > 0 else { return }
    for key in 0..<width { marks[Int(device) * width + key] = 0 }
    counts[Int(device)] = 0
  }

  private mutating func widen(to count: Int) {
    var wider: ContiguousArray<Int32> = []
    for device in counts.indices {
      wider += marks[device * width..<(device + 1) * width]
      wider.append(contentsOf: repeatElement(0, count: count - width))
    }
    (marks, width) = (wider, count)
  }
}
