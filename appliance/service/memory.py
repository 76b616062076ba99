"""Returns the memory of pictures to the system, and keeps lasting objects out of the collector."""

import ctypes
import gc
import os
import sys
from contextlib import suppress

SWITCH = 0.0005
"""Interval of switches between threads, in seconds."""

M_MMAP_THRESHOLD = -3  # malloc.h
MAPPED_FROM = 1 << 15
"""Minimum size in bytes of memory that is mapped separately, and unmapped when it is freed.

Most kept pictures of words are smaller than glibc's own 128 KiB: between them 3 to 7 MiB were
spare, more each quarter of an hour, and 1.5 to 4 are with this, by bench.soak.
"""


def give_back_large() -> None:
    """Let the C library keep no large piece that was freed.

    glibc raises that limit by itself up to 32 MiB, so the card reader's networks would leave
    100 MiB of holes behind; other libraries have no such limit, and are left alone.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, MAPPED_FROM)


def keep() -> None:
    """Exclude all present objects, which stay to the end, from garbage collection.

    A search of all objects delays drawing and lamps by 20 to 66 ms in bench.screens, where no other
    frame took more than 16.
    """
    gc.collect()
    gc.freeze()


def keep_late() -> None:
    """Exclude objects that were loaded since, without a search: a game would notice it."""
    gc.freeze()


def answer_soon() -> None:
    """Let threads take turns within half a millisecond.

    By default Python lets a computing thread run for 5 ms before another has its turn, and drawing
    a frame and writing a journal take several turns.
    """
    sys.setswitchinterval(SWITCH)


def leave_a_core() -> None:
    """Keep the reading of cards off one core: there presses are answered."""
    import cv2  # noqa: PLC0415 - only who reads cards needs it

    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))
    answer_soon()
