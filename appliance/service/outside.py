"""The settings of the table itself, and of the world around it as its menu offers them."""

from collections.abc import Iterable
from dataclasses import replace

from appliance.config import Config
from appliance.core.hardware import Timekeeping
from appliance.core.question import Kind, Question
from appliance.core.signals import MS
from appliance.questions.entry import ADULT, WORLD, PackEntry
from appliance.questions.pack import kinds_of
from appliance.questions.shelf import Shelf
from appliance.questions.sieve import ANY, OWN_AND_ENGLISH, OWN_LANGUAGE
from appliance.table import TableSettings
from appliance.table.state import Outside
from appliance.words import LANGUAGES
from bluffing.options import Value

OFFERED: dict[str, tuple[Value, ...]] = {
    "sound.volume": ("on", "quiet", "off"),
    "sound.quiet": (False, True),
    "sound.speech": (False, True),
    "sound.device": ("auto", "next"),
    "display.screen": ("", "next"),
    "display.layout": ("tv", "tabletop"),
    "language": tuple(LANGUAGES),
    "display.text": ("normal", "larger", "largest"),
    "display.contrast": ("normal", "high"),
    "display.brightness": (20, 40, 60, 80, 100),
    "display.margin_percent": (0, 1, 2, 3, 4, 5, 6, 8, 10),
    "display.rotation": (0, 90, 180, 270),
    "display.reduced_motion": (False, True),
    "display.diagonal_inch": (7, 10, 15, 22, 24, 27, 32, 43, 55),
    "display.distance_cm": (50, 80, 130, 200, 300),
    "display.touch": (False, True),
}
"""What each may be. What it stands at is offered, too."""


def outside_of(config: Config, screens: int = 1) -> tuple[Outside, ...]:
    """Each of these settings as `config` has it, at a machine with so many screens."""
    found = []
    for key, offered in OFFERED.items():
        table, _, name = key.rpartition(".")
        value: Value = getattr(getattr(config, table) if table else config, name)
        more = offered if value in offered else tuple(sorted((*offered, value), key=_size))
        alone = key == "display.screen" and screens < 2
        found.append(Outside(key, value, (value,) if alone else more))
    return tuple(found)


def settings_of(
    config: Config,
    edges: Timekeeping,
    packs: Shelf,
    questions: tuple[Question, ...],
    screens: int,
) -> TableSettings:
    """The table's own settings, with buzzers so exact, these `questions` and so many `screens`."""
    settle_ms, tie_ms = -(-edges.worst_delay // MS), edges.uncertainty // MS
    return replace(
        config.table(settle_ms, kinds_of(questions), tie_ms),
        outside=(*outside_of(config, screens), *wishes_of(config, packs.every)),
        packs=packs.packs,
        questions=packs.chosen,
    )


AGES = (6, 8, 10, 12, 14, 16, ADULT)
"""The ages of the youngest player that are offered, in years."""


def wishes_of(config: Config, entries: Iterable[PackEntry]) -> tuple[Outside, ...]:
    """List the wishes for questions in `config`, out of those that the questions offer."""
    entries = tuple(entries)
    there: dict[str, Iterable[Value]] = {
        "kind": [kind.value for kind in Kind if any(one.question.kind is kind for one in entries)],
        "topic": sorted({one.topic for one in entries} - {""}),
        "region": sorted({one.region for one in entries} - {WORLD}),
        "language": sorted({one.language for one in entries}),
    }
    found = []
    for key, some in there.items():
        value: Value = getattr(config.questions, key)
        first = (OWN_LANGUAGE, OWN_AND_ENGLISH, ANY) if key == "language" else (ANY,)
        offered = dict.fromkeys((*first, *some, value)) if len(tuple(some)) > 1 else {value: None}
        found.append(Outside(f"questions.{key}", value, tuple(offered)))
    age = config.questions.ages
    ages = sorted({*AGES, age}) if any(one.ages for one in entries) else [age]
    nerds = config.questions.number_nerds
    both = (False, True) if any(one.nerds for one in entries) else (nerds,)
    found.append(Outside("questions.number_nerds", nerds, both))
    return (*found, Outside("questions.ages", age, tuple(ages)))


def _size(value: Value) -> int:
    """Only numbers are ever other than those that are offered."""
    return value if isinstance(value, int) else 0
