import ReelEvents
import ReelPolicies
import ReelReplay
import Testing

@Suite("A diff of two rules")
struct DifferTests {
  private func diff(_ text: String, from: String, to: String) throws -> DiffResult {
    let session = try Session(text)
    return try DiffResult.run(session.facts, from: PolicyChoice(from), to: PolicyChoice(to))
  }

  private let landmine = """
    phone installs
    watch installs
    phone sets memberEntitlement false
    phone sends context to watch as m1
    watch receives m1
    watch checks paidWatch
    watch sets memberEntitlement false
    watch checks paidWatch
    """

  @Test func `names what parted, in order, with the chain that led to it`() throws {
    let result = try diff(landmine, from: "wipe-then-apply", to: "landmine")
    #expect(result.divergences.map(\.kind) == [.payload, .store, .answer])
    #expect(result.divergences.map(\.event) == [4, 5, 6])
    #expect(result.divergences.map(\.because) == [[3, 4], [3, 4, 5], [3, 4, 5, 6]])
    #expect(result.divergences[2].from == .bool(false))
    #expect(result.divergences[2].to == .bool(true))
  }

  @Test func `says where they meet again`() throws {
    let result = try diff(landmine, from: "wipe-then-apply", to: "landmine")
    #expect(result.divergences.map(\.meetsAgain) == [nil, 7, 8])
  }

  @Test func `is empty between a rule and itself`() throws {
    for policy in BuiltInPolicies.all {
      #expect(try diff(landmine, from: policy.name, to: policy.name).isSame)
    }
  }

  @Test func `weighs what each side sends`() throws {
    let result = try diff(landmine, from: "wipe-then-apply", to: "landmine")
    #expect(result.traffic.from.messages == 1)
    #expect(result.traffic.from.bytes - result.traffic.to.bytes == result.bytesByKey[0].from)
    #expect(result.bytesByKey[0].key == "memberEntitlement")
  }

  @Test func `counts a failure of the same keys as often as it came`() throws {
    var lines = ["phone installs", "watch installs", "phone sets previewCache 1"]
    for round in 1...7 {
      if round == 5 { lines.append("phone sets forecastCache 1") }
      if round == 7 { lines.append("phone removes previewCache") }
      lines.append("phone sets clockFormat \(round)")
      lines += ["phone sends context to watch as m\(round)", "watch receives m\(round)"]
    }
    let result = try diff(lines.joined(separator: "\n"), from: "wipe-then-apply", to: "allowlist")
    let counts = result.findings.from.filter { $0.check == .unsyncedKeyStored }
      .map { "\($0.key ?? "") \($0.count)" }
    #expect(counts == ["previewCache 6", "forecastCache 3"])
  }

  @Test func `finds a store that grows too large on both sides, as bad as it became`() throws {
    let text = """
      phone installs
      phone fills previewCache 600kB
      phone sets clockFormat 12
      phone fills forecastCache 4000kB
      phone sets clockFormat 24
      """
    let result = try diff(text, from: "wipe-then-apply", to: "allowlist")
    for findings in [result.findings.from, result.findings.to] {
      #expect(findings.map(\.check) == [.budgetExceeded])
      #expect(findings.map(\.severity) == [.error])
      #expect(findings.map(\.event) == [4])
      #expect(findings.map(\.count) == [2])
    }
  }

  @Test func `shows lists item by item`() throws {
    let text = """
      phone installs
      phone is pro
      phone pulls notInterested
      phone dismisses a
      phone pushes notInterested as p1
      tablet installs
      tablet is pro
      tablet pulls notInterested
      phone undoes a
      phone pushes notInterested as p2
      tablet pulls notInterested
      """
    let result = try diff(text, from: "union", to: "tombstones")
    let last = try #require(result.divergences.last)
    #expect(last.kind == .dismissals)
    #expect(last.event == 11 && last.device == "tablet" && last.key == "a")
    #expect(last.from == .bool(true) && last.to == .bool(false))
    #expect(last.because == [4, 9, 10, 11])
  }

  @Test func `shows a value of more than a kibibyte by digest and size`() throws {
    let text = """
      phone installs
      watch installs
      phone fills previewCache 3kB
      phone sends context to watch as m1
      """
    let result = try diff(text, from: "wipe-then-apply", to: "allowlist")
    guard case .withheld(_, let size)? = result.divergences.first?.from else {
      Issue.record("shown whole")
      return
    }
    #expect(size == 3000)
  }
}
