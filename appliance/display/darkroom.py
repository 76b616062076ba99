"""Development of the reader's shots into Evidence for screens: each shot is developed once.

Everything stays in memory, and only for as long as the reader keeps its shot.
"""

from dataclasses import replace

from appliance.core.reading import Reading
from appliance.display.view import Evidence
from appliance.runtime.reader import Shot


class Darkroom:
    """Holds the newest Evidence, so that a shot costs its work once and not at every frame."""

    def __init__(self) -> None:
        self._kept: tuple[Shot, Reading, Evidence] | None = None

    def show(self, shot: Shot | None, reading: Reading | None) -> Evidence | None:
        """Evidence of `reading`: what the table goes by. None where `shot` is of another one.

        A lie may rest on some of the cards that were read: then these alone are cut out. The
        reader may be a step ahead of the table; what was shown before stays until the table has
        followed. Without a shot everything is dropped.
        """
        if shot is None:
            self._kept = None
        elif reading is not None and _rests_on(reading, shot) and not self._has(shot, reading):
            from appliance.display.develop import develop  # noqa: PLC0415 - OpenCV is late

            self._kept = (shot, reading, develop(replace(shot, reading=reading)))
        if self._kept is None or self._kept[1] != reading:
            return None
        return self._kept[2]

    def _has(self, shot: Shot, reading: Reading) -> bool:
        return self._kept is not None and self._kept[0] is shot and self._kept[1] == reading


def _rests_on(reading: Reading, shot: Shot) -> bool:
    """Return True if `reading` is that of `shot`, or agrees with it on some of its cards."""
    whole = shot.reading
    return replace(whole, cards=reading.cards) == reading and all(
        card in whole.cards for card in reading.cards
    )
