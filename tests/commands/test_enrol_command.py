from collections.abc import Callable
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from said import told
from shown_cards import Seen, fan, show

from appliance.__main__ import main
from appliance.commands.enrol import named
from appliance.core.hardware import Need
from appliance.decks import lesson
from appliance.decks.enrol import Wanted
from appliance.decks.file import load
from appliance.decks.looks import Looks
from appliance.drivers import Frame, Image
from appliance.errors import PictureError
from appliance.vision.find.finder import CardMaps, Detection
from bluffing.cards import RANKS, Card, Rank, Suit

ENGLISH = [str(rank) for rank in RANKS for _ in range(4)]

Album = Callable[[str, Seen], Path]


@pytest.fixture
def album(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Album:
    """Writes pictures whose indices the index finder knows."""
    known: dict[bytes, tuple[list[Detection], CardMaps]] = {}

    class Knowing:
        def find(self, image: Image, card: float | None) -> tuple[list[Detection], CardMaps]:
            assert card is None or card > 0
            return known[image.tobytes()]

    monkeypatch.setattr(lesson, "Finder", Knowing)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "photos"
    folder.mkdir()

    def keep(name: str, seen: Seen) -> Path:
        image, spots, areas = seen
        known[image.tobytes()] = (spots, areas)
        cv2.imwrite(str(folder / name), image)
        return folder / name

    return keep


def test_a_usual_deck_needs_one_photo(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    photo = album("fan.png", fan([*ENGLISH, "joker", "joker"]))
    assert main(["enrol", "mine", "--photos", str(photo)]) == 0
    assert load(Path("mine.deck.png")).ranks == set(Rank)
    told = capsys.readouterr().out
    assert (
        "fan.png: readable without teaching: A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, joker" in told
    )
    assert 'deck = "' in told


def test_an_odd_deck_in_the_order_in_which_cards_are_asked_for(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = [label for label in ENGLISH if label not in ("Q", "K")]
    album("1.png", fan(labels))
    album("2.png", show(Card(Rank.QUEEN, Suit.CLUBS)))
    album("3.png", show(Card(Rank.KING, Suit.HEARTS)))
    album("4.png", show(Card(Rank.JOKER, Suit.SPADES)))
    assert main(["enrol", "odd", "--photos", "photos"]) == 0
    deck = load(Path("odd.deck.png"))
    assert deck.ranks == set(Rank)
    assert [look.rank for look in deck.wholes] == [Rank.JOKER]
    told = capsys.readouterr().out
    assert "2.png: got a queen, any suit" in told
    assert "not shown, so read as in any deck: joker" in told


def test_files_named_by_their_cards(album: Album) -> None:
    album("QH.png", show(Card(Rank.QUEEN, Suit.HEARTS)))
    album("joker2.png", show(Card(Rank.JOKER, Suit.HEARTS)))
    assert main(["enrol", "odd", "--photos", "photos", "--out", "kept/a.png"]) == 0
    deck = load(Path("kept/a.png"))
    assert {(look.rank, look.suit) for look in deck.indices} == {(Rank.QUEEN, Suit.HEARTS)}
    assert [(look.rank, look.suit) for look in deck.wholes] == [(Rank.JOKER, Suit.HEARTS)]


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("QH.jpg", Wanted(Rank.QUEEN, Suit.HEARTS)),
        ("10s.png", Wanted(Rank.TEN, Suit.SPADES)),
        ("a.png", Wanted(Rank.ACE)),
        ("7 d.png", Wanted(Rank.SEVEN, Suit.DIAMONDS)),
        ("KC-2.png", Wanted(Rank.KING, Suit.CLUBS)),
        ("joker.png", Wanted(Rank.JOKER, Suit.SPADES)),
        ("Joker2.png", Wanted(Rank.JOKER, Suit.HEARTS)),
        ("fan.png", None),
        ("1.png", None),
        ("7.png", None),
        ("K2.png", Wanted(Rank.KING)),
        ("21.png", None),
        ("IMG_0007.jpg", None),
    ],
)
def test_what_a_file_is_named_after(name: str, card: Wanted | None) -> None:
    assert named(Path(name)) == card


def test_letters_need_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["enrol", "oma", "--letters", "german"]) == 0
    deck = load(tmp_path / "oma.deck.png")
    assert (deck.letters, deck.indices) == ("german", ())


def test_an_unclear_photo_is_told(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    album("QH.png", show(Card(Rank.QUEEN, Suit.HEARTS)))
    image, _, areas = show()
    album("KH.png", (image, [], areas))
    assert main(["enrol", "odd", "--photos", "photos"]) == 1
    assert "KH.png: no card seen" in capsys.readouterr().out
    assert load(Path("odd.deck.png")).ranks == {Rank.QUEEN}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["a/b"], "NAME 'a/b'"),
        ([""], "NAME ''"),
        (["x"], "no camera is configured"),
        (["x", "--photos", "none.png"], "none.png can't be read"),
        (["x", "--photos", "."], "has no pictures"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["enrol", *words]) == 2
    assert says in capsys.readouterr().err
    assert not list(tmp_path.glob("*.deck.png"))


def test_a_folder_as_the_camera_asks_card_by_card(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album("1.png", fan([label for label in ENGLISH if label != "Q"]))
    album("2.png", show(Card(Rank.QUEEN, Suit.CLUBS)))
    settings = '[camera]\ndriver = "folder"\nfolder = "photos"\n'
    Path("table.toml").write_text(settings)
    assert main(["enrol", "odd", "--config", "table.toml", "--jokers", "0"]) == 0
    told = capsys.readouterr().out
    assert "show a queen, any suit (1 to go)\ngot a queen, any suit\n" in told


def test_a_camera_that_shows_no_more_ends_it(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album("1.png", fan([label for label in ENGLISH if label != "Q"]))
    Path("table.toml").write_text('[camera]\ndriver = "folder"\nfolder = "photos"\n')
    assert main(["enrol", "odd", "--config", "table.toml", "--jokers", "0"]) == 1
    assert "nothing came for a queen, any suit" in capsys.readouterr().out
    assert Path("odd.deck.png").exists()


class Reel:
    """A camera that shows `images` once each; None is a broken one."""

    live = True
    needs: tuple[Need, ...] = ()

    def __init__(self, images: list[Image | None]) -> None:
        self._images = images

    def open(self) -> None:
        pass

    def capture(self) -> Frame:
        image = self._images.pop(0)
        if image is None:
            raise PictureError(told("broken"))
        return Frame(image, 0)

    def next(self) -> bool:
        return True

    def close(self) -> None:
        pass


def grey(level: int) -> Image:
    return np.full((120, 160, 3), level, np.uint8)


def test_only_what_lies_still_is_looked_at() -> None:
    levels = [grey(10), grey(90), grey(91), None, grey(92), grey(10), grey(60), grey(60)]
    looks = Looks(Reel(levels), lambda: 0.0)
    assert [int(image[0, 0, 0]) for image in islice(looks, 3)] == [91, 92, 60]


def test_nothing_still_for_long_is_told() -> None:
    times = iter(range(0, 1000, 25))
    looks = Looks(Reel([grey(n * 60 % 250) for n in range(8)]), lambda: float(next(times)), 60)
    assert not list(looks)


def test_a_camera_with_only_broken_pictures_ends_it() -> None:
    with pytest.raises(PictureError):
        list(Looks(Reel([None] * 200), lambda: 0.0))
