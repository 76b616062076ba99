"""What `python -m bench.vision` counts, claims, photographs and draws."""

import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.reading import Ask, Reading, SeenCard
from appliance.errors import PictureError
from bench import contact, fans, printed, shots, vision
from bench.claims import KINDS, Claim, Verdicts, claims_of
from bench.hard import index_shown
from bench.split import may_learn
from bluffing.cards import RANKS, Card, Rank, Suit
from bluffing.message import message
from lab.sim.photo.faces import STYLES, Style, face
from lab.sim.photo.layouts import Pose, corners
from lab.sim.photo.photograph import Photo, Scene, photograph

HALVES = ("all", "even", "odd")
ranks = st.lists(st.sampled_from(list(Rank)), min_size=1, max_size=6).map(tuple)


def reading(*seen: Rank | None, ask: str | None = None) -> Reading:
    """Cards in a row that do not touch."""
    cards = []
    for place, rank in enumerate(seen):
        x = 100.0 * place
        cards.append(SeenCard(rank, 0.99, ((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0))))
    return Reading(tuple(cards), 640, 480, None if ask is None else Ask(message("text", text=ask)))


# --- the split ------------------------------------------------------------------------------


def test_no_photo_ever_changes_sides() -> None:
    # their names' SHA-256 begin with 07, 67, c2, 57
    names = ("edje/0000.jpg", "edje/0008.jpg", "closeups/0003.jpg", "closeups/0106.jpg")
    assert [may_learn(name) for name in names] == [False, False, True, False]


def test_about_half_may_be_learned_from() -> None:
    assert 450 < sum(may_learn(f"a/{number:04}.jpg") for number in range(1000)) < 550


# --- claims ---------------------------------------------------------------------------------


@given(ranks, st.integers(0, 13))
def test_only_true_claims_are_true(shown: tuple[Rank, ...], drawn: int) -> None:
    claims = claims_of(shown, "a/1.jpg", 0, drawn)
    for claim in claims:
        truth = len(shown) == claim.count and set(shown) == {claim.rank}
        assert claim.truth == truth
        assert claim.kind in KINDS
        assert claim.count >= 1
    assert len(set(claims)) == len(claims)
    counts = Counter(claim.kind for claim in claims)
    there = len(set(shown))
    assert counts["wrong rank"] == min(drawn, len(Rank) - there)
    assert counts["true"] == counts["too many"] == (there == 1)
    assert counts["wrong card"] == (there if there > 1 else 0)
    assert claims == claims_of(shown, "a/1.jpg", 0, drawn)


def test_a_photo_without_cards_makes_no_claims() -> None:
    assert claims_of((), "a/1.jpg", 0, 5) == []


def test_enough_claims_can_be_made() -> None:
    # 569 photos, most of one card: with 8 wrong ranks each, more than 5,000 claims
    assert 569 * len(claims_of((Rank.ACE,), "a/1.jpg", 0, 8)) > 5000


def test_verdicts_are_counted() -> None:
    verdicts = Verdicts()
    two = reading(Rank.SEVEN, Rank.SEVEN)
    assert verdicts.judge(two, claims_of((Rank.SEVEN, Rank.SEVEN), "a", 0, 3)) == []
    assert verdicts.right == {"true": 1, "wrong rank": 3, "too few": 1}
    assert verdicts.asked == {"too many": 1}
    failed = verdicts.judge(two, [Claim("true", 2, Rank.EIGHT), Claim("wrong rank", 2, Rank.SEVEN)])
    assert [claim.rank for claim in failed] == [Rank.EIGHT, Rank.SEVEN]
    assert verdicts.wrong == {"true": 1, "wrong rank": 1}
    table = verdicts.lines()
    assert table[-1].split() == ["all", "5", "1", "2", "0.875", "0.28571"]


def test_a_reading_that_asks_is_asked_about() -> None:
    verdicts = Verdicts()
    verdicts.judge(reading(ask="too dark"), claims_of((Rank.TEN,), "a", 0, 2))
    assert sum(verdicts.asked.values()) == 4
    assert not verdicts.right
    assert not verdicts.wrong


