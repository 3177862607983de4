"""Counts the events of a recording by kind and device with DuckDB, and says how long that took."""

import json
import sys
import time

import duckdb

COLUMNS = "{'at': 'VARCHAR', device: 'VARCHAR', event: 'VARCHAR', key: 'VARCHAR'}"
# The header is the one line without these members.
QUERY = f"""
    SELECT event, device, count(*), count(DISTINCT key), min("at"), max("at")
    FROM read_json(?, format = 'newline_delimited', columns = {COLUMNS},
                   maximum_object_size = 33554432)
    WHERE event IS NOT NULL GROUP BY event, device
"""

start = time.perf_counter()
rows = duckdb.execute(QUERY, [sys.argv[1]]).fetchall()
assert rows, "no events"
print(json.dumps({"seconds": time.perf_counter() - start}))
