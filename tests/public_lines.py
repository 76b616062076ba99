"""Public files for tests of the venue."""

import json
import os
from pathlib import Path

TABLE = "t1"


def line(evening: str, n: int, kind: str = "played", **data: object) -> bytes:
    event = {
        "v": 1, "evening": evening, "n": n, "entry": 2 * n, "at_ms": 50 * n, "game": 1,
        "type": kind, "data": data,
    }  # fmt: skip
    return json.dumps(event, separators=(",", ":")).encode() + b"\n"


def write(folder: Path, evening: str, lines: list[bytes], at: int = 0) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{evening}.jsonl"
    path.write_bytes(b"".join(lines))
    os.utime(path, ns=(at, at))
    return path
