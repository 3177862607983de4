"""The ratios that were reached once, and whether they still are."""

import json

from places import HARNESS
from row import Row

PATH = HARNESS.parent / "baseline.json"
# Ratios of two runs of one version have differed by more than this on a machine whose speed others
# share: run it again before believing what it says.
TOLERANCE = 1.15


def kept(rows: list[Row]) -> dict[str, float]:
    """Ratios of our own promises: times in seconds and other programs' speed differ by machine."""
    return {row.work: round(row.value, 3) for row in rows if row.unit == "x" and row.must}


def write(rows: list[Row]) -> None:
    known = json.loads(PATH.read_text()) if PATH.exists() else {}
    PATH.write_text(json.dumps(known | kept(rows), indent=2, sort_keys=True) + "\n")


def regressions(rows: list[Row], known: dict[str, float] | None = None) -> list[str]:
    """What is worse than the baseline by more than the tolerance, as sentences."""
    if known is None:
        if not PATH.exists():
            return [f"there is no baseline yet; tools/bench --baseline writes {PATH.name}"]
        known = json.loads(PATH.read_text())
    return [
        f"{work} was {known[work]:.2f} and is {value:.2f}"
        for work, value in kept(rows).items()
        if work in known and value > known[work] * TOLERANCE
    ]
