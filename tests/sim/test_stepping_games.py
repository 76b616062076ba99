"""Whole games by people who can't tap and hold: by taps alone, and by a scan."""

import pytest
from extent import often
from true_eye import evening

from appliance.presses.grammar import Grammar
from appliance.table import TableSettings
from appliance.table.facts import Prompt
from bluffing.options import Value
from bluffing.rulesets import RULESETS
from lab.sim.change import Change
from lab.sim.invitation import Forgetful
from lab.sim.people.characters import CALM

pytestmark = pytest.mark.usefixtures("journals_are_closed")

BUZZERS = 11
BY_HOLD = {
    Prompt.COUNT, Prompt.COUNT_OR, Prompt.COUNT_ON, Prompt.ENOUGH, Prompt.ONE_OF, Prompt.ONLY,
    Prompt.DEAL, Prompt.BEGIN, Prompt.DEALT, Prompt.PICK_UP, Prompt.READY, Prompt.CHOOSE_KIND,
}  # fmt: skip
"""Prompts of people who tap and hold."""


SHORT: dict[str, tuple[tuple[str, Value], ...]] = {
    "idi": (("idi_hand_size", 7),),
    "bluff": (("idi_hand_size", 7),),
    "doubt_it": (("start_points", 30),),
}
"""House options that make a game shorter, with the same kind of end."""


def play(ruleset: str, grammar: Grammar, plays: int | None = None) -> None:
    """One game, or its first `plays`, from an empty table, without holds of buttons."""
    asked: set[Prompt] = set()

    def saw(change: Change) -> None:
        asked.update(seat.prompt for seat in change.after.seats if seat.prompt is not None)

    grammars = (grammar.value,) * BUZZERS
    settings = TableSettings(ruleset, SHORT.get(ruleset, ()), BUZZERS, grammars=grammars)
    players = max(3, RULESETS[ruleset].seats[0])
    journal = Forgetful.open(None, settings)
    night = evening(1, ruleset, players=players, habits=CALM, journal=journal, watchers=(saw,))
    night.open()
    while not night.over and (plays is None or night.referee.score.plays < plays):
        night.step(night.next_at())
    assert plays is not None or (night.over and night.facts.games == 1)
    assert not night.referee.score.faults
    assert not asked & BY_HOLD
    assert Prompt.PRESS_TAKES in asked if grammar is Grammar.SCAN else Prompt.REST_TAKES in asked


@pytest.mark.parametrize("grammar", often([Grammar.SCAN, Grammar.TAPS], {Grammar.TAPS}))
def test_the_first_turns_are_played_without_a_hold(grammar: Grammar) -> None:
    play("idi", grammar, plays=6)


@pytest.mark.thorough
@pytest.mark.parametrize("grammar", [Grammar.SCAN, Grammar.TAPS])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_is_played_without_a_hold(ruleset: str, grammar: Grammar) -> None:
    play(ruleset, grammar)
