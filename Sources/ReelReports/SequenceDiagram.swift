public import ReelEvents

/// A few events of a session as a Mermaid sequence diagram: a lane for each device, messages as
/// arrows, one event marked.
public struct SequenceDiagram {
  /// An event with its number.
  public struct Step {
    var number: Int64
    var event: Event

    /// The event `number`.
    public init(number: Int64, event: Event) {
      self.number = number
      self.event = event
    }
  }

  /// How many events a diagram shows: before the marked one, and after it.
  public static let shownMax: (before: Int64, after: Int64) = (24, 6)

  private let steps: [Step]
  private let marked: Int64
  private let isWhole: Bool

  /// The diagram of `steps`, one after another, of which `marked` stands out.
  /// - Parameter isWhole: whether these are all events of the session.
  public init(_ steps: [Step], marked: Int64, isWhole: Bool) {
    self.steps = steps
    self.marked = marked
    self.isWhole = isWhole
  }

  /// The diagram, line by line, without a fence around it.
  public var lines: [String] {
    let devices = devices
    var lines = ["sequenceDiagram"]
    for (index, device) in devices.enumerated() {
      lines.append("  participant p\(index) as \(Self.escaped(device))")
    }
    guard !devices.isEmpty else { return lines }
    let all = devices.count > 1 ? "p0,p\(devices.count - 1)" : "p0"
    if !isWhole, let first = steps.first, let last = steps.last {
      lines.append("  Note over \(all): events \(first.number) to \(last.number) of the session")
    }
    var senders: [String: String] = [:]
    for step in steps {
      let line = "  " + arrow(of: step, &senders)
      if step.number == marked {
        lines += [
          "  rect rgba(220, 60, 60, 0.25)", line, "  Note over \(all): here it differs", "  end",
        ]
      } else {
        lines.append(line)
      }
    }
    return lines
  }

  /// The devices and their counterparts, as they come.
  private var devices: [String] {
    var devices: [String] = []
    for step in steps {
      var names = [step.event.device.text]
      if case .messageSent(let message) = step.event.action { names.append(message.to.text) }
      if case .messageReceived(let message) = step.event.action, message.channel == .kvs {
        names.append(DeviceName.cloud.text)
      }
      for name in names where !devices.contains(name) { devices.append(name) }
    }
    return devices
  }

  private func arrow(of step: Step, _ senders: inout [String: String]) -> String {
    let device = step.event.device.text
    let caption = DisplayWidth.shortened(EventCaption.text(of: step.event), to: 70)
    let text = "\(step.number) \(Self.escaped(caption))"
    switch step.event.action {
    case .messageSent(let message):
      senders[message.message] = device
      // A message that stays where it was made has a cross in place of its head.
      let head = message.suppressed == nil ? "--)" : "-x"
      return "\(lane(device))\(head)\(lane(message.to.text)): \(text)"
    case .messageReceived(let message):
      let sender = message.message.flatMap { senders[$0] }
      let source = message.channel == .kvs ? DeviceName.cloud.text : sender
      guard let source else { return "Note over \(lane(device)): \(text)" }
      return "\(lane(source))->>\(lane(device)): \(text)"
    default: return "Note over \(lane(device)): \(text)"
    }
  }

  private func lane(_ device: String) -> String {
    "p\(devices.firstIndex(of: device) ?? 0)"
  }

  /// `text` with every character that the language could take for its own as its number.
  static func escaped(_ text: String) -> String {
    var safe = ""
    var word = ""
    func endWord() {
      // The word `end` ends a block wherever it stands.
      safe += word.lowercased() == "end" ? "#\(word.unicodeScalars.first?.value ?? 0);nd" : word
      word = ""
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": word.unicodeScalars.append(scalar)
      case " ", "-", "_", ".", "=", "/":
        endWord()
        safe.unicodeScalars.append(scalar)
      default:
        endWord()
        safe += scalar.isASCII ? "#\(scalar.value);" : String(Character(scalar))
      }
    }
    endWord()
    return safe
  }
}
