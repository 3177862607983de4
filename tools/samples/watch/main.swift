// The weather app on a watch: applies what the phone sends, and shows what the user has paid for.
import Foundation
import ReelRecorder
import ReelSeams
import ReelSync
import SampleShared

func run() throws {
  let watch = try Sample("watch", beside: "phone", arguments: CommandLine.arguments)
  watch.platformLink.onReceipt = { payload, channel in
    watch.settings.applySyncPayload(payload, over: channel)
    watch.settings.noteContextReceived()
    watch.settings.defaults.synchronize()
    watch.arrivals.note(Sample.id(of: payload))
  }
  try watch.platformLink.connect(to: watch.socketPath)
  try watch.obey(edited: { "done" }) { verb, _ in
    guard verb == "request" else { return nil }
    watch.link.sendMessage(["wants": "settings"], replyHandler: nil, errorHandler: nil)
    return "asked"
  }
}

do {
  try run()
} catch {
  Sample.say("sample-watch: \(error)")
  exit(1)
}
