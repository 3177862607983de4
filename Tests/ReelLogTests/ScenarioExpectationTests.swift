import ReelEvents
import ReelLog
import Testing

@Suite struct `What a scenario expects` {
  private func scenario(_ text: String) throws -> Scenario {
    try Scenario(Array(text.utf8), catalog: Catalog())
  }

  @Test func `is nothing for none`() throws {
    let expectation = try #require(try scenario("expect allowlist: none").expectations.first)
    #expect(expectation.policy == "allowlist")
    #expect(expectation.findings.isEmpty)
  }

  @Test func `is a check, a device and perhaps a key`() throws {
    let text =
      "expect phone=a,phone@2=b: echo-write phone; frozen-key watch k; echo-write tv -  # so"
    let expectation = try #require(try scenario(text).expectations.first)
    #expect(expectation.policy == "phone=a,phone@2=b")
    #expect(
      expectation.findings == [
        finding("echo-write", "phone", nil), finding("frozen-key", "watch", "k"),
        finding("echo-write", "tv", nil),
      ])
  }

  @Test func `may be the warning form of a check`() throws {
    let text = "expect a: entitlement-by-absence/warning watch paidWatch"
    let expectation = try #require(try scenario(text).expectations.first)
    #expect(
      expectation.findings == [finding("entitlement-by-absence", "watch", "paidWatch", true)])
  }

  @Test func `is, at the end, a list, a value or absence`() throws {
    let text =
      #"final a: phone list={b,a}; phone no={}; watch k=absent; watch s="x;y # z"; "#
      + #"watch b=true; watch d={"e":[1]}; cloud w=bare"#
    let final = try #require(try scenario(text).finals.first)
    #expect(final.policy == "a")
    #expect(
      final.states.map(told) == [
        "phone list {a,b}", "phone no {}", "watch k absent", #"watch s "x;y # z""#,
        "watch b true", #"watch d {"e":[1]}"#, #"cloud w "bare""#,
      ])
  }

  @Test func `holds of policies that the scenario defines`() throws {
    let text = #"policy wall = tombstones {"dismissals.stamp":"wallClock"} # so"# + "\npolicy b=a+c"
    let policies = try scenario(text).policies
    #expect(policies.map(\.name) == ["wall", "b"])
    #expect(policies.map(\.base) == ["tombstones", "a+c"])
    #expect(policies.first?.switches["dismissals.stamp"] == .string("wallClock"))
    #expect(policies.last?.switches.members.isEmpty == true)
  }

  @Test func `comes with comments that say what it is`() throws {
    let scenario = try scenario("# case: T01\n#shows:  a: b\n# just a remark\n# so it is: yes")
    #expect(scenario.comments.map(\.word) == ["case", "shows"])
    #expect(scenario.comment("shows") == "a: b")
    #expect(scenario.comment("source") == nil)
  }

  private func finding(
    _ check: String, _ device: String, _ key: String?, _ isWarning: Bool = false
  ) -> ExpectedFinding {
    ExpectedFinding(check: check, isWarning: isWarning, device: DeviceName(device), key: key)
  }

  private func told(_ state: ExpectedState) -> String {
    let what: String =
      switch state.state {
      case .absent: "absent"
      case .members(let members): "{\(members.joined(separator: ","))}"
      case .value(let value): String(decoding: value.canonicalBytes, as: UTF8.self)
      }
    return "\(state.device) \(state.what) \(what)"
  }
}
