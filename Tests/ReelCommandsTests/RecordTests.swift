import Foundation
import Testing

@Suite("reel record")
struct RecordTests {
  @Test(arguments: ["x.jsonl.zst", "x.jsonl"])
  func `performs a scenario that replay reproduces`(_ name: String) throws {
    let folder = try Folder()
    let file = try folder.write("a.scenario", Scenarios.landmine)
    let run = Reel("record", file, "-o", folder(name), "--flush-every", "2")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    let verify = Reel("replay", folder(name), "--verify")
    #expect(verify.status == 0)
    #expect(verify.output.contains("outcomes reproduced"))
  }

  @Test(arguments: [[], ["--policy", "landmine"], ["--policy", "phone=wipe-then-apply"]])
  func `is done by the way where a scenario is verified`(_ flags: [String]) throws {
    let folder = try Folder()
    let file = try folder.write("a.scenario", Scenarios.landmine)
    let run = Reel(["replay", file, "--verify"] + flags)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("outcomes reproduced"))
    #expect(!run.output.contains("all 0 outcomes"))
  }

  @Test func `says the line and what was expected, and leaves no file behind`() throws {
    let folder = try Folder()
    let text = "phone sets temperatureUnit celsius\nphone flies\n"
    let run = Reel("record", "-", "-o", folder("y.jsonl.zst"), input: text)
    #expect(run.status == 65)
    #expect(run.errors.contains("line 2: expected a verb"))
    #expect(run.errors.contains("found `flies`"))
    #expect(!folder.has("y.jsonl.zst"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `never replaces a file unless forced`() throws {
    let folder = try Folder()
    let path = try folder.write("x.jsonl", "precious")
    let kept = Reel("record", "-", "-o", path, input: Scenarios.landmine)
    #expect(kept.status == 73)
    #expect(kept.errors.contains("--force"))
    #expect(try folder.read("x.jsonl") == Data("precious".utf8))
    let replaced = Reel("record", "-", "-o", path, "--force", input: Scenarios.landmine)
    #expect(replaced.status == 0)
    #expect(Reel("info", path, "--count").output.hasPrefix("events 8\n"))
  }

  @Test func `never puts a file in the place of a device or a folder`() throws {
    let folder = try Folder()
    for path in ["/dev/null", folder.path] {
      let run = Reel("record", "-", "-o", path, "--force", input: Scenarios.landmine)
      #expect(run.status == 73)
    }
  }

  @Test func `writes plain lines to standard output`() {
    let run = Reel("record", "-", "-o", "-", input: Scenarios.landmine)
    #expect(run.status == 0)
    #expect(run.lines[0].hasPrefix("{\"reel\":1,\"recording\":"))
    #expect(run.lines.count == 9)
    #expect(run.errors.isEmpty)
  }

  @Test func `names the rule in the header, and no rule that the recording does not bring`() throws
  {
    let folder = try Folder()
    let header = { (policy: [String]) in
      Reel(["record", "-", "-o", "-"] + policy, input: Array(Scenarios.landmine.utf8)).lines[0]
    }
    #expect(header([]).contains("\"recordedUnder\":\"allowlist+tombstones\""))
    #expect(header(["--policy", "landmine"]).contains("\"recordedUnder\":\"landmine\""))
    let file = try folder.write("p.json", "{\"extends\": \"allowlist\", /* own */}")
    #expect(header(["--policy", file]).contains("\"recordedUnder\":null"))
  }

  @Test func `tells of keys that the catalog does not know, and records them`() {
    let run = Reel("record", "-", "-o", "-", input: "phone sets unheardOf 1\n")
    #expect(run.status == 0)
    #expect(run.errors.contains("line 1: the catalog has no key `unheardOf`"))
    #expect(run.output.contains("\"key\":\"unheardOf\""))
  }

  @Test func `sums up as JSON`() throws {
    let folder = try Folder()
    let run = Reel(
      "record", "-", "-o", folder("x.jsonl"), "--json", input: Scenarios.landmine)
    let object = try run.json()
    #expect(object["schema"] as? String == "reel.record/1")
    #expect(object["events"] as? Int == 8)
  }
}

@Suite("The prompt of reel record")
struct RecordPromptTests {
  @Test func `shows after each line what changed on which device`() throws {
    let folder = try Folder()
    let run = Reel(
      "record", "-o", folder("x.jsonl.zst"), "--color", "never",
      input: Scenarios.landmine, isTerminal: true)
    #expect(run.status == 0)
    #expect(run.output.contains("phone: memberEntitlement absent -> false"))
    #expect(run.output.contains("watch: temperatureUnit absent -> \"celsius\""))
    #expect(run.output.contains("watch: paidWatch = no"))
    #expect(Reel("replay", folder("x.jsonl.zst"), "--verify").status == 0)
  }

  @Test func `goes on after a line that it does not understand`() throws {
    let folder = try Folder()
    let run = Reel(
      "record", "-o", folder("x.jsonl"), input: "phone flies\nphone sets chartStyle bars\n",
      isTerminal: true)
    #expect(run.status == 0)
    #expect(run.output.contains("expected a verb"))
    #expect(Reel("info", folder("x.jsonl"), "--count").output.hasPrefix("events 1\n"))
  }
}