# --- figures --------------------------------------------------------------------------------


def test_ranks_are_compared_as_multisets() -> None:
    tally = vision.Tally()
    seen = reading(Rank.NINE, Rank.NINE, Rank.JOKER, None, ask="spread the cards")
    tally.add((Rank.NINE, Rank.TEN, Rank.JOKER, Rank.JOKER), seen, 12.0)
    assert (tally.right, tally.read, tally.there) == (2, 3, 4)
    assert (tally.jokers_read, tally.jokers) == (1, 2)
    assert (tally.counted, tally.exact, tally.answered, tally.wrong) == (1, 0, 0, 0)
    tally.add((Rank.ACE,), reading(Rank.FOUR), 20.0)
    assert (tally.answered, tally.wrong) == (1, 1)
    assert tally.line("all").split()[:4] == ["all", "2", "0.400", "0.500"]
    assert (tally.twice, tally.told_twice) == (1, 0)
    tally.add((Rank.TEN,), reading(Rank.TEN, Rank.TEN, Rank.SIX), 20.0)
    assert (tally.twice, tally.told_twice) == (2, 1)


def test_suits_are_compared_as_multisets_and_misread_ranks_left_out() -> None:
    tally, seen = vision.Tally(), reading(Rank.NINE, Rank.NINE, Rank.TEN, Rank.FOUR)
    suits = (Suit.HEARTS, Suit.HEARTS, None, Suit.CLUBS)
    told = zip(seen.cards, suits, strict=True)
    seen = replace(seen, cards=tuple(replace(card, suit=suit) for card, suit in told))
    there = [Card(Rank.NINE, Suit.HEARTS), Card(Rank.NINE, Suit.SPADES), Card(Rank.TEN, Suit.CLUBS)]
    tally.add_suits(tuple(there), seen)
    assert (tally.suited, tally.suits_told, tally.suits_wrong) == (3, 2, 1)


def test_what_is_not_there_is_no_figure() -> None:
    tally = vision.Tally()
    tally.add((), reading(ask="no cards seen"), 1.0)
    assert tally.line("all").split()[2:7] == ["-", "-", "1.000", "1.000", "-"]


def test_figures_on_labels_as_given_stand_beside_corrected_ones() -> None:
    report = vision.Report()
    image = np.zeros((64, 64, 3), np.uint8)
    shot = shots.Shot("edje/0008.jpg", ("edje",), image, (Rank.NINE,), (Rank.TEN,))
    report.add(shot, reading(Rank.TEN), 1.0, seed=0, drawn=2)
    text = list(report.lines())
    assert text[0] == "wrong answer: edje/0008.jpg: read 10, label 9, in truth 10"
    assert text[2].split()[:6] == ["edje", "1", "0.000", "0.000", "1.000", "0.000"]
    assert text[3].strip().startswith("1 labels put right")
    assert text[3].split()[4:9] == ["1", "1.000", "1.000", "1.000", "1.000"]


# --- labels ---------------------------------------------------------------------------------


def test_every_note_says_something_else_than_the_label() -> None:
    for name, note in shots.notes().items():
        assert sorted(note.label) != sorted(note.shows), name
        assert note.why


def test_a_note_about_another_label_is_not_used() -> None:
    known = {"a.jpg": shots.Note((Rank.NINE,), (Rank.TEN,), "an index that says 10")}
    assert shots.corrected("a.jpg", (Rank.NINE,), known) == (Rank.TEN,)
    assert shots.corrected("a.jpg", (Rank.TEN,), known) == (Rank.TEN,)
    assert shots.corrected("b.jpg", (Rank.NINE,), known) == (Rank.NINE,)


