"""The committed scenarios are what the generator writes."""

import pathlib
import unittest

import diary
import sessions

RECORDINGS = pathlib.Path(__file__).parent.parent / "recordings"


class ASessionTest(unittest.TestCase):
    def test_is_in_the_corpus_as_it_is_generated(self):
        for name in sessions.SESSIONS:
            (path,) = RECORDINGS.glob(f"*/{name}.scenario")
            self.assertTrue(
                path.read_text() == sessions.scenario(name),
                f"notebooks/sessions.py {name} writes another text than the committed one",
            )

    def test_depends_on_its_seed(self):
        session = sessions.SESSIONS["year-of-dismissals"]
        one, same, other = (session(seed) for seed in (1, 1, 2))
        for each in one, same, other:
            each.live()
        self.assertEqual(one.lines, same.lines)
        self.assertNotEqual(one.lines, other.lines)


class ADurationTest(unittest.TestCase):
    def test_is_written_as_scenarios_read_it(self):
        seconds = [0, 59, 60, 3600, 7201, 86400]
        self.assertEqual(
            [diary.duration(s) for s in seconds], ["0s", "59s", "1m", "1h", "7201s", "1d"]
        )


if __name__ == "__main__":
    unittest.main()
