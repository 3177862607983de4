import Foundation
import ReelReports

/// What `--github` adds: annotations where GitHub's actions read them, and the summary of the step.
struct GitHubOutput {
  private let report: GitHubReport
  private let console: Console
  /// Standard output, or standard error where a JSON object has the other.
  private let log: CommandOutput

  init(_ report: TestReport, isJSON: Bool, _ console: Console) {
    self.report = GitHubReport(report)
    self.console = console
    log = isJSON ? console.errors : console.output
  }

  /// Writes the annotations, then the summary: at the end of the file that `GITHUB_STEP_SUMMARY`
  /// names, or to the log where there is none.
  /// - Throws: `CommandFailure`.
  func write() throws {
    for line in report.annotations { try log.write(line: line) }
    guard let path = console.environment[Self.variable], !path.isEmpty else {
      for line in GitHubReport.unheeded(report.summary) { try log.write(line: line) }
      return
    }
    let text = report.summary.map { $0 + "\n" }.joined()
    guard Self.append(text, to: path) else {
      throw CommandFailure(
        .cannotCreate, "\(path), which \(Self.variable) names: expected a file to add to")
    }
  }

  private static let variable = "GITHUB_STEP_SUMMARY"

  private static func append(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "a") else { return false }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    return fclose(file) == 0 && isWritten
  }
}
