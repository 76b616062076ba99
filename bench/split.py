"""Which labelled photographs may be learned from, and which are only ever measured on."""

import hashlib


def may_learn(name: str) -> bool:
    """Whether a photo may be learned from, by its `name` in labels.json (`edje/0000.jpg`).

    It may when the first byte of the name's SHA-256 is even: about half of any folder. The rule
    is fixed, so that no photo ever changes sides.
    """
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 0
