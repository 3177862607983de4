public import ReelEvents

/// What a recording is and holds, as text for people and as JSON.
public struct InfoReport: Sendable {
  /// The file as the caller named it.
  public var path: String
  /// The recording's header; nil where the file breaks off inside it.
  public var header: RecordingHeader?
  /// How many events there are.
  public var eventCount: Int64 = 0
  /// How many events there are of each kind, by the kind's word.
  public var kinds: [String: Int64] = [:]
  /// How many events there are on each device or process.
  public var devices: [String: Int64] = [:]
  /// How many different settings keys and list items the events name.
  public var keyCount: Int64 = 0
  /// The time of the first event and of the last; nil where there is none.
  public var times: (first: Instant, last: Instant)?
  /// The file's size, in bytes.
  public var fileBytes: Int64 = 0
  /// The size of its lines, in bytes.
  public var lineBytes: Int64 = 0
  /// How many frames hold lines; nil for a plain recording.
  public var frameCount: Int64?
  /// Where it breaks off and where the unfinished frame or line begins, as byte offsets.
  public var tear: (offset: Int64, start: Int64)?
  /// How many lines are no events.
  public var badLineCount: Int64 = 0
  /// How often bytes could not be read as lines.
  public var damageCount: Int64 = 0
  /// The first faults of both sorts.
  public var faults: [String] = []

  /// Whether all of the recording could be read.
  public var isWhole: Bool { tear == nil && badLineCount == 0 && damageCount == 0 }

  /// The report of the recording at `path`, to be filled in.
  public init(path: String, header: RecordingHeader?) {
    self.path = path
    self.header = header
  }

  /// The JSON object, schema `reel.info/1`.
  public var value: Value {
    var members: ValueDictionary = [
      "schema": .string("reel.info/1"), "events": .integer(eventCount), "kinds": .counts(kinds),
      "devices": .counts(devices),
      "keys": .integer(keyCount), "bytes": .integer(fileBytes), "lineBytes": .integer(lineBytes),
      "badLines": .integer(badLineCount),
      "damages": .integer(damageCount), "faults": .array(faults.map(Value.string)),
    ]
    members["recording"] = (header?.name).map(Value.string)
    members["recordedUnder"] = (header?.recordedUnder).map(Value.string)
    members["catalogKeys"] = (header?.catalog.keys.count).map { .integer(Int64($0)) }
    members["frames"] = frameCount.map(Value.integer)
    members["first"] = (times?.first.description).map(Value.string)
    members["last"] = (times?.last.description).map(Value.string)
    members["torn"] = tear.map { tear in
      .dictionary(["offset": .integer(tear.offset), "start": .integer(tear.start)])
    }
    return .dictionary(members)
  }

  /// The report in lines.
  public func lines(_ style: TextStyle) -> [String] {
    var table = TextTable()
    if let header {
      table.add("name", header.name)
      table.add("rule", header.recordedUnder ?? "none: an app's own code")
      table.add("catalog", Self.text(header.catalog))
    }
    if let times {
      let last = times.last.shown(besides: times.first.day)
      table.add("time", "\(times.first.shown(besides: nil)) to \(last)")
    }
    table.add("size", sizeText)
    if !devices.isEmpty { table.add("devices", text(devices)) }
    if eventCount > 0 { table.add("keys", "\(grouped(keyCount)) named") }
    if !kinds.isEmpty { table.add("kinds", text(kinds)) }
    let title = DisplayWidth.printable("\(path): \(counted(eventCount, "event"))")
    return [title] + table.lines(style, indent: "  ") + lossLines(style)
  }

  /// The counts alone, one a line, for other programs to read.
  public var countLines: [String] {
    var lines = ["events \(eventCount)", "keys \(keyCount)"]
    if let times { lines += ["first \(times.first)", "last \(times.last)"] }
    for (noun, counts) in [("device", devices), ("kind", kinds)] {
      for name in counts.keys.sorted(by: utf8Precedes) {
        lines.append("\(noun) \(DisplayWidth.printable(name)) \(counts[name, default: 0])")
      }
    }
    return lines
  }

  private func lossLines(_ style: TextStyle) -> [String] {
    var lines: [String] = []
    if let tear {
      let sort = frameCount == nil ? "line" : "frame"
      lines.append(
        "\(style.paint("torn", .bad)) at byte \(grouped(tear.offset)), inside the \(sort) that "
          + "begins at byte \(grouped(tear.start)); every whole line before that is counted here")
    }
    for (count, noun) in [(badLineCount, "bad line"), (damageCount, "damaged place")]
    where count > 0 { lines.append(style.paint(counted(count, noun), .bad)) }
    lines += faults.prefix(Self.faultsMax).map { "  \(DisplayWidth.printable($0))" }
    return lines
  }

  private static func text(_ catalog: Catalog) -> String {
    let synced = catalog.keys.count { $0.isSynced }
    return "\(counted(Int64(catalog.keys.count), "key")), \(synced) synced, "
      + counted(Int64(catalog.rules.count), "rule")
  }

  private var sizeText: String {
    guard let frameCount else { return "\(counted(fileBytes, "byte")), plain lines" }
    return "\(counted(fileBytes, "byte")) in \(counted(frameCount, "frame")), "
      + "\(counted(lineBytes, "byte")) of lines"
  }

  /// The names by count, the most frequent first.
  private func text(_ counts: [String: Int64]) -> String {
    counts.sorted { $0.value == $1.value ? utf8Precedes($0.key, $1.key) : $0.value > $1.value }
      .map { "\($0.key) \(grouped($0.value))" }.joined(separator: ", ")
  }

  /// How many faults the text shows.
  private static let faultsMax = 5
}

extension Value {
  fileprivate static func counts(_ counts: [String: Int64]) -> Value {
    .dictionary(ValueDictionary(counts.map { .init(key: $0.key, value: .integer($0.value)) }))
  }
}
