"""`doubtit read`: what photographs show, for people and for programs."""

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from at_table import reading_of, square
from pictured import Told, grey

from appliance.__main__ import main
from appliance.commands.read import ENOUGH
from appliance.core.reading import Ask, Reading, SeenCard
from bluffing.cards import Card, Rank, Suit
from bluffing.message import message
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import Scene, photograph

CANT = "a card can't be read: spread the cards"
UNSURE = Reading(
    (
        replace(reading_of(["A"]).cards[0], suit=Suit.SPADES),
        SeenCard(Rank.KING, 0.5, square(3)),
        SeenCard(None, 0.0, square(5)),
    ),
    640,
    480,
)
SHOWN = {
    1: reading_of(["7", "joker"]),
    2: replace(
        reading_of(["7"]), ask=Ask(message("text", text="a card may be covered"), square(2))
    ),
    3: UNSURE,
    4: Reading((), 640, 480, Ask(message("ask.dark"))),
}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.commands.read.CardReader", lambda: Told(SHOWN))


@pytest.mark.usefixtures("told")
def test_each_photo_has_a_line_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = [str(grey(tmp_path / f"{shade}.png", shade)) for shade in SHOWN]
    assert main(["read", *photos]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{photos[0]}: 7 (99%), joker (99%)",
        f"{photos[1]}: 7 (99%); asks: a card may be covered (at 4,0)",
        f"{photos[2]}: AS (99%), K (50%), ? (0%); asks: {CANT} (at 6,0)",
        f"{photos[3]}: no cards; asks: too dark: turn the light on",
    ]


