// The music app: albums dismissed in one process vanish in the other, and how long that took is
// printed. Needs `reel cloud --socket c.sock`; then, in two terminals:
//
//   swift run sample-dismissals c.sock . phone
//   swift run sample-dismissals c.sock . tablet
//
// Commands: dismiss NAME, undo NAME, list, pro, free, send N (dismisses N albums, each when the
// other process has taken back the last), echo (takes back whatever comes), summary, quit.
import Foundation
import ReelRecorder
import ReelSync

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// Obeys one command; false to quit.
func obey(_ line: String, _ app: MusicApp, _ screen: Screen) throws -> Bool {
  let words = line.split(separator: " ").map(String.init)
  let set = app.dismissals
  switch (words.first, words.dropFirst().first) {
  case ("dismiss", let name?): try screen.dismiss(name)
  case ("undo", let name?):
    for album in set.all where TimedAlbum.name(album) == name { try set.undo(album) }
  case ("list", _): say(set.all.map { String(TimedAlbum.name($0)) }.joined(separator: " "))
  case ("pro", _): try set.proAnswered(true)
  case ("free", _): try set.proAnswered(false)
  case ("send", let count?): try screen.send(Int(count) ?? 0)
  case ("echo", _): screen.echo()
  case ("summary", _): say(screen.latencies.summary)
  case ("quit", _): return false
  case (nil, _): break
  default: say("dismiss NAME, undo NAME, list, pro, free, send N, echo, summary, quit")
  }
  return true
}

do {
  guard CommandLine.arguments.count == 4 else {
    say("usage: sample-dismissals SOCKET FOLDER DEVICE")
    exit(64)
  }
  let arguments = CommandLine.arguments
  let app = try MusicApp(on: arguments[3], cloud: arguments[1], folder: arguments[2])
  let screen = Screen(app.dismissals)
  try app.dismissals.proAnswered(true)
  while let line = readLine(), try obey(line, app, screen) {}
  try app.recorder.finish()
} catch {
  say("sample-dismissals: \(error)")
  exit(1)
}
