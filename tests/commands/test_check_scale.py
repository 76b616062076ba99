"""The self-test of the scale: rest, and the weight of ten cards."""

from dataclasses import replace

import pytest
from fake_hx711 import FakeHx711
from said_findings import all_said
from test_check import SMALL, World

from appliance.config import choice
from appliance.drivers.scale.hx711 import COUNTS_A_CARD, Hx711
from appliance.drivers.scale.steady import SteadyScale
from appliance.selftest.judge import Level
from appliance.selftest.observe import look

CONFIG = replace(SMALL, scale=choice("scale", {"driver": "hx711"}))


def seen(
    world: World, counts: float, *, shakes: int = 5, plugged: bool = True
) -> list[tuple[Level, str, str]]:
    """Test a scale on which ten cards have so many counts each."""
    chip = FakeHx711(world.clock)
    chip.plugged = plugged
    cards = 0

    def lay(line: str) -> None:
        nonlocal cards
        cards = 10 if "lay 10 cards" in line else cards

    def shake(now: int) -> None:
        chip.code = round(cards * counts) + now // 50_000_000 * 7919 % (shakes + 1)

    def yes(question: str) -> bool | None:
        lay(question)
        return world.answers.pop(0)

    world.then = shake
    object.__setattr__(world, "yes", yes)
    scale = SteadyScale(Hx711(chip, COUNTS_A_CARD), world.clock)
    room = world.room(scale=scale, config=CONFIG)
    return [(one.level, one.seen, one.todo) for one in all_said(look("scale", room))]


@pytest.mark.parametrize(
    ("counts", "level", "todo"),
    [
        (COUNTS_A_CARD, Level.OK, ""),
        (1.1 * COUNTS_A_CARD, Level.WARN, "set scale.counts = 4252"),
        (-COUNTS_A_CARD, Level.FAIL, "exchange the wires A+ and A-"),
    ],
)
def test_ten_cards_teach_it_the_deck(counts: float, level: Level, todo: str) -> None:
    rest, card = seen(World(answers=[True]), counts)
    assert rest[0] is Level.OK
    assert card[0] is level
    assert card[2].startswith(todo)


def test_without_cards_it_is_looked_at_alone() -> None:
    rest, card = seen(World(answers=[None]), COUNTS_A_CARD)
    assert (rest[0], card[0]) == (Level.OK, Level.SKIP)


def test_a_scale_that_swings_is_no_scale() -> None:
    ((level, _, todo),) = seen(World(), COUNTS_A_CARD, shakes=20_000)
    assert level is Level.WARN
    assert "hands, wind and cables" in todo


def test_a_missing_scale_fails() -> None:
    ((level, fault, _),) = seen(World(), COUNTS_A_CARD, plugged=False)
    assert level is Level.FAIL
    assert "no such device" in fault


def test_a_table_without_a_scale_skips_it() -> None:
    ((level, why, _),) = [
        (one.level, one.seen, one.todo) for one in all_said(look("scale", World().room()))
    ]
    assert level is Level.SKIP
    assert "a player confirms" in why
