import ReelSeams
import ReelSimulation
import Testing

/// Who wins, and whose values they are: on the cloud in memory and on the server.
@Suite struct `Conflicts and accounts in the key-value cloud` {
  static let kinds = CloudKind.allCases

  // MARK: Conflicts

  @Test(arguments: kinds, CloudRules.Conflict.allCases)
  func `settles a conflict by one of two rules`(
    kind: CloudKind, conflict: CloudRules.Conflict
  ) throws {
    var rules = CloudRules()
    rules.conflict = conflict
    let bench = try kind.bench(rules)
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    let notices = NoticeList(tablet)
    tablet.setOnline(false)
    bench.settle()
    tablet.set("tablet", forKey: "a")
    phone.set("phone", forKey: "a")
    bench.settle()
    tablet.setOnline(true)
    bench.settle()
    let expected = conflict == .refused ? "phone" : "tablet"
    #expect(phone.text("a") == expected)
    #expect(tablet.text("a") == expected)
    #expect(notices.take() == (conflict == .refused ? ["server a"] : []))
  }

  @Test(arguments: kinds, CloudRules.Conflict.allCases)
  func `knows no conflict between a device and itself`(
    kind: CloudKind, conflict: CloudRules.Conflict
  ) throws {
    var rules = CloudRules()
    rules.conflict = conflict
    let bench = try kind.bench(rules)
    let phone = try bench.join("phone", account: "u1")
    bench.settle()
    let notices = NoticeList(phone)
    for number in 0..<50 { phone.set("\(number)", forKey: "a") }
    bench.settle()
    phone.set("last", forKey: "a")
    bench.settle()
    #expect(phone.text("a") == "last")
    #expect(notices.take() == [])
  }

  // MARK: Accounts

  @Test(arguments: kinds)
  func `replaces everything by the values of another account, whatever is newer`(
    kind: CloudKind
  ) throws {
    let bench = try kind.bench()
    let other = try bench.join("other", account: "u2")
    bench.settle()
    other.set("theirs", forKey: "a")
    bench.settle()
    let phone = try bench.join("phone", account: "u1")
    bench.settle()
    let notices = NoticeList(phone)
    phone.set("mine", forKey: "a")
    phone.set("mine", forKey: "b")
    bench.settle()
    phone.changeAccount(to: "u2")
    // Empty until the first download, which a process of its own may bring at once.
    #expect(phone.text("a") != "mine")
    bench.settle()
    #expect(phone.text("a") == "theirs")
    #expect(phone.text("b") == nil)
    #expect(notices.take() == ["account a"])
    #expect(other.text("b") == nil)
    phone.changeAccount(to: "u1")
    bench.settle()
    #expect(phone.text("a") == "mine")
  }

  @Test(arguments: kinds)
  func `empties the store when the user signs out`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    bench.settle()
    let notices = NoticeList(phone)
    phone.set("x", forKey: "a")
    bench.settle()
    phone.changeAccount(to: nil)
    bench.settle()
    #expect(phone.text("a") == nil)
    #expect(notices.take() == ["account a"])
  }

  @Test(arguments: kinds)
  func `keeps what is written while signed out, and sends it at the next sign-in`(
    kind: CloudKind
  ) throws {
    let bench = try kind.bench()
    let tablet = try bench.join("tablet", account: "u1")
    let phone = try bench.join("phone", account: nil)
    bench.settle()
    phone.set("x", forKey: "a")
    bench.settle()
    #expect(phone.text("a") == "x")
    #expect(tablet.text("a") == nil)
    phone.changeAccount(to: "u1")
    bench.settle()
    #expect(tablet.text("a") == "x")
  }

  @Test(arguments: kinds)
  func `outlives the app on the device`(kind: CloudKind) throws {
    let bench = try kind.bench()
    var phone: (any CloudDevice)? = try bench.join("phone", account: "u1")
    bench.settle()
    phone?.set("x", forKey: "a")
    bench.settle()
    phone = nil
    let again = try bench.join("phone", account: "u1")
    bench.settle()
    #expect(again.text("a") == "x")
  }

  @Test(arguments: kinds)
  func `tells nobody any more who let go of the notices`(kind: CloudKind) throws {
    let bench = try kind.bench()
    let phone = try bench.join("phone", account: "u1")
    let tablet = try bench.join("tablet", account: "u1")
    bench.settle()
    var notices: NoticeList? = NoticeList(tablet)
    weak let observed = notices
    notices = nil
    phone.set("x", forKey: "a")
    bench.settle()
    #expect(observed == nil)
    #expect(tablet.text("a") == "x")
  }
}
