"""Render decks that the reader never learned from: Debian's gnome-cards-data and kdegames cards.

    apt-get install gnome-cards-data kdegames-card-data-kf5 librsvg2-bin
    python -m training.strangers --out STRANGERS

writes `STRANGERS/<deck>/<rank><suit>.png` and `joker1.png`, `joker2.png` (`wordless1.png` where
nothing on them says so), 420 pixels wide with an alpha channel, like the face art that training
learns from. The decks are GPL: they are
measured on (`python -m bench.vision --faces STRANGERS --simulated 1000`), never trained on,
and nothing made of them ships. `strangers.toml` says for each deck what its letters are and
why it may not count.
"""

import argparse
import copy
import gzip
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]

WIDE = 420
"""Width of a rendered card, pixels."""

RANKS = {"1": "A", **{str(n): str(n) for n in range(2, 11)}, "jack": "J", "queen": "Q", "king": "K"}
SUITS = {"club": "C", "diamond": "D", "heart": "H", "spade": "S"}
JOKERS = ("joker_black", "joker_red", "black_joker", "red_joker", "joker")

_SVG = "{http://www.w3.org/2000/svg}"
_COLUMNS, _ROWS = 13, 5
_ROUGH = 900
"""Width of the first look, which only finds where on the page a card lies, pixels."""


def notes() -> dict[str, dict[str, str | bool]]:
    """Return the notes on each deck; `strangers.toml` explains them."""
    return tomllib.loads(Path(__file__).with_name("strangers.toml").read_text("utf-8"))


def grid_name(row: int, column: int) -> str | None:
    """The card in one cell of a GNOME deck's page, "10D" or "joker1"; None for backs and gaps."""
    if row < len(SUITS):
        return tuple(RANKS.values())[column] + tuple(SUITS.values())[row]
    return f"joker{column + 1}" if column < 2 else None


