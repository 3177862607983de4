public import ReelEvents
public import ReelReplay

/// Policies over recordings, as text for people, as JSON, and as Markdown for a pull request.
public struct MatrixReport {
  let result: MatrixResult

  /// The report of `result`.
  public init(_ result: MatrixResult) { self.result = result }

  /// The first recording that proves a policy unsafe, of the policies in their order; nil where all
  /// are safe.
  public var firstProof: (policy: String, recording: String)? {
    for total in result.totals {
      if let proof = total.firstProof { return (total.policy, proof.recording) }
    }
    return nil
  }

  /// The JSON object, schema `reel.matrix/1`: `policies` in the order of the columns;
  /// `recordings` in the order of the rows, each with a cell for each policy; `totals` by policy.
  ///
  /// A cell's `verdict` is the worst that holds: `unconcerned` (the recording has nothing of what
  /// the policy decides), `same`, `differs` (from the recording, with no error), `undecided`,
  /// `fails` (a check finds an error). Its `checks` have the worst severity of each check, the
  /// first event of that severity, and how many findings there are. A total's `brokenWithAll`
  /// counts the recordings that break every policy which decides the same; its `firstProof` is one
  /// where another of those stands, if there is one.
  public var value: Value {
    .dictionary([
      "schema": .string("reel.matrix/1"),
      "policies": .array(result.policies.map(Value.string)),
      "recordings": .array(result.rows.map(value(of:))),
      "totals": .array(result.totals.map(\.value)),
    ])
  }

  private func value(of row: MatrixRow) -> Value {
    .dictionary([
      "recording": .string(row.recording), "recordedUnder": .string(row.recordedUnder),
      "events": .integer(row.eventCount),
      "systems": .array(row.systems.map { .string($0.rawValue) }),
      "cells": .array(
        zip(result.policies, row.cells).map { policy, cell in
          .dictionary([
            "policy": .string(policy), "verdict": .string(cell.verdict.rawValue),
            "divergences": .integer(cell.divergenceCount),
            "checks": .array(cell.findings.byCheck.map(\.value)),
            "undecided": .array(cell.undecided.map(Value.string)),
          ])
        }),
    ])
  }
}

/// What one check finds in one cell: its worst findings stand for all.
struct CheckSummary {
  var worst: Finding
  var count: Int64

  var value: Value {
    .dictionary([
      "check": .string(worst.check.rawValue), "severity": .string(worst.severity.rawValue),
      "event": .integer(worst.event), "findings": .integer(count),
    ])
  }
}

extension [Finding] {
  /// The findings of each check as one, in the order of `Check.allCases`.
  var byCheck: [CheckSummary] {
    Check.allCases.compactMap { check in
      let findings = filter { $0.check == check }
      let severity = findings.map(\.severity).max()
      return findings.first { $0.severity == severity }.map {
        CheckSummary(worst: $0, count: Int64(findings.count))
      }
    }
  }
}

extension MatrixResult.Total {
  fileprivate var value: Value {
    var members: ValueDictionary = [
      "brokenWithAll": .integer(Int64(brokenWithAllCount)), "policy": .string(policy),
      "isSafe": .bool(isSafe), "warned": .integer(Int64(warnedCount)),
    ]
    for verdict in MatrixCell.Verdict.allCases {
      members[verdict.rawValue] = .integer(Int64(count(verdict)))
    }
    members["firstProof"] = firstProof.map { proof in
      .dictionary(["recording": .string(proof.recording), "finding": proof.finding.value])
    }
    return .dictionary(members)
  }
}
