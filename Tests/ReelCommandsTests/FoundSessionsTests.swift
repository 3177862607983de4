import ReelEvents
import Testing

/// Sessions that somebody found a rule of ours to be wrong in, each the smallest that shows it.
@Suite("A session that was judged wrong once")
struct FoundSessionsTests {
  private static let start = """
    phone installs
    watch installs
    phone sets temperatureUnit A
    phone sends context to watch as m1
    watch receives m1
    phone sets temperatureUnit B
    phone sends context to watch as m2
    phone sets temperatureUnit C
    phone sends context to watch as m3

    """

  private static let sessions: [(about: String, expectations: String, lines: String)] = [
    (
      "two contexts fail, the older first, and leave the one before both in force",
      "expect allowlist: none\nfinal allowlist: watch temperatureUnit=B",
      start + """
        phone fails m2 notReachable
        phone fails m3 notReachable
        phone sets temperatureUnit B
        phone sends context to watch as m4
        watch receives m4
        """
    ),
    (
      "two contexts fail, the newer first, and leave the one before both in force",
      "expect allowlist: message-never-sent phone",
      start + """
        phone fails m3 notReachable
        phone fails m2 notReachable
        watch sets temperatureUnit X
        phone sets temperatureUnit A
        phone sends context to watch as m4
        watch receives m4
        """
    ),
    (
      "a launch takes registered values away, which is a change since the last message",
      "expect allowlist: none",
      """
      phone installs
      watch installs
      phone registers temperatureUnit=celsius
      phone sends context to watch as m1
      watch receives m1
      phone launches
      """
    ),
    (
      "two devices are signed out, and share nothing",
      "expect tombstones: none\nexpect replace: none",
      """
      phone installs
      phone is pro
      phone uses no account
      phone pulls notInterested
      phone dismisses album-1
      phone pushes notInterested as p1
      tablet installs
      tablet is pro
      tablet uses no account
      tablet pulls notInterested
      """
    ),
    (
      "the first message after an install counts, though the clock stands still",
      "expect explicit: none\nfinal explicit: watch temperatureUnit=B",
      """
      phone installs
      watch installs
      +0s phone sets temperatureUnit A
      +0s phone sends context to watch as m1
      +0s phone sends context to watch as m2
      +0s watch receives m2
      +0s phone uninstalls
      +0s phone installs
      +0s phone sets temperatureUnit B
      +0s phone sends context to watch as m3
      +0s watch receives m3
      """
    ),
    (
      "something outside changed a rule's key on the sender, which is no flip",
      "expect allowlist: none",
      """
      phone installs
      watch installs
      phone sets memberEntitlement false
      phone sends context to watch as m1
      watch receives m1
      watch checks paidWatch
      {"at":"+1s","device":"phone","event":"store.loaded","values":{"memberEntitlement":true}}
      phone sends context to watch as m2
      watch receives m2
      watch checks paidWatch
      """
    ),
    (
      "a write to a locked store destroys keys that the app has not written",
      "expect allowlist: write-while-locked watch",
      """
      phone installs
      watch installs
      phone sets temperatureUnit celsius
      phone sets chartStyle bars
      phone sends context to watch as m1
      watch receives m1
      watch locks
      watch sets debugMode true
      watch unlocks
      phone sets chartStyle lines
      phone sends context to watch as m2
      watch receives m2
      """
    ),
    (
      "a clock is set back, and contexts of another time are not of the last ten seconds",
      "expect allowlist: none",
      "phone installs\nwatch installs\nphone clock +10m\n" + contexts(1...6)
        + "+1m\nphone clock -20m\n" + contexts(7...12)
    ),
  ]

  private static func contexts(_ numbers: ClosedRange<Int>) -> String {
    numbers.map {
      "+0s phone sets temperatureUnit v\($0)\n+0s phone sends context to watch\n"
        + "+0s watch receives\n"
    }.joined()
  }

