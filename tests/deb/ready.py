"""Starts the table as systemd does, waits for READY=1 and for WATCHDOG=1: ready.py COMMAND..."""

import os
import signal
import socket
import subprocess
import sys
import tempfile

PATIENCE = 240.0
"""Seconds in which each word must come; the machine may be busy."""


def main() -> int:
    """Run the command; gives its exit code after it was told to end."""
    with tempfile.TemporaryDirectory() as folder:
        ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ear.bind(f"{folder}/notify")
        ear.settimeout(PATIENCE)
        env = {**os.environ, "NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": "4000000"}
        table = subprocess.Popen(sys.argv[1:], env=env)  # noqa: S603 - what the caller wants
        try:
            for word in (b"READY=1", b"WATCHDOG=1"):
                heard = ear.recv(100)
                if heard != word:
                    print(f"FAILED: {heard!r} came, and not {word!r}")
                    return 1
        finally:
            table.send_signal(signal.SIGTERM)
            code = table.wait(PATIENCE)
        return code


if __name__ == "__main__":
    sys.exit(main())
