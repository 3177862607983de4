import Foundation
import ReelEvents
import ReelSeams
import ReelSimulation
import Testing

/// The rules of platform-semantics section 2, on the cloud in memory and on the server.
@Suite struct `The key-value cloud` {
  static let kinds = CloudKind.allCases

  @Test(arguments: kinds)
  func `brings a value from one device to another, and tells the other only`(kind: CloudKind) throws
  {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    let (phoneNotices, tabletNotices) = (NoticeList(phone), NoticeList(tablet))
    phone.set("x", forKey: "a")
    #expect(phone.text("a") == "x")
    bench.settle()
    #expect(tablet.text("a") == "x")
    #expect(tabletNotices.take() == ["server a"])
    #expect(phoneNotices.take() == [])
    tablet.removeObject(forKey: "a")
    bench.settle()
    #expect(phone.text("a") == nil)
    #expect(phone.dictionaryRepresentation.isEmpty)
    #expect(phoneNotices.take() == ["server a"])
  }

  @Test(arguments: kinds)
  func `keeps property-list values of every type`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    let date = Date(timeIntervalSinceReferenceDate: 804_000_000.123456)
    let values: [String: Any] = [
      "bool": true, "int": Int64(1) << 60, "double": 0.1, "string": "é\u{0}", "date": date,
      "data": Data([0, 255]), "array": [1, "x"] as [Any], "dictionary": ["k": ["n": 1.5]],
    ]
    for (key, value) in values { phone.set(value, forKey: key) }
    bench.settle()
    #expect(tablet.object(forKey: "bool") as? Bool == true)
    #expect(tablet.object(forKey: "int") as? Int == 1 << 60)
    #expect(tablet.object(forKey: "double") as? Double == 0.1)
    #expect(tablet.object(forKey: "string") as? String == "é\u{0}")
    #expect(tablet.object(forKey: "date") as? Date == date)
    #expect(tablet.object(forKey: "data") as? Data == Data([0, 255]))
    #expect((tablet.object(forKey: "array") as? [Any])?.count == 2)
    #expect(
      (tablet.object(forKey: "dictionary") as? [String: [String: Double]])?["k"] == ["n": 1.5])
    #expect(tablet.dictionaryRepresentation.count == 8)
  }

  @Test(arguments: kinds)
  func `refuses what is no property list`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    phone.set(URL(fileURLWithPath: "/"), forKey: "a")
    #expect(phone.object(forKey: "a") == nil)
    #expect(phone.misuses.count == 1)
  }

  @Test(arguments: kinds)
  func `has keys for their bytes, not for how they look`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    phone.set("one", forKey: "\u{e9}")
    phone.set("two", forKey: "e\u{301}")
    bench.settle()
    #expect(tablet.text("\u{e9}") == "one")
    #expect(tablet.text("e\u{301}") == "two")
  }

  // MARK: Limits

  @Test(arguments: kinds, [64, 65])
  func `takes keys of up to 64 bytes`(kind: CloudKind, length: Int) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    phone.set("x", forKey: String(repeating: "k", count: length))
    #expect(phone.dictionaryRepresentation.isEmpty == (length > 64))
    #expect(phone.misuses.isEmpty == (length <= 64))
  }

  @Test func `takes keys of up to 128 units where the other reading is chosen`() throws {
    var rules = CloudRules()
    rules.keyLength = .units128
    let phone = SimulatedCloud(rules).install(on: "phone", account: "u1")
    phone.set("x", forKey: String(repeating: "k", count: 128))
    #expect(phone.misuses.isEmpty)
    phone.set("x", forKey: String(repeating: "k", count: 129))
    #expect(phone.misuses.count == 1)
  }

  @Test(arguments: kinds)
  func `fails a write over 1 MiB whole, and says so`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    bench.settle()
    let notices = NoticeList(phone)
    phone.set(String(repeating: "x", count: 1_048_576), forKey: "a")
    bench.settle()
    #expect(notices.take() == [])
    phone.set(String(repeating: "y", count: 1_048_577), forKey: "a")
    bench.settle()
    #expect(notices.take() == ["quota a"])
    #expect(phone.text("a")?.first == "x")
    phone.set("z", forKey: "b")
    bench.settle()
    #expect(notices.take() == ["quota b"])
    #expect(phone.text("b") == nil)
    phone.removeObject(forKey: "a")
    phone.set("z", forKey: "b")
    bench.settle()
    #expect(notices.take() == [])
  }

  @Test(arguments: kinds)
  func `holds 1,024 keys`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    bench.settle()
    let notices = NoticeList(phone)
    for number in 0..<1024 { phone.set(true, forKey: "k\(number)") }
    bench.settle()
    #expect(notices.take() == [])
    phone.set(true, forKey: "one-more")
    bench.settle()
    #expect(notices.take() == ["quota one-more"])
  }

  @Test(arguments: kinds)
  func `fails an upload that two devices together make too large`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    tablet.setOnline(false)
    bench.settle()
    let notices = NoticeList(tablet)
    tablet.set(String(repeating: "t", count: 700_000), forKey: "t")
    phone.set(String(repeating: "p", count: 700_000), forKey: "p")
    bench.settle()
    tablet.setOnline(true)
    bench.settle()
    #expect(notices.take() == ["server p", "quota t"])
    #expect(tablet.text("t") == nil)
    #expect(phone.text("t") == nil)
  }

  // MARK: The first download

  @Test(arguments: kinds)
  func `reads as empty until the first download, which tells of itself by what it brings`(
    kind: CloudKind
  ) throws {
    var rules = CloudRules()
    rules.downloadDelayMilliseconds = 3000
    let bench = try kind.bench(rules)
    let phone = try bench.join("phone", account: "u1")
    bench.advance(milliseconds: 3000)
    phone.set("x", forKey: "a")
    bench.settle()
    let tablet = try bench.join("tablet", account: "u1")
    let notices = NoticeList(tablet)
    bench.advance(milliseconds: 2000)
    #expect(tablet.text("a") == nil)
    phone.set("y", forKey: "b")
    bench.settle()
    bench.advance(milliseconds: 1000)
    #expect(tablet.text("a") == "x")
    #expect(tablet.text("b") == "y")
    #expect(notices.take().first == "server a")
  }

  @Test(arguments: kinds)
  func `says nothing of a first download that brings nothing`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    let notices = NoticeList(phone)
    bench.settle()
    #expect(notices.take() == [])
  }

  @Test(arguments: kinds, CloudRules.Conflict.allCases)
  func `overwrites what was written before the first download, or is overwritten`(
    kind: CloudKind, conflict: CloudRules.Conflict
  ) throws {
    var rules = CloudRules()
    rules.conflict = conflict
    let bench = try kind.bench(rules)
    let phone = try bench.join("phone", account: "u1")
    bench.settle()
    phone.set("old", forKey: "a")
    bench.settle()
    let tablet = try bench.join("tablet", account: nil)
    let notices = NoticeList(tablet)
    tablet.setOnline(false)
    tablet.set("new", forKey: "a")
    tablet.setOnline(true)
    tablet.changeAccount(to: "u1")
    bench.settle()
    let expected = conflict == .refused ? "old" : "new"
    #expect(tablet.text("a") == expected)
    #expect(phone.text("a") == expected)
    #expect(notices.take() == (conflict == .refused ? ["account a"] : ["account"]))
  }

  @Test func `tells of a first download that overwrote a write by its own reason`() {
    var rules = CloudRules()
    rules.downloadDelayMilliseconds = 1000
    let cloud = SimulatedCloud(rules)
    let phone = cloud.install(on: "phone", account: "u1")
    cloud.advance(milliseconds: 1000)
    phone.set("old", forKey: "a")
    cloud.settle()
    let tablet = cloud.install(on: "tablet", account: "u1")
    let notices = NoticeList(tablet)
    tablet.set("new", forKey: "a")
    cloud.advance(milliseconds: 1000)
    #expect(tablet.text("a") == "old")
    #expect(notices.take() == ["initial a"])
  }

  @Test(arguments: zip(CloudRules.FirstDownload.allCases, ["server a", "initial a"]))
  func `tells of any other first download as the reading says`(
    reading: CloudRules.FirstDownload, notice: String
  ) {
    var rules = CloudRules()
    rules.firstDownload = reading
    let cloud = SimulatedCloud(rules)
    let phone = cloud.install(on: "phone", account: "u1")
    cloud.settle()
    phone.set("x", forKey: "a")
    cloud.settle()
    let notices = NoticeList(cloud.install(on: "tablet", account: "u1"))
    cloud.settle()
    #expect(notices.take() == [notice])
  }

  // MARK: Uploads

  @Test(arguments: kinds)
  func `sends writes up together after a while, the newest of each key`(kind: CloudKind) throws {
    var rules = CloudRules()
    rules.uploadDelayMilliseconds = 1000
    rules.uploadIntervalMilliseconds = 15_000
    let bench = try kind.bench(rules)
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    let notices = NoticeList(tablet)
    for value in ["1", "2", "3"] { phone.set(value, forKey: "a") }
    phone.set("x", forKey: "b")
    bench.advance(milliseconds: 500)
    #expect(notices.take() == [])
    bench.advance(milliseconds: 500)
    #expect(notices.take() == ["server a b"])
    #expect(tablet.text("a") == "3")
    phone.set("4", forKey: "a")
    bench.advance(milliseconds: 10_000)
    #expect(tablet.text("a") == "3")
    bench.advance(milliseconds: 5000)
    #expect(tablet.text("a") == "4")
  }

  @Test(arguments: kinds)
  func `never forces anything by synchronize`(kind: CloudKind) throws {
    var rules = CloudRules()
    rules.uploadDelayMilliseconds = 1000
    let bench = try kind.bench(rules)
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    phone.set("x", forKey: "a")
    #expect(phone.synchronize())
    bench.settle()
    #expect(tablet.text("a") == nil)
  }

  @Test func `keeps values at home without the entitlement, and says so to synchronize`() {
    let cloud = SimulatedCloud()
    let phone = cloud.install(on: "phone", account: "u1", isEntitled: false)
    let tablet = cloud.install(on: "tablet", account: "u1")
    phone.set("x", forKey: "a")
    cloud.advance(milliseconds: 60_000)
    #expect(phone.text("a") == "x")
    #expect(!phone.synchronize())
    #expect(tablet.text("a") == nil)
  }

  @Test(arguments: kinds)
  func `keeps what was written offline, and sends it later`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    phone.setOnline(false)
    bench.settle()
    phone.set("x", forKey: "a")
    bench.settle()
    #expect(tablet.text("a") == nil)
    phone.setOnline(true)
    bench.settle()
    #expect(tablet.text("a") == "x")
  }
}
