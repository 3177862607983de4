/// What is wrong with a recording, and what a reader of it should know, as text and as JSON.
///
/// What is found again and again is kept once, with its count and its first places, so that the
/// report of any file is short.
public struct DoctorReport: Sendable {
  /// How much a finding matters.
  public enum Severity: String, Sendable, Comparable {
    /// It can be, and a reader may want to know.
    case notice
    /// Bytes are lost or wrong.
    case damage
    /// The events say what cannot have been.
    case contradiction

    private var rank: Int { self == .notice ? 0 : self == .damage ? 1 : 2 }

    /// Whether `one` matters less.
    public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }
  }

  /// Where something is: as much of it as is known.
  public struct Place: Sendable, Equatable {
    /// The byte offset in the file.
    public var byte: Int64?
    /// The number of the frame, from 0.
    public var frame: Int64?
    /// The number of the line, from 1.
    public var line: Int64?
    /// The number of the event, from 1.
    public var event: Int64?

    /// A place of which so much is known.
    public init(
      byte: Int64? = nil, frame: Int64? = nil, line: Int64? = nil, event: Int64? = nil
    ) {
      (self.byte, self.frame, self.line, self.event) = (byte, frame, line, event)
    }
  }

  /// One thing that was found, in one place or many.
  public struct Finding: Sendable {
    /// What it is about, as one word.
    public var kind: String
    /// How much it matters.
    public var severity: Severity
    /// What it is told of once: a device, a word; may be empty.
    public var subject: String
    /// The first places.
    public var places: [Place]
    /// How many places there are.
    public var count: Int64 = 1
    /// What should have been at the first place: a noun phrase.
    public var expected: String
    /// What was there instead: a noun phrase.
    public var found: String
    /// What to do, a sentence; may be empty.
    public var remedy: String
    /// How many events are lost by it, as far as anything tells.
    public var lostEvents: Int64?

    /// A finding at `place`.
    public init(
      kind: String, _ severity: Severity, of subject: String = "", at place: Place,
      expected: String, found: String, remedy: String = "", lostEvents: Int64? = nil
    ) {
      (self.kind, self.severity, self.subject) = (kind, severity, subject)
      places = [place]
      (self.expected, self.found, self.remedy) = (expected, found, remedy)
      self.lostEvents = lostEvents
    }
  }

  /// The file as the caller named it.
  public let path: String
  /// How many events can be read.
  public var eventCount: Int64 = 0
  /// How many of those no checksum vouches for, since their frame was never closed.
  public var unverifiedCount: Int64 = 0
  /// What was found, in the order in which each was found first.
  public private(set) var findings: [Finding] = []

  private var known: [String: Int] = [:]

  /// How many places of a finding are kept.
  public static let placesMax = 5
  /// How many findings are kept apart by their subjects.
  public static let findingsMax = 200

  /// The report of the recording at `path`, to be filled in.
  public init(path: String) { self.path = path }

  /// The most that any finding matters; nil without one.
  public var severity: Severity? { findings.map(\.severity).max() }

  /// Leaves out what to do: nothing can be done.
  public mutating func forgetRemedies() {
    for index in findings.indices { findings[index].remedy = "" }
  }

  /// Adds what was found at one more place, or at `count` of them.
  public mutating func add(_ finding: Finding, count: Int64 = 1) {
    var finding = finding
    if findings.count >= Self.findingsMax { finding.subject = "" }
    let name = "\(finding.kind) \(finding.subject)"
    guard let index = known[name] else {
      finding.count = count
      known[name] = findings.count
      findings.append(finding)
      return
    }
    findings[index].count += count
    if findings[index].places.count < Self.placesMax { findings[index].places += finding.places }
    if let lost = finding.lostEvents {
      findings[index].lostEvents = lost + (findings[index].lostEvents ?? 0)
    }
  }
}
