"""A month of a phone and its watch, for notebooks/sessions.py."""

from diary import DAY, HOUR, MINUTE, SEED, Diary


class MonthOfSettings(Diary):
    """A phone and a watch for 30 days. Version 2 brings the allowlist: to the phone on day 14, to
    the watch two days later."""

    # What it is recorded under.
    POLICY = "phone=wipe-then-apply,phone@2=allowlist,watch=wipe-then-apply,watch@2=allowlist"
    # Units and looks that the user chooses now and then, with what there is to choose from.
    CHOICES = {
        "temperatureUnit": ["celsius", "fahrenheit"],
        "windSpeedUnit": ["metersPerSecond", "kilometersPerHour", "beaufort"],
        "precipitationUnit": ["millimeter", "inch"],
        "chartStyle": ["bars", "line", "area"],
        "colorTheme": ["system", "dark", "light"],
        "iconStyle": ["filled", "outlined"],
        "complicationContent": ["temperature", "rain", "wind"],
        "rainAlertsEnabled": ["true", "false"],
        "morningForecastEnabled": ["true", "false"],
        "displayLanguage": ["de", "en"],
    }
    PLACES = ["Lund", "Malmo", "Ystad", "Visby", "Umea"]
    # Values that a recorder withholds, with the size in bytes that they have more or less.
    CACHES = {
        "previewCache": 60000, "forecastCache": 48000, "purchaseTransactions": 18000,
        "deliveredAlerts": 9000, "airQualityCache": 6000, "radarTiles": 5000,
        "analyticsQueue": 4000, "remoteConfig": 3000, "notificationSchedule": 1200,
        "savedPlaces": 900, "recentPlaces": 600, "searchHistory": 300, "widgetPlaces": 200,
        "lastKnownLocation": 90, "pushToken": 66, "installationID": 38, "weather": 2600,
    }  # fmt: skip
    # Marks of time, flags and counts of the phone alone.
    DATES = [
        "receiptRefreshedAt", "subscriptionExpiresAt", "paywallShownAt", "locationAskedAt",
        "notificationsAskedAt", "pushTokenSentAt", "notificationsScheduledAt", "reviewAskedAt",
        "reviewEligibleAt", "firstLaunchAt", "remoteConfigFetchedAt", "lastFetchAt",
    ]  # fmt: skip
    STATE = {
        "storefrontCountry": "SWE", "paywallVariant": "b", "whatsNewVersion": '"1.9"',
        "reviewAskedVersion": '"1.8"', "migratedVersion": '"1.9"', "alternateIcon": "night",
        "radarLatitude": "55.7", "radarLongitude": "13.2", "onboardingFinished": "true",
        "quietHours": '{"from":1320,"to":420}',
    }  # fmt: skip
    PHONE_PAGE = [
        "onboardingFinished", "selectedTab", "savedPlaces", "selectedLocation", "forecastCache",
        "temperatureUnit",
    ]  # fmt: skip
    # What the watch reads, page by page.
    FIRST_PAGE = [
        "debugMode", "weather", "selectedLocation", "usesCurrentLocation", "temperatureUnit",
        "clockFormat", "iconStyle", "displayLanguage",
    ]  # fmt: skip
    FETCH = [
        "fetchInProgressAt", "lastFetchAt", "apiKey", "weatherSource", "apiModel", "apiUnits",
        "apiLanguage", "apiForecastHours", "apiExcludedParts", "refreshIntervalMinutes",
    ]  # fmt: skip
    CHART = [
        "forecastCache", "chartStyle", "colorTheme", "precipitationUnit",
        "showsPrecipitationChance", "rainAlertThreshold",
    ]  # fmt: skip
    DETAILS = ["showsFeelsLike", "showsWind", "windSpeedUnit", "pressureUnit"]
    FACE = ["complicationContent", "temperatureUnit", "weather", "iconStyle"]

    def __init__(self, seed):
        super().__init__(seed)
        self.sent = self.waiting = 0
        # Whether something that is synchronised has changed since the last context.
        self.has_changed = True
        self.has_allowlist = False
        self.launches = {"phone": 0, "watch": 0}
        self.chosen = {}
        self.plan(0, self.begin)
        for day in range(30):
            for hour in (7, 12, 19):
                self.plan_around(day, hour, self.use_phone)
            for hour in (8, 13, 21):
                self.plan_around(day, hour, self.use_watch)
            for hour in (10, 17):
                self.plan_around(day, hour, self.draw_face)
        self.plan(14 * DAY + 4 * HOUR, self.update_phone)
        self.plan(16 * DAY + 4 * HOUR, self.write, "watch updates 2.0")
        self.plan(22 * DAY + 5 * HOUR, self.end_membership)

    def update_phone(self):
        self.write("phone updates 2.0")
        self.has_allowlist = True

    def plan_around(self, day, hour, deed):
        self.plan(day * DAY + hour * HOUR + self.dice.between(0, 50 * MINUTE), deed)

    def begin(self):
        self.write("phone installs 1.9")
        self.write("watch installs 1.9")
        self.write(f"note a generated scenario, notebooks/sessions.py with seed {SEED}")
        for key in self.CACHES:
            self.renew(key)
        for key in self.DATES:
            self.stamp("phone", key)
        for key, value in self.STATE.items():
            self.write(f"phone sets {key} {value}")
        self.write("phone sets memberEntitlement true")
        self.write("phone sets legacyMember false")
        self.write("phone sets apiKey 4f1c09aa27d84be1a6b0c35e92d7f618")
        self.choose_place()
        for key in ("chartStyle", "displayLanguage"):
            self.choose(key)

    def renew(self, key, device="phone"):
        """A new value of which the recording shows only a digest and the size."""
        size = self.CACHES[key] * self.dice.between(80, 120) // 100
        self.write(f'{device} sets {key} {{"$digest":"{self.dice.hex(16)}","size":{size}}}')

    def stamp(self, device, key):
        day, second = divmod(self.now, DAY)
        clock = f"{second // HOUR:02}:{second % HOUR // MINUTE:02}:{second % MINUTE:02}"
        self.write(f'{device} sets {key} {{"$date":"2026-01-{day + 1:02}T{clock}Z"}}')

    def choose(self, key):
        choices = [choice for choice in self.CHOICES[key] if choice != self.chosen.get(key)]
        self.chosen[key] = self.dice.pick(choices)
        self.write(f"phone sets {key} {self.chosen[key]}")
        self.has_changed = True

    def choose_place(self):
        name = self.dice.pick(self.PLACES)
        latitude, longitude = self.dice.between(5500, 6400), self.dice.between(1200, 2000)
        place = f'{{"latitude":{latitude / 100},"longitude":{longitude / 100},"name":"{name}"}}'
        self.write(f"phone sets selectedLocation {place}")
        self.has_changed = True

    def launch(self, device):
        self.launches[device] += 1
        self.write(f"{device} launches")
        self.write(f"{device} registers")
        self.write(f"{device} sets launchCount {self.launches[device]}")

    def use_phone(self):
        self.launch("phone")
        self.read("phone", self.PHONE_PAGE)
        self.renew("weather")
        self.has_changed = True
        self.renew("forecastCache")
        self.stamp("phone", "lastFetchAt")
        for key, probability in (
            ("previewCache", 0.5), ("lastKnownLocation", 0.4), ("analyticsQueue", 0.3),
            ("airQualityCache", 0.3), ("deliveredAlerts", 0.2), ("radarTiles", 0.15),
            ("savedPlaces", 0.05), ("searchHistory", 0.1),
        ):  # fmt: skip
            if self.dice.falls(probability):
                self.renew(key)
        if self.dice.falls(0.25):
            self.choose_place()
        if self.dice.falls(0.2):
            self.choose(self.dice.pick(list(self.CHOICES)))
        self.send()
        if self.dice.falls(0.25):  # Back to the app after a while: only its own state has changed.
            self.plan(self.now + self.dice.between(5, 40) * MINUTE, self.look_again)

    def look_again(self):
        self.write(f"phone sets selectedTab {self.dice.between(0, 3)}")
        self.send()

    def send(self):
        self.sent += 1
        message = f"m{self.sent}"
        self.write(f"phone sends context to watch as {message}")
        sent = self.now
        self.stamp("phone", "contextSentAt")
        if self.has_allowlist and not self.has_changed:
            return  # An equal context does not travel.
        if self.dice.falls(0.03):
            self.write(f"phone fails {message} watchAppNotInstalled")
            return
        self.has_changed = False
        self.waiting = self.sent
        lasts = self.dice.between(5, 120)
        if self.dice.falls(0.2):  # The watch lies on its charger.
            lasts = self.dice.between(1 * HOUR, 9 * HOUR)
        self.plan(sent + lasts, self.receive, self.sent)

    def receive(self, number):
        """The watch is handed the context, unless a newer one has taken its place."""
        if number == self.waiting:
            self.write(f"watch receives m{number}")
            self.stamp("watch", "contextReceivedAt")

    def use_watch(self):
        self.launch("watch")
        self.write("watch checks paidWatch")
        self.write("watch checks languageFallback")
        self.read("watch", self.FIRST_PAGE)
        if self.dice.falls(0.5):
            self.read("watch", self.FETCH)
            self.stamp("watch", "fetchInProgressAt")
            self.renew("forecastCache", "watch")
            self.stamp("watch", "lastFetchAt")
            self.write("watch removes fetchInProgressAt")
        if self.dice.falls(0.35):
            self.write("watch checks chartStyleFallback")
            self.read("watch", self.CHART)
        if self.dice.falls(0.15):
            self.read("watch", self.DETAILS)
        if self.dice.falls(0.2):  # A page with the user's places, which nobody put on the list.
            self.read("watch", ["savedPlaces"])
        if self.dice.falls(0.05):
            self.write("watch checks notificationsOn")

    def read(self, device, keys):
        for key in keys:
            self.write(f"{device} reads {key}")

    def draw_face(self):
        self.read("watch/complication", self.FACE)
        self.stamp("watch", "complicationDrawnAt")

    def end_membership(self):
        self.write("note the membership ends")
        self.write("phone sets memberEntitlement false")
        self.has_changed = True
        self.send()

    def meaning(self):
        return [
            "# shows: what a month of every known key weighs, what the allowlist makes of it from"
            " the update on, and a page of the watch that reads a key which nobody enrolled",
            "# pair: none (a long session for the notebooks, no case)",
            "expect explicit:"
            " unsynced-key-read watch lastFetchAt; unsynced-key-read watch savedPlaces",
            "final explicit: watch paidWatch=false; watch savedPlaces=absent",
            f"final {self.POLICY}: watch paidWatch=false; watch savedPlaces=absent",
        ]
