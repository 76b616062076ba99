"""Labelled pictures for the card reader: photos out of a folder, and drawn ones."""

import json
import random
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from appliance.drivers import Image
from appliance.drivers.camera.pictures import load_picture
from bench.split import may_learn
from bluffing.cards import Card, Rank, pack
from lab.sim.labels import load_labels
from lab.sim.photo.faces import STYLES, random_style
from lab.sim.photo.photograph import photograph, scene_of

NOTES = Path(__file__).with_name("photo_notes.toml")
"""Labels that are wrong: what the label says, what the photo shows and why one can tell."""


class Shot(NamedTuple):
    """A picture and the truth about it.

    `kinds` are the rows that it counts in, `ranks` the face-up ranks by the label, and `shown` the
    true ones: the same, unless a label is known to be wrong. `cards` are the cards with a known
    suit; they include every card that faces up.
    """

    name: str
    kinds: tuple[str, ...]
    image: Image
    ranks: tuple[Rank, ...]
    shown: tuple[Rank, ...]
    cards: tuple[Card, ...] = ()


class Note(NamedTuple):
    """A wrong label: its ranks, sorted as in labels.json, and those that the photo shows."""

    label: tuple[Rank, ...]
    shows: tuple[Rank, ...]
    why: str


def notes(path: Path = NOTES) -> dict[str, Note]:
    """The wrong labels that were found by looking, by the photo's name."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        name: Note(tuple(map(Rank, entry["label"])), tuple(map(Rank, entry["shows"])), entry["why"])
        for name, entry in entries.items()
    }


def corrected(name: str, ranks: tuple[Rank, ...], known: dict[str, Note]) -> tuple[Rank, ...]:
    """Return the cards of the photo, corrected by its note if the note means this label."""
    note = known.get(name)
    if note is None or sorted(note.label) != sorted(ranks):
        return ranks
    return note.shows


def photos(folder: Path, half: str, every: int = 1) -> Iterator[Shot]:
    """The labelled photos of `folder` in the `half` asked for: all, odd, or even, to learn from.

    Of each `every` photos only the first counts.

    Raises:
        PictureError: the labels or a photo can't be read.
    """
    known = notes()
    labels = load_labels(folder)
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    labelled = {entry["file"]: _labelled(entry) for entry in entries}
    sets = {entry["file"]: str(entry.get("set", "photos")) for entry in entries}
    for photo in labels[::every]:
        if half == "all" or may_learn(photo.name) == (half == "even"):
            yield Shot(
                photo.name,
                (sets[photo.name],),
                load_picture(photo.path),
                photo.ranks,
                corrected(photo.name, photo.ranks, known),
                labelled[photo.name],
            )


def _labelled(entry: Mapping[str, Any]) -> tuple[Card, ...]:
    """The cards of a label; none where some of their suits are not told."""
    names = [str(box["card"]) for box in entry.get("boxes", ())]
    suited = [card for name in dict.fromkeys(names) if (card := _CARDS.get(name)) is not None]
    labelled = sorted(str(card.rank) for card in suited) == sorted(map(str, entry["ranks"]))
    return tuple(suited) if labelled else ()


_CARDS = {card.code: card for card in pack()}


def simulated(count: int, seed: int) -> Iterator[Shot]:
    """Drawn pictures of one to six cards, of the simulator's decks and of random ones."""
    for number in range(seed, seed + count):
        rng = random.Random(number)
        style = rng.choice(STYLES) if rng.random() < 0.3 else random_style(rng)
        scene = scene_of(rng)
        cards = rng.sample(pack(2), rng.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6)))
        if rng.random() < 0.5:
            cards = [card for card in pack(2) if card.rank is cards[0].rank][: len(cards)]
        kind = "overlapping" if scene.overlap and len(cards) > 1 else "apart"
        image = photograph(cards, style, rng, scene).image
        ranks = tuple(card.rank for card in cards)
        yield Shot(f"seed {number}", (kind,), image, ranks, ranks, tuple(cards))
