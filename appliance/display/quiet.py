"""pygame without its greeting: every display module takes `pygame` from here.

The greeting goes to standard output, which belongs to our commands, and can only be switched
off before pygame's first import. Some setuptools make that import warn, and so does Debian's build
on a PC with AVX2; people at a table can act on neither. numpy is not loaded with it: only these
parts of pygame need numpy, and the display needs none of them.
"""

import os
import sys
import warnings

WITH_NUMPY = ("pygame.surfarray", "pygame.sndarray")

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message=".*pkg_resources.*|Your system is avx2 capable")
    without = {name: None for name in WITH_NUMPY if name not in sys.modules}
    sys.modules.update(without)  # type: ignore[arg-type]  # None: it can't be imported
    import pygame
    import pygame.gfxdraw

    for name in without:
        del sys.modules[name]

RATE = 44_100
"""Samples a second of every sound."""

__all__ = ["RATE", "pygame"]
