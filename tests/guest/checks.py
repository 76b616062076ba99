"""Run pytest, and end with its answer before the interpreter is taken down.

A failure is printed at once: the guest's time may be up before pytest sums up. With lgpio in it,
Python 3.13 dies of a segmentation fault when it ends behind pytest, after the whole report. It does
not behind a program that opens, uses and closes the same drivers.
"""

import os
import sys

import pytest


class AtOnce:
    """Tells why a check failed as soon as it has."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """pytest calls this for each phase of a check."""
        if report.failed:
            print(f"\n{report.longreprtext}", flush=True)


status = int(pytest.main(sys.argv[1:], plugins=[AtOnce()]))
sys.stdout.flush()
os._exit(status)
