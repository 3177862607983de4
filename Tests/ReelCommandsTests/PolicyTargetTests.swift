import Testing

@testable import ReelCommands

@Suite("A policy for a device")
struct PolicyTargetTests {
  private static let session = """
    phone installs 1.0
    watch installs 1.0
    phone sets memberEntitlement false
    phone updates 2.1
    phone sends context to watch
    watch receives
    watch checks paidWatch

    """

  @Test(arguments: [
    ["replay", "S", "--policy"], ["check", "S", "--policy"], ["diff", "S", "--to"],
    ["diff", "S", "--to", "allowlist", "--from"], ["record", "S", "-o", "-", "--policy"],
    ["matrix", "S", "--policies"], ["accept", "R", "--policy"],
    ["emit", "--swift-testing", "R", "--policy"], ["replay", "R", "--verify", "--policy"],
  ])
  func `that the session does not have is told of, with the nearest`(_ words: [String]) throws {
    let folder = try Folder()
    let places = [
      "S": try folder.write("one.scenario", Self.session),
      "R": try folder.record("session.jsonl", Self.session),
    ]
    let command = words.map { places[$0] ?? $0 }
    #expect(!Reel(command + ["phone=landmine"]).errors.contains("no device is called"))
    let run = Reel(command + ["phne=landmine"])
    #expect(run.status != 64, "\(run.errors)")
    let note = "note: phne=landmine: no device is called phne there; did you mean phone?\n"
    #expect(run.errors.ranges(of: note).count == 1, "\(run.errors)")
  }

  @Test func `that no session of many has is told of once`() throws {
    let folder = try Folder()
    try folder.write("one.scenario", Self.session)
    try folder.write("two.scenario", Scenarios.undo)
    let note = "no device is called"
    let run = Reel("matrix", folder.path, "--policies", "phne=landmine,wach=landmine")
    let said = run.errors.split(separator: "\n").filter { $0.contains(note) }
    #expect(said.count == 2, "\(run.errors)")
    #expect(said.first?.hasSuffix("called phne there; did you mean phone?") == true)
    #expect(run.status != 64)
    #expect(!Reel("matrix", folder.path, "--policies", "watch=landmine").errors.contains(note))
  }

  @Test func `that a scenario expects something of, and does not have, is told of`() throws {
    let folder = try Folder()
    let file = try folder.write(
      "one.scenario", Self.session + "final wach=allowlist: watch paidWatch=false\n")
    let run = Reel("test", file)
    #expect(run.errors.contains("note: wach=allowlist: no device is called wach there; did you"))
    #expect(run.status == 0, "\(run.output)")
  }

  @Test(arguments: [
    ("phone@2=landmine", ""), ("phone@2.1=landmine", ""), ("phone@1=landmine", ""),
    (
      "phone@9=landmine",
      "note: phone@9=landmine: phone never gets to version 9 there; it has 1.0, 2.1\n"
    ),
    (
      "allowlist,watch@2=landmine",
      "note: allowlist,watch@2=landmine: watch never gets to version 2 there; it has 1.0\n"
    ),
  ])
  func `from a version that never comes on is told of`(_ policy: String, _ note: String) throws {
    let folder = try Folder()
    let file = try folder.write("one.scenario", Self.session)
    #expect(Reel("replay", file, "--policy", policy).errors == note)
    #expect(Reel("replay", file, "--policy", policy, "--json").errors == note)
  }

  @Test(arguments: ["allowlist,landmine", "phone=allowlist,phone=landmine"])
  func `comes once, and not twice`(_ policy: String) throws {
    let folder = try Folder()
    let file = try folder.write("one.scenario", Self.session)
    let run = Reel("check", file, "--policy", policy)
    #expect(run.status == 64)
    #expect(run.errors.contains("both name a settings half"))
    #expect(Reel("check", file, "--policy", "allowlist,tombstones").status == 0)
  }
}
