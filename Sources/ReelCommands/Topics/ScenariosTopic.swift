import ReelLog

/// `reel help scenarios`.
enum ScenariosTopic {
  /// What is expected of a session under each rule, which makes it a test.
  static let expectations = [
    "policy omitting = allowlist {\"settings.omit\":[\"memberEntitlement\"]}",
    "expect allowlist: none",
    "final allowlist: watch paidWatch=false",
    "expect omitting: entitlement-by-absence watch paidWatch; unsynced-key-read watch "
      + "memberEntitlement",
    "final omitting: watch paidWatch=true",
  ]

  /// The lines of the session itself.
  static let session = [
    "phone installs 1.0             # a version, if the rule hangs on it",
    "watch installs",
    "phone sets memberEntitlement false",
    "+5s phone sends context to watch as m1",
    "watch receives m1              # without an id: the newest one",
    "watch checks paidWatch         # asks a rule of the catalog",
  ]

  static var lines: [String] {
    [
      "A scenario is a text of what happens, a line each. reel record performs it under a rule;",
      "replay, diff, check, matrix and test take it as it is. Time begins at 2026-01-01T00:00:00Z",
      "and moves on by a second a line, or by the +… before it. # begins a comment.", "",
      "one.scenario:",
    ] + (expectations + session).map { "  \($0)" } + [
      "  reel test one.scenario", "", "What a device does",
    ] + Scenario.verbForms.map { "  \($0)" } + [
      "", "CHANNEL is context, userInfo, complication, message; a VALUE is JSON or a bare word.",
      "DEVICE is phone, watch, tablet or another name; watch/widget is a process of the watch.",
      "A trailing field=value sets a field of the event: watch receives m1 interrupted=true.", "",
      "Other lines",
      "  +5s                         time passes",
      "  note TEXT                   a remark",
      "  policy NAME = BASE {…}      a rule of this scenario: reel help policies",
      "  expect POLICY: CHECK DEVICE KEY; …   all that the checks find; none = nothing",
      "  final POLICY: DEVICE WHAT=VALUE; …   a key as it reads, a rule's answer, a list",
      "  {\"event\":…}                 any event as a recording has it, with \"at\":\"+1s\"",
    ]
  }
}

/// `reel help catalog`.
enum CatalogTopic {
  /// A catalog of two keys and a rule.
  static let example = [
    "{",
    "  \"keys\": [",
    "    {\"name\": \"isMember\", \"type\": \"bool\", \"synced\": true, \"default\": false,",
    "     \"reason\": \"The watch shows the paywall by it.\", \"audience\": \"both\"},",
    "    {\"name\": \"draft\", \"type\": \"string\", \"synced\": false,",
    "     \"reason\": \"Of no use on the watch.\", \"audience\": \"phone\", \"sampleSize\": 400}",
    "  ],",
    "  \"rules\": [",
    "    {\"name\": \"paidWatch\", \"entitlement\": true,",
    "     \"when\": \"any(absent isMember, true isMember)\",",
    "     \"decides\": \"Whether the watch shows the whole app or the paywall.\"}",
    "  ]",
    "}",
  ]

  static var lines: [String] {
    [
      "A catalog says which keys an app stores and what it asks of them. A recording carries one;",
      "a session recorded without --catalog gets that of the weather app, with its 90 keys.",
      "--catalog FILE puts another in its place. Comments and trailing commas may stand in it.",
      "", "catalog.json:",
    ] + example.map { "  \($0)" } + [
      "  reel record one.scenario -o one.jsonl.zst --catalog catalog.json", "", "A key",
      "  name, synced      what it is called; whether the allowlist sends it",
      "  type              bool, integer, double, string, data, date, array or dictionary",
      "  reason            why it is synced, or why not; a synced key must have one",
      "  default           what phone registers gives it where nothing else is said",
      "  audience          whose app has business with it: phone, watch or both",
      "  sampleSize        how large it usually is, in bytes",
      "  readable          what of it stays readable in a redacted recording: name or value", "",
      "A rule",
      "  name, decides     what it is called; one sentence on what hangs on it",
      "  when              absent KEY, true KEY, any(…), all(…), not(…)",
      "  entitlement       whether it decides what the user has paid for", "",
      "true KEY reads a value as bool(forKey:) does; absent KEY: neither stored nor registered.",
    ]
  }
}
