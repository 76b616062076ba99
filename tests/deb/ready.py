"""Starts the table as systemd does, waits for READY=1 and for WATCHDOG=1: ready.py TEST COMMAND...

The table is ended as soon as the shell's TEST succeeds, too.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE = 240.0
"""Seconds in which each word must come; the machine may be busy."""


def main() -> int:
    """Run the command; returns its exit code at the end."""
    test, *command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ear.bind(f"{folder}/notify")
        ear.settimeout(PATIENCE)
        env = {**os.environ, "NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": "4000000"}
        table = subprocess.Popen(command, env=env)  # noqa: S603 - what the caller wants
        try:
            for word in (b"READY=1", b"WATCHDOG=1"):
                while (heard := ear.recv(100)).startswith(b"WATCHDOG_USEC="):
                    pass  # it loads the rest of the program, or has
                if heard != word:
                    print(f"FAILED: {heard!r} came, and not {word!r}")
                    return 1
            end = time.monotonic() + PATIENCE
            while subprocess.run(["sh", "-c", test], check=False).returncode:  # noqa: S603, S607
                if time.monotonic() > end:
                    print(f"FAILED: {test}")
                    return 1
                time.sleep(0.3)
        finally:
            table.send_signal(signal.SIGTERM)
            code = table.wait(PATIENCE)
        return code


if __name__ == "__main__":
    sys.exit(main())
