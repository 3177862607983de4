public import ReelEvents

/// The first line of a recording:
/// `{"reel":1,"recording":{"name":…,"recordedUnder":… or null,"catalog":{…}}}`.
public enum HeaderLine {
  /// Appends the line of `header`, canonical and without a line feed, to `bytes`.
  public static func append(_ header: RecordingHeader, to bytes: inout [UInt8]) {
    bytes += "{\"reel\":\(RecordingHeader.formatVersion),\"recording\":{\"name\":".utf8
    CanonicalText.append(string: header.name, to: &bytes)
    bytes += ",\"recordedUnder\":".utf8
    if let policy = header.recordedUnder {
      CanonicalText.append(string: policy, to: &bytes)
    } else {
      bytes += "null".utf8
    }
    bytes += ",\"catalog\":".utf8
    header.catalog.value.appendCanonical(to: &bytes)
    bytes += "}}".utf8
  }

  /// Reads the line in `range` of `bytes`, all of them when nil. Members that are not known are
  /// passed over.
  /// - Throws: `LogError` of no path: `newerFormat` for a later major version, whatever else the
  ///   line holds; `notARecording` where the line is no object with a version; `badLine` with the
  ///   offset in the line for any other fault.
  public static func decode(
    _ bytes: [UInt8], range: Range<Int>? = nil
  ) throws(LogError) -> RecordingHeader {
    let line = JSONReader(bytes, range: range)
    let version: Int64?
    do {
      version = try readVersion(line)
    } catch {
      throw LogError(badLine: error)
    }
    guard let version else {
      throw LogError(
        .notARecording, path: "", expected: "the header of a recording",
        found: "a line without the member `reel`")
    }
    guard version == RecordingHeader.formatVersion else {
      throw LogError(
        .newerFormat, path: "",
        found: "written in format \(version); this reads up to \(RecordingHeader.formatVersion)",
        remedy: "Read it with a newer version of this tool.")
    }
    do {
      return try readHeader(line)
    } catch {
      throw LogError(badLine: error)
    }
  }

  /// The format's version; nil where the line has none. What comes after it is not looked at.
  private static func readVersion(_ line: JSONReader) throws(ParseError) -> Int64? {
    var reader = line
    guard try reader.peek() == .object else { return nil }
    var object = try reader.beginObject()
    while let name = try reader.nextKey(&object) {
      if name == "reel" { return try reader.readInteger(in: 1...Int64.max) }
      try reader.skipValue()
    }
    return nil
  }

  private static func readHeader(_ line: JSONReader) throws(ParseError) -> RecordingHeader {
    var reader = line
    var header: RecordingHeader?
    var object = try reader.beginObject()
    while let name = try reader.nextKey(&object) {
      if name == "recording" {
        header = try readRecording(&reader)
      } else {
        try reader.skipValue()
      }
    }
    try reader.finish()
    if let header { return header }
    throw reader.fault("the member `recording`", found: "none")
  }

  private static func readRecording(
    _ reader: inout JSONReader
  ) throws(ParseError) -> RecordingHeader {
    var header = RecordingHeader(name: "", recordedUnder: nil, catalog: Catalog())
    var missing: Set = ["name", "recordedUnder", "catalog"]
    var object = try reader.beginObject()
    while let name = try reader.nextKey(&object) {
      missing.remove(name)
      switch name {
      case "name": header.name = try reader.readString()
      case "recordedUnder":
        header.recordedUnder = try reader.readNull() ? nil : try reader.readString()
      case "catalog": header.catalog = try reader.readCatalog()
      default: try reader.skipValue()
      }
    }
    if let name = missing.min() { throw reader.fault("the member `\(name)`", found: "none") }
    return header
  }
}

extension LogError {
  /// The line in which `fault` stands is bad; the offset is the one in the line.
  init(badLine fault: ParseError, path: String = "", line: Int64? = nil) {
    self.init(
      .badLine, path: path, offset: Int64(fault.offset), line: line, expected: fault.expected,
      found: fault.found)
  }
}
