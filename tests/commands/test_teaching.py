"""A deck without indices is taught at the table, card by card, and read from then on."""

import random
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from threading import Event

import odd_deck
import pytest
from said import said

from appliance.config import Config
from appliance.core.hardware import Need
from appliance.core.reading import UNKNOWN_FACE
from appliance.decks.deck import Deck, DeckFinder, DeckInUse
from appliance.decks.enrol import Wanted
from appliance.decks.file import load
from appliance.decks.lesson import DeckLesson
from appliance.drivers import Frame, Image
from appliance.kept import InForce
from appliance.service.equip import deck_file, equip
from appliance.service.jobs import Lines
from appliance.service.picture import Viewfinder
from appliance.service.teaching import Teaching, forget
from appliance.vision.read import CardReader
from bluffing.cards import Card, Rank, Suit
from bluffing.message import Message
from lab.sim.photo.faces import STYLES
from lab.sim.photo.layouts import Pose
from lab.sim.photo.photograph import Photo, Scene, photograph

SIGNS = (Rank.SEVEN, Rank.EIGHT)
"""Ranks whose cards show nothing but the signs of their suit; the others are pictures."""

SCENE = Scene(size=(640, 480), tilt=0.01)
CARDS = tuple(Card(rank, suit) for rank in (Rank.SEVEN, Rank.KING) for suit in Suit)
REQUESTS = {
    Wanted(rank, suit).request: Card(rank, suit or Suit.SPADES)
    for rank in Rank
    for suit in (*Suit, None)
}


@lru_cache(maxsize=32)
def lies(card: Card, seed: int = 1) -> Photo:
    """A picture of one card without an index."""
    rng = random.Random(f"{seed} {card}")
    pose = Pose(320 + rng.uniform(-30, 30), 240, rng.uniform(-15, 15), 260)
    with odd_deck.in_play(odd_deck.without_index if card.rank in SIGNS else odd_deck.pictured):
        return photograph([card], STYLES[0], rng, SCENE, [pose])


class Person(Event):
    """Lays down each card that the table asks for, under its camera; leaves after some looks."""

    live = True
    needs: tuple[Need, ...] = ()

    def __init__(self, looks: int = 10_000) -> None:
        super().__init__()
        self.looks, self.lines = looks, list[Lines]()
        self._card: Card | None = None

    def tell(self, lines: Lines, *, done: bool = False) -> None:
        assert not done
        self.lines.append(lines)
        asked = dict(lines[-1].values).get("card")
        if lines[-1].code == "command.enrol.show" and isinstance(asked, Message):
            self._card = REQUESTS[asked]

    def wait(self, timeout: float | None = None) -> bool:  # noqa: ARG002 - it takes no time
        self.looks -= 1
        return self.looks < 0

    def open(self) -> None:
        """It is open."""

    def capture(self) -> Frame:
        assert self._card is not None
        return Frame(lies(self._card).image, 0)

    def next(self) -> bool:
        return False

    def close(self) -> None:
        """It stays open."""


def same(image: Image) -> Image:
    return image


def lesson(person: Person, path: Path, used: Callable[[Deck], None]) -> Viewfinder:
    finder = Viewfinder()
    Teaching(person, path, used, same, finder, CARDS).work(person.tell, person)
    return finder


@pytest.mark.examples
@pytest.mark.untraced
def test_a_taught_deck_is_read_and_a_forgotten_one_asked_about(tmp_path: Path) -> None:
    path, in_use, person = tmp_path / "table.deck.png", DeckInUse(), Person()

    def used(deck: Deck) -> None:
        in_use.deck = deck

    reader = CardReader(partial(DeckFinder, in_use))
    king = lies(Card(Rank.KING, Suit.HEARTS), 2)
    assert reader.read(king.image).ranks == ()
    assert lesson(person, path, used).picture is None
    assert said(person.lines[-1][-1]) == "learned 2 ranks, in use now"
    assert load(path).ranks == {Rank.SEVEN, Rank.KING}
    for card in CARDS:
        assert reader.read(lies(card, 2).image).ranks == (card.rank,)
    assert reader.read(lies(Card(Rank.ACE, Suit.HEARTS)).image).ranks == ()
    forget(path, used, person.tell)
    assert said(person.lines[-1][-1]) == "forgotten: cards are read as any deck's now"
    assert load(path).ranks == frozenset()
    forget(path, used, person.tell)
    assert load(tmp_path / "table.deck.earlier.png").ranks == {Rank.SEVEN, Rank.KING}
    asked = reader.read(king.image).ask
    assert asked is not None
    assert asked.reason == UNKNOWN_FACE


def test_a_lesson_that_people_leave_changes_nothing(tmp_path: Path) -> None:
    path, taught = tmp_path / "table.deck.png", list[Deck]()
    assert lesson(Person(looks=3), path, taught.append).picture is None
    assert (taught, path.exists()) == ([], False)


def test_a_lesson_that_lacks_a_card_saves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, taught, person = tmp_path / "table.deck.png", list[Deck](), Person()
    monkeypatch.setattr(DeckLesson, "from_camera", lambda *_, **__: True)
    lesson(person, path, taught.append)
    assert (taught, path.exists()) == ([], False)
    assert said(person.lines[-1][-1]) == "not shown: 7, K. Nothing was learned"


def test_a_table_uses_the_deck_that_it_was_taught(tmp_path: Path) -> None:
    config = Config(journal=str(tmp_path / "evening.journal"))
    begun = InForce(config, {}, tmp_path / "kept.toml", {})
    assert equip(begun, None).config.reader.deck == ""
    deck_file(config).touch()
    assert equip(begun, None).config.reader.deck == str(tmp_path / "table.deck.png")
