import ReelPolicies
import Testing

@Suite("A settings payload")
struct SettingsPayloadTests {
  @Test func `finds every key of every set of keys, and no other`() {
    let numbers = Array<Int32>(3..<12)
    for set in 0..<1 << numbers.count {
      let keys = numbers.indices.filter { set >> $0 & 1 == 1 }.map { numbers[$0] }
      keys.withUnsafeBufferPointer { ascending in
        for key in Int32(0)..<15 {
          #expect(SettingsPayload.index(of: key, in: ascending) == keys.firstIndex(of: key))
        }
      }
    }
  }

  @Test func `takes other values at some places and keeps the rest`() {
    var payload = SettingsPayload()
    (payload.keys, payload.values) = ([2, 5, 9], [20, 50, 90])
    payload.removed = [7]
    let places: [Int32] = [2, 0]
    let other = places.withUnsafeBufferPointer { payload.replacingValues(at: $0) { $0 * 100 } }
    #expect(other.keys == [2, 5, 9] && other.values == [200, 50, 900] && other.removed == [7])
    #expect(payload.values == [20, 50, 90])
  }
}
