"""Run pytest, and end with its answer before the interpreter is taken down.

With lgpio in it, Python 3.13 dies of a segmentation fault when it ends behind pytest, after all is
told. It does not behind a program that opens, uses and closes the same drivers.
"""

import os
import sys

import pytest

status = int(pytest.main(sys.argv[1:]))
sys.stdout.flush()
os._exit(status)
