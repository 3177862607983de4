"""What the page says at an event is what replay says."""

import unittest

from browser import ROOT, Browser, canonical, reel_json, state


def setUpModule():
    global browser
    browser = Browser()


def tearDownModule():
    browser.close()


class Values(unittest.TestCase):
    """Pages against `reel replay --until`, for both policies."""

    def compare(self, recording, one, other, events):
        page = browser.open(browser.diff(recording, "--from", one, "--to", other))
        for event in events:
            page.locator("[data-number]").fill(str(event))
            page.locator("[data-number]").press("Enter")
            for fold in page.locator("details").all():
                fold.evaluate("(details) => { details.open = true; }")
            shown = state(page)
            for side, policy in enumerate((one, other)):
                replay = reel_json("replay", recording, "--until", event, "--policy", policy)
                self.assertEqual(
                    self.told(shown, side, replay["devices"]), self.expected(replay),
                    f"{policy}, event {event}")
        self.assertEqual(page.complaints, [])

    @staticmethod
    def told(shown, side, devices):
        told = {}
        for (device, section, key), texts in shown.items():
            if device not in devices:
                # The cloud, where no event happens on it.
                continue
            if section == "setting" and texts[side] != "absent":
                told[device, key] = texts[side]
            elif section == "item" and texts[side].startswith("●"):
                told[device, key] = "listed"
            elif section == "answer" and texts[side] != "absent":
                told[device, "answer", key] = texts[side]
        return told

    @staticmethod
    def expected(replay):
        expected = {}
        for device, state_ in replay["devices"].items():
            for key, value in state_["settings"].items():
                expected[device, key] = canonical(value)
            for key in state_["dismissals"]:
                expected[device, key] = "listed"
            for answers in state_["answers"].values():
                for rule, answer in answers.items():
                    expected[device, "answer", rule] = {True: "yes", False: "no"}.get(
                        answer, "unknown")
        return expected

    def test_settings(self):
        self.compare(ROOT / "recordings/watch-settings/landmine.jsonl.zst",
                     "wipe-then-apply", "landmine", [1, 3, 6, 8, 13, 16])

    def test_settings_that_are_wiped(self):
        self.compare(ROOT / "recordings/watch-settings/mutex-wiped.jsonl.zst",
                     "wipe-then-apply", "explicit", [2, 5, 9, 12])

    def test_lists(self):
        self.compare(ROOT / "recordings/not-interested/undo.jsonl.zst",
                     "union", "tombstones", [4, 7, 9, 12, 14, 17])

    def test_accounts(self):
        self.compare(ROOT / "recordings/not-interested/account-switched.jsonl.zst",
                     "union", "tombstones", [3, 6, 9, 12])


HOSTILE = [
    "</script><script>window.intruder=1</script>", "<img src=x onerror=window.intruder=1>",
    "\"'`&amp;<b>", "\u05d0\u05d1 rtl \u202e txet", "nul\x00 bell\x07", "long " + "x" * 5000,
    "__proto__", "constructor", "toString", "caf\u00e9", "cafe\u0301", "\u2028line\u2029", "😀",
]


class Hostile(unittest.TestCase):
    """Keys and values that would be something else than text."""

    def setUp(self):
        import json
        lines = ["phone installs", "watch installs"]
        for name in HOSTILE:
            line = {"at": "+1s", "device": "phone", "event": "store.set", "key": name,
                    "value": name}
            lines.append(json.dumps(line))
        lines += ["phone sends context to watch as m1", "watch receives m1", "note <b>note</b>"]
        self.recording = browser.scenario("\n".join(lines) + "\n")
        path = browser.diff(self.recording, "--from", "wipe-then-apply", "--to", "landmine")
        self.page = browser.open(path)

    def test_are_shown_as_text(self):
        page = self.page
        page.keyboard.press("End")
        keys = {key for _, section, key in state(page) if section == "setting"}
        self.assertEqual(len(keys), len(HOSTILE))
        for name in ("__proto__", "constructor", "toString", "<img src=x onerror=window.intruder=1>",
                     "\\u{2028}line\\u{2029}", "nul\\u{0} bell\\u{7}"):
            self.assertIn(name, keys)
        self.assertIsNone(page.evaluate("window.intruder ?? null"))
        self.assertEqual(page.locator("img").count(), 0)
        self.assertEqual(page.locator("b", has_text="note").count(), 0)
        self.assertEqual(page.complaints, [])

    def test_can_be_searched_for(self):
        for name in HOSTILE:
            self.page.locator("[data-search]").fill(name.replace("\x00", "").replace("\x07", "")[:60])
            self.page.wait_for_timeout(150)
        self.assertEqual(self.page.complaints, [])

    def test_break_no_layout(self):
        width = self.page.evaluate("document.documentElement.scrollWidth")
        self.assertLessEqual(width, 1280)

    def test_nothing_turns_the_line_around(self):
        self.assertNotIn("\u202e", self.page.inner_text("body"))
