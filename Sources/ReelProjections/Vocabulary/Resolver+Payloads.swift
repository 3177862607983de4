import ReelEvents
import ReelPolicies

extension Resolver {
  /// A way of payloads in the batch: from a process, to a device or whoever received them.
  struct Way {
    /// Whose it is, as the batch's names have it.
    let device: Int32
    let to: Int32
    /// The members of the last payload, in the order of its keys; empty where something rides along
    /// with it.
    var members: Range<Int>
  }

  private static let waysMax = 16

  /// Fills in the recorded settings of `message`, a message of `device`.
  ///
  /// Complexity: O(members), with next to no work for those that are as in the payload before.
  mutating func resolveSettings(
    _ columns: MessageColumns, of device: Int32, in batch: EventBatch,
    into message: inout ResolvedMessage
  ) {
    let way = ways.firstIndex { $0.device == device && $0.to == columns.to }
    if let way, Self.find(&message.places, in: columns, after: ways[way].members, batch) {
      // The entry of `lastSettings` keeps it until the swap.
      let last = Unmanaged.passUnretained(lastSettings[way])
      var settings = last.use { successor(of: $0, message.places, columns.members, in: batch) }
      message.settings = settings
      swap(&lastSettings[way], &settings)
      message.settingsBefore = consume settings
      ways[way].members = columns.members
      return
    }
    let (payload, isPlain) = settings(columns.members, in: batch)
    let settings = vocabulary.payloads.make(payload)
    message.settings = settings
    let members = isPlain ? columns.members : 0..<0
    if let way {
      ways[way].members = members
      lastSettings[way] = settings
    } else if ways.count < Self.waysMax {
      ways.append(Way(device: device, to: columns.to, members: members))
      lastSettings.append(settings)
    }
  }

  /// Finds where a payload has other values than the members at `old`, of which whoever scanned it
  /// may have taken note; false where it has other keys.
  private static func find(
    _ places: inout ContiguousArray<Int32>, in columns: MessageColumns, after old: Range<Int>,
    _ batch: borrowing EventBatch
  ) -> Bool {
    let new = columns.members
    guard !new.isEmpty, new.count == old.count, Int(columns.base) == old.lowerBound else {
      return find(&places, in: new, after: old, batch)
    }
    places.empty()
    for index in columns.places { places.append(batch.places[Int(index)]) }
    return true
  }

  /// Finds where the members at `new` have other values than those at `old`; false where they have
  /// other keys.
  private static func find(
    _ places: inout ContiguousArray<Int32>, in new: Range<Int>, after old: Range<Int>,
    _ batch: borrowing EventBatch
  ) -> Bool {
    guard !new.isEmpty, new.count == old.count else { return false }
    places.empty()
    return batch.members.withUnsafeBufferPointer { members in
      let shift = new.lowerBound &- old.lowerBound
      var index = old.lowerBound
      while index < old.upperBound {
        // Most members are as they were: they are passed four at a time.
        if index &+ 4 <= old.upperBound, members.areSame(four: index, index &+ shift) {
          index &+= 4
          continue
        }
        let (one, other) = (members[index], members[index &+ shift])
        if one.key != other.key { return false }
        if one.value != other.value {
          places.append(Int32(truncatingIfNeeded: index &- old.lowerBound))
        }
        index &+= 1
      }
      return true
    }
  }

  /// What has the keys of `last`, and at `places` the values of `members`.
  private mutating func successor(
    of last: SharedPayload, _ places: ContiguousArray<Int32>, _ members: Range<Int>,
    in batch: EventBatch
  ) -> SharedPayload {
    if places.isEmpty { return last }
    var next = 0
    return places.withUnsafeBufferPointer { places in
      vocabulary.payloads.makeSuccessor(of: last, at: places) { _ in
        let member = batch.members[members.lowerBound + Int(places[next])]
        next += 1
        return value(member.value, in: batch)
      }
    }
  }

  /// The recorded settings payload of a message, and whether each of its values is that of the
  /// member in the same place. Complexity: O(members), more where they do not come in the order of
  /// the keys.
  private mutating func settings(
    _ members: Range<Int>, in batch: EventBatch
  ) -> (SettingsPayload, isPlain: Bool) {
    var payload = SettingsPayload()
    for member in batch.members[members] {
      var number = knownKey(member.key)
      if number < 0 {
        if takeOnRider(member, in: batch, &payload) { continue }
        number = key(member.key, in: batch)
      }
      payload.keys.append(number)
      payload.values.append(value(member.value, in: batch))
    }
    let isAscending = zip(payload.keys, payload.keys.dropFirst()).allSatisfy { $0 < $1 }
    if !isAscending { sort(&payload) }
    payload.keys = vocabulary.shared(payload.keys)
    return (payload, isAscending && payload.keys.count == members.count)
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

extension UnsafeBufferPointer<PayloadMember> {
  /// Whether the four members from `one` on are those from `other` on, a member being one word.
  @inline(__always)
  fileprivate func areSame(four one: Int, _ other: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(self)
    let stride = MemoryLayout<PayloadMember>.stride
    var difference: UInt64 = 0
    for step in 0..<4 {
      difference |=
        bytes.loadUnaligned(fromByteOffset: (one &+ step) &* stride, as: UInt64.self)
        ^ bytes.loadUnaligned(fromByteOffset: (other &+ step) &* stride, as: UInt64.self)
    }
    return difference == 0
  }
}
