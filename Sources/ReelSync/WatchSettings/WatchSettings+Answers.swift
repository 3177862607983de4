import ReelEvents
import ReelFoundation
import ReelSeams

/// The questions that the weather app answers from its settings, under the names that the catalog
/// gives its rules.
extension WatchSettings {
  /// Whether the watch shows the whole app or the paywall.
  ///
  /// An entitlement that is absent reads as paid, so that a fresh watch shows no paywall to a
  /// paying customer. So whatever makes it absent gives the app away.
  public var isPaidWatch: Bool {
    answering("paidWatch", as: { .entitlementRead(rule: $0, answer: $1) }) {
      (truth(of: .memberEntitlement) ?? true) || isTrue(.legacyMember)
    }
  }

  /// Whether any of the six toggles is on.
  public var areNotificationsOn: Bool {
    answering("notificationsOn") {
      isTrue(.rainAlertsEnabled) || isTrue(.stormAlertsEnabled) || isTrue(.lightningAlertsEnabled)
        || isTrue(.frostAlertsEnabled) || isTrue(.airQualityAlertsEnabled)
        || isTrue(.morningForecastEnabled)
    }
  }

  /// Whether the forecast speaks the system's language, for want of a chosen one.
  public var followsSystemLanguage: Bool {
    answering("languageFallback") { isAbsent(.displayLanguage) }
  }

  /// Whether the hourly chart is drawn as a line, for want of a chosen style.
  public var drawsChartAsLine: Bool {
    answering("chartStyleFallback") { isAbsent(.chartStyle) }
  }

  /// What the watch asks the user's leave for: alerts need the place at all times.
  public var locationAuthorizationToAsk: LocationAuthorization {
    areNotificationsOn ? .always : .whileInUse
  }

  /// When an app may know where it is.
  public enum LocationAuthorization: Sendable { case always, whileInUse }

  /// The watch's own note that a message has come, to the second, which is all that a store on
  /// Linux keeps (platform-semantics L-06). It does not travel.
  public func noteContextReceived() {
    witness.asOneStep { now in
      let value = Value.date(secondsSince2001: now.secondsSince2001.rounded(.down))
      if let date = value.propertyList { defaults.set(date, for: .contextReceivedAt) }
    }
  }

  private func answering(
    _ rule: String,
    as action: (String, Bool) -> Action = { .ruleRead(rule: $0, answer: $1) },
    _ answer: () -> Bool
  ) -> Bool {
    witness.asOneStep { _ in
      let answer = answer()
      witness.record(action(rule, answer))
      return answer
    }
  }

  private func isAbsent(_ key: SettingKey) -> Bool { defaults.object(for: key) == nil }

  private func isTrue(_ key: SettingKey) -> Bool { truth(of: key) ?? false }

  /// The value as a Boolean, by the conversions of Darwin's `bool(forKey:)` on every platform; nil
  /// where there is none.
  private func truth(of key: SettingKey) -> Bool? {
    defaults.object(for: key).map { Value(propertyList: $0)?.darwinBool ?? false }
  }
}
