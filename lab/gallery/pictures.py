"""The pictures of the gallery, and the pages that show all pictures of a language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from appliance.display.draw import Artist
from appliance.display.layout import Layout
from appliance.display.lettering import Kit, kit_of
from appliance.display.quiet import pygame
from appliance.display.shades import Contrast
from appliance.display.sizes import Glass, TextSize
from appliance.errors import PictureError, reason
from appliance.themes import THEMES
from appliance.whole_file import refuse_irregular, write_whole
from appliance.words import Words
from bluffing.message import message
from lab.gallery.moments import Moment

INDEX = "index.html"
"""File name of a page: the start page links all languages, a language's page its pictures."""


@dataclass(frozen=True, slots=True)
class Manner:
    """Style of a drawing: size (width, height) in pixels, letters, colours, keys for fingers."""

    layout: Layout
    size: tuple[int, int]
    text: TextSize = "normal"
    contrast: Contrast = "normal"
    theme: str = THEMES[0]
    touch: bool = False

    @property
    def name(self) -> str:
        """Part of a picture's file name."""
        parts = [self.layout, "x".join(map(str, self.size)), self.text]
        if self.contrast != "normal":
            parts.append(self.contrast)
        if self.theme != THEMES[0]:
            parts.append(Path(self.theme).stem)
        return "-".join([*parts, "touch"] if self.touch else parts)

    def artist(self, kit: Kit) -> Artist:
        """Return an artist without motion: each picture shows its final state."""
        glass = Glass(text=self.text)
        return Artist(self.layout, calm=True, fingers=self.touch, glass=glass, kit=kit)


@dataclass(frozen=True, slots=True)
class Shown:
    """A drawn picture: its file's name, and its words that had no room, if any."""

    file: str
    unfit: tuple[str, ...]


def draw(folder: Path, moments: Sequence[Moment], manner: Manner, words: Words) -> Iterator[Shown]:
    """Draw `moments` in this manner and language into `folder`, which is created if missing.

    Raises:
        PictureError: the pictures can't be written there.
    """
    kit = kit_of(high=manner.contrast == "high", theme=manner.theme)
    surface = pygame.Surface(manner.size, 0, 32)
    artist = manner.artist(kit)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for moment in moments:
            artist.draw(surface, moment.view(words), moment.at)
            file = f"{moment.name}-{manner.name}.png"
            refuse_irregular(folder / file)
            pygame.image.save(surface, str(folder / file))
            yield Shown(file, tuple(dict.fromkeys(kit.unfit)))
            kit.unfit.clear()
    except (OSError, pygame.error) as error:
        raise _unwritable(folder, error) from error


def page(folder: Path, shown: Sequence[Shown], words: Words) -> Path:
    """Write the page of one language; pictures whose words had no room come first.

    Raises:
        PictureError: the page can't be written.
    """
    title = escape(words(f"menu.value.language.{words.language}"))
    wrong = [picture for picture in shown if picture.unfit]
    body = [f"<h1>{title}</h1>"]
    if wrong:
        body.append(f"<h2>{escape(words('gallery.unfit', n=len(wrong)))}</h2>")
        body += [_figure(picture) for picture in wrong]
    screen = ""
    for picture in sorted(shown, key=lambda picture: picture.file):
        if (now := picture.file.partition("-")[0]) != screen:
            screen = now
            body.append(f"<h2>{escape(screen)}</h2>")
        body.append(_figure(picture))
    return _write(folder / INDEX, title, words.language, body)


def index(folder: Path, languages: Sequence[Words], words: Words) -> Path:
    """Write the page that links the pages of all `languages`.

    Raises:
        PictureError: the page can't be written.
    """
    title = escape(words("gallery.title"))
    links = [
        f'<li><a href="{spoken.language}/{INDEX}" lang="{spoken.language}">'
        f"{escape(words(f'menu.value.language.{spoken.language}'))}</a></li>"
        for spoken in languages
    ]
    body = [f"<h1>{title}</h1>", "<ul>", *links, "</ul>"]
    return _write(folder / INDEX, title, words.language, body)


def _figure(one: Shown) -> str:
    name = escape(one.file)
    unfit = "".join(f"<br><mark>{escape(text)}</mark>" for text in one.unfit)
    return (
        f'<figure><a href="{name}"><img src="{name}" alt="" loading="lazy"></a>'
        f"<figcaption>{name}{unfit}</figcaption></figure>"
    )


def _write(path: Path, title: str, language: str, body: Sequence[str]) -> Path:
    lines = [
        "<!doctype html>",
        f'<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title><style>',
        "body { font-family: sans-serif; background: #12161c; color: #f5f7fa }",
        "a { color: #56b4e9 } mark { background: #ffc400 }",
        "figure { display: inline-block; width: 400px; margin: 8px; vertical-align: top }",
        "img { width: 100% } figcaption { font-size: 12px; overflow-wrap: anywhere }",
        "</style></head><body>",
        *body,
        "</body></html>",
    ]
    try:
        write_whole(("\n".join(lines) + "\n").encode(), path)
    except OSError as error:
        raise _unwritable(path.parent, error) from error
    return path


def _unwritable(folder: Path, error: Exception) -> PictureError:
    why = reason(error) if isinstance(error, OSError) else str(error)
    return PictureError(message("sim.album-unwritable", folder=str(folder), error=why))
