"""What the views make of recordings, against what is known of them otherwise."""

import json
import pathlib
import tempfile
import unittest

import matplotlib.pyplot as plt

import reel_notebook
from reel_notebook import Recording, Table, count, listed, share, size

RECORDINGS = pathlib.Path(__file__).parent.parent / "recordings"
MONTH = RECORDINGS / "watch-settings/month-of-settings.jsonl.zst"
YEAR = RECORDINGS / "not-interested/year-of-dismissals.jsonl.zst"


SENT = """
    select sender, key, sum(bytes)
    from sent_settings where because is null or because not in ('payloadTooLarge', 'quota')
    group by sender, key
"""
READ = "select owner, key, count(*) from looks group by owner, key"


def golden(path):
    """The state that replay comes to, and what it says was sent."""
    text = path.with_name(path.name.replace(".jsonl.zst", ".golden.json")).read_text()
    return json.loads(text)["policies"]["as recorded"]


def written(lines):
    """A plain recording of `lines`, of one key `a` that is synced and one `b` that is not."""
    plain = {"type": "bool", "reason": "", "audience": "both"}
    keys = [{"name": "a", "synced": True, **plain}, {"name": "b", "synced": False, **plain}]
    rules = [{"name": "paid", "when": "any(absent a, true ab)", "entitlement": True}]
    header = {"name": "x", "recordedUnder": None, "catalog": {"keys": keys, "rules": rules}}
    file = tempfile.NamedTemporaryFile("w", suffix=".jsonl")
    lines = [{"reel": 1, "recording": header}, *lines]
    stamped = [{"at": f"2026-01-01T00:00:{n:02}.000000Z", **line} for n, line in enumerate(lines)]
    file.writelines(json.dumps(line) + "\n" for line in stamped)
    file.flush()
    return file


class TheCorpusTest(unittest.TestCase):
    """Every recording, as reel's own replay sees it."""

    def test_was_sent_and_read_as_replay_says(self):
        compared = {"sentBytes": 0, "reads": 0}
        for path in sorted(RECORDINGS.glob("*/*.jsonl.zst")):
            recording = Recording(path)
            for kind, question in ("sentBytes", SENT), ("reads", READ):
                expected = {
                    (device, key): use[kind]
                    for device, state in golden(path)["devices"].items()
                    for key, use in state["keys"].items()
                    if use[kind]
                }
                found = {(device, key): amount for device, key, amount in recording.rows(question)}
                self.assertEqual(found, expected, f"{kind} of {path.name}")
                compared[kind] += len(expected)
        self.assertGreater(compared["sentBytes"], 100)
        self.assertGreater(compared["reads"], 50)

    def test_lists_at_the_end_what_replay_lists(self):
        recording = Recording(YEAR)
        live = recording.rows("""
            select item from marks
            where number = (select max(number) from marks) and not dead order by item
        """)
        for state in golden(YEAR)["devices"].values():
            if "dismissals" in state and state["dismissals"]:
                self.assertEqual([item for (item,) in live], state["dismissals"])


