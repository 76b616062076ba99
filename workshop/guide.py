"""docs/build/pictures: the kitchen table's steps as pictures, with captions in six languages."""

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
    """What a page says besides captions."""

    title: str
    begin: str
    step: str
    check: str


def read() -> tuple[dict[str, Words], tuple[Picture, ...]]:
    """Return the words of each language, and the pictures in their order.

    Raises:
        KeyError: a picture lacks a language.
    """
    table = tomllib.loads(CAPTIONS.read_text(encoding="utf-8"))
    words = {language: Words(**phrases) for language, phrases in table["words"].items()}
    pictures = tuple(
        Picture(row["name"], row["step"], row["check"], {each: row[each] for each in words})
        for row in table["picture"]
    )
    return words, pictures


def pages() -> Iterator[tuple[str, str]]:
    """Yield each language with the text of its page. The finished table comes before the steps."""
    words, pictures = read()
    for language, phrases in words.items():
        languages = (
            f"**{each}**" if each == language else f"[{each}]({each}.md)" for each in words
        )
        finished, *steps = (_block(picture, language, phrases.check) for picture in pictures)
        numbered = (f"## {phrases.step} {number}\n\n{step}" for number, step in enumerate(steps, 1))
        blocks = (f"# {phrases.title}", " | ".join(languages), finished, phrases.begin, *numbered)
        yield language, "\n\n".join(blocks) + "\n"


def _block(picture: Picture, language: str, check: str) -> str:
    """Return a picture with its caption and its check."""
    caption = picture.captions[language]
    block = f"![{caption}](../../../hardware/mechanics/{picture.name}.png)\n\n{caption}"
    if picture.check:
        block += f" [{check}](../steps.md#{picture.step}): `{picture.check}`"
    return block


def write(folder: Path = FOLDER) -> None:
    """Write the page of each language."""
    folder.mkdir(exist_ok=True)
    for language, page in pages():
        (folder / f"{language}.md").write_text(page, encoding="utf-8")
