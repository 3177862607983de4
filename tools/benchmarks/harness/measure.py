"""Runs programs in turn and keeps what each run took."""

import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field


def progress(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Program:
    """A command to be measured.

    `reports`: it prints a JSON object of its own measurements, in nanoseconds for each event;
    otherwise the time of the whole process counts. `answers`: exit statuses that mean it worked.
    """

    name: str
    command: tuple[str, ...]
    reports: bool = False
    answers: tuple[int, ...] = (0,)


@dataclass
class Run:
    seconds: float
    peak_bytes: int
    reported: dict[str, float] = field(default_factory=dict)


class Failure(Exception):
    """A program that did not do what it was to be measured at."""


@dataclass
class Bench:
    rounds: int
    runs: dict[str, list[Run]] = field(default_factory=dict)

    def take_turns(self, programs: list[Program], rounds: int | None = None) -> None:
        """Each once to warm up, then round by round; every round begins with another one."""
        for program in programs:
            progress(program.name)
            execute(program)
            self.runs[program.name] = []
        for number in range(self.rounds if rounds is None else rounds):
            first = number % len(programs)
            for program in programs[first:] + programs[:first]:
                self.runs[program.name].append(execute(program))

    def seconds(self, name: str) -> float:
        return statistics.median(run.seconds for run in self.runs[name])

    def peak_bytes(self, name: str) -> float:
        return statistics.median(run.peak_bytes for run in self.runs[name])

    def reported(self, name: str, what: str) -> float:
        return statistics.median(run.reported[what] for run in self.runs[name])


def execute(program: Program) -> Run:
    """Runs the program once; its output goes nowhere, unless it reports."""
    output = subprocess.PIPE if program.reports else subprocess.DEVNULL
    start = time.perf_counter()
    child = subprocess.Popen(program.command, stdout=output, stderr=subprocess.PIPE)
    printed = child.stdout.read() if child.stdout else b""
    complaint = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    for pipe in (child.stdout, child.stderr):
        if pipe:
            pipe.close()
    if child.returncode not in program.answers:
        raise Failure(f"{program.name} ended with {child.returncode}: {complaint.decode()[-500:]}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(seconds, usage.ru_maxrss * unit, json.loads(printed) if program.reports else {})
