"""Fonts on this machine for the scripts that our typeface lacks: Debian's Noto fonts."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from appliance.text import SCRIPTS

SYSTEM_FONTS = Path("/usr/share/fonts")


class Weights(NamedTuple):
    """The files of a font: its regular and its bold weight."""

    regular: Path
    bold: Path


def installed() -> Mapping[str, Weights]:
    """Return the fonts in SYSTEM_FONTS by their script, where both weights are there."""
    return _installed(SYSTEM_FONTS)


@cache
def _installed(folder: Path) -> Mapping[str, Weights]:
    fonts = {}
    for script in SCRIPTS:
        collection = script == "CJK"
        place = folder / ("opentype" if collection else "truetype") / "noto"
        end = "ttc" if collection else "ttf"
        files = Weights(*(place / f"NotoSans{script}-{it}.{end}" for it in ("Regular", "Bold")))
        if all(file.is_file() for file in files):
            fonts[script] = files
    return MappingProxyType(fonts)
