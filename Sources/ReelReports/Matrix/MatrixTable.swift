import ReelEvents
import ReelReplay

/// The part of a matrix that is about one system: the recordings that speak of it, and the policies
/// that decide it.
struct MatrixTable {
  let system: MatrixRow.System
  /// The policies, as text.
  let policies: [String]
  /// The recordings with their cells, those that break most policies first; names are without what
  /// all of them share.
  let rows: [Row]
  /// What all rows say of each policy.
  let totals: [MatrixResult.Total]
  /// The checks that find something in some cell, in the order of `Check.allCases`.
  let checks: [Check]
  private let names: [String: String]

  /// A recording and what each policy makes of it.
  struct Row {
    var name: String
    var cells: [MatrixCell]

    /// How many policies it proves unsafe.
    var brokenCount: Int { cells.count { $0.verdict == .fails } }

    /// Whether nothing is to be seen in it: every policy comes to the same, without a warning.
    var isQuiet: Bool {
      cells.allSatisfy { $0.verdict == .same && $0.checks(.warning).isEmpty }
    }
  }

  /// The tables of `result`, without those that would be empty.
  static func tables(of result: MatrixResult) -> [MatrixTable] {
    MatrixRow.System.allCases.compactMap { MatrixTable($0, of: result) }
  }

  private init?(_ system: MatrixRow.System, of result: MatrixResult) {
    let rows = result.rows.filter { $0.systems.contains(system) }
    let columns = result.policies.indices.filter { column in
      rows.contains { $0.cells[column].systems.contains(system) }
    }
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    self.system = system
    let part = MatrixResult(
      policies: columns.map { result.policies[$0] },
      rows: rows.map { row in
        var row = row
        row.cells = columns.map { row.cells[$0] }
        return row
      })
    policies = part.policies
    totals = part.totals
    let names = Self.names(of: rows.map(\.recording))
    self.names = Dictionary(zip(rows.map(\.recording), names)) { first, _ in first }
    self.rows = zip(names, part.rows)
      .map { Row(name: $0, cells: $1.cells) }
      .enumerated().sorted {
        ($1.element.brokenCount, $0.offset) < ($0.element.brokenCount, $1.offset)
      }
      .map(\.element)
    let cells = part.rows.flatMap(\.cells)
    checks = Check.allCases.filter { check in
      cells.contains { cell in
        cell.findings.contains { $0.check == check && $0.severity != .note }
      }
    }
  }

  /// The names of the recordings that break every policy, where there are several policies.
  var breakingAll: [String] {
    policies.count < 2 ? [] : rows.filter { $0.brokenCount == policies.count }.map(\.name)
  }

  /// What a recording is called in the table.
  func name(of recording: String) -> String { names[recording] ?? recording }

  /// The letter that stands for `check`: a capital where it finds an error, a small one where it
  /// only warns.
  func letter(_ check: Check, _ severity: Severity) -> String {
    let place = checks.firstIndex(of: check) ?? 0
    let first: Unicode.Scalar = severity == .error ? "A" : "a"
    return Unicode.Scalar(first.value + UInt32(place)).map { String(Character($0)) } ?? "!"
  }

  /// `paths` without the folders that all share, and without the endings of recordings.
  private static func names(of paths: [String]) -> [String] {
    var shared =
      paths[0].utf8.lastIndex(of: UInt8(ascii: "/"))
      .map { paths[0].utf8[...$0] }.map { Array($0) } ?? []
    for path in paths {
      while !Array(path.utf8).starts(with: shared) {
        shared.removeLast()
        while let last = shared.last, last != UInt8(ascii: "/") { shared.removeLast() }
      }
    }
    return paths.map { path in
      var name = String(decoding: path.utf8.dropFirst(shared.count), as: UTF8.self)
      for ending in [".zst", ".jsonl", ".scenario"] where name.hasSuffix(ending) {
        name.removeLast(ending.count)
      }
      return name
    }
  }
}
