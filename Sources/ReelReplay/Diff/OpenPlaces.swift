import ReelProjections

/// Which numbered subjects of each device, or of each link, are apart, and since which divergence.
struct OpenPlaces: ~Copyable {
  /// By device, then by subject: a divergence's place plus one, -1 for one that was only counted,
  /// 0 = not apart.
  private var marks = PairTable<Int32>(first: 0)
  /// How many subjects of each device are apart.
  private var counts = NumberTable<Int>(first: 0)

  /// The place of the divergence that says since when a subject is apart, -1 for one that was only
  /// counted; nil where it is not.
  subscript(device: Int32, subject: Int32) -> Int32? {
    let mark = marks[device, subject]
    return mark == 0 ? nil : max(mark - 1, -1)
  }

  /// Whether a subject is apart.
  @inline(__always) func isOpen(_ subject: Int32, on device: Int32) -> Bool {
    marks[device, subject] != 0
  }

  /// How many subjects of a device are apart.
  func count(on device: Int32) -> Int { counts[device] }

  /// The places of all that are apart on a device, by subject.
  func places(on device: Int32) -> [Int32] {
    marks.seconds(of: device).compactMap { self[device, $0] }
  }

  mutating func open(_ subject: Int32, on device: Int32, _ place: Int32) {
    marks[device, subject] = place < 0 ? -1 : place + 1
    counts[device] += 1
  }

  mutating func close(_ subject: Int32, on device: Int32) {
    marks[device, subject] = 0
    counts[device] -= 1
  }

  mutating func closeAll(on device: Int32) {
    marks.forget(device)
    counts[device] = 0
  }
}
