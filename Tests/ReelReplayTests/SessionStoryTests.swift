import ReelEvents
import ReelReplay
import Testing

@Suite("A session's story")
struct SessionStoryTests {
  private static let pairs = [
    ("wipe-then-apply+union", "allowlist+tombstones"), ("landmine+replace", "explicit+tombstones"),
  ]

  private func story(
    of session: Session, from: String, to: String, until: Until? = nil
  ) throws -> SessionStory {
    try SessionStory.run(
      session.facts, from: PolicyChoice(from, named: session.named),
      to: PolicyChoice(to, named: session.named), until: until
    ).story
  }

  @Test(arguments: ScenarioFile.all)
  func `holds the state that replay comes to, under both policies`(_ file: ScenarioFile) throws {
    let session = try file.session()
    for (from, to) in Self.pairs {
      let story = try story(of: session, from: from, to: to)
      for (policy, side) in [(from, SessionStory.Sides.from), (to, .to)] {
        for step in Set([1, story.steps.count / 2, story.steps.count]) where step > 0 {
          let told = StoryState(story, side, after: step)
          let result = try session.replayed(under: policy, until: .event(Int64(step)))
          for device in result.devices {
            let where_ = "\(policy), event \(step), \(device.device)"
            #expect(told.settings[device.device, default: [:]] == settings(device), "\(where_)")
            for list in device.lists where device.device != DeviceName.cloud.text {
              let ids = told.listed["\(device.device)/\(list.name)", default: []]
              #expect(ids.sorted() == list.ids.sorted(), "\(where_)")
            }
            for answer in device.answers {
              let word = answer.answer.map { $0 ? "yes" : "no" } ?? "unknown"
              #expect(told.answers["\(answer.process)/\(answer.rule)"] == word, "\(where_)")
            }
          }
        }
      }
    }
  }

  private func settings(_ device: DeviceProjection) -> [String: String] {
    var settings: [String: String] = [:]
    for member in device.settings.members {
      settings[member.key] = String(decoding: member.value.canonicalBytes, as: UTF8.self)
    }
    return settings
  }

  private static let fates: [(lines: String, fate: SessionStory.Fate, detail: String)] = [
    ("phone sends context to watch as m1", .sent, ""),
    ("phone sends context to watch as m1\nwatch receives m1", .delivered, ""),
    (
      "phone sends context to watch as m1\nphone sets temperatureUnit 2\n"
        + "phone sends context to watch as m2\nwatch receives m2", .superseded, ""
    ),
    ("phone sends userInfo to watch as m1\nphone fails m1 notReachable", .failed, "notReachable"),
    ("phone pushes notInterested as p1", .suppressed, "gate"),
  ]

  @Test(arguments: fates.indices)
  func `tells what became of a message`(_ index: Int) throws {
    let (lines, fate, detail) = Self.fates[index]
    let session = try Session(
      "phone installs\nwatch installs\nphone sets temperatureUnit 1\n" + lines)
    let story = try story(of: session, from: "allowlist+union", to: "allowlist+tombstones")
    let message = try #require(story.messages.first)
    #expect(message.sendings.from.fate == fate)
    #expect(story.texts[Int(message.sendings.from.detail)] == detail)
  }

  @Test func `tells under which rule alone a message was handed over`() throws {
    let session = try Session(
      """
      phone installs
      phone is pro
      phone pulls notInterested
      phone dismisses a
      phone pushes notInterested as p1
      phone undoes a
      phone pushes notInterested as p2
      phone pulls notInterested
      """)
    let story = try story(of: session, from: "union", to: "tombstones")
    #expect(story.devices == ["phone", "cloud"])
    let last = try #require(story.receipts.last)
    #expect(last.event == 8)
    #expect(last.message == 1)
  }

  @Test func `tells the same twice`() throws {
    for file in ScenarioFile.all.prefix(8) {
      let session = try file.session()
      let (one, other) = (
        try story(of: session, from: "wipe-then-apply", to: "allowlist"),
        try story(of: session, from: "wipe-then-apply", to: "allowlist")
      )
      #expect("\(one)" == "\(other)")
    }
  }

  @Test func `keeps names apart that only their bytes tell apart`() throws {
    let session = try Session(
      "phone installs\nphone sets caf\u{E9} 1\nphone sets cafe\u{301} 2")
    let story = try story(of: session, from: "wipe-then-apply", to: "allowlist")
    let state = story.cells.filter { $0.section == .setting }
    #expect(state.count == 2)
  }
}

/// What a story's changes leave in its cells, on one side.
struct StoryState {
  var settings: [String: [String: String]] = [:]
  var listed: [String: [String]] = [:]
  var answers: [String: String] = [:]

  init(_ story: SessionStory, _ side: SessionStory.Sides, after steps: Int) {
    var content = [Int32](repeating: 0, count: story.cells.count)
    for change in story.changes[..<story.steps[steps - 1].changeEnd]
    where change.sides.contains(side) {
      content[Int(change.cell)] = change.text
    }
    for (cell, text) in zip(story.cells, content) where text != 0 {
      let device = story.devices[Int(cell.device)]
      let (group, key) = (story.texts[Int(cell.group)], story.texts[Int(cell.key)])
      let word = story.texts[Int(text)]
      switch cell.section {
      case .setting: settings[device, default: [:]][key] = word
      case .item:
        if word.hasPrefix("1") { listed["\(device)/\(group)", default: []].append(key) }
      case .answer: answers["\(group.isEmpty ? device : group)/\(key)"] = word
      case .fact, .registered: break
      }
    }
  }
}
