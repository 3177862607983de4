"""What notebooks/sessions.py writes sessions with: chance from a seed, and a plan by time."""

import heapq
import random

SEED = 2026
MINUTE, HOUR, DAY = 60, 3600, 86400


class Dice:
    """Chance from a seed, by the one method of `random` that is the same in every Python."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def falls(self, probability):
        return self.random() < probability

    def between(self, low, high):
        """A whole number, `low` and `high` included."""
        return low + int(self.random() * (high - low + 1))

    def pick(self, choices):
        return choices[int(self.random() * len(choices))]

    def hex(self, digits):
        return "".join(self.pick("0123456789abcdef") for _ in range(digits))


class Diary:
    """A session that is being written: what is planned, by time, and the lines so far."""

    def __init__(self, seed):
        self.dice = Dice(seed)
        self.lines = []
        self.planned = []
        self.count = 0
        self.now, self.last = 0, -1

    def plan(self, time, deed, *arguments):
        """Has `deed` done `time` seconds after the start, or as soon as those before it are."""
        self.count += 1
        heapq.heappush(self.planned, (time, self.count, deed, arguments))

    def live(self):
        while self.planned:
            time, _, deed, arguments = heapq.heappop(self.planned)
            self.now = max(self.now, time)
            deed(*arguments)

    def write(self, line):
        """Adds a line of shorthand at this second; the next one comes a second later."""
        pause = self.now - self.last
        self.lines.append(line if pause == 1 else f"+{duration(pause)} {line}")
        self.last = self.now
        self.now += 1


def duration(seconds):
    for unit, size in ("d", DAY), ("h", HOUR), ("m", MINUTE):
        if seconds and seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"
