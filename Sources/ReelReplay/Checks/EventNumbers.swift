/// An event number for each key or device, by its number; 0 where there is none.
struct EventNumbers {
  private var numbers: ContiguousArray<Int64> = []

  subscript(index: Int32) -> Int64 {
    get { Int(index) < numbers.count ? numbers[Int(index)] : 0 }
    set {
      let missing = Int(index) + 1 - numbers.count
      if missing > 0 { numbers.append(contentsOf: repeatElement(0, count: max(missing, 64))) }
      numbers[Int(index)] = newValue
    }
  }
}