class AViewTest(unittest.TestCase):
    def test_takes_the_longest_line_that_a_recording_may_have(self):
        text = "x" * ((1 << 24) - 100)
        with written([{"device": "phone", "event": "note", "text": text}]) as file:
            self.assertEqual(Recording(file.name).value("select len(text) from events"), len(text))

    def test_numbers_events_as_reel_does(self):
        with written([{"device": "phone", "event": "device.installed"}] * 3) as file:
            rows = Recording(file.name).rows("select number from events order by number")
        self.assertEqual(rows, [(1,), (2,), (3,)])

    def test_tells_what_became_of_each_message(self):
        send = {"device": "phone", "event": "message.sent", "channel": "context", "to": "watch"}
        fail = {"device": "phone", "event": "message.failed", "message": "m4"}
        receive = {"device": "watch", "event": "message.received", "channel": "context"}
        lines = [
            {**send, "message": "m1", "payload": {"a": True}},
            {**send, "message": "m2", "payload": {"a": False}},
            {**send, "message": "m3", "suppressed": "equal"},
            {**send, "message": "m4", "payload": {"a": True}},
            {**fail, "error": "notReachable"},
            {**fail, "error": "deliveryFailed"},
            {**receive, "message": "m2"},
            # A receipt of what was never sent, and one more of what came before.
            {**receive, "message": "m3"},
            {**receive, "message": "m2"},
        ]
        with written(lines) as file:
            rows = Recording(file.name).rows(
                "select message, fate, because, received_number from messages order by number"
            )
        self.assertEqual(
            rows,
            [
                ("m1", "waiting", None, None),
                ("m2", "received", None, 7),
                ("m3", "suppressed", "equal", None),
                ("m4", "failed", "notReachable", None),
            ],
        )

    def test_weighs_withheld_values_by_the_size_that_they_tell(self):
        payload = {"a": {"$digest": "00", "size": 700}, "b": "é"}
        lines = [{"device": "phone", "event": "message.sent", "message": "m1", "to": "watch",
                  "channel": "context", "payload": payload}]  # fmt: skip
        with written(lines) as file:
            rows = Recording(file.name).rows(
                "select key, bytes, synced from sent_settings order by key"
            )
        self.assertEqual(rows, [("a", 705, True), ("b", 9, False)])

    def test_takes_a_rule_for_looks_at_the_keys_that_it_names_and_no_others(self):
        lines = [{"device": "watch/face", "event": "entitlement.read", "rule": "paid"}]
        with written(lines) as file:
            rows = Recording(file.name).rows("select owner, key, rule from looks")
        self.assertEqual(rows, [("watch", "a", "paid")])

    def test_gives_each_pull_the_push_before_it(self):
        push = {"device": "phone", "event": "message.sent", "channel": "kvs", "to": "cloud"}
        pull = {"device": "tablet", "event": "message.received", "channel": "kvs"}
        blob = {"added": {"x": 2}, "removed": {"x": 2, "y": 1}, "schema": 1}
        lines = [
            pull,
            {**push, "message": "p1", "key": "notInterested", "payload": blob},
            {**push, "message": "p2", "key": "notInterested", "suppressed": "unchanged"},
            {**push, "message": "p3", "key": "other", "payload": blob},
            pull,
            {**pull, "message": "none"},
            {**pull, "message": "p1"},
            {**pull, "key": "other"},
        ]
        with written(lines) as file:
            recording = Recording(file.name)
            pulls = recording.rows("select number, push from pulls order by number")
            marks = recording.rows("select item, dead from marks where list = 'other' order by 1")
        self.assertEqual(pulls, [(1, None), (5, 2), (6, None), (7, 2), (8, 4)])
        self.assertEqual(marks, [("x", True), ("y", True)])


class ATableTest(unittest.TestCase):
    def test_lines_up_numbers_and_words(self):
        table = Table(["key", "bytes"], [("a", 1234), ("long", None)])
        self.assertEqual(repr(table), "key   bytes\na     1,234\nlong")

    def test_shows_markup_as_text(self):
        shown = Table(["<b>"], [("<script>",)], "a < b")._repr_html_()
        self.assertIn("&lt;script&gt;", shown)
        self.assertIn("&lt;b&gt;", shown)
        self.assertIn("a &lt; b", shown)
        self.assertNotIn("<script>", shown)


class WordsTest(unittest.TestCase):
    def test_fit_their_numbers(self):
        self.assertEqual([size(1), size(999), size(1000), size(2.5e6)],
                         ["1 bytes", "999 bytes", "1.0 kB", "2.5 MB"])  # fmt: skip
        self.assertEqual([count(1, "key"), count(2000, "key")], ["1 key", "2,000 keys"])
        self.assertEqual([share(1, 8), share(1, 0)], ["12.5 %", "nothing"])
        self.assertEqual(
            [listed([]), listed("a"), listed("ab"), listed("abc")],
            ["none", "`a`", "`a` and `b`", "`a`, `b` and `c`"],
        )


class ADrawingTest(unittest.TestCase):
    def shown(self, draw):
        shown = []
        reel_notebook.display, before = lambda data, raw: shown.append(data), reel_notebook.display
        self.addCleanup(setattr, reel_notebook, "display", before)
        figure, axes = plt.subplots()
        draw(axes)
        reel_notebook.show(figure, "a < b")
        return shown[0]["image/svg+xml"]

    def test_is_the_same_each_time_and_has_no_date(self):
        one, other = (self.shown(lambda axes: axes.plot([1, 2], [3, 4])) for _ in range(2))
        self.assertEqual(one, other)
        self.assertIn('aria-label="a &lt; b"', one)
        self.assertNotIn("date", one)

    def test_shows_what_a_key_is_called_whatever_that_is(self):
        svg = self.shown(lambda axes: axes.set_title("$a$<script>"))
        self.assertIn("$a$&lt;script&gt;", svg)
        self.assertNotIn("<script>", svg)


if __name__ == "__main__":
    unittest.main()
