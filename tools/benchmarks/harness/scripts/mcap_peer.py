"""Keeps the lines of a recording in MCAP, or counts them there, and says how long that took."""

import json
from collections import Counter
from pathlib import Path

import peer
from mcap.reader import make_reader
from mcap.writer import CompressionType, Writer


def write(lines: list[bytes], path: Path) -> None:
    with path.open("wb") as stream:
        writer = Writer(stream, compression=CompressionType.ZSTD)
        writer.start()
        schema = writer.register_schema("event", "jsonschema", b"{}")
        channels: dict[bytes, int] = {}
        for number, line in enumerate(lines):
            device = line.split(b'"', 8)[7]
            if device not in channels:
                channels[device] = writer.register_channel(device.decode(), "json", schema)
            writer.add_message(channels[device], number, line, number)
        writer.finish()


def read(path: Path) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    with path.open("rb") as stream:
        for _, channel, message in make_reader(stream).iter_messages():
            counts[channel.topic, json.loads(message.data)["event"]] += 1
    assert counts, "no events"


peer.run(write, read)
