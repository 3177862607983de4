import ReelEvents
import ReelPolicies

extension Resolver {
  /// The last payload on one way in the batch: from a process, to a device or whoever received it.
  final class LastPayload {
    /// Whose it is, as the batch's names have it.
    let device: Int32
    let to: Int32
    /// Its members, in the order of its keys; empty where something rides along with it.
    @exclusivity(unchecked) var members: Range<Int>
    @exclusivity(unchecked) var settings: SharedPayload

    init(device: Int32, to: Int32, members: Range<Int>, settings: SharedPayload) {
      (self.device, self.to, self.members, self.settings) = (device, to, members, settings)
    }
  }

  private static let lastPayloadsMax = 16

  /// Fills in the recorded settings of `message`, a message of `device`.
  ///
  /// Complexity: O(members), with next to no work for those that are as in the payload before.
  mutating func resolveSettings(
    _ columns: MessageColumns, of device: Int32, in batch: EventBatch,
    into message: inout ResolvedMessage
  ) {
    let last = lastPayloads.first { $0.device == device && $0.to == columns.to }
    if let last,
      Self.find(&message.places, in: columns.members, after: last.members, batch)
    {
      let settings = successor(
        of: last.settings, message.places, columns.members, in: batch)
      message.settingsBefore = last.settings
      message.settings = settings
      last.members = columns.members
      last.settings = settings
      return
    }
    let (payload, isPlain) = settings(columns.members, in: batch)
    let settings = SharedPayload(payload)
    message.settings = settings
    let members = isPlain ? columns.members : 0..<0
    if let last {
      last.members = members
      last.settings = settings
    } else if lastPayloads.count < Self.lastPayloadsMax {
      lastPayloads.append(
        LastPayload(device: device, to: columns.to, members: members, settings: settings))
    }
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
      for place in 0..<new.count {
        let (one, other) = (members[old.lowerBound &+ place], members[new.lowerBound &+ place])
        if one.key != other.key { return false }
        if one.value != other.value { places.append(Int32(truncatingIfNeeded: place)) }
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
    var place = places.startIndex
    let payload = last.payload.replacingValues(at: places) { _ in
      let member = batch.members[members.lowerBound + Int(places[place])]
      place += 1
      return value(member.value, in: batch)
    }
    return SharedPayload(payload)
  }

  /// The recorded settings payload of a message, and whether each of its values is that of the
  /// member in the same place. Complexity: O(members), more where they do not come in the order of
  /// the keys.
  private mutating func settings(
    _ members: Range<Int>, in batch: EventBatch
  ) -> (SettingsPayload, isPlain: Bool) {
    var payload = SettingsPayload()
    for member in batch.members[members] {
      var number = keyOfName[Int(member.key)]
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
