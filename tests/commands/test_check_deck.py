import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from shown_cards import Seen, show

from appliance.__main__ import main
from appliance.commands import check_deck
from appliance.core.reading import Ask
from appliance.decks.deck import Deck
from appliance.decks.enrol import Wanted, begin, learn_card
from appliance.decks.fan import Fan, FanCard, FanReader
from appliance.decks.file import save
from appliance.drivers import Image
from appliance.vision.find.finder import CardMaps, Detection, Finder
from appliance.vision.find.index import LABELS, SUITS
from bluffing.cards import Card, Rank, Suit, pack
from bluffing.message import message

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 40.0), (10.0, 40.0))

Shoot = Callable[..., Path]


@pytest.fixture
def shoot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shoot:
    """Writes pictures whose cards the card reader knows."""
    known: dict[bytes, Fan] = {}

    class Knowing:
        def __init__(self, deck: Deck | None) -> None:
            assert deck is None

        def look(self, image: Image) -> Fan:
            return known[image.tobytes()]

    monkeypatch.setattr(check_deck, "FanReader", Knowing)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "photos").mkdir()

    def keep(name: str, cards: list[Card], ask: str | None = None) -> Path:
        image = np.full((120, 160, 3), 20 + len(known), np.uint8)
        seen = tuple(FanCard(card.rank, 0.99, SQUARE) for card in cards)
        doubts = () if ask is None else (Ask(message("text", text=ask), SQUARE),)
        known[image.tobytes()] = Fan(seen, doubts)
        path = tmp_path / "photos" / name
        cv2.imwrite(str(path), image)
        return path

    return keep


def test_a_whole_deck_in_two_photos(shoot: Shoot, capsys: pytest.CaptureFixture[str]) -> None:
    cards = list(pack())
    words = [str(shoot("a.png", cards[:20])), str(shoot("b.png", cards[20:]))]
    assert main(["check-deck", *words]) == 0
    assert capsys.readouterr().out.startswith("complete: 52 cards\n")


def test_what_is_missing_and_double(shoot: Shoot, capsys: pytest.CaptureFixture[str]) -> None:
    cards = [*pack()[1:], Card(Rank.KING, Suit.SPADES)]
    assert main(["check-deck", str(shoot("a.png", cards))]) == 1
    assert capsys.readouterr().out.splitlines()[:3] == [
        "3 of 4 aces",
        "5 of 4 kings",
        "not complete: 52 cards read; what lies wholly under another is not seen",
    ]


def test_what_cannot_be_seen_is_never_complete(
    shoot: Shoot, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = shoot("a.png", list(pack()), "a card may be covered: spread the cards")
    assert main(["check-deck", str(photo), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["complete"] is False
    assert told["missing"] == {}
    assert told["unread"][0]["why"].startswith("a card may be covered")


def test_packs_and_jokers(shoot: Shoot) -> None:
    photo = str(shoot("a.png", [*pack(2), *pack()]))
    assert main(["check-deck", photo, "--packs", "2"]) == 0
    assert main(["check-deck", photo, "--packs", "2", "--jokers", "2"]) == 0
    assert main(["check-deck", photo, "--packs", "2", "--jokers", "4"]) == 1
    assert main(["check-deck", photo]) == 1


def test_the_reading_can_be_drawn(shoot: Shoot, tmp_path: Path) -> None:
    photo = str(shoot("a.png", list(pack())))
    out = tmp_path / "drawn.png"
    assert main(["check-deck", photo, "--draw", str(out)]) == 0
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape == (120, 160, 3)


def test_a_folder_as_the_camera_shows_a_part_in_each_picture(shoot: Shoot) -> None:
    cards = list(pack())
    shoot("a.png", cards[:30])
    shoot("b.png", cards[30:])
    Path("table.toml").write_text('[camera]\ndriver = "folder"\nfolder = "photos"\n')
    assert main(["check-deck", "--config", "table.toml"]) == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["none.png"], "none.png can't be read"),
        (["photos"], "is no file"),
        ([], "no camera is configured"),
        (["x.png", "--packs", "0"], "--packs 0: allowed is 1 to 16"),
        (["x.png", "--jokers", "-1"], "--jokers -1: allowed is 0 to 16"),
        (["x.png", "y.png", "--draw", "out.png"], "need one"),
    ],
)
@pytest.mark.usefixtures("shoot")
def test_bad_input_is_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-deck", *words]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert told.out == ""


