import Foundation
import Testing

@testable import ReelReports

@Suite("The page of a diff")
struct DiffPageTests {
  /// The largest page without its data, in bytes.
  private static let frameBytesMax = 300_000

  private func page(_ scenario: String = Scenarios.landmine, to: String = "landmine") throws
    -> String
  {
    let folder = try Folder()
    let file = try folder.record("session.jsonl", scenario)
    let run = Reel("diff", file, "--to", to, "--html", "-")
    #expect(run.errors == "")
    return run.output
  }

  /// What stands in the data block.
  private func block(of page: String) throws -> Substring {
    let start = try #require(page.range(of: "id=\"data\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    return page[start..<end]
  }

  @Test func `is written beside the text`() throws {
    let folder = try Folder()
    let file = try folder.record("session.jsonl", Scenarios.landmine)
    let plain = Reel("diff", file, "--to", "landmine")
    let run = Reel("diff", file, "--to", "landmine", "--html", folder("d.html"))
    #expect(run.status == 1)
    #expect(run.output == plain.output)
    #expect(try folder.read("d.html").starts(with: Data("<!doctype html>".utf8)))
  }

  @Test func `is never written over another file unless forced`() throws {
    let folder = try Folder()
    let file = try folder.record("session.jsonl", Scenarios.landmine)
    try folder.write("d.html", "mine")
    let refused = Reel("diff", file, "--html", folder("d.html"))
    #expect(refused.status == 73)
    #expect(try folder.read("d.html") == Data("mine".utf8))
    #expect(Reel("diff", file, "--html", folder("d.html"), "--force").status == 1)
    #expect(try folder.read("d.html") != Data("mine".utf8))
  }

  @Test func `never takes the place of the recording`() throws {
    let folder = try Folder()
    let file = try folder.record("session.jsonl", Scenarios.landmine)
    let before = try folder.read("session.jsonl")
    #expect(Reel("diff", file, "--html", file, "--force").status == 73)
    #expect(try folder.read("session.jsonl") == before)
  }

  @Test func `does not share standard output with JSON`() throws {
    let folder = try Folder()
    let file = try folder.record("session.jsonl", Scenarios.landmine)
    #expect(Reel("diff", file, "--html", "-", "--json").status == 64)
  }

  @Test func `is the same bytes each time`() throws {
    #expect(try page() == page())
  }

  @Test func `is small besides its data`() throws {
    let page = try page()
    #expect(page.utf8.count - (try block(of: page)).utf8.count < Self.frameBytesMax)
  }

  @Test func `says what parted and what it costs without any script`() throws {
    let page = try page()
    let body = try #require(page.range(of: "<main>")).upperBound
    for words in [
      "The two rules part", "It decides whether the watch shows the whole app or the paywall.",
    ] { #expect(page[..<body].contains(words), "\(words)") }
    for words in ["entitlement-by-absence", "href=\"#e5\""] {
      #expect(page[body...].contains(words), "\(words)")
    }
  }

  @Test func `holds its data as JSON that could end no element`() throws {
    let name = "</script><img src=x onerror=alert(1)>&\u{2028}"
    let scenario = """
      phone installs
      {"at":"+1s","device":"phone","event":"store.set","key":"\(name)","value":"\(name)"}
      note \(name)
      """
    let page = try page(scenario)
    let block = try block(of: page)
    for character in ["<", ">", "&", "\u{2028}"] {
      #expect(!block.contains(character), "\(character)")
    }
    let object = try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any]
    let texts = try #require(object?["texts"] as? [String])
    #expect(texts.contains(name))
    #expect(!page.contains("<img"))
  }

  @Test(arguments: ["<b>", "&amp;", "\"'", "\u{202E}txet", "\u{0}", "__proto__"])
  func `shows names as text`(_ name: String) throws {
    let text = Markup(name).text
    #expect(!text.contains("<") && !text.contains("\"") && !text.contains("'"))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
    ),
  ])
  func `knows its script by its digest`(_ text: String, _ digest: String) {
    #expect(SHA256.base64(of: Array(text.utf8)) == digest)
  }
}
