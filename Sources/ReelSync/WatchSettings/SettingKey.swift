public import ReelSeams

/// A key of the weather app's settings.
///
/// It cannot be enumerated, and that is the point: the old code walked over `allCases` to send and
/// to wipe, so that every new key travelled from the day it was added. Whoever wants a key synced
/// names it in `synced`, and writes the reason down in the catalog.
public enum SettingKey: String, Sendable, Hashable {
  // What the watch shows, and for whom.
  case weather, selectedLocation, usesCurrentLocation, memberEntitlement, legacyMember
  case temperatureUnit, windSpeedUnit, pressureUnit, precipitationUnit, distanceUnit
  case airQualityScale, clockFormat, displayLanguage, chartStyle, colorTheme, iconStyle
  case showsFeelsLike, showsWind, showsPrecipitationChance, complicationContent
  case refreshIntervalMinutes

  // The six toggles, and the amount that rain alerts go by.
  case rainAlertsEnabled, stormAlertsEnabled, lightningAlertsEnabled, frostAlertsEnabled
  case airQualityAlertsEnabled, morningForecastEnabled, rainAlertThreshold

  // Where the weather comes from.
  case weatherSource, fallbackWeatherSource, apiKey, apiLanguage, apiUnits, apiModel
  case apiForecastHours, apiExcludedParts

  // Purchases and the paywall.
  case purchaseTransactions, receiptRefreshedAt, subscriptionExpiresAt, storefrontCountry
  case paywallShownAt, paywallShownCount, paywallVariant

  // Places.
  case savedPlaces, recentPlaces, searchHistory, placesSortOrder, placesInCloud
  case lastKnownLocation, locationAskedAt

  // Notifications of this device.
  case notificationsAskedAt, pushToken, pushTokenSentAt, deliveredAlerts, notificationSchedule
  case notificationsScheduledAt, morningForecastTime, quietHours

  // State of this device's screens.
  case radarLayer, radarLatitude, radarLongitude, radarZoom, radarIsPlaying, radarTiles
  case onboardingFinished, onboardingStep, whatsNewVersion, reviewAskedAt, reviewAskedVersion
  case reviewEligibleAt, selectedTab, widgetPlaces

  // This installation and its caches.
  case firstLaunchAt, launchCount, migratedVersion, debugMode, previewCache, forecastCache
  case airQualityCache, fetchInProgressAt, lastFetchAt, lastFetchError, remoteConfig
  case remoteConfigFetchedAt, analyticsQueue, installationID

  #if !os(watchOS)
    /// A watch cannot change its app's icon, so its app does not know the key.
    case alternateIcon
  #endif

  // The two ends of the link, and what follows a receipt.
  case contextSentAt, complicationDrawnAt
  /// Written on the watch only.
  case contextReceivedAt
}

extension SettingKey {
  /// The keys that travel from the phone to the watch: the allowlist, opted in one by one.
  public static let synced: Set<SettingKey> = [
    .weather, .selectedLocation, .usesCurrentLocation, .memberEntitlement, .legacyMember,
    .temperatureUnit, .windSpeedUnit, .pressureUnit, .precipitationUnit, .distanceUnit,
    .airQualityScale, .clockFormat, .displayLanguage, .chartStyle, .colorTheme, .iconStyle,
    .showsFeelsLike, .showsWind, .showsPrecipitationChance, .complicationContent,
    .refreshIntervalMinutes, .rainAlertsEnabled, .stormAlertsEnabled, .lightningAlertsEnabled,
    .frostAlertsEnabled, .airQualityAlertsEnabled, .morningForecastEnabled, .rainAlertThreshold,
    .weatherSource, .fallbackWeatherSource, .apiKey, .apiLanguage, .apiUnits, .apiModel,
    .apiForecastHours, .apiExcludedParts,
  ]
}

/// The settings by their typed keys: what the app's call sites look like.
extension DefaultsStore {
  /// The value of `key`, stored or registered; nil for none of either.
  public func object(for key: SettingKey) -> Any? { object(forKey: key.rawValue) }
  /// Stores a property-list value under `key`.
  public func set(_ value: Any, for key: SettingKey) { set(value, forKey: key.rawValue) }
  /// Removes what is stored under `key`.
  public func remove(_ key: SettingKey) { removeObject(forKey: key.rawValue) }
}