def labelled(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        cv2.imwrite(str(folder / name), np.full((80, 80, 3), 128, np.uint8))
    entries = [{"file": name, "ranks": ["K"], "set": "mine"} for name in names]
    (folder / "labels.json").write_text(json.dumps(entries))


def test_the_halves_make_the_whole(tmp_path: Path) -> None:
    names = [f"a/{number}.png" for number in range(8)]
    labelled(tmp_path, *names)
    found = {half: [shot.name for shot in shots.photos(tmp_path, half)] for half in HALVES}
    assert found["all"] == names
    assert sorted(found["even"] + found["odd"]) == names
    assert all(map(may_learn, found["even"]))
    first = next(shots.photos(tmp_path, "all"))
    assert (first.kinds, first.ranks, first.shown) == (("mine",), (Rank.KING,), (Rank.KING,))


# --- printed faces --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faces")
    (folder / "narrow").mkdir()
    for rank in RANKS[:3]:
        drawn = cv2.resize(face(Card(rank, Suit.CLUBS), STYLES[0]), (420, 700))
        clear = np.dstack([drawn, np.full(drawn.shape[:2], 255, np.uint8)])
        cv2.imwrite(str(folder / "narrow" / f"{rank}C.png"), clear)
    joker = face(Card(Rank.JOKER, Suit.SPADES), STYLES[0])
    cv2.imwrite(str(folder / "narrow" / "wordless1.png"), joker)
    cv2.imwrite(str(folder / "narrow" / "back1.png"), joker)
    return folder


def test_faces_are_known_by_their_names() -> None:
    names = ("10H", "KS", "joker2", "wordless1", "back1", "1C", "AC2")
    found = [printed.rank_of(name) for name in names]
    assert found == [Rank.TEN, Rank.KING, Rank.JOKER, None, None, None, None]
    assert printed.rank_of("wordless1", wordless=True) is Rank.JOKER


def test_printed_faces_are_photographed(faces: Path) -> None:
    made = list(printed.pictures(faces, 3, 3))
    again = list(printed.pictures(faces, 3, 3))
    for shot, same in zip(made, again, strict=True):
        assert shot.image.shape == (720, 960, 3)
        assert shot.image.dtype == np.uint8
        assert np.array_equal(shot.image, same.image)
        assert shot.kinds[0] == "narrow"
        assert shot.kinds[1] in ("apart", "overlapping")
        assert set(shot.ranks) <= set(RANKS[:3])


def test_jokers_that_do_not_say_so_only_take_part_when_asked(faces: Path) -> None:
    found = printed.decks(faces, wordless=True)["narrow"]
    assert Rank.JOKER in {rank for _, rank in found}
    assert Rank.JOKER not in {rank for _, rank in printed.decks(faces)["narrow"]}


def test_a_folder_without_decks_is_told(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="holds no decks"):
        printed.decks(tmp_path)


@given(st.floats(0, 360), st.floats(1.2, 1.8))
def test_a_card_keeps_within_its_pose(angle: float, aspect: float) -> None:
    pose = Pose(200, 150, angle, 140)
    outer = corners(pose, 1.001).astype(np.float32)
    quad = printed.quad_of(pose, aspect)
    sides = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
    assert sides[1] / sides[0] == pytest.approx(aspect)
    for x, y in quad:
        assert cv2.pointPolygonTest(outer, (float(x), float(y)), measureDist=False) >= 0


def test_a_card_whose_indices_are_covered_shows_none() -> None:
    low, high = (printed.quad_of(Pose(200, y, 0, 140), 1.4) for y in (150, 170))
    aside = printed.quad_of(Pose(240, 150, 0, 140), 1.4)
    assert printed.shows_an_index([low])
    assert printed.shows_an_index([low, aside])
    assert not printed.shows_an_index([low, high, printed.quad_of(Pose(200, 130, 0, 140), 1.4)])


@given(st.integers(0, 10_000))
def test_a_deal_takes_no_card_twice(seed: int) -> None:
    cards = [(Path(f"{rank}{suit}"), rank) for rank in Rank for suit in "CD"]
    dealt = printed.deal(random.Random(seed), cards)
    assert 1 <= len(dealt) <= 6
    assert len(set(dealt)) == len(dealt)


# --- contact sheets -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "read", "fault"),
    [
        ("99", "99", None),
        ("99", "9", "missed"),
        ("9", "99", "extra"),
        ("9", "8", "misread"),
        ("98", "9", "missed"),
    ],
)
def test_faults_are_named(shown: str, read: str, fault: str | None) -> None:
    assert contact.fault(tuple(map(Rank, shown)), tuple(map(Rank, read))) == fault


