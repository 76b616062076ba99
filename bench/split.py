"""Split of the labelled photographs: some are for learning, some only for measuring."""

import hashlib

TOO_FEW = ("fourcorners/",)
"""Folders of a handful of photos: they are only measured on."""


def may_learn(name: str) -> bool:
    """Return True if training may use a photo, by its `name` in labels.json (`edje/0000.jpg`).

    It may when the first byte of the name's SHA-256 is even: about half of any folder. The rule
    is fixed, so that no photo ever changes sides. Of the folders TOO_FEW none may.
    """
    return not name.startswith(TOO_FEW) and hashlib.sha256(name.encode()).digest()[0] % 2 == 0
