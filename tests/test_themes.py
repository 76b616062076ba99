"""Theme files: what is in them, what is refused, and what docs/add-a-theme.md shows."""

import re
from pathlib import Path

import pytest
from said import said
from test_theme import readable

from appliance.config import Display, load_config
from appliance.display.shades import Shades
from appliance.display.theme import LIE, SEAT_COLOURS
from appliance.display.window import Window
from appliance.errors import ConfigError
from appliance.service.outside import outside_of
from appliance.themes import THEME_FOLDER, THEME_SUFFIX, THEMES, Theme, Tuning, colour_of, theme_of
from appliance.words import LANGUAGES, words_of

PAGE = Path(__file__).parents[1] / "docs" / "add-a-theme.md"
EXAMPLE = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]


def written(folder: Path, text: str) -> str:
    path = folder / "attic.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def read(folder: Path, text: str) -> Theme:
    return theme_of(written(folder, text))


def test_every_theme_of_the_folder_has_a_name_in_the_menu() -> None:
    assert {path.stem for path in THEME_FOLDER.glob(f"*{THEME_SUFFIX}")} == set(THEMES)
    for words in map(words_of, LANGUAGES):
        names = {words(f"menu.value.theme.{name}") for name in THEMES}
        assert len(names) == len(THEMES)
        assert not any(name.startswith("menu.") for name in names)


def test_the_page_shows_a_theme_that_reads_well(tmp_path: Path) -> None:
    theme = read(tmp_path, EXAMPLE)
    assert readable(Shades(stage=theme.stage))
    assert theme.sounds == Tuning()


def test_a_theme_without_sounds_has_the_usual_ones(tmp_path: Path) -> None:
    assert read(tmp_path, EXAMPLE.partition("[sounds]")[0]).sounds == Tuning()


@pytest.mark.parametrize(
    ("old", "new", "key", "because"),
    [
        ('"#2E2620"', '"#BBBBBB"', "stage.: panel", "too light"),
        ('"#141210"', '"#303030"', "stage.: ground", "too light"),
        ('"#F7EBD0"', '"#101010"', "stage.: paper", "too dark"),
        ('"#3A2A1C"', '"#EEEEEE"', "stage.: felts", "too light"),
        ('["#3A2A1C", "#1F3A30", "#40242C"]', "[]", "stage.: felts", "a colour such as"),
        ('"#54483C"', '"grey"', "stage.: line", "a colour such as"),
        ("semitones = 0", "semitones = 13", "sounds.semitones", "from 0 to 12"),
        ('"trombone", "whistle", "record"', '"trombone"', "sounds.", "different sounds"),
        ('"trombone", "whistle"', '"horn", "whistle"', "sounds.lies", "trombone"),
        ("rod =", "rods =", "stage.", "rods"),
        ("[stage]", "[stage", "attic.toml", ""),
    ],
)
def test_a_wrong_theme_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, key: str, because: str
) -> None:
    assert old in EXAMPLE
    with pytest.raises(ConfigError) as refused:
        read(tmp_path, EXAMPLE.replace(old, new, 1))
    sentence = said(refused.value.says)
    assert key.replace(".: ", ".") in sentence.replace(".: ", ".")
    assert because in sentence


def test_settings_name_a_theme_of_ones_own_and_the_menu_offers_it(tmp_path: Path) -> None:
    path = written(tmp_path, EXAMPLE)
    settings = tmp_path / "table.toml"
    settings.write_text(f'[display]\ntheme = "{path}"\n', encoding="utf-8")
    config = load_config(settings)
    (theme,) = (one for one in outside_of(config) if one.key == "display.theme")
    assert (theme.value, theme.choices) == (path, (*THEMES, path))


@pytest.mark.parametrize("name", ["dawn", "nowhere.toml"])
def test_an_unknown_theme_is_refused_before_a_screen_opens(name: str) -> None:
    with pytest.raises(ConfigError) as refused:
        Window(Display(theme=name))
    assert name in said(refused.value.says)
    assert Display().theme == THEMES[0]


def test_the_bounds_are_those_of_the_colours_that_never_change() -> None:
    """The theme file knows them by their digits, as it is read before the display is."""
    text = (THEME_FOLDER / "__init__.py").read_text(encoding="utf-8")
    assert {colour_of(digits) for digits in re.findall("#[0-9A-F]{6}", text)} >= {
        LIE,
        SEAT_COLOURS[5],
    }
