import ReelEvents
import ReelLog

/// Which recordings are launches of one and the same process, and in which order.
enum MergeLaunches {
  /// The recordings grouped by process, in the order of their first appearance.
  static func streams(of recordings: [MergeRecording]) -> [[MergeRecording]] {
    var groups: [(device: String, launches: [Launch])] = []
    for (position, recording) in recordings.enumerated() {
      let first = recording.first
      let launch = Launch(recording, at: first?.at ?? .max, position: position)
      if let first, let index = groups.firstIndex(where: { $0.device == first.device }) {
        groups[index].launches.append(launch)
      } else {
        groups.append((first?.device ?? recording.path, [launch]))
      }
    }
    return groups.map { $0.launches.sorted(by: Launch.precedes).map(\.recording) }
  }

  private struct Launch {
    let recording: MergeRecording
    let at: Int64
    let position: Int
    /// The recording's name without the number of the launch, and that number: a recorder calls
    /// them `phone`, `phone.2`, `phone.3`.
    let stem: Substring
    let number: Int

    init(_ recording: MergeRecording, at: Int64, position: Int) {
      self.recording = recording
      self.at = at
      self.position = position
      let name = recording.header.name
      if let dot = name.lastIndex(of: "."), let number = Int(name[name.index(after: dot)...]) {
        (stem, self.number) = (name[..<dot], number)
      } else {
        (stem, number) = (name[...], 1)
      }
    }

    /// By the recorder's own count where it tells, since clocks may have been set back in between.
    static func precedes(_ one: Launch, _ other: Launch) -> Bool {
      if one.stem == other.stem && one.number != other.number { return one.number < other.number }
      return (one.at, one.position) < (other.at, other.position)
    }
  }
}
