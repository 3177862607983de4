import Foundation
import Testing

@Suite("The page of a test")
struct TestPageTests {
  private let failing = """
    policy landmine = allowlist-wiping-all {"settings.omit":["memberEntitlement"]}
    expect landmine: none
    expect allowlist: none
    phone installs
    watch installs
    phone sets memberEntitlement false
    phone sends context to watch as m1
    watch receives m1
    watch checks paidWatch
    """

  @Test func `tells what failed, with what to run next, and every result`() throws {
    let folder = try Folder()
    let file = try folder.write("landmine.scenario", failing)
    let run = Reel("test", file, "--html", folder("t.html"))
    #expect(run.status == 1)
    #expect(run.output.contains("1 passed, 1 failed"))
    let page = String(decoding: try folder.read("t.html"), as: UTF8.self)
    for words in ["1 passed, 1 failed", "✕ failed", "✓ passed", "entitlement-by-absence", "reel "] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test func `never takes the place of what is tested`() throws {
    let folder = try Folder()
    let file = try folder.write("landmine.scenario", failing)
    #expect(Reel("test", folder.path, "--html", file, "--force").status == 73)
    #expect(try folder.read("landmine.scenario") == Data(failing.utf8))
  }
}
