// Writes a session of any size, the same one for the same arguments:
// `bench-corpus sync36 -o sync36.jsonl.zst [--facts N] [--seed S] [--policy NAME]`.
import Foundation
import ReelEvents
import ReelLog
import ReelPolicies

struct Request {
  var corpus = Corpus.small
  var path = ""
  var facts: Int64?
  var seed: UInt64 = 1
  var policy = "wipe-then-apply"

  /// What `arguments` ask for; nil where they ask for nothing that there is.
  init?(_ arguments: [String]) {
    guard let name = arguments.first, let corpus = Corpus(rawValue: name) else { return nil }
    self.corpus = corpus
    var rest = arguments.dropFirst()
    while let flag = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch flag {
      case "-o": path = value
      case "--facts":
        guard let number = Int64(value), number >= 0 else { return nil }
        facts = number
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      case "--policy": policy = value
      default: return nil
      }
    }
    if path.isEmpty { return nil }
  }
}

func run(_ request: Request) throws {
  let catalog = try CorpusKeys.catalog()
  let policy = try PolicyArgument(request.policy).policy(device: "phone", version: nil)
  let header = RecordingHeader(
    name: request.corpus.rawValue, recordedUnder: request.policy, catalog: catalog)
  var writer = try EventWriter.writing(
    to: try OutputFile.derived(request.path, existing: .replaced),
    container: Container(forNewFile: request.path), header: header)
  var session = Session(
    request.corpus, catalog: catalog, policy: policy.settings, seed: request.seed)
  try session.begin { try writer.append($0) }
  let facts = request.facts ?? request.corpus.standardFacts
  while session.factCount < facts { try session.step { try writer.append($0) } }
  print(writer.nextEvent - 1)
  try writer.finish()
}

guard let request = Request(Array(CommandLine.arguments.dropFirst())) else {
  let names = Corpus.allCases.map(\.rawValue).joined(separator: "|")
  print("usage: bench-corpus \(names) -o FILE [--facts N] [--seed S] [--policy NAME]")
  exit(64)
}
try run(request)
