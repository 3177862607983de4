import Foundation

/// Which tests are wanted: all, or those whose path or policy has a text in it.
struct TestFilter: Sendable {
  /// What `--filter` says; nil for all.
  let text: String?

  /// Whether every policy of the recording or scenario at `path` is wanted.
  func admits(_ path: String) -> Bool {
    guard let text else { return true }
    guard isPattern else { return path.contains(text) }
    return matches(path) || matches(URL(filePath: path).lastPathComponent)
  }

  /// Whether `policy` is wanted of the recording or scenario at `path`.
  func admits(_ policy: String, of path: String) -> Bool {
    guard let text else { return true }
    return admits(path) || (isPattern ? matches(policy) : policy.contains(text))
  }

  /// Whether the text is a pattern, which what it names must match from end to end.
  private var isPattern: Bool { text?.contains { "*?[".contains($0) } ?? false }

  private func matches(_ name: String) -> Bool { fnmatch(text ?? "", name, 0) == 0 }
}
