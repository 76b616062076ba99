"""Themes: the colours of the stage and the sounds of an evening, each theme a TOML file.

A theme changes no colour that has a meaning: those of players, doubts, verdicts and words. See
docs/add-a-theme.md.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal

from appliance.bounded_files import read_toml
from appliance.errors import ConfigError, UnfitFileError
from appliance.typed_toml import fill, not_allowed
from bluffing.errors import SettingError
from bluffing.message import any_of, message, quoted

Colour = tuple[int, int, int]

THEME_FOLDER = Path(__file__).parent
THEME_SUFFIX = ".toml"
THEMES = ("paper", "night")
"""Names of the themes that come with the table; the first is the default."""

_HEX = re.compile("#[0-9A-Fa-f]{6}")

_DARK = {
    "ground": ("#A9743A", 4.5),  # the darkest colour of a player with dark digits
    "panel": ("#FF7A1A", 4.5),  # LIE, the darkest colour of words
    "felts": ("#FF7A1A", 4.5),
    "curtain": ("#FF7A1A", 4.5),
    "fold": ("#FF7A1A", 4.5),
    "line": ("#FFC400", 3.0),  # a part that is lit beside one that is not
    "back": ("#FBFAF5", 3.0),  # the rim of a card
}
"""Minimum contrast of each dark colour with a lighter one, as WCAG 2.2 defines it in 1.4.3 and
1.4.11."""

_PALE = {"paper": ("#2A1A33", 7.0)}
"""Minimum contrast of each light colour with a darker one, by 1.4.6."""


@lru_cache(maxsize=512)
def luminance(colour: Colour) -> float:
    """Return the relative luminance of `colour`, 0 to 1, as WCAG 2.2 defines it."""
    parts = [c / 255 for c in colour]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@lru_cache(maxsize=64)
def colour_of(text: str) -> Colour:
    """Return the colour of six hex digits after a "#"."""
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Scenery:
    """[stage]: the colours of a theme, as "#" and six hex digits.

    `ground` is behind everything, and `felts` are the grounds of the games in the light.
    Information is on a `panel`, and a `line` is an edge or a part that is not lit. Claims are on
    `paper`, cards have a `back`, and the curtain has a `fold` and a `rod`.
    """

    ground: str
    panel: str
    line: str
    paper: str
    back: str
    curtain: str
    fold: str
    rod: str
    felts: tuple[str, ...]

    def __post_init__(self) -> None:
        for key in self.__slots__:
            value = getattr(self, key)
            colours = value if isinstance(value, tuple) else (value,)
            for colour in colours or ("",):
                if not _HEX.fullmatch(colour):
                    raise SettingError(not_allowed(key, colour, message("theme.colour")))
                if key in _DARK:
                    _compare(key, colour, *_DARK[key], darker=True)
                elif key in _PALE:
                    _compare(key, colour, *_PALE[key], darker=False)


def _compare(key: str, colour: str, beside: str, least: float, *, darker: bool) -> None:
    """Raise a SettingError unless `colour` is so much darker, or lighter, than the one `beside`."""
    own, its = luminance(colour_of(colour)) + 0.05, luminance(colour_of(beside)) + 0.05
    if (its / own if darker else own / its) < least:
        code = "theme.too-light" if darker else "theme.too-dark"
        values = {"key": key, "colour": quoted(colour), "beside": quoted(beside)}
        raise SettingError(message(code, **values, least=least))


Lie = Literal["trombone", "whistle", "record"]


@dataclass(frozen=True, slots=True)
class Tuning:
    """[sounds]: the pitch of the players' notes, in semitones above the usual one, and the lies.

    `lies` are the sounds of a lie; none is heard twice in a row.
    """

    semitones: Annotated[int, range(13)] = 0
    lies: tuple[Lie, ...] = ("trombone", "whistle", "record")

    def __post_init__(self) -> None:
        if len(set(self.lies)) < 2 or len(set(self.lies)) < len(self.lies):
            raise SettingError(message("theme.lies"))


USUAL_TUNING = Tuning()


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme file."""

    stage: Scenery
    sounds: Tuning = USUAL_TUNING


@cache
def theme_of(name: str) -> Theme:
    """Return the theme of that name, or in the file at that path.

    Raises:
        ConfigError: there is no such theme, or its file can't be used.
    """
    if name not in THEMES and not name.endswith(THEME_SUFFIX):
        known = any_of((*map(quoted, THEMES), message("theme.file")))
        raise ConfigError(not_allowed("display.theme", name, known))
    path = THEME_FOLDER / f"{name}{THEME_SUFFIX}" if name in THEMES else Path(name)
    try:
        tables = read_toml(path)
    except UnfitFileError as error:
        raise ConfigError(message("config.not-read", path=str(path), error=error.why)) from error
    theme: Theme = fill(Theme, tables, f"{path}: ")
    return theme
