import Foundation
import Testing

@Suite("The page of a matrix")
struct MatrixPageTests {
  @Test func `names each rule with its verdict and the session that proves it`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl", Scenarios.landmine)
    let run = Reel(
      "matrix", file, "--policies", "allowlist,landmine", "--html", folder("m.html"))
    #expect(run.status == 1)
    #expect(run.output.contains("landmine"))
    let page = String(decoding: try folder.read("m.html"), as: UTF8.self)
    for words in ["2 rules over 1 recording", "fails in 1/1", "entitlement-by-absence", "✕", "✓"] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(!page.contains("application/json"))
  }

  @Test func `shares standard output with nothing else`() throws {
    let folder = try Folder()
    let file = try folder.record("landmine.jsonl", Scenarios.landmine)
    for flag in ["--json", "--markdown"] {
      #expect(Reel("matrix", file, "--html", "-", flag).status == 64)
    }
    let run = Reel("matrix", file, "--policies", "allowlist", "--html", "-")
    #expect(run.output.hasPrefix("<!doctype html>"))
    #expect(run.output.hasSuffix("</html>\n"))
  }
}
