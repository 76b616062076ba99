"""One button, one meaning: a press does what the screen said when the finger began to move.

People look at the screen, decide, and press 150 to 900 ms later. Children press at any moment.
"""

import random
from collections.abc import Iterator

import pytest
from at_table import TAP, People, claimed
from said import ENGLISH

from appliance.core.effects import PlaySound, Rhythm, Sound
from appliance.core.signals import MS, SECOND
from appliance.table.facts import Prompt, TurnsFacts, facts_of
from appliance.table.parts import rhythms
from appliance.table.stages.turns.words import headline as play
from appliance.table.windows import LAST_CALL, SETTLES, TAKE_BACK, turn_from
from bluffing.rulesets import RULESETS

RACES = [name for name, game in RULESETS.items() if game.races and 4 in game.seats]
FASTEST, SLOWEST = 150 * MS, 900 * MS

MEANS = {
    Prompt.SLAP: "doubts",
    Prompt.SLAP_OR_HOLD: "doubts",
    Prompt.COUNT: "moves",
    Prompt.COUNT_OR: "moves",
    Prompt.COUNT_ON: "moves",
    Prompt.ONE_OF: "moves",
    Prompt.BE_FIRST: "moves",
    Prompt.TAKE_BACK: "takes back",
    Prompt.LAST_CALL: "calls the end",
    Prompt.MORE_TIME: "more time",
}
"""What a tap does, by what the screen says at the seat."""


def covered(ruleset: str) -> People:
    """Four people while seat 2 holds its button to cover what seat 1 has claimed."""
    people = claimed(ruleset)
    people.wait(turn_from(people.table, 2) - people.now)
    people.press(2)
    people.down(2)
    return people


def prompt(people: People, seat: int) -> Prompt | None:
    return facts_of(people.table, people.now).seats[seat].prompt


def effect(people: People, seat: int, was: People) -> str:
    """Return the effect of a press of `seat`, since `was`."""
    game, turns, before = people.game, people.table.open_turns, was.table.turns
    if game.doubter == seat:
        return "doubts" if game.claim == was.game.claim else "doubts another play"
    if turns is None:
        return "something else"
    if turns.game.claim != was.game.claim and turns.moved_at == 0:
        return "takes back"
    if turns.floor == seat or (turns.entry is not None and turns.entry.seat == seat):
        return "moves"
    if turns.closes_at != before.closes_at and turns.opened_at == before.opened_at:
        return "calls the end" if before.closes_at is None else "more time"
    return "nothing"


def turns_of(rng: random.Random, count: int) -> Iterator[tuple[People, int]]:
    """Tables with a claim, and a later moment at which a player decides to press."""
    kinds = {name: (claimed(name), claimed(name, timed=False), covered(name)) for name in RACES}
    for _ in range(count):
        start = rng.choice(kinds[rng.choice(RACES)])
        people = People(start.table, now=start.now)
        last = 2 * SECOND if people.table.turns.entry is not None else 8 * SECOND
        yield people, rng.randrange(last)


def shown_lately(people: People, seat: int, now: int) -> set[str]:
    """Return the promised effects of a tap of `seat` in the last moments before `now`, and then."""
    moved_at = people.table.turns.moved_at
    looks = (max(moved_at, now - back) for back in range(0, SETTLES + 30 * MS, 30 * MS))
    said = (facts_of(people.table, at).seats[seat].prompt for at in looks)
    return {MEANS[text] for text in said if text in MEANS}


def check(count: int, seed: int) -> dict[str, int]:
    """Let people, and children, press in some turns; count the effects."""
    rng, came = random.Random(seed), dict[str, int]()
    for number, (people, decides) in enumerate(turns_of(rng, count)):
        seat, child = rng.randrange(4), number % 3 == 0
        people.wait(decides)
        asked = prompt(people, seat)
        buttons = people.table.buttons
        if buttons.is_down(seat) or (asked not in MEANS and not child):
            continue
        saw = People(people.table, now=people.now)
        people.wait(rng.randrange(FASTEST, SLOWEST))
        lately = shown_lately(people, seat, people.now)
        onset = People(people.table, now=people.now)
        people.now += 1
        people.press(seat, TAP)
        people.wait(150 * MS)
        what = effect(people, seat, onset)
        came[what] = came.get(what, 0) + 1
        story = (people.table.settings.ruleset, decides, seat, asked, saw.now, onset.now, what)
        if child:
            said = {MEANS[asked]} if asked in MEANS else set()
            assert what in lately | said | {"nothing"}, story
        elif asked is None or what != MEANS[asked]:  # too late: another play, or none, is there now
            assert (what, people.game.claim == saw.game.claim) == ("nothing", False), story
    return came


def test_no_press_does_something_else_than_the_screen_said() -> None:
    came = check(600, seed=1)
    assert {"doubts", "moves", "takes back", "calls the end", "nothing"} <= set(came)


@pytest.mark.thorough
def test_in_ten_thousand_turns_no_press_does_something_else() -> None:
    assert sum(check(20_000, seed=2).values()) > 10_000


# --- the end of a window -----------------------------------------------------------------------


def detail(people: People) -> str:
    """The text below the headline."""
    facts = facts_of(people.table, people.now)
    assert isinstance(facts.about, TurnsFacts)
    said = play(facts, facts.about)[1]
    return "" if said is None else ENGLISH.say(said)


def test_headline_lamp_sound_and_meaning_change_in_one_frame() -> None:
    people = claimed("bicycle")
    ends, seen = people.table.turns.closes_at, []
    assert ends is not None
    for at, asks, lamp in (
        (ends - 1, "Doubt it? Next: seat 2 plays twos", Rhythm.FLASH),
        (ends, "", Rhythm.DIM),
        (ends + SETTLES - 1, "", Rhythm.DIM),
        (ends + SETTLES, "seat 2 plays twos. The others may still doubt", Rhythm.BREATHE),
    ):
        people.effects.clear()
        people.wait(at - people.now)
        seen.append((detail(people), rhythms(people.table)[2]))
        assert seen[-1] == (asks, lamp)
        assert rhythms(people.table)[3] is Rhythm.FLASH, "who is not next may doubt all the time"
    assert PlaySound(Sound.NOTICE, 2) in people.effects


def test_an_untimed_window_ends_when_the_claimant_calls_its_end() -> None:
    people = claimed("bicycle", timed=False)
    people.wait(60 * SECOND)
    assert (prompt(people, 1), prompt(people, 2)) == (Prompt.LAST_CALL, Prompt.SLAP)
    people.press(1)
    called = people.now
    facts = facts_of(people.table, called)
    assert facts.play.window is not None
    people.wait(LAST_CALL - SECOND)
    assert prompt(people, 2) is Prompt.SLAP
    people.wait(SECOND + SETTLES)
    people.press(2)
    assert (people.game.doubter, people.counted) == (None, 1)


def test_a_tap_that_takes_back_a_little_late_still_does_so() -> None:
    people = claimed("bicycle")
    people.wait(TAKE_BACK)
    assert prompt(people, 1) is Prompt.WRONG_NUMBER, "nobody is invited to it any more"
    people.press(1)
    people.wait(60 * MS)
    assert people.game.claim is None
