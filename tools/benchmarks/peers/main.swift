// What tools/bench measures inside a process: Foundation's decoder, an app that records, and one
// set of a value. Each prints a JSON object of its measurements.
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first) {
case ("json", let lines?, nil): try measureDecoder(of: lines)
case ("record", let lines?, let recording?): try measureRecorder(of: lines, to: recording)
case ("set", nil, nil): try measureSets()
default:
  print("usage: bench-peers json LINES | record LINES RECORDING | set")
  exit(64)
}

/// Prints `measurements` as the harness reads them.
func report(_ measurements: [String: Double]) throws {
  let text = try JSONSerialization.data(withJSONObject: measurements, options: .sortedKeys)
  print(String(decoding: text, as: UTF8.self))
}

/// How long `body` takes, in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(body) / .seconds(1)
}