def trimmed(picture: Picture) -> Picture:
    """A BGRA picture without the border that is more than half transparent.

    Raises:
        ValueError: if no part is opaque.
    """
    rows, columns = (np.flatnonzero((picture[..., 3] > 127).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        raise ValueError("an empty picture")
    return picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def scaled(picture: Picture) -> Picture:
    """`picture`, `WIDE` pixels wide."""
    size = (WIDE, round(WIDE * picture.shape[0] / picture.shape[1]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def alone(page: ET.Element, name: str) -> ET.Element | None:
    """A copy of `page` in which only the element `name` is drawn; None if it has none.

    The siblings of the element and its ancestors go into <defs>, where references still work.
    """
    picture = copy.deepcopy(page)
    above = {child: parent for parent in picture.iter() for child in parent}
    spot = next((each for each in picture.iter() if each.get("id") == name), None)
    if spot is None:
        return None
    while spot in above:
        parent = above[spot]
        if parent.tag == _SVG + "defs":  # where it would not be drawn itself
            parent.tag = _SVG + "g"
        for place, child in enumerate(list(parent)):
            if child is not spot and child.tag not in (_SVG + "defs", _SVG + "style"):
                kept = ET.Element(_SVG + "defs")
                kept.append(child)
                parent[place] = kept
        spot = parent
    return picture


def _drawn(page: ET.Element, box: tuple[float, float, float, float], wide: int) -> Picture:
    """Render the `box` (x, y, width, height in the page's own units) `wide` pixels wide."""
    page.set("viewBox", " ".join(f"{side:.6g}" for side in box))
    page.set("width", f"{wide}")
    page.set("height", f"{wide * box[3] / box[2]:.6g}")
    return _rendered(ET.tostring(page))


def _rendered(svg: bytes, wide: int | None = None) -> Picture:
    with tempfile.NamedTemporaryFile(suffix=".svg") as file:
        file.write(svg)
        file.flush()
        width = [] if wide is None else ["--width", str(wide), "--keep-aspect-ratio"]
        done = subprocess.run(  # noqa: S603 - fixed words and a file of our own
            ["rsvg-convert", "--unlimited", *width, file.name],  # noqa: S607 - Debian's
            capture_output=True,
            check=False,
        )
    if done.returncode:
        raise ValueError(done.stderr.decode(errors="replace").strip())
    picture = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_UNCHANGED)
    return np.asarray(picture, np.uint8)


def _cards(deck: str, svg: bytes) -> Iterator[tuple[str, Picture]]:
    """The cards of a deck that bear an index, by name."""
    note = notes()[deck]
    bare = str(note.get("without", "")).split()
    for name, picture in _of_grid(svg) if deck.startswith("gnome-") else _of_names(svg):
        if name[:-1] not in bare:
            yield name.replace("joker", "wordless") if note.get("wordless") else name, picture


def _of_grid(svg: bytes) -> Iterator[tuple[str, Picture]]:
    """The cards of a GNOME deck, whose page is a grid of equal cells."""
    page = _rendered(svg, WIDE * _COLUMNS)
    down, across = page.shape[0] / _ROWS, page.shape[1] / _COLUMNS
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            name = grid_name(row, column)
            if name is not None:
                cell = page[
                    round(row * down) : round((row + 1) * down),
                    round(column * across) : round((column + 1) * across),
                ]
                yield name, scaled(trimmed(cell))


def _of_names(svg: bytes) -> Iterator[tuple[str, Picture]]:
    """The cards of a KDE deck, which lie anywhere on their page and bear names."""
    page = ET.fromstring(svg)  # noqa: S314 - out of a Debian package
    wanted = {f"{r}_{s}": RANKS[r] + SUITS[s] for r in RANKS for s in SUITS}
    names = [name for name in JOKERS if any(each.get("id") == name for each in page.iter())]
    wanted |= {name: f"joker{number}" for number, name in enumerate(names[:2], start=1)}
    for element, name in wanted.items():
        single = alone(page, element)
        picture = None if single is None else _closely(single)
        if picture is None:
            print(f"  {element} is missing or empty", file=sys.stderr)
        else:
            yield name, picture


def _closely(page: ET.Element) -> Picture | None:
    """Crop the drawing on `page` at its final size, or return None for an empty page."""
    box = page.get("viewBox", "").replace(",", " ").split()
    sizes = [
        0.0,
        0.0,
        *(float((page.get(k) or "1000").rstrip("px%mt")) for k in ("width", "height")),
    ]
    x, y, wide, tall = map(float, box) if box else sizes
    # Some cards lie half beside their page.
    x, y, wide, tall = x - wide / 2, y - tall / 2, wide * 2, tall * 2
    rough = _drawn(page, (x, y, wide, tall), _ROUGH)
    unit = wide / rough.shape[1]
    rows, columns = (np.flatnonzero((rough[..., 3] > 127).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return None
    spot = (
        x + (columns[0] - 1) * unit,
        y + (rows[0] - 1) * unit,
        (columns[-1] - columns[0] + 3) * unit,
        (rows[-1] - rows[0] + 3) * unit,
    )
    return scaled(trimmed(_drawn(page, spot, WIDE + WIDE // 8)))


def sources(gnome: Path, kde: Path) -> dict[str, Path]:
    """Every deck that is installed, by the name that `strangers.toml` gives it."""
    files = {f"gnome-{path.stem}": path for path in sorted(gnome.glob("*.svgz"))}
    for path in sorted(kde.glob("*/*.svgz")):
        files["kde-" + path.parent.name.removeprefix("svg-")] = path
    return files


def _render(deck: str, source: Path, out: Path) -> str:
    """Write one deck's cards; the line to print."""
    svg = gzip.decompress(source.read_bytes())
    folder = out / deck
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, picture in _cards(deck, svg):
        cv2.imwrite(str(folder / f"{name}.png"), picture)
        count += 1
    return f"{deck}: {count} cards"


def main() -> None:
    """Render the installed decks of one kind; the others are named with the reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out", type=Path, required=True, help="folder that gets one folder a deck"
    )
    parser.add_argument(
        "--kind", choices=("english", "national", "odd"), default="english", help="which decks"
    )
    parser.add_argument("--gnome", type=Path, default=Path("/usr/share/aisleriot/cards"))
    parser.add_argument("--kde", type=Path, default=Path("/usr/share/carddecks"))
    options = parser.parse_args()
    known = notes()
    decks = sources(options.gnome, options.kde)
    if not decks:
        parser.error(f"no decks in {options.gnome} or {options.kde}: install Debian's packages")
    if shutil.which("rsvg-convert") is None:
        parser.error("no rsvg-convert here: install Debian's librsvg2-bin")
    chosen = []
    for deck in decks:
        note = known.get(deck)
        if note is None:
            print(f"{deck}: left out; nothing is known of it in strangers.toml")
        elif note["kind"] == options.kind:
            chosen.append(deck)
        else:
            why = note.get("why", "English")
            print(f"{deck}: left out ({note['kind']}: {why}; {note['letters']})")
    with ThreadPoolExecutor(2) as pool:
        for line in pool.map(lambda deck: _render(deck, decks[deck], options.out), chosen):
            print(line, flush=True)


if __name__ == "__main__":
    main()
