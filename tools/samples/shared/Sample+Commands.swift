import Foundation
import ReelEvents
import ReelFoundation
import ReelRecorder
import ReelSeams
import ReelSync

/// Why a sample program cannot go on, as a sentence.
package struct SampleError: Error, CustomStringConvertible {
  package var description: String
  /// An error that reads `description`.
  package init(_ description: String) { self.description = description }
}

extension Sample {
  /// Obeys commands until there are no more, then ends the recording.
  ///
  /// `set KEY JSON`, `remove KEY`, `check RULE`, `note TEXT` and `quit` are known to both programs.
  /// - Parameters:
  ///   - edited: called after an edit; gives the answer to the command.
  ///   - special: the program's own commands; nil for one that it does not know.
  package func obey(
    edited: () throws -> String, special: (String, String) throws -> String?
  ) throws {
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let verb = words.first else { continue }
      if verb == "quit" { break }
      do {
        let rest = words.count > 1 ? words[1] : ""
        answer(try obey(verb, rest, edited: edited) ?? special(verb, rest) ?? "unknown command")
      } catch {
        answer("failed: \(error)")
      }
    }
    platformLink.leave()
    settings.defaults.synchronize()
    try recorder.finish()
    answer("finished")
  }

  private func obey(
    _ verb: String, _ rest: String, edited: () throws -> String
  ) throws -> String? {
    let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
    switch verb {
    case "set":
      guard words.count == 2, let key = SettingKey(rawValue: words[0]),
        let object = try Value.parse(Array(words[1].utf8)).propertyList
      else { throw SampleError("expected a key of the app and a value as JSON") }
      settings.defaults.set(object, for: key)
    case "remove":
      guard let key = SettingKey(rawValue: rest) else {
        throw SampleError("expected a key of the app")
      }
      settings.defaults.remove(key)
    case "check": return try check(rest) ? "yes" : "no"
    case "note":
      recorder.record(.note(text: rest))
      return "noted"
    case "await": return arrivals.wait(for: rest) ? "came" : "did not come"
    default: return nil
    }
    let answer = try edited()
    settings.defaults.synchronize()
    return answer
  }

  private func check(_ rule: String) throws -> Bool {
    switch rule {
    case "paidWatch": settings.isPaidWatch
    case "notificationsOn": settings.areNotificationsOn
    case "languageFallback": settings.followsSystemLanguage
    case "chartStyleFallback": settings.drawsChartAsLine
    default: throw SampleError("the app answers no question called \(rule)")
    }
  }

  private func answer(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  /// Says something to whoever started the program.
  package static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// The id under which the recorder sent a payload; empty for one without.
  package static func id(of payload: [String: Any]) -> String {
    payload["#message"] as? String ?? ""
  }
}
