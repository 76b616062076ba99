"""The power may go at any moment: the journal's signals bring the table back, and it goes on."""

from collections.abc import Callable

import pytest
from at_table import People, playing, race_ruleset
from said import ENGLISH
from test_asking import FACT, answer, asked
from test_asking import doubted as guess_doubted
from test_dealing import gathered
from test_dispute import disputed, doubted, just_doubted, lied
from test_pausing import choose, paused
from test_turned_up import forced, must_show, showing

from appliance.core.signals import MS, SECOND, Resumed
from appliance.display.view_of import view_of
from appliance.runtime.codec import decode, encode
from appliance.table import restart_effects, step
from appliance.table.elements import Item
from appliance.table.stages import Doubting, Over, Revealing


def dealt() -> People:
    people = gathered(race_ruleset())
    people.hold(0)
    return people


def half_entered() -> People:
    people = doubted()
    people.wait(100 * MS)
    people.hold(3)
    people.hold(3)
    return people


def drawing() -> People:
    people = asked()
    people.hold(1)
    return people


def guessing() -> People:
    people = drawing()
    answer(people, FACT)
    return people


def over() -> People:
    people = playing(4, race_ruleset(), (5, 1, 5, 5))
    people.lay(1, 1)
    people.wait(20 * SECOND)
    assert people.at(Over)
    return people


def counting() -> People:
    people = paused()
    choose(people, Item.RECOUNT)
    people.hold(1)
    return people


def agreeing() -> People:
    people = paused()
    choose(people, Item.VOID)
    return people


MOMENTS: tuple[Callable[[], People], ...] = (
    lambda: gathered(race_ruleset()),
    dealt,
    asked,
    drawing,
    guessing,
    guess_doubted,
    just_doubted,
    doubted,
    half_entered,
    forced,
    must_show,
    showing,
    lied,
    disputed,
    over,
    paused,
    counting,
    agreeing,
)


def name_of(made: Callable[[], People]) -> str:
    return made.__name__.strip("<>")


@pytest.mark.rule("X16")
@pytest.mark.parametrize("made", MOMENTS, ids=name_of)
@pytest.mark.untraced
def test_the_journal_brings_the_table_back_and_a_hold_goes_on(made: Callable[[], People]) -> None:
    people = made()
    table = people.first
    for now, signal, after in people.handled:
        table, _ = step(table, decode(encode(signal)), now)
        assert table == after
    people.send(Resumed(people.now))
    back = people.table
    assert people.paused()
    assert type(back.inner) is type(table.inner)
    assert (back.stage.match and back.game) == (table.stage.match and table.game)
    assert not people.disputed()
    entered = back.inner.by_hand if isinstance(back.inner, Revealing) else None
    assert entered is None or not entered.ranks
    view_of(back, people.now, ENGLISH)
    restart_effects(back)
    people.wait(SECOND)
    people.hold(2)
    assert not people.paused()
    assert type(people.table.inner) is type(table.inner) or isinstance(table.inner, Doubting)
