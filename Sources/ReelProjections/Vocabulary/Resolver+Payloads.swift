import ReelEvents
import ReelPolicies

extension Resolver {
  /// The recorded settings payload of a message. Complexity: O(members), more where they do not
  /// come in the order of the keys.
  mutating func settings(_ members: Range<Int>, in batch: EventBatch) -> SettingsPayload {
    var payload = SettingsPayload()
    var isAscending = true
    var hasLastKeys = true
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: members.count) { keys in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: members.count) { values in
        var count = 0
        for member in batch.members[members] {
          var number = keyOfName[Int(member.key)]
          if number < 0 {
            if takeOnRider(member, in: batch, &payload) { continue }
            number = key(member.key, in: batch)
          }
          if count > 0 && keys[count - 1] > number { isAscending = false }
          hasLastKeys = hasLastKeys && count < lastKeys.count && lastKeys[count] == number
          let known = numberOfValue[Int(member.value)]
          keys.initializeElement(at: count, to: number)
          values.initializeElement(
            at: count, to: known >= 0 ? known : value(member.value, in: batch))
          count += 1
        }
        if !hasLastKeys || count < lastKeys.count { lastKeys = Array(keys[..<count]) }
        payload.keys = lastKeys
        payload.values = Array(values[..<count])
      }
    }
    if !isAscending { sort(&payload) }
    return payload
  }

  private func sort(_ payload: inout SettingsPayload) {
    let (keys, values) = (payload.keys, payload.values)
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
