import ReelEvents
import ReelLog
import Testing

/// Lines of a scenario, then what its last event is on disk after `at`.
private let lines: [([String], String)] = [
  (["phone installs"], #""phone","event":"device.installed""#),
  (["phone installs 1.2"], #""phone","event":"device.installed","version":"1.2""#),
  (["watch launches"], #""watch","event":"device.launched""#),
  (["phone updates 2.0"], #""phone","event":"device.updated","version":"2.0""#),
  (
    ["phone updates version=2.0 policy=allowlist"],
    #""phone","event":"device.updated","version":"2.0","policy":"allowlist""#
  ),
  (["phone uninstalls"], #""phone","event":"device.uninstalled""#),
  (["phone locks"], #""phone","event":"device.locked""#),
  (["phone unlocks"], #""phone","event":"device.unlocked""#),
  (["watch crashes   # the system needed memory"], #""watch","event":"device.crashed""#),
  (["phone uses account u2"], #""phone","event":"device.account","account":"u2""#),
  (["phone uses no account"], #""phone","event":"device.account""#),
  (
    ["phone registers temperatureUnit=celsius showsWind=true"],
    #""phone","event":"store.register","values":{"showsWind":true,"temperatureUnit":"celsius"}"#
  ),
  (
    ["phone registers"],
    #""phone","event":"store.register","values":{"launchCount":0,"temperatureUnit":"kelvin"}"#
  ),
  (
    ["phone loads settings.plist"],
    #""phone","event":"store.loaded","values":{"file":"settings.plist"}"#
  ),
  (
    ["phone loads list.plist store=notInterested"],
    #""phone","event":"store.loaded","store":"notInterested","values":{"file":"list.plist"}"#
  ),
  (
    ["phone sets memberEntitlement false"],
    #""phone","event":"store.set","key":"memberEntitlement","value":false"#
  ),
  (
    ["phone sets temperatureUnit celsius"],
    #""phone","event":"store.set","key":"temperatureUnit","value":"celsius""#
  ),
  (
    [##"phone sets searchHistory ["#1, really", 2] # a comment"##],
    ##""phone","event":"store.set","key":"searchHistory","value":["#1, really",2]"##
  ),
  (
    [#"phone sets apiUnits "two words""#],
    #""phone","event":"store.set","key":"apiUnits","value":"two words""#
  ),
  (
    ["phone sets apiUnits a=b#c"],
    #""phone","event":"store.set","key":"apiUnits","value":"a=b#c""#
  ),
  (
    ["phone sets apiUnits 007"], #""phone","event":"store.set","key":"apiUnits","value":"007""#
  ),
  (
    ["phone sets fetchInProgressAt {\"$date\":\"2026-01-01T00:00:03Z\"}"],
    #""phone","event":"store.set","key":"fetchInProgressAt","#
      + #""value":{"$date":"2026-01-01T00:00:03.000000Z"}"#
  ),
  (
    ["cloud sets notInterested 1"],
    #""cloud","event":"store.set","store":"kvs","key":"notInterested","value":1"#
  ),
  (["phone removes chartStyle"], #""phone","event":"store.remove","key":"chartStyle""#),
  (
    ["cloud removes notInterested"],
    #""cloud","event":"store.remove","store":"kvs","key":"notInterested""#
  ),
  (["phone fills apiUnits 8B"], #""phone","event":"store.set","key":"apiUnits","value":"abcdef""#),
  (["watch reads chartStyle"], #""watch","event":"store.read","key":"chartStyle""#),
  (["watch checks paidWatch"], #""watch","event":"entitlement.read","rule":"paidWatch""#),
  (
    ["watch/widget checks paidWatch"],
    #""watch/widget","event":"entitlement.read","rule":"paidWatch""#
  ),
  (["watch checks alertsOn"], #""watch","event":"rule.read","rule":"alertsOn""#),
  (
    ["phone checks pro answer=true"],
    #""phone","event":"entitlement.read","rule":"pro","answer":true"#
  ),
  (["phone is pro"], #""phone","event":"entitlement.read","rule":"pro","answer":true"#),
  (["phone is free"], #""phone","event":"entitlement.read","rule":"pro","answer":false"#),
  (["phone is unknown"], #""phone","event":"entitlement.read","rule":"pro""#),
  (
    ["phone dismisses album-42"],
    #""phone","event":"store.set","store":"notInterested","key":"album-42","value":true"#
  ),
  (
    ["phone undoes album-42"],
    #""phone","event":"store.remove","store":"notInterested","key":"album-42""#
  ),
  (
    ["phone dismisses p1 store=createdPlaylists"],
    #""phone","event":"store.set","store":"createdPlaylists","key":"p1","value":true"#
  ),
  (
    ["phone installs", "note the user taps Undo # or so"],
    #""phone","event":"note","text":"the user taps Undo""#
  ),
]

/// As `lines`, of messages.
private let messages: [([String], String)] = [
  (
    ["phone sends context to watch as m1"],
    #""phone","event":"message.sent","message":"m1","channel":"context","to":"watch""#
  ),
  (
    ["phone sends userInfo to watch"],
    #""phone","event":"message.sent","message":"phone-1","channel":"userInfo","to":"watch""#
  ),
  (
    ["phone sends context to watch as phone-1", "phone sends context to watch"],
    #""phone","event":"message.sent","message":"phone-2","channel":"context","to":"watch""#
  ),
  (
    ["watch sends message to phone", "phone receives"],
    #""phone","event":"message.received","message":"watch-1","channel":"message""#
  ),
  (
    ["phone sends context to watch as m1", "phone sends userInfo to watch", "watch receives m1"],
    #""watch","event":"message.received","message":"m1","channel":"context""#
  ),
  (
    ["phone sends context to watch as m1", "phone sends userInfo to watch", "watch receives"],
    #""watch","event":"message.received","message":"phone-1","channel":"userInfo""#
  ),
  (
    ["phone sends context to watch as m1", "watch receives m1 interrupted=true"],
    #""watch","event":"message.received","message":"m1","channel":"context","interrupted":true"#
  ),
  (
    ["watch receives x1 channel=userInfo payload={\"a\":1}"],
    #""watch","event":"message.received","message":"x1","channel":"userInfo","payload":{"a":1}"#
  ),
  (
    ["phone sends context to watch as m1", "phone fails m1 notReachable"],
    #""phone","event":"message.failed","message":"m1","error":"notReachable""#
  ),
  (
    ["phone pushes notInterested as p1"],
    #""phone","event":"message.sent","message":"p1","channel":"kvs","to":"cloud","#
      + #""key":"notInterested""#
  ),
  (
    ["phone pushes createdPlaylists"],
    #""phone","event":"message.sent","message":"phone-1","channel":"kvs","to":"cloud","#
      + #""key":"createdPlaylists""#
  ),
  (["phone pulls notInterested"], #""phone","event":"message.received","channel":"kvs""#),
  (
    ["phone pulls createdPlaylists reason=server"],
    #""phone","event":"message.received","channel":"kvs","key":"createdPlaylists","#
      + #""reason":"server""#
  ),
  (
    ["phone pulls nothing"],
    #""phone","event":"message.received","message":"none","channel":"kvs""#
  ),
  (
    ["phone pushes notInterested as p1", "tablet pulls p1 reason=initial"],
    #""tablet","event":"message.received","message":"p1","channel":"kvs","reason":"initial""#
  ),
  (
    ["phone pushes createdPlaylists as p1", "tablet pulls p1"],
    #""tablet","event":"message.received","message":"p1","channel":"kvs","#
      + #""key":"createdPlaylists""#
  ),
  (
    ["phone pushes notInterested as p1", "cloud receives p1"],
    #""cloud","event":"message.received","message":"p1","channel":"kvs""#
  ),
  (
    [#"{"at":"+0s","event":"store.set","key":"apiUnits","value":1.0,"device":"phone"} # so"#],
    #""phone","event":"store.set","key":"apiUnits","value":1.0"#
  ),
]

@Suite struct `A line of a scenario` {
  @Test(arguments: lines + messages)
  func `is an event of the recording`(lines: [String], event: String) throws {
    let text = lines.joined(separator: "\n")
    let scenario = try Scenario(Array(text.utf8), catalog: smallCatalog, loadingFile: naming)
    let last = try #require(scenario.events.last)
    var bytes: [UInt8] = []
    EventLine.append(last, to: &bytes)
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(line.contains(#"Z","device":\#(event)}"#), "\(line)")
    #expect(scenario.events.count == lines.count)
  }

  @Test(arguments: [(2, 2), (300_000, 300_000), (2_000_000, 2_000_000)])
  func `fills a key with a value of exactly so many bytes`(bytes: Int, size: Int) throws {
    let text = "phone fills apiUnits \(bytes)B"
    let scenario = try Scenario(Array(text.utf8), catalog: smallCatalog)
    guard case .storeSet(_, _, let value) = scenario.events.first?.action else {
      Issue.record("no value was set")
      return
    }
    #expect(value.canonicalBytes.count == size)
  }

  @Test func `may end in a carriage return and a line feed`() throws {
    let text = "phone installs 2.0\r\n\r\nphone locks\r\n"
    let scenario = try Scenario(Array(text.utf8), catalog: smallCatalog)
    #expect(scenario.events.map(\.action.kind) == [.deviceInstalled, .deviceLocked])
    #expect(scenario.lines == [1, 3])
  }

  @Test func `is noted once for a key that the catalog does not know`() throws {
    let text =
      "phone sets mood good\nphone sets mood bad\nphone dismisses album-1\nphone checks pro"
    let scenario = try Scenario(Array(text.utf8), catalog: smallCatalog)
    #expect(
      scenario.notes.map(\.description) == [
        "line 1: the catalog has no key `mood`",
        "line 4: the catalog has no rule `pro`: unknown",
      ])
  }

  @Test func `is noted where a list is pulled that nobody pushed`() throws {
    let text = "phone pulls p1\nphone pushes lists\nphone pulls lists"
    let scenario = try Scenario(Array(text.utf8), catalog: smallCatalog)
    #expect(
      scenario.notes.map(\.description) == [
        "line 1: no line before pushes `p1`: it is taken for a list's key"
      ])
  }
}
