import ReelEvents
public import ReelReplay

/// Where two policies part in a session, and what that costs, as one page for a browser.
///
/// The page needs no network. Without scripts it still says what parted and what the checks find;
/// with them it shows the state of every device at every event.
public struct DiffPage {
  let diff: DiffResult
  let story: SessionStory
  let captions: [String]

  /// The page of `diff`, whose session is `story`.
  /// - Parameter captions: what each event of the story is called.
  public init(_ diff: DiffResult, _ story: SessionStory, captions: [String]) {
    self.diff = diff
    self.story = story
    self.captions = captions
  }

  /// The page in UTF-8, the same bytes for the same session and policies.
  public var bytes: [UInt8] {
    let body = Markup([
      header,
      .element(
        "main", [:], cards, omission, .trusted(PageFrame.asset(PackageResources.session_html)),
        weights),
    ])
    let title = "\(diff.recording): \(diff.from) → \(diff.to)"
    return PageFrame(
      title: title, body: body, data: SessionData(diff, story, captions).block()
    ).bytes
  }

  // MARK: The head

  private var header: Markup {
    .element(
      "header", ["class": "top"], .text("p", "eyebrow", "where two rules part"),
      .text("h1", nil, diff.recording),
      .element(
        "dl", ["class": "policies"], policy("A", diff.from, diff.traffic.from),
        policy("B", diff.to, diff.traffic.to)),
      verdict, costs, saving, undecided)
  }

  private func policy(_ letter: String, _ name: String, _ sent: Traffic.Amount) -> Markup {
    .element(
      "div", [:], .element("dt", [:], .badge(letter)),
      .element(
        "dd", [:], .text("span", "name", name),
        .text(
          "span", "sent",
          "\(counted(sent.messages, "message")), \(counted(sent.bytes, "byte")) sent")))
  }

  private var verdict: Markup {
    guard let first = diff.divergences.first else {
      return .element(
        "p", ["class": "verdict same"], .text("strong", nil, "Nothing differs."),
        Markup(" Both rules come to the same in all \(counted(diff.eventCount, "event"))."))
    }
    let count = Int64(diff.divergences.count) + diff.droppedCount
    let times = count == 1 ? "once" : count == 2 ? "twice" : "\(grouped(count)) times"
    return .element(
      "p", ["class": "verdict"], Markup("The two rules part "), .text("strong", nil, times),
      Markup(" in \(counted(diff.eventCount, "event")), first at "), .event(first.event),
      Markup(": \(sentence(first))."))
  }

  /// A divergence in words.
  private func sentence(_ divergence: Divergence) -> String {
    let (one, other) = (DivergenceWords.from(divergence), DivergenceWords.to(divergence))
    let subject = divergence.key.map { " \(DisplayWidth.shortened($0, to: 60))" } ?? ""
    return switch divergence.kind {
    case .payload: "\(divergence.device) sends\(subject) as \(one) under A, as \(other) under B"
    case .store: "\(divergence.device) stores\(subject) as \(one) under A, as \(other) under B"
    case .dismissals: "on \(divergence.device)\(subject) is \(one) under A, \(other) under B"
    case .answer: "\(divergence.device) reads\(subject) as \(one) under A, as \(other) under B"
    case .delivery: "\(divergence.device) comes to “\(one)” under A, “\(other)” under B"
    }
  }

  /// What the parting costs the user, in the words of the catalog's rules.
  private var costs: Markup {
    guard !diff.isSame else { return .none }
    let sentences = DiffReport(diff).costs
    let shown = sentences.prefix(Self.costsMax).map { Markup.element("li", [:], .linked($0)) }
    let left = Int64(sentences.count - shown.count)
    return .text("h2", "cost", "What it costs the user")
      + .element(
        "ul", ["class": "costs"], Markup(shown),
        left > 0 ? .text("li", nil, "and \(grouped(left)) more") : .none)
  }

  /// How many costs the head names.
  private static let costsMax = 8

  private var saving: Markup {
    let (one, other) = (diff.traffic.from.bytes, diff.traffic.to.bytes)
    guard one != other else { return .none }
    let share = one == 0 ? "" : " (\(abs(one - other) * 100 / one)%)"
    let words = other < one ? "less" : "more"
    return .element(
      "p", ["class": "saving"], .badge("B"),
      Markup(" sends \(counted(abs(one - other), "byte")) \(words) than "), .badge("A"),
      Markup("\(share)."))
  }

  private var undecided: Markup {
    guard !diff.undecided.isEmpty else { return .none }
    let shown = diff.undecided.prefix(20).map { Markup.text("li", nil, $0) }
    let left = diff.undecided.count - shown.count
    let more =
      left > 0 ? Markup.text("li", nil, "and \(counted(Int64(left), "sentence")) more") : .none
    return .element(
      "div", ["class": "undecided"], .text("p", nil, "Undecided: the session does not tell."),
      .element("ul", [:], Markup(shown), more))
  }

  // MARK: The cards

  private var cards: Markup {
    .element("div", ["class": "cards"], DivergenceTable(diff).markup, FindingList(diff).markup)
  }

  /// What the page leaves out of a very long session, and where it is told.
  private var omission: Markup {
    guard story.omittedCount > 0 else { return .none }
    let (told, all) = (Int64(story.steps.count), diff.eventCount)
    return .text(
      "p", "omission",
      "Step by step this page tells the first \(counted(told, "event")) of \(grouped(all)). "
        + "The differences above are those of all events. The state at a later one: "
        + "reel replay FILE --until N --policy P; every difference: reel diff FILE --json.")
  }

  private var weights: Markup { WeightTable(story.weights, diff).markup }
}
