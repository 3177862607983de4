/// The weather app's catalog: its 90 keys, of which 36 are synced, and the rules over them.
///
/// It is kept as the text of a catalog file, so that the parser reads it like anybody else's.
public enum WeatherCatalog {
  /// The catalog file: JSON, as `reel help catalog` describes it.
  public static let text = "{\"keys\": [\n\(syncedKeys)\(localKeys)],\n\(rules)}\n"

  static let rules = #"""
    "rules": [
      {"name": "paidWatch", "entitlement": true,
        "when": "any(absent memberEntitlement, true memberEntitlement, true legacyMember)",
        "decides": "Whether the watch shows the whole app or the paywall."},
      {"name": "notificationsOn", "entitlement": false,
        "when": "any(true rainAlertsEnabled, true stormAlertsEnabled, \#
    true lightningAlertsEnabled, true frostAlertsEnabled, \#
    true airQualityAlertsEnabled, true morningForecastEnabled)",
        "decides": "Whether the watch asks to use the location always or only while it is in use."},
      {"name": "languageFallback", "entitlement": false,
        "when": "absent displayLanguage",
        "decides": "Whether the forecast speaks the system's language instead of the chosen one."},
      {"name": "chartStyleFallback", "entitlement": false,
        "when": "absent chartStyle",
        "decides": "Whether the hourly chart is drawn as a line instead of in the chosen style."}
    ]
    """#
}
