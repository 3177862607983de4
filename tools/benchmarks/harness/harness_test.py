"""Tests of the harness itself: python3 -m unittest discover -s tools/benchmarks/harness -p '*_test.py'"""

import sys
import unittest

import baseline
import report
from measure import Bench, Failure, Program, execute
from row import Row


def row(value: float, must: float | None = 1.5, aim: float | None = 1.0, unit: str = "x") -> Row:
    return Row("work", value, must, aim, unit)


class Rows(unittest.TestCase):
    def test_say_whether_they_are_as_promised(self) -> None:
        verdicts = [row(value).verdict for value in (0.9, 1.0, 1.2, 1.5, 1.6)]
        self.assertEqual(verdicts, ["aim", "aim", "holds", "holds", "fails"])
        self.assertEqual(row(9, must=None).verdict, "")

    def test_make_a_table_that_names_what_fails(self) -> None:
        text = report.as_table([row(1.6), row(3.0, unit="ms", must=20)], Bench(rounds=3))
        self.assertEqual(text[1].split(), ["work", "1.60", "1.50", "1.00", "fails"])
        self.assertIn("3.0 ms", text[2])
        self.assertEqual(text[-1], "Short of what it must be: work.")


class Baselines(unittest.TestCase):
    def test_keep_promised_ratios_only(self) -> None:
        rows = [row(1.23456), row(4.0, unit="ms"), row(2.0, must=None)]
        self.assertEqual(baseline.kept(rows[:1]), {"work": 1.235})
        self.assertEqual(baseline.kept(rows[1:]), {})

    def test_find_what_is_worse_by_more_than_the_tolerance(self) -> None:
        known = {"work": 1.0}
        self.assertEqual(baseline.regressions([row(1.14)], known), [])
        self.assertEqual(len(baseline.regressions([row(1.16)], known)), 1)
        self.assertEqual(baseline.regressions([row(9.0)], {}), [])


class Programs(unittest.TestCase):
    def test_are_measured_by_what_they_take_or_report(self) -> None:
        run = execute(Program("sleep", (sys.executable, "-c", "print('{\"seconds\": 2}')"), True))
        self.assertEqual(run.reported, {"seconds": 2})
        self.assertGreater(run.seconds, 0)
        self.assertGreater(run.peak_bytes, 1 << 20)

    def test_that_fail_are_no_measurement(self) -> None:
        program = Program("exit", (sys.executable, "-c", "exit(3)"))
        self.assertRaises(Failure, execute, program)
        execute(Program("exit", program.command, answers=(3,)))


if __name__ == "__main__":
    unittest.main()
