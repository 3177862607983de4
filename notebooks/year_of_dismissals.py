"""A year of a list that three devices share, for notebooks/sessions.py."""

from diary import DAY, HOUR, SEED, Diary

DEVICES = ("phone", "tablet", "laptop")


class YearOfDismissals(Diary):
    """Three devices of one member for a year: the app is opened on a phone twice a week, on a
    tablet once, and every three weeks on a laptop, which stays in its bag from June to
    mid-October."""

    POLICY = "allowlist+tombstones"
    LAPTOP_AWAY = range(152, 287)

    def __init__(self, seed):
        super().__init__(seed)
        self.albums = self.pushes = 0
        # What each place knows of an album: when it was last added and removed.
        self.marks = {place: {} for place in (*DEVICES, "cloud")}
        self.plan(0, self.begin)
        laptop = 4
        for day in range(1, 365):
            if day % 7 in (1, 5):
                self.plan(self.evening(day), self.use, "phone", 0.45)
            if day % 7 == 3:
                self.plan(self.evening(day), self.use, "tablet", 0.35)
            if day == laptop:
                offline = self.dice.falls(0.2)
                self.plan(self.evening(day), self.use, "laptop", 0.6, offline)
                laptop += self.dice.between(14, 30)
                if laptop in self.LAPTOP_AWAY:
                    laptop = self.LAPTOP_AWAY.stop
        # On a journey just before it goes to its bag: nobody hears of these until October.
        self.plan(self.evening(self.LAPTOP_AWAY.start - 1), self.dismiss_offline, 3)
        for device in ("laptop", "tablet", "phone", "laptop", "tablet"):
            self.plan(365 * DAY - HOUR, self.use, device, 0)

    def evening(self, day):
        return day * DAY + 18 * HOUR + self.dice.between(0, 4 * HOUR)

    def begin(self):
        for device in DEVICES:
            self.write(f"{device} installs")
            self.write(f"{device} is pro")
            self.write(f"{device} pulls notInterested")
        self.write(f"note a generated scenario, notebooks/sessions.py with seed {SEED}")

    def use(self, device, appetite, is_offline=False):
        if not is_offline:
            self.pull(device)
            self.push_if_new(device)
        while self.dice.falls(appetite):
            self.act(device)
            if not is_offline:
                self.push(device)

    def act(self, device):
        """Takes back one that the device lists, mostly a late one, or dismisses another."""
        listed = self.listed(device)
        if listed and self.dice.falls(0.3):
            latest = self.dice.falls(0.8)
            album = self.dice.pick(listed[-12:] if latest else listed)
            self.marks[device][album] = (self.marks[device][album][0], self.now)
            self.write(f"{device} undoes {album}")
        else:
            self.dismiss(device)

    def dismiss(self, device):
        self.albums += 1
        album = f"album-{self.albums:03}"
        self.marks[device][album] = (self.now, -1)
        self.write(f"{device} dismisses {album}")

    def dismiss_offline(self, count):
        self.pull("laptop")
        for _ in range(count):
            self.dismiss("laptop")

    def pull(self, device):
        self.write(f"{device} pulls notInterested")
        self.marks[device] = merged(self.marks[device], self.marks["cloud"])

    def push_if_new(self, device):
        """After a pull, what was done offline goes out."""
        if self.marks[device] != self.marks["cloud"]:
            self.push(device)

    def push(self, device):
        self.pushes += 1
        self.write(f"{device} pushes notInterested as p{self.pushes}")
        self.marks["cloud"] = dict(self.marks[device])

    def meaning(self):
        retain = '"dismissals.retain":'
        return [
            "# shows: how tombstones pile up in a year; what comes back where they go before a"
            " laptop has seen them, and what a horizon loses instead",
            "# pair: forgetting -> patient",
            f'policy forgetting = tombstones {{{retain}"90d"}}',
            f'policy bounded = tombstones {{{retain}"90d","dismissals.horizon":true}}',
            f'policy patient = tombstones {{{retain}"180d"}}',
            "expect forgetting: " + everywhere("dismissal-resurrected", 19, 24, 40),
            "expect bounded: " + everywhere("dismissal-lost", 41, 42, 43),
            "expect patient: none",
            "final patient: "
            + "; ".join(
                f"{device} notInterested={{{','.join(sorted(self.listed(device)))}}}"
                for device in DEVICES
            ),
        ]

    def listed(self, device):
        marks = self.marks[device].items()
        return [album for album, (added, removed) in marks if added > removed]


def everywhere(check, *numbers):
    """The expectation that `check` finds the albums of these numbers on every device."""
    found = [(device, number) for number in numbers for device in DEVICES]
    return "; ".join(f"{check} {device} album-{number:03}" for device, number in found)


def merged(mine, theirs):
    both = dict(mine)
    for album, (added, removed) in theirs.items():
        mark = both.get(album, (-1, -1))
        both[album] = (max(mark[0], added), max(mark[1], removed))
    return both
