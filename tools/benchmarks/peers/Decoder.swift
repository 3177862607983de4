import Foundation

/// The members of a line that counting needs.
private struct Line: Decodable {
  var at: String
  var device: String
  var event: String
  var key: String?
}

/// Counts the events of the lines in the file `path` with Foundation's decoder.
func measureDecoder(of path: String) throws {
  let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A).dropFirst()
  let decoder = JSONDecoder()
  var counts: [String: Int] = [:]
  let time = try seconds {
    for line in lines {
      let line = try decoder.decode(Line.self, from: line)
      counts[line.event + line.device, default: 0] += 1
    }
  }
  precondition(!counts.isEmpty, "the file has events")
  try report(["seconds": time])
}
