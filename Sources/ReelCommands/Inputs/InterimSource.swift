import ReelEvents
import ReelLog

/// INTERIM: a recording's events, decoded line by line.
struct InterimSource: EventSource {
  let header: RecordingHeader
  let reader: RecordingReader
  var chunk = LineChunk()
  var isFirst = true
  init(_ reader: RecordingReader) throws {
    self.reader = reader
    var chunk = LineChunk()
    guard try reader.next(into: &chunk) else {
      throw LogError(.notARecording, path: reader.file.path, expected: "a header", found: "no line")
    }
    let end = chunk.text.firstIndex(of: 10) ?? chunk.text.count
    header = try HeaderLine.decode(chunk.text, range: 0..<end)
    self.chunk = chunk
  }
  mutating func next(into batch: inout EventBatch) throws -> Bool {
    var builder = BatchBuilder()
    while true {
      if !isFirst { guard try reader.next(into: &chunk) else { return false } }
      var start = 0
      var number = chunk.firstLine
      if isFirst { start = (chunk.text.firstIndex(of: 10) ?? 0) + 1; number += 1 }
      isFirst = false
      if start == chunk.text.count { continue }
      builder.batch.firstNumber = number - 1
      while start < chunk.text.count {
        let end = chunk.text[start...].firstIndex(of: 10) ?? chunk.text.count
        do throws(ParseError) {
          builder.add(try EventLine.decode(chunk.text, range: start..<end).event)
        } catch {
          throw LogError(
            .badLine, path: reader.file.path, offset: Int64(error.offset), line: number,
            expected: error.expected, found: error.found)
        }
        number += 1
        start = end + 1
      }
      batch = builder.batch
      return true
    }
  }
}
