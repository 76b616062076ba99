"""Printed cards of questions at the simulated table: as the camera sees them, and whole games."""

import random
from dataclasses import replace

import pytest
from extent import often

from appliance.core.question import CardCode
from appliance.questions.code import read_code
from appliance.table.facts import JudgedFacts, Stage, VerifyingFacts
from bluffing.cards import pack
from lab.sim.change import Change
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame
from lab.sim.photo.faces import STYLES
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.photograph import Scene, photograph, printed_back, scene_of
from lab.sim.truth import printed_cards

CARDS = sorted(printed_cards().values(), key=lambda card: card.name)
OPTIONS = (("printed_cards", True), ("start_points", 20))


def test_what_is_drawn_is_what_is_printed() -> None:
    card = replace(CARDS[0], percent=12.5)
    assert read_code(printed_back(card)) == card
    unknown = CardCode("Ours", "pets", 40.0)
    assert read_code(printed_back(unknown)) == unknown


@pytest.mark.thorough
def test_a_card_on_the_mat_is_read_and_a_playing_card_is_none() -> None:
    scene, mat = Scene(), Mounting(size=(1280, 960), scale=2.6, turn=20.0, barrel=-0.05)
    photo = photograph([CARDS[5]], STYLES[0], random.Random(3), scene, mounting=mat)
    assert read_code(photo.image) == CARDS[5]
    photo = photograph(pack()[:2], STYLES[0], random.Random(3), scene, mounting=mat)
    assert read_code(photo.image) is None


def look(seed: int) -> tuple[CardCode, CardCode | None]:
    """A card in the simulated box, and what one look of 960 by 720 pixels reads.

    Any table, lamp and camera; no hand, glare or motion: it lies there.
    """
    rng = random.Random(f"printed/{seed}")
    scene = replace(scene_of(rng), overlap=False, hand=0.0, glare=0.0, motion=0)
    card = CARDS[seed * 37 % len(CARDS)]
    return card, read_code(photograph([card], STYLES[seed % len(STYLES)], rng, scene).image)


@pytest.mark.parametrize("seed", often([18, 33, 53, 104, 143], {18, 104}))
def test_a_blurred_code_is_read(seed: int) -> None:
    """Pictures with the most blur that a scene has, at 3 pixels a module."""
    card, seen = look(seed)
    assert seen == card


@pytest.mark.thorough
def test_99_of_100_cards_in_the_simulated_box_are_read_at_one_look_and_none_wrongly() -> None:
    looks = [look(seed) for seed in range(100)]
    assert all(seen in {None, card} for card, seen in looks)
    assert sum(seen is None for _, seen in looks) <= 1


@pytest.mark.thorough
def test_whole_games_with_printed_cards_end_and_no_verdict_is_wrong() -> None:
    judged: list[JudgedFacts] = []

    def saw(change: Change) -> None:
        match change.after.about:
            case VerifyingFacts():
                assert change.after.guess.question is not None
                assert change.after.guess.question.percent is None
            case JudgedFacts() as about if change.before.stage is Stage.VERIFY:
                judged.append(about)

    for seed in range(1, 9):
        before = len(judged)
        score = play(SimulatedGame(seed, "doubt_it", 3, OPTIONS, kept=True), (saw,))
        assert score.clean
        assert score.finished == 1
        assert len(judged) > before
    assert all(verdict.checked is not None for verdict in judged)
    read = sum(
        verdict.checked is not None and verdict.checked.percent is not None for verdict in judged
    )
    assert read >= len(judged) * 0.8, (read, len(judged))
