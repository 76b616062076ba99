"""The settings of the table itself, and of the world around it as its menu offers them."""

from collections.abc import Iterable
from dataclasses import replace

from appliance.config import Config
from appliance.core.hardware import Timekeeping
from appliance.core.question import Kind, Question
from appliance.core.signals import MS, Stocked
from appliance.questions.entry import ADULT, WORLD, PackEntry
from appliance.questions.pack import kinds_of
from appliance.questions.shelf import Shelf
from appliance.questions.sieve import ANY, OWN_AND_ENGLISH, OWN_LANGUAGE
from appliance.record.recorder import AGREED
from appliance.table import TableSettings
from appliance.table.state import Outside
from appliance.themes import THEMES
from appliance.words import LANGUAGES
from bluffing.options import Value

OFFERED: dict[str, tuple[Value, ...]] = {
    "sound.volume": ("on", "quiet", "off"),
    "sound.quiet": (False, True),
    "sound.speech": (False, True),
    "sound.device": ("auto", "next"),
    "display.screen": ("", "next"),
    "display.cec": (False, True),
    "display.layout": ("tv", "tabletop"),
    "language": tuple(LANGUAGES),
    "display.text": ("normal", "larger", "largest"),
    "display.contrast": ("normal", "high"),
    "display.theme": THEMES,
    "display.brightness": (20, 40, 60, 80, 100),
    "display.margin_percent": (0, 1, 2, 3, 4, 5, 6, 8, 10),
    "display.rotation": (0, 90, 180, 270),
    "display.reduced_motion": (False, True),
    "display.host": (False, True),
    "display.diagonal_inch": (7, 10, 15, 22, 24, 27, 32, 43, 55),
    "display.distance_cm": (50, 80, 130, 200, 300),
    "display.touch": (False, True),
}
"""Offered values of each setting, besides its current value."""


def outside_of(config: Config, screens: int = 1) -> tuple[Outside, ...]:
    """Return each of these settings with its value in `config`, for a machine with `screens`."""
    settings = []
    for key, offered in OFFERED.items():
        table, _, name = key.rpartition(".")
        value: Value = getattr(getattr(config, table) if table else config, name)
        more = offered if value in offered else tuple(sorted((*offered, value), key=_size))
        alone = key == "display.screen" and screens < 2
        settings.append(Outside(key, value, (value,) if alone else more))
    if config.venue.publish:  # else there is nothing to agree to
        settings.append(Outside(AGREED, config.venue.agreed, (False, True)))
    return tuple(settings)


def settings_of(config: Config, edges: Timekeeping, screens: int) -> TableSettings:
    """Return the table's own settings, for buzzers of this precision and `screens`.

    Its questions come later: `stock_of`.
    """
    settle_ms, tie_ms = -(-edges.worst_delay // MS), edges.uncertainty // MS
    wishes = []
    for name in WISHES:
        value: Value = getattr(config.questions, name)
        wishes.append(Outside(f"questions.{name}", value, (value,)))
    return replace(
        config.table(settle_ms, tuple(Kind), tie_ms),
        outside=(*outside_of(config, screens), *wishes),
        questions=config.game.questions,
    )


def stock_of(config: Config, packs: Shelf, questions: tuple[Question, ...], at: int) -> Stocked:
    """Return the news that `packs` are read, and that `questions` are those wanted of them."""
    offered = offered_of(config, packs.every)
    return Stocked(packs.packs, packs.chosen, kinds_of(questions), offered, at)


AGES = (6, 8, 10, 12, 14, 16, ADULT)
"""The ages of the youngest player that are offered, in years."""


WISHES = ("kind", "topic", "region", "language", "number_nerds", "ages")
"""Settings of the table [questions] that the menu changes."""


def offered_of(
    config: Config, entries: Iterable[PackEntry]
) -> tuple[tuple[str, tuple[Value, ...]], ...]:
    """List the values of each wish for questions: those that the questions offer, and the own."""
    entries = tuple(entries)
    choices: dict[str, Iterable[Value]] = {
        "kind": [
            kind.value for kind in Kind if any(entry.question.kind is kind for entry in entries)
        ],
        "topic": sorted({entry.topic for entry in entries} - {""}),
        "region": sorted({entry.region for entry in entries} - {WORLD}),
        "language": sorted({entry.language for entry in entries}),
    }
    offered_values: list[tuple[str, tuple[Value, ...]]] = []
    for key, some in choices.items():
        value: Value = getattr(config.questions, key)
        first = (OWN_LANGUAGE, OWN_AND_ENGLISH, ANY) if key == "language" else (ANY,)
        offered = dict.fromkeys((*first, *some, value)) if len(tuple(some)) > 1 else {value: None}
        offered_values.append((f"questions.{key}", tuple(offered)))
    age = config.questions.ages
    ages = sorted({*AGES, age}) if any(entry.ages for entry in entries) else [age]
    nerds = config.questions.number_nerds
    nerds_choices = (False, True) if any(entry.nerds for entry in entries) else (nerds,)
    nerdy = ("questions.number_nerds", nerds_choices)
    return (*offered_values, nerdy, ("questions.ages", tuple(ages)))


def _size(value: Value) -> int:
    """Return the value of a size; only numbers may differ from the offered ones."""
    return value if isinstance(value, int) else 0
