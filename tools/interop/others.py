"""What other people's programs make of recordings, and recordings that they write.

others.py read LIBRARY FILE...   the events of each file by kind, as a line of JSON
others.py seek FILE              what pyzstd finds where each frame's text begins
others.py write FILE FRAME       standard input as a seekable file, FRAME bytes of text a frame
others.py append FILE            standard input behind what a seekable file has
"""

import collections
import json
import sys


def kinds_by_pyzstd(path):
    import pyzstd

    with pyzstd.SeekableZstdFile(path, "r") as file:
        return collections.Counter(json.loads(line).get("event") for line in file)


def kinds_by_duckdb(path):
    import duckdb

    rows = duckdb.execute(
        "select event, count(*) from read_json(?, format = 'newline_delimited',"
        " union_by_name = true, maximum_object_size = 33554432) group by event",
        [path],
    ).fetchall()
    return dict(rows)


def kinds_by_pandas(path):
    import pandas

    events = pandas.read_json(path, lines=True).event
    return {**events.value_counts().to_dict(), None: int(events.isna().sum())}


def read(library, *paths):
    for path in paths:
        kinds = dict(globals()["kinds_by_" + library](path))
        headers = kinds.pop(None, 0)
        print(json.dumps({"headers": headers, "events": kinds}, sort_keys=True))


class CountedFile:
    """A file that knows how many bytes were read from it."""

    def __init__(self, path):
        self.file = open(path, "rb")
        self.count = 0

    def read(self, size=-1):
        data = self.file.read(size)
        self.count += len(data)
        return data

    def readinto(self, buffer):
        count = self.file.readinto(buffer)
        self.count += count
        return count

    def __getattr__(self, name):
        return getattr(self.file, name)


def seek(path):
    """Goes to the last line of the file's text by the seek table alone."""
    import pyzstd

    assert pyzstd.SeekableZstdFile.is_seekable_format_file(path)
    with pyzstd.SeekableZstdFile(path, "r") as file:
        frames, stored, text = file.seek_table_info
        last = file.readlines()[-1]
    counted = CountedFile(path)
    with pyzstd.SeekableZstdFile(counted, "r", read_size=4096) as file:
        before = counted.count
        file.seek(text - len(last))
        found = file.read()
        size = counted.count - before
    print(json.dumps({
        "frames": frames, "stored": stored, "text": text, "found": found == last, "read": size,
    }))


def write(path, frame):
    import pyzstd

    with pyzstd.SeekableZstdFile(path, "w", max_frame_content_size=int(frame)) as file:
        file.write(sys.stdin.buffer.read())


def append(path):
    import pyzstd

    with pyzstd.SeekableZstdFile(path, "a") as file:
        file.write(sys.stdin.buffer.read())


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