def test_a_deck_that_is_missing_is_told(shoot: Shoot, capsys: pytest.CaptureFixture[str]) -> None:
    photo = str(shoot("a.png", list(pack())))
    assert main(["check-deck", photo, "--deck", "none.png"]) == 9
    assert "none.png can't be read" in capsys.readouterr().err


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> dict[bytes, tuple[list[Detection], CardMaps]]:
    """Return what the index finder finds in which picture."""
    known: dict[bytes, tuple[list[Detection], CardMaps]] = {}

    def found(
        _: Finder, image: Image, card_height: float | None, *, large: bool = False
    ) -> tuple[list[Detection], CardMaps]:
        assert card_height is None
        assert not large
        return known[image.tobytes()]

    monkeypatch.setattr(Finder, "__init__", lambda *_: None)
    monkeypatch.setattr(Finder, "find", found)
    return known


def seven(suit: Suit, seed: int) -> Seen:
    return show(Card(Rank.SEVEN, suit), seed=seed)


def sevens() -> Deck:
    enrolment = begin("odd", suits=True)
    for suit in Suit:
        answer = learn_card(enrolment, Wanted(Rank.SEVEN, suit), *seven(suit, 1))
        assert answer.got, answer.says
        enrolment = answer.enrolment
    other = learn_card(enrolment, Wanted(Rank.TWO), *show(Card(Rank.TWO, Suit.CLUBS)))
    return other.enrolment.deck


def test_a_deck_enrolled_by_suit_names_the_very_card(
    eyes: dict[bytes, tuple[list[Detection], CardMaps]],
) -> None:
    reader = FanReader(sevens())
    told: list[Card | None] = []
    for suit in Suit:
        image, spots, areas = seven(suit, 2)
        eyes[image.tobytes()] = spots, areas
        [card], doubts = reader.look(image).cards, reader.look(image).doubts
        assert (card.rank, doubts) == (Rank.SEVEN, ())
        told.append(card.card)
    assert all(
        card in (None, Card(Rank.SEVEN, suit)) for card, suit in zip(told, Suit, strict=True)
    )
    assert sum(card is not None for card in told) >= 2


def test_without_an_enrolled_deck_the_network_tells_the_suit(
    eyes: dict[bytes, tuple[list[Detection], CardMaps]],
) -> None:
    image, spots, areas = seven(Suit.HEARTS, 2)
    names = np.array([label == "7" for label in LABELS], np.float32)
    hearts = np.array([suit is Suit.HEARTS for suit in SUITS], np.float32)
    spots = [replace(spot, probabilities=names, suits=hearts) for spot in spots]
    eyes[image.tobytes()] = spots, areas
    [card] = FanReader().look(image).cards
    assert card.card == Card(Rank.SEVEN, Suit.HEARTS)


def test_by_the_settings_deck(
    eyes: dict[bytes, tuple[list[Detection], CardMaps]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    image, spots, areas = seven(Suit.HEARTS, 2)
    eyes[image.tobytes()] = spots, areas
    photo, deck, table = tmp_path / "a.png", tmp_path / "deck.png", tmp_path / "table.toml"
    cv2.imwrite(str(photo), image)
    save(sevens(), deck)
    table.write_text(f'[reader]\ndeck = "{deck}"\n')
    assert main(["check-deck", str(photo), "--config", str(table), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["counts"]["7"] == 1
    assert told["cards"] == 1
