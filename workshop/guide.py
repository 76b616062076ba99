"""docs/build/pictures: the steps of two tables as pictures, with captions in six languages."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from workshop.mechanics import FOLDER as MECHANICS

CAPTIONS = MECHANICS / "captions.toml"

FOLDER = Path(__file__).parents[1] / "docs" / "build" / "pictures"


class Picture(NamedTuple):
    """A picture's file, its heading in docs/build/steps.md, its check, and its captions."""

    name: str
    step: str
    check: str
    captions: dict[str, str]


class Words(NamedTuple):
    """What every page says besides captions."""

    step: str
    check: str


class Guide(NamedTuple):
    """The pages of a table: the start of their names, the pictures, and a title and a text each."""

    page: str
    pictures: tuple[Picture, ...]
    title: dict[str, str]
    begin: dict[str, str]


def read() -> tuple[dict[str, Words], tuple[Guide, ...]]:
    """Return the words of each language, and the guide of each table.

    Raises:
        KeyError: a picture lacks a language, or a guide a picture.
    """
    file = tomllib.loads(CAPTIONS.read_text(encoding="utf-8"))
    words = {language: Words(**phrases) for language, phrases in file["words"].items()}
    pictures = {
        row["name"]: Picture(
            row["name"], row["step"], row["check"], {each: row[each] for each in words}
        )
        for row in file["picture"]
    }
    guides = tuple(
        Guide(
            table["page"],
            tuple(pictures[name] for name in table["pictures"]),
            {each: table[each]["title"] for each in words},
            {each: table[each]["begin"] for each in words},
        )
        for table in file["table"]
    )
    return words, guides


def pages() -> Iterator[tuple[str, str]]:
    """Yield each page's name with its text. The finished table comes before the steps."""
    words, guides = read()
    for guide in guides:
        for language, phrases in words.items():
            languages = (
                f"**{each}**" if each == language else f"[{each}]({guide.page}{each}.md)"
                for each in words
            )
            finished, *steps = (_block(each, language, phrases.check) for each in guide.pictures)
            numbered = (
                f"## {phrases.step} {number}\n\n{step}" for number, step in enumerate(steps, 1)
            )
            title, begin = f"# {guide.title[language]}", guide.begin[language]
            blocks = (title, " | ".join(languages), finished, begin, *numbered)
            yield f"{guide.page}{language}", "\n\n".join(blocks) + "\n"


def _block(picture: Picture, language: str, check: str) -> str:
    """Return a picture with its caption and its check."""
    caption = picture.captions[language]
    block = f"![{caption}](../../../hardware/mechanics/{picture.name}.png)\n\n{caption}"
    if picture.check:
        block += f" [{check}](../steps.md#{picture.step}): `{picture.check}`"
    return block


def write(folder: Path = FOLDER) -> None:
    """Write the page of each table and language."""
    folder.mkdir(exist_ok=True)
    for name, page in pages():
        (folder / f"{name}.md").write_text(page, encoding="utf-8")
