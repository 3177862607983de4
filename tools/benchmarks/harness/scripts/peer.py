"""What the scripts of peers that keep lines in a form of their own have in common."""

import json
import sys
import time
from pathlib import Path
from typing import Callable


def run(write: Callable[[list[bytes], Path], None], read: Callable[[Path], None]) -> None:
    """Does what the arguments ask for, `read|write LINES FILE`, and prints how long it took."""
    mode, lines, path = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    texts = lines.read_bytes().splitlines()[1:]
    if mode == "read" and not path.exists():
        write(texts, path)
    start = time.perf_counter()
    if mode == "read":
        read(path)
    else:
        write(texts, path)
    print(json.dumps({"seconds": time.perf_counter() - start}))
