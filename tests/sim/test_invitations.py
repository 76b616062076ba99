"""What the prompt of a seat invites, a press of that seat at that very frame does.

At moments of simulated games every seat that is invited to a tap or a hold makes it, on a copy of
the table: it has an effect that would not have come by itself, and it doesn't sound ignored.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from at_table import HOLD, TAP, People
from extent import often, tries
from true_eye import BUZZERS, OFTEN, evening

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import MS, SECOND
from appliance.presses.grammar import Grammar
from appliance.table import Table, TableSettings
from appliance.table.facts import Prompt, facts_of
from bluffing.rulesets import RULESETS
from lab.sim.change import Change
from lab.sim.invitation import Forgetful
from lab.sim.people.characters import CALM

pytestmark = pytest.mark.usefixtures("journals_are_closed")

TAPS = {
    Prompt.SIT, Prompt.READY, Prompt.NAMING, Prompt.CHOOSE_KIND, Prompt.TAKE_BACK,
    Prompt.RIGHT_NUMBER,
    Prompt.MORE_TIME, Prompt.LAST_CALL, Prompt.SLAP_OR_HOLD, Prompt.SLAP, Prompt.BE_FIRST,
    Prompt.COUNT,
    Prompt.COUNT_OR, Prompt.COUNT_ON, Prompt.ONE_OF, Prompt.ANSWER, Prompt.NEXT_RANK,
    Prompt.AGREE_OR_NOT, Prompt.WRONG_OR_STANDS, Prompt.CHOOSE, Prompt.COUNT_HAND,
    Prompt.COUNT_PILE, Prompt.SCORE, Prompt.TURN_PAGE, Prompt.TRY_OFFER, Prompt.TRY_TAP,
    Prompt.TRY_PRESS,
    Prompt.VOTE, Prompt.PRESS_TAKES, Prompt.REST_TAKES, Prompt.PRESS_BEGINS,
}  # fmt: skip
HOLDS = {
    Prompt.READY, Prompt.NAMING, Prompt.DEAL, Prompt.BEGIN, Prompt.DEALT, Prompt.TRY_AGAIN,
    Prompt.CHOOSE_KIND,
    Prompt.DRAW_QUESTION, Prompt.WRONG_NUMBER, Prompt.COUNT_OR, Prompt.COUNT_ON, Prompt.ENOUGH,
    Prompt.ONE_OF, Prompt.ONLY, Prompt.BY_ACCIDENT, Prompt.HAVE_NONE, Prompt.NO_SHOW,
    Prompt.BY_HAND, Prompt.NEXT_RANK, Prompt.AGREE_OR_NOT, Prompt.AGREE, Prompt.WRONG_OR_STANDS,
    Prompt.WRONG, Prompt.GO_ON, Prompt.PICK_UP, Prompt.NEXT_DEAL, Prompt.CHOOSE, Prompt.TURN_PAGE,
    Prompt.TRY_OFFER, Prompt.TRY_HOLD, Prompt.VOTE, Prompt.NOTHING_BELOW,
}  # fmt: skip
ASKS_NOTHING = {
    Prompt.FREE_BUZZER, Prompt.STAND_UP, Prompt.DOUBT_OR_FORCE, Prompt.FLIP, Prompt.AGREED,
    Prompt.SAID_WRONG, Prompt.TOO_SOON, Prompt.TRY_DONE, Prompt.DEAL_OR_MENU, Prompt.HOLD_ON,
    Prompt.VOTED, Prompt.SCAN_BEGINS, Prompt.PRESS_AGAIN,
    Prompt.PRESSES_FOR, Prompt.NO_RACE,
}  # fmt: skip
"""They say how things stand, or speak of a press that is under way already."""


def test_every_prompt_is_known_here() -> None:
    assert set(Prompt) == TAPS | HOLDS | ASKS_NOTHING


USUAL = (Grammar.USUAL,)
STEPPING = (Grammar.SCAN, Grammar.TAPS)
"""Neighbours press in different ways."""


@pytest.mark.parametrize("ruleset", often(RULESETS, {"bicycle"}))
@pytest.mark.examples
def test_what_a_prompt_invites_a_press_at_that_frame_does(ruleset: str) -> None:
    _invited(ruleset, USUAL, tries(25, of=300))


@pytest.mark.parametrize("ruleset", often(RULESETS, {"bicycle"}))
@pytest.mark.thorough
def test_so_it_does_for_who_steps_through_the_choices(ruleset: str) -> None:
    _invited(ruleset, STEPPING, tries(20, of=300))


def _invited(ruleset: str, grammars: tuple[Grammar, ...], count: int) -> None:
    rng, shown = random.Random(ruleset), set[Prompt]()
    for table, now in _moments(ruleset, rng, count, grammars):
        seats = facts_of(table, now).seats
        for seat in seats:
            if seat.prompt is None:
                continue
            shown.add(seat.prompt)
            together = [one for one in seats if one.prompt is seat.prompt is Prompt.BY_ACCIDENT]
            buzzers = [seat.buzzer for seat in together or [seat]]
            if any(_busy(table, buzzer, now) for buzzer in buzzers):
                continue
            for length, invited in ((TAP, TAPS), (HOLD, HOLDS)):
                if seat.prompt in invited:
                    _press_counts(People(table, now + 1), buzzers, length, seat.prompt)
    assert len(shown) > 3


ODD = replace(OFTEN, pauses=0.2, disputes=0.3, recounts=0.2, discards=0.2, leaves=0.03)
"""Rate of errors here, so that all kinds come in two games."""


def _moments(
    ruleset: str, rng: random.Random, count: int, grammars: tuple[Grammar, ...]
) -> Iterator[tuple[Table, int]]:
    """Moments of games of people who go wrong all the time: often just after something changed.

    Who steps through the choices goes wrong less often.
    """
    seen: dict[object, list[tuple[Table, int]]] = {}

    def saw(change: Change) -> None:
        asked = frozenset((seat.prompt, seat.role) for seat in change.after.seats)
        pause = change.after.pause
        kind = (change.after.stage, pause and (pause.pause.item, pause.pause.ready), asked)
        seen.setdefault(kind, []).append((change.tables[1], change.now))

    allowed = RULESETS[ruleset].seats
    usual = grammars == USUAL
    for seed in range(tries(1, of=2 if usual else 1)):
        players = min(max(3 + 2 * seed, allowed[0]), allowed[-1])
        ways = tuple(grammars[number % len(grammars)].value for number in range(BUZZERS))
        night = evening(
            seed, ruleset, players=players,
            habits=ODD if usual else CALM,
            journal=Forgetful.open(None, TableSettings(ruleset, (), BUZZERS, grammars=ways)),
            watchers=(saw,),
        )  # fmt: skip
        night.open()
        night.run()
    for table, now in _spread(seen, rng, count):
        people = People(table, now)
        if rng.random() < 0.6:
            people.wait(rng.choice((20 * MS, 520 * MS, SECOND, 1300 * MS, 5 * SECOND, 6 * SECOND)))
        yield people.table, people.now


def _spread(
    seen: dict[object, list[tuple[Table, int]]], rng: random.Random, count: int
) -> Iterator[tuple[Table, int]]:
    """Up to `count` moments: one of every kind, then another of each that has more, and so on."""
    left = [rng.sample(moments, len(moments)) for moments in seen.values()]
    rng.shuffle(left)
    while left and count > 0:
        yield from (moments.pop() for moments in left[:count])
        count -= len(left)
        left = [moments for moments in left if moments]


def _busy(table: Table, buzzer: int, now: int) -> bool:
    """Return True if a finger is on that buzzer, or has left it too short a time ago to be back."""
    line = table.buttons.lines.get(buzzer)
    if line is None or not line.edges:
        return False
    return line.down or line.edges[-1][0] > now - 60 * MS


def _press_counts(people: People, buzzers: list[int], length: int, prompt: Prompt) -> None:
    """The press counts, unless the table goes on by itself meanwhile."""
    before, alone = people.table, People(people.table, people.now)
    for buzzer in buzzers:
        people.down(buzzer)
    people.wait(length)
    for buzzer in buzzers:
        people.up(buzzer)
    people.wait(250 * MS)
    alone.wait(people.now - alone.now)
    if _stands(alone.table) != _stands(before):
        return
    what = f"{length // MS} ms at {prompt} on {buzzers} at {alone.now}, {before.stage}"
    if prompt is Prompt.NEXT_DEAL and people.table.notice is not None:
        return  # the rules refuse a deal to so few, and say so
    ignored = PlaySound(Sound.NOTHING)
    if people.effects.count(ignored) > alone.effects.count(ignored):
        pytest.fail(f"sounds ignored ({people.table.notice}): {what}")
    if _stands(people.table) == _stands(before):
        pytest.fail(f"does nothing: {what}")


def _stands(table: Table) -> Table:
    """The table but for what it remembers of contacts, and what it said last."""
    return replace(table, buttons=Table(table.settings).buttons, marks={}, notice=None, bounced={})
