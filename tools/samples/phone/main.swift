// The weather app on a phone: edits its settings, and sends them to the watch after every edit, at
// every activation of the link, and at launch.
import Foundation
import ReelRecorder
import ReelSync
import SampleShared

/// Makes attempts, and tells each by the id of what was sent.
final class Phone: @unchecked Sendable {
  // Unchecked: the app and the sender look after themselves.

  private let app: Sample
  private let sender: SettingsSender

  init(_ app: Sample) {
    self.app = app
    sender = SettingsSender(app.settings, over: app.link)
  }

  func run() throws {
    app.platformLink.onActivation = { [self] in
      _ = attempt(.context)
      app.arrivals.note("activation")
    }
    app.platformLink.onReceipt = { [self] payload, _ in
      do { try sender.received(request: payload) } catch { Sample.say("\(error)") }
      app.arrivals.note("request")
    }
    app.platformLink.onFailure = { [self] in app.link.transferFailed($0, error: $1) }
    _ = attempt(.context)
    try app.platformLink.listen(at: app.socketPath)
    try app.obey(edited: { attempt(.context) }, special: send)
  }

  private func send(_ verb: String, _ route: String) -> String? {
    guard verb == "send" else { return nil }
    switch route {
    case "context": return attempt(.context)
    case "userInfo": return attempt(.userInfo)
    case "complication": return attempt(.complication)
    case "message": return attempt(.message)
    default: return nil
    }
  }

  private func attempt(_ route: SettingsSender.Route) -> String {
    let before = Sample.id(of: app.platformLink.lastPayload)
    do { try sender.attempt(by: route) } catch { return "refused: \(error)" }
    let after = Sample.id(of: app.platformLink.lastPayload)
    return after == before ? "nothing to send" : "sent \(after)"
  }
}

do {
  try Phone(Sample("phone", beside: "watch", arguments: CommandLine.arguments)).run()
} catch {
  Sample.say("sample-phone: \(error)")
  exit(1)
}