  @Test(arguments: sessions.indices)
  func `is judged right`(_ index: Int) throws {
    let (about, expectations, lines) = Self.sessions[index]
    let folder = try Folder()
    let run = Reel("test", try folder.write("a.scenario", "\(expectations)\n\(lines)\n"))
    #expect(run.status == 0, "\(about): \(run.output)\(run.errors)")
  }

  /// Sessions that end before all is quiet, each told as undecided.
  private static let unfinished: [(policy: String, lines: String)] = [
    (
      "explicit",
      """
      phone installs
      watch installs
      phone sets temperatureUnit celsius
      phone sends context to watch as m1
      watch receives m1
      phone sets temperatureUnit fahrenheit
      phone locks
      phone sends context to watch as m2
      """
    ),
    (
      "allowlist",
      """
      phone installs
      watch installs
      phone sets temperatureUnit celsius
      phone sends context to watch as m1
      watch receives m1
      watch sets displayLanguage fr
      phone sends context to watch as m2
      """
    ),
  ]

  @Test(arguments: unfinished.indices)
  func `ends undecided where the last attempt was held or in vain`(_ index: Int) throws {
    let (policy, lines) = Self.unfinished[index]
    let folder = try Folder()
    let file = try folder.write("a.scenario", lines + "\n")
    let run = Reel("check", file, "--policy", policy)
    #expect(run.status == 2)
    #expect(run.output.contains("undecided: whether watch ends like phone"), "\(run.output)")
  }

  @Test func `measures a store of data by its bytes, not by their letters`() throws {
    let folder = try Folder()
    for (count, status) in [(400_000, Int32(0)), (540_000, 1)] {
      let data = [UInt8](repeating: 7, count: count)
      let text = String(decoding: Value.data(data).canonicalBytes, as: UTF8.self)
      let file = try folder.write(
        "a.scenario", "phone installs\nphone sets previewCache \(text)\n")
      let run = Reel("check", file, "--policy", "allowlist", "--strict")
      #expect(run.status == status, "\(count): \(run.output)")
    }
  }

  @Test func `opens the gate by the catalog's own rule of that name`() throws {
    let folder = try Folder()
    let catalog = try folder.write(
      "catalog.json",
      """
      {"keys": [{"name": "memberPro", "type": "bool", "synced": true, "reason": "r"}],
       "rules": [{"name": "pro", "entitlement": true, "when": "true memberPro", "decides": "x"}]}
      """)
    let file = try folder.write(
      "a.scenario",
      """
      phone installs
      phone sets memberPro true
      phone checks pro
      phone pulls notInterested
      phone dismisses album-1
      phone pushes notInterested as p1
      tablet installs
      tablet sets memberPro true
      tablet checks pro
      tablet pulls notInterested

      """)
    let run = Reel("replay", file, "--catalog", catalog, "--show", "dismissals", "--json")
    let devices = try #require(try run.json()["devices"] as? [String: Any])
    let tablet = try #require(devices["tablet"] as? [String: Any])
    #expect(tablet["dismissals"] as? [String] == ["album-1"], "\(run.output)")
  }

  @Test func `omits a key that the catalog lacks on every device alike`() throws {
    let folder = try Folder()
    let file = try folder.write(
      "a.scenario",
      """
      policy p = allowlist {"settings.send":["foo","temperatureUnit"],"settings.omit":["foo"]}
      phone installs
      watch installs
      tablet installs
      phone sets foo 1
      tablet sets foo 1
      phone sends context to watch as m1
      tablet sends context to watch as m2

      """)
    let run = Reel("record", file, "-o", "-", "--policy", "p")
    #expect(run.output.ranges(of: #""payload":{}"#).count == 2, "\(run.output)")
  }

  @Test func `counts no message as undelivered that its recording has a receipt of`() throws {
    let folder = try Folder()
    let file = try folder.record(
      "a.jsonl",
      """
      phone installs
      watch installs
      phone sets temperatureUnit fahrenheit
      phone sends context to watch as m1
      watch receives m1
      watch uninstalls
      watch installs
      phone sends context to watch as m2
      watch receives m2

      """, policy: "allowlist")
    let run = Reel("check", file, "--policy", "explicit")
    #expect(run.status == 0, "\(run.output)")
  }
}
