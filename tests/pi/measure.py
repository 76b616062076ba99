"""Runs a command: measure.py OUT.json COMMAND... It writes to OUT what the command took and gave.

It runs inside the Pi's system, with Debian's Python and nothing else.
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path


def main() -> None:
    """Run it: its exit code, output, seconds of CPU and on the wall, and most memory in MiB."""
    began = time.monotonic()
    done = subprocess.run(  # noqa: S603 - what the caller wants to be run
        sys.argv[2:], capture_output=True, text=True, check=False
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = {
        "code": done.returncode,
        "stdout": done.stdout,
        "stderr": done.stderr,
        "cpu_s": used.ru_utime + used.ru_stime,
        "wall_s": time.monotonic() - began,
        "peak_mib": used.ru_maxrss / 1024,
    }
    Path(sys.argv[1]).write_text(json.dumps(told))


if __name__ == "__main__":
    main()
