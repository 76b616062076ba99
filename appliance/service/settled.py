"""The settings at the start of a table: those of its file, after completing a restore."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from appliance.config import choice
from appliance.kept import InForce, changed, in_force, mend, speaking
from appliance.service.log import Log
from appliance.service.rights import WORK, leave_root
from appliance.words import Words
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class Wishes:
    """A table's options on the command line: its files, and values that override all settings.

    Without a `window` the table has no picture.
    """

    config: Path | None = None
    journal: Path | None = None
    buzzers: str | None = None
    screen: str | None = None
    window: bool = True


def start_of(wishes: Wishes, words: Words) -> InForce:
    """Return the settings that a table starts with, as `wishes` want it.

    Raises:
        ConfigError: the settings can't be used, or the owner may not read the program.
        OSError: something can't be written.
    """
    say = Log(words).say
    start = speaking(mend(settled(wishes.config, wishes.journal, say)), words.language)
    if wishes.buzzers is not None:
        start = with_buzzers(start, wishes.buzzers)
    start = with_screen(start, wishes.screen)
    if not wishes.window:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    return start


def settled(given: Path | None, journal: Path | None, say: Callable[[Message], object]) -> InForce:
    """Return the settings that a table starts with, after finishing a restore that was cut off.

    Root becomes the table's owner for good; `say` gets messages about the restore.

    Raises:
        ConfigError: the settings can't be used, or the owner may not read the program.
        OSError: something can't be written.
    """
    leave_root(given, journal, loads=True)
    start = in_force(given, journal)
    kept = Path(start.config.journal)
    if not os.path.lexists(kept.parent / WORK):
        return start
    from appliance.service.restoring import finish  # noqa: PLC0415 - hardly any start needs it

    for news in (messages := finish(kept, given)):
        say(news)
    return in_force(given, journal) if messages else start


def with_buzzers(start: InForce, driver: str) -> InForce:
    """Return these settings with the buzzers of another driver at its defaults.

    Raises:
        ConfigError: the driver can't be used without settings.
    """
    table = {"driver": driver}
    config = replace(start.config, buzzers=choice("buzzers", table), lamps=None)
    return replace(start, config=config, tables={**start.tables, "buzzers": table})


def with_screen(start: InForce, screen: str | None) -> InForce:
    """Return the settings with the picture on `screen`, as if people had chosen it in the menu."""
    if screen is None:
        return start
    config = replace(start.config, display=replace(start.config.display, screen=screen))
    return replace(start, config=config, kept=changed(start.kept, "display.screen", screen))
