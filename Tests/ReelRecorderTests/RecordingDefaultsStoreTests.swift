import Foundation
import ReelEvents
import ReelFoundation
import ReelRecorder
import ReelSeams
import ReelSimulation
import Testing

@Suite("A recording defaults store")
struct RecordingDefaultsStoreTests {
  @Test func `begins with the whole content as found, and not what is registered`() throws {
    let scratch = try Scratch()
    let disk = MemoryDisk()
    let base = MemoryDefaults(domain: "d", disk: disk, process: MemoryProcess())
    base.set("kelvin", forKey: "unit")
    base.register(defaults: ["member": true])
    let recorder = try Recorder(
      Recorder.Setup(
        device: DeviceName("phone"), catalog: try SmallCatalog.make(), recordedUnder: nil),
      at: .file(scratch("a.jsonl")), clock: TickingClock())
    _ = RecordingDefaultsStore(base, domain: "d", recorder: recorder)
    try recorder.finish()
    #expect(
      try Recording(scratch("a.jsonl")).lines == [
        "\"store.loaded\",\"values\":{\"unit\":\"kelvin\"}"
      ])
  }

  @Test func `records what is done to it, in order`() throws {
    let bench = try Bench()
    bench.store.register(defaults: ["unit": "celsius"])
    bench.store.set("kelvin", forKey: "unit")
    bench.store.set(nil, forKey: "member")
    bench.store.removeObject(forKey: "unit")
    #expect(
      try bench.recording().lines == [
        "\"store.loaded\",\"values\":{}",
        "\"store.register\",\"values\":{\"unit\":\"celsius\"}",
        "\"store.set\",\"key\":\"unit\",\"value\":\"kelvin\"",
        "\"store.remove\",\"key\":\"member\"",
        "\"store.remove\",\"key\":\"unit\"",
      ])
  }

  @Test func `records reads of the catalog's keys, whatever type is asked for`() throws {
    let bench = try Bench()
    bench.store.set("1", forKey: "unit")
    #expect(bench.store.bool(forKey: "unit"))
    #expect(bench.store.integer(forKey: "unit") == 1)
    #expect(bench.store.string(forKey: "member") == nil)
    #expect(bench.store.object(forKey: "AppleLanguages") == nil)
    #expect(
      try bench.recording().lines.suffix(3) == [
        "\"store.read\",\"key\":\"unit\",\"value\":\"1\"",
        "\"store.read\",\"key\":\"unit\",\"value\":\"1\"",
        "\"store.read\",\"key\":\"member\"",
      ])
  }

  @Test func `records the loss of a whole domain key by key`() throws {
    let bench = try Bench()
    bench.store.set("kelvin", forKey: "unit")
    bench.store.set(true, forKey: "member")
    bench.store.removePersistentDomain(forName: "other")
    bench.store.removePersistentDomain(forName: "d")
    #expect(bench.store.persistentDomain(forName: "d")?.isEmpty == true)
    #expect(
      try bench.recording().lines.suffix(2) == [
        "\"store.remove\",\"key\":\"member\"", "\"store.remove\",\"key\":\"unit\"",
      ])
  }

  @Test func `records what something else changed, when it is noticed`() throws {
    let bench = try Bench()
    bench.store.synchronize()
    let base = ChangingStore(
      MemoryDefaults(domain: "d", disk: bench.disk, process: MemoryProcess()))
    let store = RecordingDefaultsStore(base, domain: "d", recorder: bench.recorder)
    store.synchronize()
    #expect(
      try bench.recording().lines == [
        "\"store.loaded\",\"values\":{}", "\"store.loaded\",\"values\":{}",
        "\"store.loaded\",\"values\":{\"unit\":\"rankine\"}",
      ])
  }

  @Test func `gathers a message's writes into its halves, and leaves out what changes nothing`()
    throws
  {
    let bench = try Bench()
    bench.store.set("kelvin", forKey: "unit")
    bench.store.set(true, forKey: "member")
    bench.recorder.asOneStep { _ in
      bench.recorder.received(["#message": "phone-7"], over: .context, suppressed: nil)
      bench.store.removeObject(forKey: "unit")
      bench.store.removeObject(forKey: "secret")
      bench.store.removeObject(forKey: "member")
      bench.store.set("celsius", forKey: "unit")
      bench.store.set("celsius", forKey: "unit")
      bench.store.set(false, forKey: "member")
    }
    bench.store.set("celsius", forKey: "unit")
    #expect(
      try bench.recording().lines.suffix(4) == [
        "\"message.received\",\"message\":\"phone-7\",\"channel\":\"context\"",
        "\"store.cleared\",\"by\":\"phone-7\",\"keys\":[\"member\",\"unit\"]",
        "\"store.applied\",\"by\":\"phone-7\",\"values\":{\"member\":false,\"unit\":\"celsius\"}",
        "\"store.set\",\"key\":\"unit\",\"value\":\"celsius\"",
      ])
  }

  @Test func `knows of no value that a removal of the whole domain took with it`() throws {
    let bench = try Bench()
    bench.store.set("kelvin", forKey: "unit")
    bench.recorder.asOneStep { _ in
      bench.recorder.received(["#message": "phone-7"], over: .context, suppressed: nil)
      bench.store.set(true, forKey: "member")
      bench.store.removePersistentDomain(forName: "d")
      bench.store.set("kelvin", forKey: "unit")
    }
    #expect(
      try bench.recording().lines.last
        == "\"store.applied\",\"by\":\"phone-7\",\"values\":{\"unit\":\"kelvin\"}")
  }

  @Test func `records a message from an unrecorded sender with its payload`() throws {
    let bench = try Bench("watch")
    bench.recorder.received(["unit": "kelvin"], over: .userInfo, suppressed: .older)
    #expect(
      try bench.recording().lines.last
        == "\"message.received\",\"message\":\"watch?1\",\"channel\":\"userInfo\","
        + "\"suppressed\":\"older\",\"payload\":{\"unit\":\"kelvin\"}")
  }

  @Test func `records every payload that comes, if it is to stand for the sender's recording`()
    throws
  {
    let bench = try Bench("watch") { $0.receivedPayloads = .all }
    bench.recorder.received(
      ["unit": "kelvin", "secret": true, "#message": "phone-1", "#number": 5], over: .context,
      suppressed: nil)
    let line = try #require(try bench.recording().lines.last)
    #expect(
      line.hasPrefix(
        "\"message.received\",\"message\":\"phone-1\",\"channel\":\"context\","
          + "\"payload\":{\"#number\":5,\"secret\":{\"$digest\":"))
    #expect(line.hasSuffix("\"size\":8},\"unit\":\"kelvin\"}"))
  }

  @Test func `passes everything on to Foundation's own store`() throws {
    let bench = try Bench()
    let name = "reel.test.\(UUID().uuidString)"
    let base = try #require(UserDefaults(suiteName: name))
    let store = RecordingDefaultsStore(base, domain: name, recorder: bench.recorder)
    store.set(["n": 1, "on": true] as [String: Any], forKey: "unit")
    #expect(base.dictionary(forKey: "unit")?["n"] as? Int == 1)
    #expect(store.dictionary(forKey: "unit")?["on"] as? Bool == true)
    store.removePersistentDomain(forName: name)
    #expect(base.object(forKey: "unit") == nil)
    #expect(
      try bench.recording().lines.suffix(3) == [
        "\"store.set\",\"key\":\"unit\",\"value\":{\"n\":1,\"on\":true}",
        "\"store.read\",\"key\":\"unit\",\"value\":{\"n\":1,\"on\":true}",
        "\"store.remove\",\"key\":\"unit\"",
      ])
  }
}
