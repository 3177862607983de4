import Foundation
import Testing

@Suite("A signal")
struct InterruptionTests {
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `that ends a verb leaves no half made file behind`(
    _ signal: Int32, _ status: Int32
  ) throws {
    let folder = try Folder()
    let long = try LongRecording(60_000)
    let many = Array(repeating: long.path, count: 200)
    let program = try Program(["cat"] + many + ["-o", folder("out.jsonl.zst")])
    while try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty {
      usleep(1000)
    }
    program.signal(signal)
    let end = program.end()
    #expect(end.status == status)
    #expect(end.errors.contains("interrupted; \(folder("out.jsonl.zst")) was not made"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}

@Suite("A place where nothing can be written")
struct OutputPlaceTests {
  @Test(
    arguments: [
      ("none/out.jsonl", "no such file or folder"), ("file/out.jsonl", "a folder should be"),
      ("folder", "found a folder or a device"), ("taken.jsonl", "--force"),
    ])
  func `is named, and nothing is left behind`(_ name: String, _ sentence: String) throws {
    let folder = try Folder()
    let file = try folder.record("a.jsonl.zst", Scenarios.landmine)
    try folder.write("file", "x")
    try folder.write("taken.jsonl", "x")
    try FileManager.default.createDirectory(
      atPath: folder("folder"), withIntermediateDirectories: false)
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    for verb in [["cat"], ["cat", "--format", "csv"], ["merge"], ["recover"]] {
      let run = Reel(verb + [file, "-o", folder(name)])
      #expect(run.status == 73, "\(verb) \(run.errors)")
      #expect(run.errors.contains(sentence), "\(run.errors)")
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
  }
}
