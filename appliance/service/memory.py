"""Memory that was used for a picture goes back to the system when the picture is done with."""

import ctypes
from contextlib import suppress

M_MMAP_THRESHOLD = -3  # malloc.h
MAPPED_FROM = 1 << 17
"""Bytes from which on a piece of memory is mapped by itself, and unmapped when it is freed."""


def give_back_large() -> None:
    """Let the C library keep no large piece that was freed.

    glibc raises that limit by itself up to 32 MiB, so the card reader's networks would leave
    100 MiB of holes behind; other libraries have no such limit, and are left as they are.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, MAPPED_FROM)
