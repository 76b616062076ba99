"""Settings of the table's menu that change the desk: its picture, its words and its sound.

The table keeps these settings. The desk follows their values at once, while its window is open.
Only the journal of a kept evening records them.
"""

from typing import cast

from appliance.core.signals import Noted
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.shades import CONTRASTS, Contrast
from appliance.display.sizes import TEXT_SCALES, TextSize
from appliance.display.sound import Speaker, Volume
from appliance.errors import DriverError
from appliance.table.facts import Outside
from appliance.themes import THEMES, theme_of
from appliance.words import LANGUAGES
from lab.sim.desk.desk import Desk
from lab.sim.desk.picture import DeskPicture
from lab.sim.desk.table_sheet import Look
from lab.words import words_of


def around(layout: Layout, language: str) -> tuple[Outside, ...]:
    """Return these settings with the desk's initial values."""
    return (
        Outside("sound.volume", "on", ("on", "quiet", "off")),
        Outside("sound.quiet", value=False, choices=(False, True)),
        Outside("display.layout", layout, LAYOUTS),
        Outside("language", language, tuple(LANGUAGES)),
        Outside("display.text", "normal", tuple(TEXT_SCALES)),
        Outside("display.contrast", "normal", CONTRASTS),
        Outside("display.theme", THEMES[0], THEMES),
        Outside("display.reduced_motion", value=False, choices=(False, True)),
        Outside("display.host", value=True, choices=(False, True)),
    )


class Arrangement:
    """Effects of these settings: the desk's picture, its words, and its sound."""

    def __init__(self, desk: Desk, speaker: Speaker | None) -> None:
        self._desk, self._speaker = desk, speaker
        self._seen = self._now()
        self._picture = self._arranged()

    def picture(self) -> DeskPicture:
        """The desk's picture, replaced when the settings change."""
        now = self._now()
        if now != self._seen:
            self._seen = now
            self._picture = self._arranged()
        return self._picture

    def _now(self) -> tuple[tuple[Outside, ...], bool]:
        return self._desk.evening.facts.settings.outside, self._desk.loud

    def _arranged(self) -> DeskPicture:
        desk, (outside, loud) = self._desk, self._seen
        now = {setting.key: setting.value for setting in outside}
        desk.captions.on = bool(now["display.host"])
        desk.words, calm = words_of(str(now["language"])), bool(now["display.reduced_motion"])
        desk.evening.quiz.ask_in(desk.words.language)
        if self._speaker is not None:
            volume = cast("Volume", now["sound.volume"] if loud else "off")
            few = bool(now["sound.quiet"])
            tuning = theme_of(str(now["display.theme"])).sounds
            self._speaker.turn(volume, few=few, calm=calm, tuning=tuning)
            try:
                self._speaker.open()
            except DriverError as error:
                desk.evening.post(Noted("settings", error.says, desk.clock.now))
        text = cast("TextSize", now["display.text"])
        contrast = cast("Contrast", now["display.contrast"])
        look = Look(text, contrast, str(now["display.theme"]), calm=calm)
        return DeskPicture(desk, cast("Layout", now["display.layout"]), look)