@pytest.mark.usefixtures("told")
def test_programs_get_one_object_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = [str(grey(tmp_path / f"{shade}.png", shade)) for shade in SHOWN]
    assert main(["read", "--json", *photos]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == photos
    assert [line["count"] for line in lines] == [2, 1, 3, 0]
    assert [line["ask"] for line in lines] == [
        None,
        "a card may be covered",
        CANT,
        "too dark: turn the light on",
    ]
    assert [card["rank"] for card in lines[0]["cards"]] == ["7", "joker"]
    assert [card["rank"] for card in lines[2]["cards"]] == ["A", "K", None]
    assert [card["suit"] for card in lines[2]["cards"]] == ["S", None, None]
    assert lines[0]["cards"][1] == {
        "rank": "joker",
        "sure": 0.99,
        "suit": None,
        "quad": [[2.0, 0.0], [3.0, 0.0], [3.0, 1.0], [2.0, 1.0]],
    }


@pytest.mark.usefixtures("told")
def test_a_bad_photo_is_told_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no.jpg").write_bytes(b"no picture")
    good = [str(grey(tmp_path / f"{shade}.png", shade)) for shade in (1, 2)]
    bad = [str(tmp_path / name) for name in ("no.jpg", "gone.png", ".")]
    assert main(["read", "--json", bad[0], good[0], bad[1], good[1], bad[2]]) == 2
    printed = capsys.readouterr()
    assert [json.loads(line)["file"] for line in printed.out.splitlines()] == good
    errors = printed.err.splitlines()
    assert len(errors) == len(bad)
    assert all(line.startswith("doubtit: ") for line in errors)
    assert "no.jpg is no JPEG or PNG" in errors[0]


@pytest.mark.usefixtures("told")
def test_a_name_that_cannot_be_printed_is_no_crash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = grey(tmp_path / "a.png", 1).rename(tmp_path / "a\udcff.png")
    assert main(["read", str(photo)]) == 0
    assert main(["read", "--json", str(photo)]) == 0
    people, program = capsys.readouterr().out.encode().decode().splitlines()
    assert "a\\udcff.png: 7" in people
    assert json.loads(program)["file"] == str(photo)


# --- drawn in -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("told")
def test_a_reading_is_drawn_into_its_picture(tmp_path: Path) -> None:
    photo, out = grey(tmp_path / "cards.png", 2), tmp_path / "drawn.PNG"
    assert main(["read", str(photo), "--draw", str(out)]) == 0
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape == (480, 640, 3)
    assert (drawn[240, 320] == 2).all(), "away from the cards the picture is as it was"
    assert (drawn != 2).any()


@pytest.mark.usefixtures("told")
def test_several_drawings_go_into_a_folder(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    photos = [
        grey(tmp_path / "one" / "a.png", 1),
        grey(tmp_path / "two" / "a.png", 2),
        grey(tmp_path / "b.png", 3),
    ]
    (tmp_path / "out").mkdir()
    assert main(["read", *map(str, photos), "--draw", str(tmp_path / "out")]) == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["a-2.png", "a.png", "b.png"]
    assert main(["read", str(photos[2]), "--draw", str(tmp_path / "one")]) == 0
    assert (tmp_path / "one" / "b.png").exists()


NOWHERE = {
    "a.png --draw a.png": "would overwrite the photo",
    "a.png --draw drawn.txt": "ends in .png",
    "a.png --draw gone/drawn.png": "there is no folder",
    "a.png b.png --draw drawn.png": "is no folder, and 2 photos need one",
    "a.png b.png --draw .": "would overwrite the photo",
}


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("words", NOWHERE)
def test_where_nothing_can_be_drawn_nothing_is_read(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.png", "b.png"):
        grey(Path(name), 1)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["read", *words.split()]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert NOWHERE[words] in printed.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.usefixtures("told")
def test_a_drawing_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    photo = grey(tmp_path / "a.png", 1)
    monkeypatch.setattr(os, "fsync", full)
    assert main(["read", str(photo), "--draw", str(tmp_path / "out.png")]) == 2
    assert "No space left on device" in capsys.readouterr().err


# --- the reader itself --------------------------------------------------------------------------


def test_a_photograph_is_read_by_the_real_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = [Card(Rank.SEVEN, Suit.HEARTS), Card(Rank.KING, Suit.CLUBS)]
    shot = photograph(cards, STYLES[0], random.Random(4), Scene(table="green felt"))
    photo = tmp_path / "cards.jpg"
    cv2.imwrite(str(photo), shot.image)
    assert main(["read", "--json", str(photo)]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert sorted(card["rank"] for card in seen["cards"]) == ["7", "K"]
    assert seen["count"] == 2


def test_a_black_photograph_asks_for_light(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "black.jpg"
    cv2.imwrite(str(photo), np.zeros((480, 640, 3), np.uint8))
    assert main(["read", "--json", str(photo)]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["cards"] == []
    assert "dark" in seen["ask"]


def test_places_in_a_large_photograph_are_in_its_own_pixels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = Card(Rank.SEVEN, Suit.HEARTS)
    shot = photograph([card], STYLES[0], random.Random(4), Scene(table="green felt"))
    places = []
    for factor in (1, 4):
        photo = tmp_path / f"{factor}.jpg"
        size = tuple(side * factor for side in shot.image.shape[1::-1])
        cv2.imwrite(str(photo), cv2.resize(shot.image, size))
        assert max(size) >= 2 * ENOUGH or factor == 1
        assert main(["read", "--json", str(photo)]) == 0
        [seen] = json.loads(capsys.readouterr().out)["cards"]
        places.append(np.array(seen["quad"]))
    assert np.abs(places[1] / 4 - places[0]).max() < 6


@pytest.mark.thorough
@pytest.mark.untraced
def test_photographs_of_12_megapixels_take_at_most_160_mib(tmp_path: Path) -> None:
    # nothing in noise is a card, so all looks are taken, and the largest takes the most memory
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8)
    large = cv2.resize(noise, (4000, 3000))
    photos = [tmp_path / name for name in ("1.png", "2.jpg", "3.jpg")]
    for photo in photos:
        cv2.imwrite(str(photo), large)
    line = [sys.executable, "-c", PEAK, "read", *map(str, photos)]
    done = subprocess.run(line, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout.count("asks:") == len(photos)
    assert int(done.stderr.split()[-1]) <= 160 * 1024


PEAK = """
import sys
from appliance.__main__ import main
main(sys.argv[1:])
status = open("/proc/self/status").read()
print(status.split("VmHWM:")[1].split()[0], file=sys.stderr)
"""