def test_sheets_show_what_went_wrong(tmp_path: Path) -> None:
    sheets = contact.Sheets(tmp_path / "sheets")
    image = np.full((300, 400, 3), 90, np.uint8)
    for number in range(contact.COLUMNS * contact.ROWS + 1):
        shot = shots.Shot(f"№ {number}", ("a",), image, (Rank.NINE,), (Rank.NINE,))
        sheets.add(shot, reading(Rank.EIGHT, None, ask="spread the cards"))
        sheets.add(shot, reading(Rank.NINE))
    sheets.add(shot, reading())
    assert sheets.close() == ["answered-wrong-01.png", "misread-01.png", "misread-02.png"]
    full = cv2.imread(str(tmp_path / "sheets" / "misread-01.png"))
    assert full is not None
    tall = (contact.TILE + contact.CAPTION) * contact.ROWS
    assert full.shape == (tall, contact.TILE * contact.COLUMNS, 3)


# --- the command ----------------------------------------------------------------------------


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bench.vision", *words])
    threads = cv2.getNumThreads()
    try:
        return vision.main()
    finally:
        cv2.setNumThreads(threads)


def test_a_folder_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled(tmp_path, "a/1.png", "a/2.png")
    assert run(monkeypatch, str(tmp_path), "--sheets", str(tmp_path / "sheets")) == 0
    told = capsys.readouterr().out
    assert "mine                             2   0.000" in told
    assert "peak memory" in told
    assert "missed-01.png" in told


def test_what_is_missing_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, str(tmp_path)) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("a", "--simulated", "3"), ("a", "--faces", "b")])
def test_pictures_must_be_asked_for(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(monkeypatch, *words)


@pytest.mark.parametrize(("edge", "four"), [(99, False), (130, None), (160, True)])
def test_an_edge_may_leave_an_index_that_only_decks_with_four_have(
    edge: int, four: bool | None
) -> None:
    """A card whose right upper corner is on top, and the left upper one next."""
    quad = tuple((300.0 + x, 200.0 + y) for x, y in ((-85, -15), (15, -100), (85, 15), (-15, 100)))
    assert index_shown(quad, edge, four=False) is False
    assert index_shown(quad, edge, four=True) is four


def test_of_every_second_small_fan_an_index_may_be_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[tuple[float, float]] = []

    def noted(
        cards: Sequence[Card], style: Style, rng: random.Random, scene: Scene, poses: Sequence[Pose]
    ) -> Photo:
        steps = [abs(lower.x - upper.x) * 1.4 / lower.height for lower, upper in pairwise(poses)]
        laid.append((min(steps), fans._least(style)))
        return photograph(cards, style, rng, scene, poses)

    monkeypatch.setattr(fans, "photograph", noted)
    drawn = list(fans.small(8))
    assert [shot.kinds for shot in drawn] == [("free",), ("close",)] * 4
    assert all(least - 0.06 < step for step, least in laid[::2])
    assert all(fans.SHOWN - 0.06 < step < least + 0.06 for step, least in laid[1::2])
    assert sum(step < least - 0.03 for step, least in laid[1::2]) > 1
    for shot in drawn:
        assert fans.FEW[0] <= len(shot.ranks) == len(shot.cards) <= fans.FEW[1]
        assert shot.image.shape == (960, 1280, 3)


def test_a_small_fan_is_told_by_its_number() -> None:
    first, second = (next(fans.small(1)) for _ in range(2))
    assert np.array_equal(first.image, second.image)
