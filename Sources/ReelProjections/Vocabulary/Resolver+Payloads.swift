import ReelEvents
import ReelPolicies

extension Resolver {
  /// The recorded settings payload of a message. Complexity: O(members), more where they do not
  /// come in the order of the keys.
  mutating func settings(_ members: Range<Int>, in batch: EventBatch) -> SettingsPayload {
    var payload = SettingsPayload()
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: members.count) { keys in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: members.count) { values in
        var count = 0
        for member in batch.members[members] {
          var number = keyOfName[Int(member.key)]
          if number < 0 {
            if takeOnRider(member, in: batch, &payload) { continue }
            number = key(member.key, in: batch)
          }
          let known = numberOfValue[Int(member.value)]
          keys.initializeElement(at: count, to: number)
          values.initializeElement(
            at: count, to: known >= 0 ? known : value(member.value, in: batch))
          count += 1
        }
        let filled = UnsafeBufferPointer(rebasing: keys[..<count])
        if !lastKeys.elementsEqual(filled) { lastKeys = Array(filled) }
        payload.keys = lastKeys
        payload.values = Array(values[..<count])
      }
    }
    sort(&payload)
    return payload
  }

  private func sort(_ payload: inout SettingsPayload) {
    let keys = payload.keys
    guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) else { return }
    let values = payload.values
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    payload.keys = order.map { keys[$0] }
    payload.values = order.map { values[$0] }
  }

  /// Takes on what rides along with a payload; false for a setting. Riders are no keys, so their
  /// names never get a number.
  private mutating func takeOnRider(
    _ member: PayloadMember, in batch: EventBatch, _ payload: inout SettingsPayload
  ) -> Bool {
    let name = text(batch.names[Int(member.key)], in: batch)
    guard Rider.isRider(name) else { return false }
    payload.takeOn(
      name, parse(batch.values[Int(member.value)], in: batch),
      key: { vocabulary.keys.numberAdding($0) })
    return true
  }
}
