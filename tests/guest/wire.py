"""A board's end of its USB cable, in a process of its own: `python wire.py BOARD`.

BOARD is a file descriptor of a socket, at whose other end is the board's program. When the cable is
pulled the kernel hangs up the gadget's terminal; the program of a real board notices nothing of
that and goes on, and what it says meanwhile is lost.
"""

import os
import select
import sys
import time
import tty
from contextlib import suppress

PORT = "/dev/ttyGS0"


def carry(board: int, line: int) -> None:
    """Carry bytes both ways until the terminal is hung up (an OSError, or its end)."""
    while True:
        ready, _, _ = select.select([board, line], [], [])
        if board in ready:
            said = os.read(board, 4096)
            if not said:
                sys.exit()
            with suppress(BlockingIOError):  # no reader listens, and the kernel holds no more
                os.write(line, said)
        if line in ready:
            heard = os.read(line, 4096)
            if not heard:
                return
            os.write(board, heard)


def main() -> None:
    board = int(sys.argv[1])
    while True:
        line = os.open(PORT, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            tty.setraw(line)
            carry(board, line)
        except OSError:
            time.sleep(0.02)
        finally:
            os.close(line)


if __name__ == "__main__":
    main()
