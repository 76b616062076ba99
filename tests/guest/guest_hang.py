"""Lets a program's main thread hang for ever when it gets SIGUSR1: its other threads go on.

Python imports this at its start (install.sh), so what hangs is the shipped program, unchanged.
"""

import signal


def _hang(*_: object) -> None:
    while True:
        pass


signal.signal(signal.SIGUSR1, _hang)
