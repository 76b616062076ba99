"""pygame without its greeting: every display module takes `pygame` from here.

The greeting goes to standard output, which belongs to our commands, and can only be switched
off before pygame's first import. Some setuptools make that import warn, and so does Debian's build
on a PC with AVX2; nobody at a table can act on either.
"""

import os
import warnings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message=".*pkg_resources.*|Your system is avx2 capable")
    import pygame
    import pygame.gfxdraw

__all__ = ["pygame"]
