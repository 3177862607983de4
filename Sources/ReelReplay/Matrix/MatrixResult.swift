/// Policies over recordings: which are safe, and which recordings prove the others wrong.
public struct MatrixResult: Sendable {
  /// The policies, as text.
  public var policies: [String]
  /// The recordings, each with a cell for each policy.
  public var rows: [MatrixRow]

  /// A matrix of `rows`, each of which has a cell for each of `policies`.
  public init(policies: [String], rows: [MatrixRow]) {
    precondition(rows.allSatisfy { $0.cells.count == policies.count }, "a row fits its columns")
    self.policies = policies
    self.rows = rows
  }

  /// What all recordings together say of one policy.
  public struct Total: Sendable, Equatable {
    /// The policy, as text.
    public var policy: String
    /// How many recordings come to each verdict.
    public var counts: [MatrixCell.Verdict: Int]
    /// In how many recordings a check warns.
    public var warnedCount: Int
    /// How many recordings break it that break every other policy too which decides the same.
    public var brokenWithAllCount: Int
    /// The first recording that proves it unsafe while another policy stands, with what it proves;
    /// where there is none such, the first that proves it unsafe; nil where none does.
    public var firstProof: Proof?

    /// How many recordings come to `verdict`.
    public func count(_ verdict: MatrixCell.Verdict) -> Int { counts[verdict] ?? 0 }

    /// How many recordings are about what the policy decides.
    public var concernedCount: Int {
      counts.reduce(0) { $0 + ($1.key == .unconcerned ? 0 : $1.value) }
    }

    /// Whether no recording proves it unsafe.
    public var isSafe: Bool { count(.fails) == 0 }
  }

  /// A recording in which a check fails under a policy.
  public struct Proof: Sendable, Equatable {
    /// The recording, as the matrix calls it.
    public var recording: String
    /// The first error there.
    public var finding: Finding
  }

  /// What all recordings together say of each policy, in the order of the policies.
  public var totals: [Total] {
    policies.indices.map { column in
      var total = Total(
        policy: policies[column], counts: [:], warnedCount: 0, brokenWithAllCount: 0,
        firstProof: nil)
      for row in rows {
        let cell = row.cells[column]
        total.counts[cell.verdict, default: 0] += 1
        if !cell.checks(.warning).isEmpty { total.warnedCount += 1 }
        if cell.verdict == .fails && row.breaksAll(like: cell) { total.brokenWithAllCount += 1 }
      }
      let breaking = rows.filter { $0.cells[column].verdict == .fails }
      let proof = breaking.first { !$0.breaksAll(like: $0.cells[column]) } ?? breaking.first
      total.firstProof = proof.flatMap { row in
        row.cells[column].firstError.map { Proof(recording: row.recording, finding: $0) }
      }
      return total
    }
  }

  /// Whether any cell comes to `verdict`.
  public func has(_ verdict: MatrixCell.Verdict) -> Bool {
    rows.contains { $0.cells.contains { $0.verdict == verdict } }
  }
}
