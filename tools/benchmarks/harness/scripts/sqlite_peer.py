"""Keeps the lines of a recording in SQLite, or counts them there, and says how long that took."""

import sqlite3
from pathlib import Path

import peer

BATCH = 10_000


def write(lines: list[bytes], path: Path) -> None:
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE TABLE events (at TEXT, device TEXT, event TEXT, line BLOB)")
    for first in range(0, len(lines), BATCH):
        database.execute("BEGIN")
        database.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?)", map(columns, lines[first : first + BATCH])
        )
        database.execute("COMMIT")
    database.close()


def columns(line: bytes) -> tuple[str, str, str, bytes]:
    """The first three members of a canonical line, which are strings without escapes."""
    parts = line.split(b'"', 12)
    return parts[3].decode(), parts[7].decode(), parts[11].decode(), line


def read(path: Path) -> None:
    database = sqlite3.connect(path)
    query = """
        SELECT event, device, count(*), count(DISTINCT json_extract(line, '$.key')),
               min(at), max(at), sum(length(line)) FROM events GROUP BY event, device
    """
    assert database.execute(query).fetchall(), "no events"


peer.run(write, read)
