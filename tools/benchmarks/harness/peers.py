"""Other programs that count the events of a recording, or write it, by kind and device."""

from typing import Iterator

from corpora import Corpora
from measure import Bench, Program
from places import SCRATCH, Peers, product
from row import Row


def programs(name: str, corpora: Corpora, others: Peers) -> list[tuple[Program, int]]:
    """Each peer, with how many events it works on: the slow ones on a piece."""
    whole, piece = corpora.corpus(name), corpora.slice(name)
    packed, lines = str(piece.path), str(corpora.lines(piece))
    jq = f"'{others.system('zstd')}' -dcq '{packed}' | '{others.system('jq')}' -c '.event' >/dev/null"
    python = [
        ("DuckDB, read_json", "duckdb_read", [str(whole.path)], whole.events),
        ("SQLite, select", "sqlite_peer", ["read", lines, str(SCRATCH / "peer.sqlite")], piece.events),
        ("SQLite, insert (batched, WAL)", "sqlite_peer",
         ["write", lines, str(SCRATCH / "peer.sqlite")], piece.events),
        ("mcap (Python), read", "mcap_peer", ["read", lines, str(SCRATCH / "peer.mcap")], piece.events),
        ("mcap (Python), write", "mcap_peer", ["write", lines, str(SCRATCH / "peer.mcap")], piece.events),
    ]
    json = Program(
        f"{name}: JSONDecoder", (product("bench-peers"), "json", lines), reports=True)
    return [
        (Program(f"{name}: zstdcat | jq", ("sh", "-c", jq)), piece.events),
        (json, piece.events),
    ] + [
        (Program(f"{name}: {label}", (*others.script(script), *arguments), reports=True), events)
        for label, script, arguments, events in python
    ]


def rows(name: str, bench: Bench, corpora: Corpora, others: Peers) -> Iterator[Row]:
    """How much longer each takes for an event than `reel info --count`."""
    own = corpora.corpus(name)
    floor = bench.seconds(f"{name}: info --count") / own.events
    measured = programs(name, corpora, others)
    bench.take_turns([program for program, _ in measured], rounds=min(bench.rounds, 3))
    for program, events in measured:
        seconds = bench.reported(program.name, "seconds") if program.reports else bench.seconds(
            program.name)
        detail = f"{seconds / events * 1e9:.0f} ns / {floor * 1e9:.0f} ns an event, of {events:,}"
        yield Row(
            f"{program.name} / info --count", seconds / events / floor, None, None, detail=detail)
