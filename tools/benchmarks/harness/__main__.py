"""What tools/bench runs: arguments in, a table or JSON out."""

import argparse
import json
import sys

import baseline
import report
import rows
from corpora import FULL, QUICK, STANDARD, Corpora
from measure import Bench, Failure, progress
from places import Peers, build

EXAMPLES = """\
examples:
  tools/bench                        every row of the table, in some ten minutes
  tools/bench --quick                small sizes and two rounds: whether it runs at all
  tools/bench --corpus sync36        the rows of one corpus
  tools/bench --rounds 9 --json      steadier medians, for programs
  tools/bench --full                 also the 50 M events that peak memory is promised for
  tools/bench --check                fails where a ratio is worse than the committed baseline
  tools/bench --baseline             writes that baseline anew

Programs run one after another, round after round, and a ratio is that of their medians, so that it
holds on any machine that is as idle at the end as at the beginning. What is missing is installed:
zstd and jq with apt-get, the Python packages of tools/benchmarks/requirements.txt under .build.
Ends with 0, or with 1 where --check finds a regression.
"""


def main() -> int:
    options = arguments()
    sizes = QUICK if options.quick else FULL if options.full else STANDARD
    build()
    corpora = Corpora(sizes)
    bench = Bench(rounds=options.rounds or (2 if options.quick else 5))
    wanted = options.corpus or list(rows.CORPORA)
    results = rows.measure(bench, corpora, Peers(), wanted)
    if options.json:
        print(json.dumps(report.as_json(results, bench), indent=2, sort_keys=True))
    else:
        print("\n".join(report.as_table(results, bench)))
    if options.baseline:
        baseline.write(results)
    if options.check:
        worse = baseline.regressions(results)
        for line in worse:
            progress(f"check: {line}")
        return 1 if worse else 0
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/bench",
        description="How fast reel is, beside other programs on the same files.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="results for programs")
    parser.add_argument("--check", action="store_true", help="compare ratios with the baseline")
    parser.add_argument("--baseline", action="store_true", help="write the baseline")
    parser.add_argument(
        "--corpus", action="append", choices=rows.CORPORA, help="only these rows; may be repeated"
    )
    parser.add_argument("--rounds", type=int, help="how often each program runs")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="small sizes, to try it")
    size.add_argument("--full", action="store_true", help="also 50 M events, for memory")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except Failure as failure:
        sys.exit(f"tools/bench: {failure}")
