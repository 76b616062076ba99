"""The moods of the cast say nothing but what the whole table has seen."""

from dataclasses import replace

import pytest
from at_table import People, playing
from example_seats import change
from example_views import EXAMPLES
from said import ENGLISH

from appliance.core.signals import MS
from appliance.display import show
from appliance.display.cast.faces import Mood
from appliance.display.cast.feelings import mood_of
from appliance.display.cast.puppets import CAST, puppet_of
from appliance.display.view import RulesView, Screen, View, require
from appliance.display.view_of import view_of
from appliance.table.facts import Role
from appliance.table.stages import Judged, Revealing
from bluffing.cards import Rank


def moods(view: View) -> list[Mood | None]:
    return [mood_of(view, seat) for seat in view.seats]


def shown(people: People) -> View:
    return show.staged(view_of(people.table, people.now, ENGLISH), people.now)


def by_role(view: View) -> dict[Role, Mood | None]:
    return {seat.role: mood_of(view, seat) for seat in view.seats}


def test_no_two_of_twelve_seats_have_the_same_puppet() -> None:
    assert len({puppet_of(buzzer) for buzzer in range(12)}) == 12 == len(CAST)
    assert puppet_of(12) == puppet_of(0)


def test_nobody_is_at_an_empty_seat() -> None:
    view = EXAMPLES["lobby"]
    assert {role for role, mood in by_role(view).items() if mood is None} == {Role.EMPTY}
    assert {mood for mood in moods(view) if mood} == {Mood.IDLE}


def test_who_claims_is_smug_and_the_next_player_doubts() -> None:
    view = EXAMPLES["game"]
    assert by_role(view)[Role.CLAIMANT] is Mood.SMUG
    assert by_role(view)[Role.TURN] is Mood.DOUBTING
    assert by_role(replace(view, play=replace(view.play, open=False)))[Role.TURN] is Mood.THINKING
    one_card = replace(view.seats[4], cards=1, role=Role.SEATED)
    assert mood_of(view, one_card) is Mood.NERVOUS


def test_a_press_makes_one_nervous_and_the_others_gasp() -> None:
    view = EXAMPLES["game"]
    pressed = replace(view, seats=change(view.seats, 4, role=Role.DOUBTER))
    found = by_role(pressed)
    assert (found[Role.CLAIMANT], found[Role.DOUBTER]) == (Mood.NERVOUS, Mood.DOUBTING)
    assert {found[role] for role in found if role not in {Role.CLAIMANT, Role.DOUBTER}} == {
        Mood.GASP
    }


@pytest.mark.parametrize("name", ["lie", "truth"])
def test_a_verdict_is_seen_only_once_it_is_told(name: str) -> None:
    view = EXAMPLES[name]
    assert view.play.claim is not None
    secret = replace(view, show=replace(view.show, told=False, suspense=True))
    assert Mood.CAUGHT not in moods(secret)
    assert Mood.LOADED not in moods(secret)
    lied = mood_of(view, view.seats[view.play.claim.seat]) is Mood.CAUGHT
    assert lied == (name == "lie")
    assert Mood.SMUG in moods(view)


def test_pauses_and_the_end() -> None:
    view = EXAMPLES["game"]
    assert set(moods(replace(view, rules=RulesView((), 0)))) == {Mood.ASLEEP}
    out = change(view.seats, 4, role=Role.GONE)
    assert moods(replace(view, seats=out))[4] is Mood.ASLEEP
    over = EXAMPLES["over"]
    assert by_role(over)[Role.WINNER] is Mood.WINNING
    seats = tuple(replace(seat, role=Role.SEATED) for seat in over.seats)
    tied = replace(over, seats=seats, end=over.end and replace(over.end, winner=None, tied=(0, 1)))
    assert moods(tied)[:3] == [Mood.WINNING, Mood.WINNING, Mood.IDLE]
    assert by_role(replace(view, seats=change(view.seats, 4, role=Role.LOSER)))[Role.LOSER] is (
        Mood.LOADED
    )


@pytest.mark.parametrize(("shows", "taker"), [("seven", 0), ("king", 1)])
def test_who_takes_the_pile_bends_under_it_until_the_next_play(shows: str, taker: int) -> None:
    """Whatever the ranks: who has taken is read off the events."""
    people = playing(3)
    people.lay(people.table.turns.game.turn, 1)
    claim = people.game.claim
    assert claim is not None
    people.press((claim.seat + 1) % 3)
    people.wait_for(lambda _: people.at(Revealing), 3000 * MS)
    other = next(rank for rank in Rank if rank is not claim.rank)
    people.show(str(claim.rank if taker else other))
    people.wait_for(lambda table: isinstance(table.inner, Judged) and table.inner.told, 9000 * MS)
    takes = require(shown(people).verdict).takes
    assert takes is not None
    assert moods(shown(people))[takes] is (Mood.LOADED if taker else Mood.CAUGHT), shows
    people.hold(takes)
    people.wait_for(lambda table: not isinstance(table.inner, Judged), 9000 * MS)
    assert shown(people).screen is Screen.GAME
    assert moods(shown(people))[takes] is Mood.LOADED
    people.lay(people.table.turns.game.turn, 1)
    assert Mood.LOADED not in moods(shown(people))
