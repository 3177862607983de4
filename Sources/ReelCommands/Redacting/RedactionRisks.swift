import ReelEvents

/// What of a redacted recording may still tell on someone, as sentences for whoever gives it away.
enum RedactionRisks {
  /// The sentences on a recording with `eventCount` events.
  static func sentences(
    _ redactor: Redactor, header: RecordingHeader, eventCount: Int64, isSecretKnown: Bool
  ) -> [String] {
    var sentences = [
      times(redactor.pseudonyms.shift, eventCount),
      "true and false, zero, and the texts YES and 1, which rules read",
      "how long texts, numbers and data are, which are equal, their order, and how far texts begin "
        + "alike; quotes, backslashes, # and $, and control characters in them",
      names(redactor.words.catalog),
      "what equals a default that the app registers, to whoever knows the app",
    ]
    sentences += values(redactor.words.catalog) + devices(redactor)
    if let policy = header.recordedUnder {
      sentences.append("the rule it was made under, \(policy)")
    }
    if isSecretKnown {
      sentences.append("all that can be guessed, to whoever knows the number given with --seed")
    }
    return sentences
  }

  private static func times(_ shift: TimeShift, _ eventCount: Int64) -> String {
    let events = "the \(eventCount) events, their order, and the time between them"
    return shift.seconds == 0
      ? "\(events); when they were: some are so early or so late that nothing could be moved"
      : "\(events); all were moved by one secret time"
  }

  private static func names(_ catalog: Catalog) -> String {
    let shown = catalog.keys.filter { $0.readable != .nothing }.count
    return "the names of \(shown) keys and \(catalog.rules.count) rules of the catalog, and what "
      + "it says of them"
  }

  private static func values(_ catalog: Catalog) -> [String] {
    let shown = catalog.keys.filter { $0.readable == .value }.map(\.name)
    return shown.isEmpty
      ? [] : ["the values of \(shown.joined(separator: ", ")), which the catalog calls readable"]
  }

  private static func devices(_ redactor: Redactor) -> [String] {
    let devices = redactor.shownDevices.sorted(by: utf8Precedes)
    let versions = redactor.shownVersions.sorted(by: utf8Precedes)
    return [
      devices.isEmpty ? nil : "that there were \(devices.joined(separator: ", "))",
      versions.isEmpty ? nil : "that the app had the versions \(versions.joined(separator: ", "))",
    ].compactMap(\.self)
  }
}
