"""A text as a QR code, for people to take home with their telephones. Needs no network."""

from functools import lru_cache

_VERSION = 13
"""69 modules a side: on half a tabletop of 800x480 each module is two pixels wide, the minimum for
OpenCV's readers. Larger codes fail there (versions 14 to 17: the readers find 0 or 1 of 10)."""

MOST_BYTES = 425
"""Maximum number of bytes at the lowest level. Evidence: ISO/IEC 18004, table 7, version 13-L."""

Modules = tuple[tuple[bool, ...], ...]
"""The rows of a code, without its quiet zone: True is dark."""


@lru_cache(maxsize=4)
def modules(text: str) -> Modules:
    """Return the code of `text`, or nothing if no package makes codes.

    Raises:
        ValueError: the text exceeds a code's capacity.
    """
    try:
        import segno  # noqa: PLC0415 - only tables that show a code need it
    except ImportError:
        return ()

    code = segno.make(text, error="l", boost_error=False, version=_VERSION, mode="byte")
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)
