"""The rows of the table: what is measured, against what, and what it must come to."""

from pathlib import Path
from typing import Iterator

import peers
from corpora import Corpora, Corpus
from measure import Bench, Program, progress
from places import SCRATCH, Peers, product
from row import Row

CORPORA = ("small", "sync36", "sync90", "big", "live")
MEBIBYTE = 1 << 20
DIFFERENT = (0, 1)
ZSTD = "zstd -d"

# What each verb is run with, and must and aim of its ratio to `zstd -d` of the same file.
VERBS = {
    "info --count": ((), 1.5, 1.0),
    "replay": (("--policy", "landmine"), 2.0, 1.2),
    "diff": (("--from", "wipe-then-apply", "--to", "landmine"), 2.0, 1.3),
}
# Hardly anything but payloads, each like the one before: faster than decompressing them.
BIG = (1.5, 0.9)


def measure(bench: Bench, corpora: Corpora, others: Peers, wanted: list[str]) -> list[Row]:
    """Every row of the corpora in `wanted`; what needs no corpus comes with `small`."""
    rows: list[Row] = []
    for name in wanted:
        for row in of_corpus(name, bench, corpora, others):
            rows.append(row)
            progress(f"{row.work}: {row.value:.2f} {row.unit}")
    return rows


def of_corpus(name: str, bench: Bench, corpora: Corpora, others: Peers) -> Iterator[Row]:
    corpus = corpora.corpus(name)
    yield from reading(name, corpus, bench, others)
    yield disk(name, corpus, corpora, others)
    if name in ("small", "sync36", "live"):
        yield from recording(name, corpora, bench, others)
    if name == "small":
        yield seeking(corpora, bench)
        yield setting(bench)
        yield starting(bench)
    if name == "sync36":
        yield from memory(corpora, bench)
        yield from peers.rows(name, bench, corpora, others)


def reading(name: str, corpus: Corpus, bench: Bench, others: Peers) -> Iterator[Row]:
    """How long reel takes for a recording, against decompressing it."""
    file = str(corpus.path)
    zstd = (others.system("zstd"), "-dcqf", file)
    programs = [Program(f"{name}: {ZSTD}", zstd)]
    for verb, (flags, _, _) in VERBS.items():
        command, *rest = verb.split()
        whole = (product("reel"), command, file, *rest, *flags)
        programs.append(Program(f"{name}: {verb}", whole, answers=DIFFERENT))
    bench.take_turns(programs)
    floor = bench.seconds(f"{name}: {ZSTD}")
    for verb, (_, must, aim) in VERBS.items():
        must, aim = BIG if name == "big" else (must, aim)
        seconds = bench.seconds(f"{name}: {verb}")
        detail = f"{seconds:.2f} s / {floor:.2f} s, {corpus.events:,} events"
        yield Row(f"{name}: {verb} / {ZSTD}", seconds / floor, must, aim, detail=detail)


def disk(name: str, corpus: Corpus, corpora: Corpora, others: Peers) -> Row:
    """The size of the recording, against that of its lines in one frame."""
    packed = pack(corpora.lines(corpus), others)
    detail = f"{corpus.bytes:,} / {packed:,}"
    return Row(f"{name}: bytes / zstd -3", corpus.bytes / packed, 1.05, 1.0, detail=detail)


def pack(lines: Path, others: Peers) -> int:
    packed = SCRATCH / "packed.zst"
    command = (others.system("zstd"), "-3", "-T1", "-qf", str(lines), "-o", str(packed))
    bench = Bench(rounds=0)
    bench.take_turns([Program(f"zstd -3 of {lines.name}", command)])
    size = packed.stat().st_size
    packed.unlink()
    return size


def recording(name: str, corpora: Corpora, bench: Bench, others: Peers) -> Iterator[Row]:
    """The same events recorded by an app, against compressing what it wrote."""
    lines = corpora.lines(corpora.slice(name))
    recorded = SCRATCH / f"recorded-{name}.jsonl.zst"
    record = (product("bench-peers"), "record", str(lines), str(recorded))
    ours = Program(f"{name}: recorder", record, reports=True)
    bench.take_turns([ours], rounds=1)
    plain = recorded.with_suffix("")
    plain.unlink(missing_ok=True)
    zstd = others.system("zstd")
    bench.take_turns([Program("unpacking", (zstd, "-dq", str(recorded)))], rounds=0)
    theirs = Program(f"{name}: zstd -3", (zstd, "-3", "-T1", "-cq", str(plain)))
    bench.take_turns([ours, theirs])
    seconds, floor = bench.reported(ours.name, "seconds"), bench.seconds(theirs.name)
    dropped = bench.reported(ours.name, "dropped")
    detail = f"{seconds * 1000:.0f} ms / {floor * 1000:.0f} ms, {dropped:.0f} dropped"
    yield Row(f"{name}: recorder / zstd -3 -T1", seconds / floor, 1.5, 1.0, detail=detail)


def seeking(corpora: Corpora, bench: Bench) -> Row:
    """Ten events late in a recording, long against short."""
    long, short = corpora.corpus("small"), corpora.corpus("small", corpora.sizes["short"])
    programs = []
    for label, corpus in (("long", long), ("short", short)):
        start = corpus.events * 4 // 5
        span = ("--from", str(start), "--until", str(start + 9))
        cat = (product("reel"), "cat", str(corpus.path), *span)
        programs.append(Program(f"cat --from, {label}", cat))
    bench.take_turns(programs, rounds=bench.rounds * 4)
    seconds, floor = (bench.seconds(program.name) for program in programs)
    detail = f"{seconds * 1000:.1f} ms of {long.events:,}, {floor * 1000:.1f} ms of {short.events:,}"
    return Row("cat --from, long / short", seconds / floor, 1.5, 1.1, detail=detail)


def memory(corpora: Corpora, bench: Bench) -> Iterator[Row]:
    """What diff needs at most, for a recording ten times as long."""
    short, long = (corpora.corpus("sync36", facts) for facts in corpora.sizes["memory"])
    programs = []
    for label, corpus in (("short", short), ("long", long)):
        command = (product("reel"), "diff", str(corpus.path), *VERBS["diff"][0])
        programs.append(Program(f"peak memory of diff, {label}", command, answers=DIFFERENT))
    bench.take_turns(programs, rounds=1)
    floor, peak = (bench.peak_bytes(program.name) for program in programs)
    detail = f"{short.events:,} and {long.events:,} events"
    yield Row("peak memory of diff, long / short", peak / floor, 1.1, 1.1, detail=detail)
    yield Row("peak memory of diff", peak / MEBIBYTE, 64, 64, "MiB", detail)


def setting(bench: Bench) -> Row:
    """What recording costs the thread that sets a value."""
    program = Program("record()", (product("bench-peers"), "set"), reports=True)
    bench.take_turns([program])
    ours, theirs = (bench.reported(program.name, what) for what in ("record", "defaults"))
    detail = f"{ours:.0f} ns / {theirs:.0f} ns"
    return Row("record() / UserDefaults.set", ours / theirs, 0.3, 0.1, detail=detail)


def starting(bench: Bench) -> Row:
    program = Program("reel --help", (product("reel"), "--help"))
    bench.take_turns([program], rounds=bench.rounds * 4)
    return Row("reel --help", bench.seconds(program.name) * 1000, 20, 5, "ms")
