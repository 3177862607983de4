import ReelEvents
import ReelReplay

/// The data block of a session's page: the story in columns, as `data.js` reads it.
struct SessionData {
  private let diff: DiffResult
  private let story: SessionStory
  private let captions: [String]
  private var texts: PageTexts

  init(_ diff: DiffResult, _ story: SessionStory, _ captions: [String]) {
    self.diff = diff
    self.story = story
    self.captions = captions
    texts = PageTexts(story.texts)
  }

  /// The block's bytes.
  consuming func block() -> [UInt8] {
    var json = PageJSON()
    json.add("schema", "reel.page/1")
    json.add("recording", diff.recording)
    json.add("policies", [diff.from, diff.to])
    json.add("devices", story.devices)
    json.add("kinds", EventKind.allCases.map(\.name))
    json.add("channels", Channel.allCases.map(\.rawValue))
    json.add(
      "cells",
      story.cells.flatMap {
        [Int64($0.device), Int64($0.section.rawValue), Int64($0.group), Int64($0.key)]
      })
    addSteps(to: &json)
    json.add(
      "changes",
      story.changes.flatMap { [Int64($0.cell), Int64($0.text), Int64($0.sides.rawValue)] })
    addMessages(to: &json)
    json.add(
      "partings",
      diff.divergences.filter { $0.event <= story.steps.count }.flatMap {
        [
          $0.event, texts.number($0.device), texts.number($0.kind.rawValue),
          $0.key.map { texts.number($0) } ?? 0, texts.number(DivergenceWords.from($0)),
          texts.number(DivergenceWords.to($0)), $0.meetsAgain ?? 0,
        ]
      })
    json.add("texts", texts.texts)
    return json.block
  }

  private mutating func addSteps(to json: inout PageJSON) {
    let steps = story.steps
    var words: [Int64] = []
    for index in steps.indices {
      words.append(index < captions.count ? texts.number(captions[index]) : 0)
    }
    json.add("steps") { json in
      var last: Int64 = 0
      json.add(
        "second",
        steps.map { step in
          let second = step.at.seconds
          defer { last = second }
          return second - last
        })
      json.add("micro", steps.map { $0.at.microseconds - $0.at.seconds * 1_000_000 })
      json.add("process", steps.map { Int64($0.process) })
      json.add("device", steps.map { Int64($0.device) })
      json.add("kind", steps.map { Int64($0.kind.rawValue) })
      json.add("caption", words)
      json.add("from", steps.map { Int64($0.outcomes.from) })
      json.add("to", steps.map { Int64($0.outcomes.to) })
      json.add(
        "changes",
        steps.indices.map { Int64(steps[$0].changeEnd - ($0 == 0 ? 0 : steps[$0 - 1].changeEnd)) })
    }
  }

  private func addMessages(to json: inout PageJSON) {
    json.add(
      "messages",
      story.messages.flatMap { message in
        let channel = Channel.allCases.firstIndex(of: message.channel) ?? 0
        return [
          message.event, Int64(message.sender), Int64(message.receiver), Int64(channel),
        ]
      })
    json.add("sendings") { json in
      json.add("from", story.messages.flatMap { Self.row($0.sendings.from) })
      json.add("to", story.messages.flatMap { Self.row($0.sendings.to) })
    }
    json.add(
      "receipts",
      story.receipts.flatMap {
        [Int64($0.message ?? -1), $0.event, Int64($0.device), Int64($0.sides.rawValue)]
      })
  }

  private static func row(_ sending: SessionStory.Sending) -> [Int64] {
    [
      Int64(sending.fate.rawValue), Int64(sending.detail), sending.byteCount, sending.keyCount,
    ]
  }
}

/// Texts of a page by their numbers, told apart by their bytes.
struct PageTexts {
  private(set) var texts: [String]
  private var numbers: [[UInt8]: Int64] = [:]

  init(_ texts: [String]) {
    self.texts = texts
    for (number, text) in texts.enumerated() { numbers[Array(text.utf8)] = Int64(number) }
  }

  /// The number of `text`, a new one where it was not met.
  mutating func number(_ text: String) -> Int64 {
    let bytes = Array(text.utf8)
    if let known = numbers[bytes] { return known }
    let number = Int64(texts.count)
    texts.append(text)
    numbers[bytes] = number
    return number
  }
}

extension Instant {
  /// Whole seconds since 1970, rounded down.
  fileprivate var seconds: Int64 {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
