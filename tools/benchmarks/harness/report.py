"""The results as a table for people and as JSON for programs."""

import os
import platform
from dataclasses import asdict

from measure import Bench
from row import Row


def number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if unit == "x" else f"{value:.1f} {unit}"


def as_table(rows: list[Row], bench: Bench) -> list[str]:
    lines = [("work", "value", "must", "aim", "", "measured")]
    for row in rows:
        bounds = (number(bound, row.unit) for bound in (row.must, row.aim))
        lines.append((row.work, number(row.value, row.unit), *bounds, row.verdict, row.detail))
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    text = []
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [line[column].rjust(widths[column]) for column in (1, 2, 3)]
        cells += [line[4].ljust(widths[4]), line[5]]
        text.append("  ".join(cells).rstrip())
    failing = [row.work for row in rows if row.verdict == "fails"]
    text.append("")
    text.append(f"Medians of {bench.rounds} rounds on {os.cpu_count()} processors.")
    text.append(f"Short of what it must be: {', '.join(failing)}." if failing else "All as it must be.")
    return text


def as_json(rows: list[Row], bench: Bench) -> dict:
    return {
        "schema": "reel.bench/1",
        "machine": {"processors": os.cpu_count(), "system": platform.platform()},
        "rounds": bench.rounds,
        "rows": [asdict(row) | {"verdict": row.verdict} for row in rows],
    }
