"""While people sit down the table tests their buzzers: pressed once, worn, stuck, silent."""

import json
from dataclasses import replace

from at_table import People, race_ruleset
from said import ENGLISH

from appliance.core.signals import MS, SECOND, Edge, Held, Resumed, Tick
from appliance.display.view_of import view_of
from appliance.runtime.codec import decode, encode
from appliance.table import Table, TableSettings
from appliance.table.elements import Match
from appliance.table.facts import Health, Prompt
from appliance.table.stages import Over
from bluffing.game import Setup


def arriving() -> People:
    """Four buzzers, and no player yet."""
    return People(Table(TableSettings(race_ruleset(), buzzers=4)), now=5 * SECOND)


def health(people: People) -> list[Health | None]:
    return [seat.button.health for seat in view_of(people.table, people.now, ENGLISH).seats]


def contact(people: People, buzzer: int, *times: int) -> None:
    """The contact closes and opens in turn, at these ms from now; then a second passes."""
    start = people.now
    for place, at in enumerate(times):
        people.wait(start + at * MS - people.now)
        people.send(Edge(buzzer, place % 2 == 0, people.now))
    people.wait(SECOND)


def test_a_buzzer_is_silent_until_it_was_pressed_once() -> None:
    people = arriving()
    assert health(people) == [None] * 4
    people.press(2)
    assert health(people) == [Health.SILENT, Health.SILENT, Health.GOOD, Health.SILENT]
    people.wait(SECOND)
    assert people.table.bounced == {2: 0}


def test_the_longest_bounce_of_a_buzzer_is_kept() -> None:
    people = arriving()
    contact(people, 1, 0, 1, 3, 80)
    assert people.table.bounced == {1: 3 * MS}
    assert health(people)[1] is Health.GOOD
    contact(people, 1, 0, 80)
    assert people.table.bounced == {1: 3 * MS}
    contact(people, 1, 0, 90, 96, 102)
    assert people.table.bounced == {1: 12 * MS}
    assert health(people)[1] is Health.WORN
    view = view_of(people.table, people.now, ENGLISH)
    assert view.notice.text == "Buzzer 2 bounces for 12 ms: clean or replace it"


def test_the_order_of_arrival_changes_nothing() -> None:
    people, other = arriving(), arriving()
    edges = [
        Edge(0, place % 2 == 0, 5 * SECOND + at * MS) for place, at in enumerate((0, 1, 2, 90))
    ]
    for who, order in ((people, edges), (other, edges[::-1])):
        who.now += 100 * MS
        for edge in order:
            who.send(edge)
        who.wait(SECOND)
    assert people.table.bounced == other.table.bounced == {0: 2 * MS}


def test_a_spark_is_no_press() -> None:
    people = arriving()
    people.press(3)
    people.send(Edge(0, down=True, at=people.now))
    people.send(Edge(0, down=False, at=people.now + MS // 2))
    people.wait(SECOND)
    assert health(people)[0] is Health.SILENT


def test_a_stuck_buzzer_is_told_to_whoever_sits_there_and_to_all() -> None:
    people = arriving()
    people.press(0)
    people.down(1)
    people.wait(11 * SECOND)
    view = view_of(people.table, people.now, ENGLISH)
    assert view.seats[1].button.health is Health.STUCK
    assert view.seats[1].prompt is Prompt.FREE_BUZZER
    assert view.seats[1].button.hold is None
    assert view.notice.text == "Buzzer 2 is stuck: free it"
    people.up(1)
    people.wait(SECOND)
    assert view_of(people.table, people.now, ENGLISH).seats[1].button.health is Health.SILENT


def test_a_buzzer_that_was_down_at_start_is_stuck_until_it_moves() -> None:
    people = arriving()
    people.send(Held((1, 3), people.now))
    people.press(0)
    assert health(people) == [Health.GOOD, Health.STUCK, Health.SILENT, Health.STUCK]
    people.up(3)
    assert people.table.held == (1,)
    assert health(people)[3] is Health.SILENT
    people.send(Resumed(people.now))
    assert not people.table.held


def test_held_is_a_signal_that_a_journal_keeps() -> None:
    signal = Held((1, 3), 7)
    assert json.loads(encode(signal)) == {"Held": [[1, 3], 7]}
    assert decode(encode(signal)) == signal


def test_what_was_noted_outlasts_the_game_and_nothing_is_noted_in_it() -> None:
    people = arriving()
    contact(people, 0, 0, 1, 2, 80)
    noted = people.table.bounced
    game = people.table.ruleset.start(Setup(4), {})
    in_game = replace(people.table, stage=Over(match=Match(game)))
    other = People(in_game, now=people.now)
    other.send(Tick(other.now))
    assert other.table.bounced == noted == {0: 2 * MS}
