"""Photographs with known cards: labels are checked, each comes up, broken ones are asked for."""

import random
from pathlib import Path

import cv2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from said import fails, said

from appliance.errors import PictureError
from bluffing.cards import RANKS, Card, Rank, Suit
from bluffing.game import Setup
from bluffing.rulesets import RULESETS
from lab.sim.labels import Labelled, batches, load_labels, unreadable
from lab.sim.people.photo_players import RULESET, Supply, order
from lab.sim.photo.evenings import show
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import Scene, photograph

shown = st.lists(st.sampled_from(list(Rank)), min_size=1, max_size=6)


@given(st.lists(shown, min_size=1, max_size=25), st.integers(0))
@pytest.mark.traced
def test_each_comes_up_and_what_can_be_true_also_as_a_lie(
    contents: list[list[Rank]], seed: int
) -> None:
    photos = [
        Labelled(str(number), Path(str(number)), tuple(ranks))
        for number, ranks in enumerate(contents)
    ]
    order = tuple(reversed(RANKS))
    supply, plays = Supply(photos, order, random.Random(seed)), set[tuple[str, bool]]()
    games = 0
    while supply.left:
        games += 1
        assert games < 200
        place = 0
        while (found := supply.next(order[place], 17)) is not None:
            photo, said = found
            said = said or len(photo.ranks)
            plays.add((photo.name, photo.only is order[place] and said == len(photo.ranks)))
            place = (place + 1) % 13
    lies = {(photo.name, False) for photo in photos}
    truths = {(photo.name, True) for photo in photos if photo.only in RANKS}
    assert lies | truths <= plays


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "can't be read"),
        ("[", r"can't be read \(Expecting value"),
        ("{}", "must be a list"),
        ('[{"ranks": []}]', "entry 1 must be an object"),
        ('[{"file": "a.jpg", "ranks": "K"}]', '"ranks" must be a list'),
        ('[{"file": "a.jpg", "ranks": ["Z"]}]', "rank 'Z' is unknown"),
        ('[{"file": "a.jpg", "ranks": [["K"]]}]', r"rank \['K'\] is unknown"),
    ],
)
def test_wrong_labels_are_one_clear_line(tmp_path: Path, text: str | None, says: str) -> None:
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with fails(PictureError, says):
        load_labels(tmp_path)


def test_a_game_is_found_in_which_any_number_of_cards_can_be_laid() -> None:
    ranks = order()
    assert sorted(ranks) == sorted(RANKS)
    assert ranks[0] is RULESETS[RULESET].start(Setup(6), {}).required


def test_a_broken_picture_is_asked_for_and_named(tmp_path: Path) -> None:
    (tmp_path / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    photos = [
        Labelled("cut.jpg", tmp_path / "cut.jpg", (Rank.KING, Rank.KING)),
        Labelled("gone.jpg", tmp_path / "gone.jpg", (Rank.TWO, Rank.JOKER)),
    ]
    outcome = show((1, photos))
    assert set(outcome.shown) == {"cut.jpg", "gone.jpg"}
    assert outcome.faults == []
    assert outcome.asked == outcome.challenges >= 3
    reasons = unreadable(photos)
    assert {said(why).split(" ")[0] for why in reasons} == {str(photo.path) for photo in photos}


def test_a_wrong_verdict_names_the_photograph_that_was_read(tmp_path: Path) -> None:
    """Here two labels are wrong, and so the verdicts are that the truth was a lie."""
    photos, shows = [], {Rank.SEVEN: Rank.KING, Rank.TWO: Rank.ACE, Rank.TEN: Rank.TEN}
    for number, (shown, label) in enumerate(shows.items()):
        card, scene = Card(shown, Suit.SPADES), Scene(table="green felt")
        drawn = photograph([card], STYLES[0], random.Random(number), scene)
        path = tmp_path / f"{shown}.png"
        cv2.imwrite(str(path), drawn.image)
        photos.append(Labelled(path.name, path, (label,)))
    outcome = show((1, photos))
    assert set(outcome.misjudged) == {"7.png", "2.png"}
    faults = [said(fault) for fault in outcome.faults]
    assert len(faults) >= len(outcome.misjudged)
    for fault in faults:
        (read,) = (f"{rank}.png" for rank in shows if f"read (<Rank.{rank.name}" in fault)
        assert f"(the newest photograph: {read})" in fault


def test_what_no_play_can_show_is_left_out() -> None:
    nothing = Labelled("empty", Path("empty"), ())
    kings = Labelled("kings", Path("kings"), (Rank.KING,) * 9)
    king = Labelled("one", Path("one"), (Rank.KING,))
    assert [photo.name for batch in batches([nothing, kings, king]) for photo in batch] == ["one"]
    assert "no card" in said(nothing.unfit)
    assert "two packs" in said(kings.unfit)
