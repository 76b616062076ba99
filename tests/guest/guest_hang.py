"""Stops a program's main thread while its other threads go on: guest_hang.py PID, until it ends.

The thread is stopped as by a debugger, so what hangs is the shipped program, unchanged.
"""

import ctypes
import os
import sys

PTRACE_SEIZE, PTRACE_INTERRUPT = 0x4206, 0x4207
"""Requests of ptrace(2); a thread that is only seized goes on."""

WALL = 0x40000000
"""A flag of waitpid(2): wait for threads, too."""


def main() -> None:
    """Stop the thread, and wait for the end of the program."""
    process = int(sys.argv[1])
    libc = ctypes.CDLL(None, use_errno=True)
    for request in (PTRACE_SEIZE, PTRACE_INTERRUPT):
        if libc.ptrace(request, process, None, None) < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    print("it hangs", flush=True)
    status = 0x7F
    while os.WIFSTOPPED(status):
        _, status = os.waitpid(process, WALL)


if __name__ == "__main__":
    main()
