// How many entries fit in the one value that the key-value cloud gives a list, and how long two
// large lists take to merge. Run it with `swift run -c release bench-lists`.
import Foundation
import ReelEvents
import ReelPolicies

/// The quota of the key-value cloud, in bytes (platform-semantics KV-01).
let quota = 1_048_576

/// A list of `count` items whose ids `id` makes.
func list(_ count: Int, stamp: Int64, isRemoved: Bool = false, id: (Int) -> String) -> MarkedSet {
  MarkedSet(
    (0..<count).map { number in
      let added = stamp + Int64(number)
      return .init(
        id: id(number), mark: Mark(added: added, removed: isRemoved ? added + 1 : Mark.never))
    })
}

/// The size of a list's blob, in bytes.
func size(_ set: MarkedSet) -> Int {
  Blob.write(set, tie: .removed, carriesRemovals: true, unknownMembers: ValueDictionary())
    .canonicalBytes.count
}

func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

func uuid(_ number: Int) -> String { "6F9619FF-8B86-D011-B42D-\(padded(number, 12))" }
func shortID(_ number: Int) -> String { padded(1_000_000 + number, 7) }

let now: Int64 = 1_796_035_102_918
for (name, id) in [("36-character ids", uuid), ("7-digit ids", shortID)] {
  for isRemoved in [false, true] {
    let few = size(list(1000, stamp: now, isRemoved: isRemoved, id: id))
    let more = size(list(2000, stamp: now, isRemoved: isRemoved, id: id))
    let each = (more - few) / 1000
    let fit = (quota - (few - each * 1000)) / each
    let state = isRemoved ? "undone (both stamps)" : "dismissed"
    print("\(name), \(state): \(each) bytes an entry, \(fit) fit in 1 MiB")
  }
}

/// Milliseconds of the fastest of nine runs.
func fastest(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  return (0..<9).map { _ in clock.measure(body) / .milliseconds(1) }.min() ?? 0
}

let phone = list(10_000, stamp: now) { uuid($0) }
let tablet = list(10_000, stamp: now + 5) { uuid($0 + 5000) }
var merged = MarkedSet()
let merging = fastest { merged = phone.merged(with: tablet, usesHorizon: false) }
print("merging two lists of 10,000, half of them common: \(merging) ms")

let text = Blob.write(
  tablet, tie: .removed, carriesRemovals: true, unknownMembers: ValueDictionary()
).canonicalBytes
let pulling = fastest {
  do {
    var copy = SyncedList(marks: phone, hasPulled: true, unknownMembers: ValueDictionary())
    let circumstances = SyncedList.Circumstances(
      clock: now + 1_000_000, installedAt: 0, isGateOpen: true, isLocked: false)
    _ = copy.pull(
      try Value.parse(text), under: BuiltInPolicies.tombstones, in: circumstances)
    guard case .sent(let blob) = copy.push(under: BuiltInPolicies.tombstones, in: circumstances)
    else { return }
    precondition(!blob.canonicalBytes.isEmpty)
  } catch {
    preconditionFailure("our own text is no value: \(error)")
  }
}
print("the same from text to text, as a pull and a push do it: \(pulling) ms")
precondition(merged.entries.count == 15_000)
