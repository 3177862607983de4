"""The recordings that speed is measured on, made once and kept by what they are made of."""

import hashlib
import subprocess
from dataclasses import dataclass
from pathlib import Path

from measure import progress
from places import ROOT, SCRATCH, product

# What the bytes of a corpus depend on.
SOURCES = (
    "tools/benchmarks/corpus/*.swift",
    "Sources/ReelLog/Frames/Compressor.swift",
    "Sources/ReelLog/Frames/RecordingWriter*.swift",
    "Sources/ReelLog/Lines/EventLine.swift",
    "Sources/ReelLog/Limits.swift",
)

# How many facts each has. The pairs compare a short recording with a long one; memory is at its
# level after some two million facts.
STANDARD = {
    "small": 5_000_000,
    "sync36": 5_000_000,
    "sync90": 1_000_000,
    "big": 10_000,
    "live": 5_000_000,
    "short": 50_000,
    "memory": (5_000_000, 20_000_000),
}
FULL = STANDARD | {"memory": (5_000_000, 50_000_000)}
QUICK = {
    "small": 200_000,
    "sync36": 200_000,
    "sync90": 50_000,
    "big": 500,
    "live": 200_000,
    "short": 20_000,
    "memory": (20_000, 200_000),
}
# Enough for programs that are so slow that they read, or we write, only a piece.
SLICE = 200_000


@dataclass(frozen=True)
class Corpus:
    path: Path
    events: int

    @property
    def bytes(self) -> int:
        return self.path.stat().st_size


class Corpora:
    def __init__(self, sizes: dict) -> None:
        self.sizes = sizes
        self._made: dict[tuple[str, int], Corpus] = {}

    def corpus(self, name: str, facts: int | None = None) -> Corpus:
        """The recording called `name`, made if it is not there."""
        facts = facts or self.sizes[name]
        if (name, facts) not in self._made:
            self._made[name, facts] = self._make(name, facts)
        return self._made[name, facts]

    def slice(self, name: str) -> Corpus:
        """A short one of the same kind, for slow programs."""
        facts = min(self.sizes[name], 200 if name == "big" else SLICE)
        return self.corpus(name, facts)

    def lines(self, corpus: Corpus) -> Path:
        """The same lines, not compressed."""
        plain = corpus.path.with_suffix("")
        if not plain.exists():
            part = plain.with_suffix(".part")
            with part.open("wb") as out:
                subprocess.run(["zstd", "-dcq", str(corpus.path)], stdout=out, check=True)
            part.rename(plain)
        return plain

    def _make(self, name: str, facts: int) -> Corpus:
        path = SCRATCH / f"{name}-{facts}-{digest()}.jsonl.zst"
        count = path.with_suffix(".events")
        if not count.exists():
            progress(f"writing {name} with {facts:,} facts")
            for stale in SCRATCH.glob(f"{name}-{facts}-*"):
                stale.unlink()
            command = [product("bench-corpus"), name, "-o", str(path), "--facts", str(facts)]
            count.write_text(subprocess.run(command, capture_output=True, check=True).stdout.decode())
        return Corpus(path, int(count.read_text()))


def digest() -> str:
    sources = sorted(file for pattern in SOURCES for file in ROOT.glob(pattern))
    total = hashlib.sha256()
    for file in sources:
        total.update(file.read_bytes())
    return total.hexdigest()[:12]
