"""pygame without its greeting: every display module takes `pygame` from here.

The greeting goes to standard output, which belongs to our commands, and can only be switched
off before pygame's first import. Some setuptools also make that import warn; it is not ours.
"""

import os
import warnings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message=".*pkg_resources.*")
    import pygame
    import pygame.gfxdraw

__all__ = ["pygame"]
