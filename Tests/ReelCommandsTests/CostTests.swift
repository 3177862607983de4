import Testing

@Suite("What a difference costs the user")
struct CostTests {
  /// A free user is let in, pays, and is let in again by mistake once that is over.
  private static let twice = """
    phone installs
    watch installs
    phone sets memberEntitlement false
    phone sends context to watch as m1
    watch receives m1
    watch checks paidWatch
    phone sets memberEntitlement true
    phone sends context to watch as m2
    watch receives m2
    watch checks paidWatch
    phone sets memberEntitlement false
    phone sends context to watch as m3
    watch receives m3
    watch checks paidWatch

    """

  private func diff(_ scenario: String, _ flags: String...) throws -> String {
    let folder = try Folder()
    let run = Reel(["diff", try folder.write("a.scenario", scenario)] + flags)
    #expect(run.status == 1, "\(run.errors)")
    return run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `is told with every time, not with the first alone`() throws {
    let text = try diff(Self.twice, "--from", "wipe-then-apply", "--to", "landmine")
    #expect(
      text.contains("paidWatch now grants, from event 6 to 10, again from 14 to the end."),
      "\(text)")
  }

  @Test func `is told with how many times more, where there are many`() throws {
    let round = Self.twice.split(separator: "\n").dropFirst(2).prefix(8).joined(separator: "\n")
    let scenario =
      "phone installs\nwatch installs\n"
      + (1...6).map { count in
        round.replacing("m1", with: "a\(count)").replacing("m2", with: "b\(count)") + "\n"
      }.joined()
    let text = try diff(scenario, "--from", "wipe-then-apply", "--to", "landmine")
    #expect(text.contains("again from 22 to 26, and 3 times more."), "\(text)")
  }

  @Test func `names what enters and leaves a list at each time of its own`() throws {
    let scenario = """
      phone installs
      phone is pro
      phone dismisses a
      phone pushes notInterested as p1
      tablet installs
      tablet is pro
      tablet dismisses b
      tablet pulls notInterested
      tablet undoes a
      tablet pushes notInterested as p2
      phone pulls notInterested

      """
    let text = try diff(scenario, "--from", "replace", "--to", "tombstones")
    #expect(text.contains("tablet now lists b, from event 8 to the end"), "\(text)")
    #expect(text.contains("tablet no longer lists a, from event 8 to 9"), "\(text)")
    #expect(text.contains("phone now lists b, from event 11 to the end"), "\(text)")
  }

  @Test func `tells a finding under both that is worse, more or elsewhere under one`() throws {
    let scenario = """
      phone installs
      watch installs
      watch checks paidWatch
      phone sets memberEntitlement false
      phone sends context to watch as m1
      watch receives m1
      watch checks paidWatch

      """
    let text = try diff(scenario, "--from", "wipe-then-apply", "--to", "landmine")
    #expect(
      text.contains(
        "under both: 1 finding entitlement-by-absence on watch paidWatch "
          + "wipe-then-apply: warning at event 3 landmine: error at event 7, 2 times"), "\(text)")
  }
}
