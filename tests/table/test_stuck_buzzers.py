"""A buzzer that is stuck in a game is named, and a spare one takes its place."""

from dataclasses import replace

from at_table import People, playing
from said import ENGLISH

from appliance.core.signals import (
    MS,
    SECOND,
    DriverBack,
    DriverLost,
    Held,
    LineIn,
    LineOut,
    Touched,
    Wish,
    Wished,
)
from appliance.display.view import View
from appliance.display.view_of import view_of
from appliance.table import Table, TableSettings
from appliance.table.facts import Health, Prompt, Same, SeatFacts, facts_of, facts_until, of_table
from appliance.table.spare import NAMED_AFTER, SLEEPS_AFTER
from appliance.table.stages import TableMenu
from appliance.table.state import Outside
from appliance.table.voiding import AGAIN
from bluffing.message import message


def seen(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def seat(people: People, number: int) -> SeatFacts:
    return facts_of(people.table, people.now).seats[number]


def asleep(people: People) -> tuple[int, ...]:
    """The seats whose buzzers may sleep."""
    seats = facts_of(people.table, people.now).seats
    return tuple(one.seat for one in seats if one.health is Health.ASLEEP)


def six(**settings: object) -> People:
    """Four people play at a table of six buzzers."""
    people = playing()
    changed = replace(people.table.settings, buzzers=6, **settings)  # type: ignore[arg-type]
    people.table = replace(people.table, settings=changed)
    return people


def touched() -> People:
    """Four people play at a screen that can be touched."""
    people = playing()
    fingers = (Outside("display.touch", value=True, choices=(False, True)),)
    settings = replace(people.table.settings, outside=fingers)
    people.table = replace(people.table, settings=settings)
    return people


def test_a_buzzer_that_is_down_for_longer_than_any_gesture_is_named_on_its_turn() -> None:
    people = playing()
    people.down(1)
    people.wait(NAMED_AFTER - MS)
    assert seat(people, 1).prompt is not Prompt.FREE_BUZZER
    assert facts_until(people.table, people.now) < people.now + 2 * MS
    people.wait(2 * MS)
    assert seat(people, 1).prompt is Prompt.FREE_BUZZER
    assert seat(people, 1).health is Health.STUCK
    assert seat(people, 1).hold is None
    assert seen(people).notice == "Buzzer 2 (Ben) is stuck: free it"
    people.up(1)
    people.wait(SECOND)
    assert seat(people, 1).prompt is not Prompt.FREE_BUZZER
    assert "stuck" not in seen(people).notice


def test_it_stays_named_for_as_long_as_it_is_stuck() -> None:
    people = playing()
    people.down(1)
    people.wait(300 * SECOND)
    assert seat(people, 1).prompt is Prompt.FREE_BUZZER
    assert "Buzzer 2 (Ben) is stuck" in seen(people).notice


def test_the_pause_of_a_stuck_buzzer_is_said_to_be_that() -> None:
    people = playing()
    people.down(3)
    people.wait(2600 * MS)
    assert people.paused()
    assert seen(people).notice == "Dov paused the game"
    people.wait(SECOND)
    assert seen(people).notice == "Buzzer 4 (Dov) is stuck: free it"
    assert seen(people).detail == "The buzzer of Dov is stuck; all others: hold to go on"
    assert seat(people, 3).prompt is Prompt.FREE_BUZZER
    assert seat(people, 0).prompt is Prompt.GO_ON
    people.hold(0)
    assert not people.paused()
    assert seen(people).notice == "Buzzer 4 (Dov) is stuck: free it"


def test_only_what_is_more_urgent_is_said_in_its_place() -> None:
    people = playing()
    people.down(3)
    people.wait(4 * SECOND)
    people.table = replace(people.table, notice=message("table.not-now"))
    assert seen(people).notice == "Buzzer 4 (Dov) is stuck: free it"
    people.table = replace(people.table, notice=AGAIN)
    assert seen(people).notice == ENGLISH.say(AGAIN)


def test_a_chattering_buzzer_stays_named_after_it_is_left_out() -> None:
    people = six()
    people.send(LineOut(2, people.now))
    assert "buzzer 3 chatters" in seen(people).notice
    people.table = replace(people.table, notice=None)
    assert seen(people).notice == (
        "Buzzer 3 (Cleo) is stuck: free it, or hold a spare buzzer to play with that"
    )


def test_one_that_was_down_when_the_table_came_back_is_named() -> None:
    people = playing()
    people.send(Held((2,), people.now))
    assert seat(people, 2).prompt is Prompt.FREE_BUZZER
    people.press(2)
    assert seat(people, 2).prompt is not Prompt.FREE_BUZZER


def test_where_fingers_count_the_screen_is_another_way() -> None:
    people = touched()
    people.down(1)
    people.wait(4 * SECOND)
    assert seen(people).notice == "Buzzer 2 (Ben) is stuck: free it, or touch the screen"


def test_a_spare_buzzer_that_is_held_presses_for_the_stuck_one() -> None:
    people = six()
    people.down(1)
    people.wait(4 * SECOND)
    people.press(4)
    assert seen(people).notice == "Hold buzzer 5 to press for Ben"
    people.wait(3 * SECOND)
    people.hold(4)
    assert seen(people).notice == "Buzzer 5 presses for Ben now"
    assert seat(people, 1).prompt is not Prompt.FREE_BUZZER
    people.wait(SECOND)
    people.lay(4, 2)
    assert people.game.claim is not None
    assert (people.game.claim.seat, people.game.claim.count) == (1, 2)
    assert people.table.settings.presses_for(4) == 1


def test_the_contact_that_was_stuck_counts_again_when_it_is_free() -> None:
    people = six()
    people.down(1)
    people.wait(4 * SECOND)
    people.hold(4)
    people.up(1)
    people.wait(SECOND)
    people.press(1)
    people.press(4)
    people.hold(1)
    people.wait(60 * MS)
    assert people.game.claim is not None
    assert people.game.claim.count == 2


def test_a_helper_is_heard_though_the_own_buzzer_chatters() -> None:
    people = six()
    people.send(LineOut(1, people.now))
    people.hold(4)
    people.send(LineIn(1, down=True, at=people.now))
    people.send(LineOut(1, people.now))
    people.wait(SECOND)
    people.lay(4, 1)
    assert people.game.claim is not None
    assert people.game.claim.seat == 1


def test_a_spare_buzzer_takes_no_place_where_none_is_stuck() -> None:
    people = six()
    people.hold(4)
    assert people.table.settings.presses_for(4) == 4
    assert seen(people).notice.startswith("Buzzer 5 sits in the next game")


def test_the_buzzer_of_somebody_else_is_no_spare() -> None:
    people = six()
    people.send(Held((4, 5), people.now))
    people.down(1)
    people.wait(4 * SECOND)
    people.hold(0)
    assert people.table.settings.proxies == ()
    assert seen(people).notice == "Buzzer 2 (Ben) is stuck: free it"


def test_without_buzzers_nobody_is_asked_to_hold_one() -> None:
    people = playing()
    gone = message("text", text="the seat hub is gone: plug it in again")
    people.send(DriverLost("buzzers", gone, people.now))
    assert [one.prompt for one in seen(people).seats] == [None] * 4
    assert seen(people).detail == "The game goes on when the buzzers are plugged in"
    assert seen(people).notice == "the seat hub is gone: plug it in again"
    people.send(DriverBack("buzzers", people.now))
    assert [one.prompt for one in seen(people).seats] == [Prompt.GO_ON] * 4
    assert "hold to go on" in seen(people).notice


def test_what_is_known_of_it_is_that_of_the_moment() -> None:
    """Facts are kept until they change, so whatever depends on time must have its moment."""
    people = six()
    for buzzer in (1, 5):  # that of a player, and one of nobody
        people.down(buzzer)
    for _ in range(60):
        for _ in range(3):
            kept = facts_of(people.table, people.now)
            newest = {one.buzzer: one for one in people.table.buttons.presses(people.now)}
            same = Same(people.table)
            assert kept == of_table._facts.__wrapped__(same, (*newest.values(),), people.now)
            people.now += 1
        people.wait(200 * MS)


def test_before_a_game_no_buzzer_is_spare() -> None:
    people = People(Table(TableSettings(buzzers=4)))
    people.down(3)
    people.wait(3 * SECOND)
    assert isinstance(people.table.stage, TableMenu)
    assert not facts_of(people.table, people.now).spare


def waited(people: People) -> None:
    """Ben was heard of 15 minutes ago, and all have waited for his turn since."""
    people.press(1)
    people.wait(SLEEPS_AFTER + SECOND)


def test_a_turn_that_is_waited_for_asks_whether_the_buzzer_sleeps() -> None:
    people = playing()
    people.press(1)
    people.wait(SLEEPS_AFTER - SECOND)
    assert asleep(people) == ()
    people.wait(2 * SECOND)
    assert seen(people).notice == (
        "Nothing from buzzer 2 (Ben) for a while: press it; a wireless one may sleep"
    )
    people.press(1)
    people.wait(SECOND)
    assert asleep(people) == ()


def test_a_spare_buzzer_takes_the_place_of_one_that_does_not_wake() -> None:
    people = six()
    waited(people)
    asked = "Nothing from buzzer 2 (Ben) for a while: press it, or hold a spare buzzer"
    assert seen(people).notice == f"{asked} to play with that"
    people.hold(4)
    assert people.table.settings.presses_for(4) == 1
    people.wait(SECOND)
    people.lay(4, 1)
    assert people.game.claim is not None


def test_after_a_long_pause_all_buzzers_may_sleep() -> None:
    people = six()
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(SLEEPS_AFTER - SECOND)
    assert seen(people).notice == ""
    people.wait(2 * SECOND)
    assert seen(people).notice == "Wireless buzzers sleep after a while: press each once"
    assert asleep(people) == (0, 1, 2, 3)
    people.hold(4)
    assert people.table.settings.proxies == (), "in a pause all may press"
    people.press(2)
    people.wait(SECOND)
    assert asleep(people) == ()


def test_who_was_never_heard_of_or_touches_the_screen_does_not_sleep() -> None:
    people = playing()
    people.wait(2 * SLEEPS_AFTER)
    assert asleep(people) == ()
    people = touched()
    waited(people)
    assert asleep(people) == ()


def test_the_moment_at_which_a_buzzer_may_sleep_is_exact() -> None:
    people = six()
    people.press(1)
    until = facts_until(people.table, people.now)
    while until < people.now + SLEEPS_AFTER // 2:
        people.wait(until - people.now + 1)
        until = facts_until(people.table, people.now)
    people.now = until
    assert asleep(people) == ()
    people.now += 1
    assert asleep(people) == (1,)


def test_a_finger_plays_on_for_a_stuck_buzzer() -> None:
    people = touched()
    people.down(1)
    people.wait(4 * SECOND)
    key = next(one for one in seat(people, 1).keys if one.label == 2)
    people.send(Touched(1, key.taps, people.now))
    people.wait(SECOND)
    assert people.game.claim is not None
    assert (people.game.claim.seat, people.game.claim.count) == (1, 2)
