/// What a device does, in the shorthand: `DEVICE verb …`.
enum ScenarioVerb: String, CaseIterable {
  case installs, launches, updates, uninstalls, locks, unlocks, crashes, uses
  case registers, loads, sets, removes, fills, reads, checks, `is`
  case sends, receives, fails, dismisses, undoes, pushes, pulls
  case clock

  /// How a line with the verb is written.
  var form: String {
    switch self {
    case .installs: "DEVICE installs [VERSION]"
    case .launches: "DEVICE launches [VERSION]"
    case .updates: "DEVICE updates [VERSION]"
    case .uninstalls: "DEVICE uninstalls"
    case .locks: "DEVICE locks"
    case .unlocks: "DEVICE unlocks"
    case .crashes: "DEVICE crashes"
    case .uses: "DEVICE uses account NAME, or DEVICE uses no account"
    case .registers: "DEVICE registers [KEY=VALUE …]"
    case .loads: "DEVICE loads FILE"
    case .sets: "DEVICE sets KEY VALUE"
    case .removes: "DEVICE removes KEY"
    case .fills: "DEVICE fills KEY SIZE"
    case .reads: "DEVICE reads KEY"
    case .checks: "DEVICE checks RULE"
    case .is: "DEVICE is pro, DEVICE is free, or DEVICE is unknown"
    case .sends: "DEVICE sends CHANNEL to DEVICE [as ID]"
    case .receives: "DEVICE receives [ID]"
    case .fails: "DEVICE fails ID ERROR"
    case .dismisses: "DEVICE dismisses ID"
    case .undoes: "DEVICE undoes ID"
    case .pushes: "DEVICE pushes LIST [as ID]"
    case .pulls: "DEVICE pulls LIST, DEVICE pulls ID, or DEVICE pulls nothing"
    case .clock: "DEVICE clock TIME"
    }
  }
}

extension Scenario {
  /// How the lines of the shorthand are written, one form for each verb.
  public static let verbForms = ScenarioVerb.allCases.map(\.form)
}
