"""A buzzer that is stuck in a game is named, and a spare one takes its place."""

from dataclasses import replace

import pytest
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
from appliance.presses.gestures import LONG_AFTER
from appliance.table import Table, TableSettings
from appliance.table.elements import Item
from appliance.table.facts import Health, Prompt, Same, SeatFacts, facts_of, facts_until, of_table
from appliance.table.spare import NAMED_AFTER, SLEEPS_AFTER, unhelped
from appliance.table.stages import Disputed, Judged, Over, Revealing, TableMenu
from appliance.table.stages.pause.facts import choices
from appliance.table.state import Outside
from appliance.table.voiding import AGAIN
from appliance.table.windows import turn_from
from bluffing.message import message

STUCK = "Buzzer {0} ({1}) is stuck: free it, or pause"


def seen(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def seat(people: People, number: int) -> SeatFacts:
    return facts_of(people.table, people.now).seats[number]


def asleep(people: People) -> tuple[int, ...]:
    """The seats whose buzzers may sleep."""
    seats = facts_of(people.table, people.now).seats
    return tuple(seat.seat for seat in seats if seat.button.health is Health.ASLEEP)


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
    assert seat(people, 1).button.health is Health.STUCK
    assert seat(people, 1).button.hold is None
    assert seen(people).notice.text == STUCK.format(2, "Ben")
    people.up(1)
    people.wait(SECOND)
    assert seat(people, 1).prompt is not Prompt.FREE_BUZZER
    assert "stuck" not in seen(people).notice.text


def test_it_stays_named_for_as_long_as_it_is_stuck() -> None:
    people = playing()
    people.down(1)
    people.wait(300 * SECOND)
    assert seat(people, 1).prompt is Prompt.FREE_BUZZER
    assert "Buzzer 2 (Ben) is stuck" in seen(people).notice.text


def test_the_pause_of_a_stuck_buzzer_is_said_to_be_that() -> None:
    people = playing()
    people.down(3)
    people.wait(2600 * MS)
    assert people.paused()
    assert seen(people).notice.text == "Dov paused the game"
    people.wait(SECOND)
    assert seen(people).notice.text == STUCK.format(4, "Dov")
    assert seen(people).detail == (
        "The buzzer of Dov is stuck; all others: hold to go on, tap to set something right"
    )
    assert seat(people, 3).prompt is Prompt.FREE_BUZZER
    assert seat(people, 0).prompt is Prompt.GO_ON
    people.hold(0)
    assert not people.paused()
    assert seen(people).notice.text == STUCK.format(4, "Dov")


def test_only_what_is_more_urgent_is_said_in_its_place() -> None:
    people = playing()
    people.down(3)
    people.wait(4 * SECOND)
    people.table = replace(people.table, notice=message("table.not-now"))
    assert seen(people).notice.text == STUCK.format(4, "Dov")
    people.table = replace(people.table, notice=AGAIN)
    assert seen(people).notice.text == ENGLISH.say(AGAIN)


def test_a_chattering_buzzer_stays_named_after_it_is_left_out() -> None:
    people = six()
    people.send(LineOut(2, people.now))
    assert "buzzer 3 chatters" in seen(people).notice.text
    people.table = replace(people.table, notice=None)
    assert seen(people).notice.text == (
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
    assert seen(people).notice.text == "Buzzer 2 (Ben) is stuck: free it, or touch the screen"


def test_a_spare_buzzer_that_is_held_presses_for_the_stuck_one() -> None:
    people = six()
    people.down(1)
    people.wait(4 * SECOND)
    people.press(4)
    assert seen(people).notice.text == "Hold buzzer 5 to press for Ben"
    people.wait(3 * SECOND)
    people.hold(4)
    assert seen(people).notice.text == "Buzzer 5 presses for Ben now"
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
    assert seen(people).notice.text.startswith("Buzzer 5 sits in the next game")


def test_the_buzzer_of_somebody_else_is_no_spare() -> None:
    people = six()
    people.send(Held((4, 5), people.now))
    people.down(1)
    people.wait(4 * SECOND)
    people.hold(0)
    assert people.table.settings.proxies == ()
    assert seen(people).notice.text == STUCK.format(2, "Ben")


def test_without_buzzers_nobody_is_asked_to_hold_one() -> None:
    people = playing()
    gone = message("text", text="the seat hub is gone: plug it in again")
    people.send(DriverLost("buzzers", gone, people.now))
    assert [seat.prompt for seat in seen(people).seats] == [None] * 4
    assert seen(people).detail == "The game goes on when the buzzers are plugged in"
    assert seen(people).notice.text == "the seat hub is gone: plug it in again"
    people.send(DriverBack("buzzers", people.now))
    assert [seat.prompt for seat in seen(people).seats] == [Prompt.GO_ON] * 4
    assert "hold to go on" in seen(people).notice.text


def test_what_is_known_of_it_is_that_of_the_moment() -> None:
    """Facts are kept until they change, so whatever depends on time must have its moment."""
    people = six()
    for buzzer in (1, 5):  # that of a player, and a spare one
        people.down(buzzer)
    for _ in range(60):
        for _ in range(3):
            kept = facts_of(people.table, people.now)
            newest = {press.buzzer: press for press in people.table.buttons.presses(people.now)}
            same = Same(people.table)
            assert kept == of_table._facts.__wrapped__(same, (*newest.values(),), people.now)
            people.now += 1
        people.wait(200 * MS)


def test_before_a_game_no_buzzer_is_spare() -> None:
    people = People(Table(TableSettings(buzzers=4)))
    people.down(3)
    people.wait(3 * SECOND)
    assert isinstance(people.table.stage, TableMenu)
    assert not facts_of(people.table, people.now).parts.spare


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
    assert seen(people).notice.text == (
        "Nothing from buzzer 2 (Ben) for a while: press it; a wireless one may sleep"
    )
    people.press(1)
    people.wait(SECOND)
    assert asleep(people) == ()


def test_a_spare_buzzer_takes_the_place_of_one_that_does_not_wake() -> None:
    people = six()
    waited(people)
    asked = "Nothing from buzzer 2 (Ben) for a while: press it, or hold a spare buzzer"
    assert seen(people).notice.text == f"{asked} to play with that"
    people.hold(4)
    assert people.table.settings.presses_for(4) == 1
    people.wait(SECOND)
    people.lay(4, 1)
    assert people.game.claim is not None


def test_after_a_long_pause_all_buzzers_may_sleep() -> None:
    people = six()
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(SLEEPS_AFTER - SECOND)
    assert seen(people).notice.text == ""
    people.wait(2 * SECOND)
    assert seen(people).notice.text == "Wireless buzzers sleep after a while: press each once"
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
    key = next(key for key in seat(people, 1).keys if key.label == 2)
    people.send(Touched(1, key.taps, people.now))
    people.wait(SECOND)
    assert people.game.claim is not None
    assert (people.game.claim.seat, people.game.claim.count) == (1, 2)


# --- another player presses for it --------------------------------------------------------------


def chooses(people: People, seat: int, item: Item) -> None:
    """`seat` takes `item` of what a pause offers."""
    people.press(seat)
    while choices(people.table, people.pause, people.now)[people.pause.cursor] is not item:
        people.press(seat)
    people.hold(seat)


def paired(players: int = 4, helper: int = 0) -> People:
    """The buzzer of Ben, who leads, is stuck, and that of `helper` presses for Ben too."""
    people = playing(players)
    people.down(1)
    people.wait(4 * SECOND)
    people.send(Wished(Wish.PAUSE, people.now))
    chooses(people, helper, Item.PRESS_FOR)
    people.wait(SECOND)
    return people


def test_without_a_spare_buzzer_a_pause_lets_another_player_press() -> None:
    people = paired()
    assert not people.paused()
    told = "Ana presses for Ben too; Ben can't take part in a race for a doubt"
    assert seen(people).notice.text == told
    assert seat(people, 0).prompt is Prompt.PRESSES_FOR
    assert seat(people, 1).prompt is Prompt.COUNT
    people.lay(0, 2)
    assert people.game.claim is not None
    assert (people.game.claim.seat, people.game.claim.count) == (1, 2)


def test_what_is_stuck_says_nothing_meanwhile() -> None:
    people = paired()
    people.up(1)
    people.wait(SECOND)
    people.lay(1, 1)
    assert people.game.claim is None
    assert people.table.turns.entry is None


def test_the_press_of_a_helper_is_a_doubt_of_its_own_while_all_may_doubt() -> None:
    people = paired()
    people.lay(0, 1)
    people.wait(SECOND)
    assert seat(people, 0).prompt is Prompt.SLAP
    people.down(3)
    people.wait(10 * MS)
    people.down(0)
    people.wait(SECOND)
    assert people.game.doubter == 3
    places = facts_of(people.table, people.now).play.places
    assert [place.seat for place in places] == [3, 0], "Ana ran for herself"


def rests(people: People) -> None:
    """The window ends, and hands come to rest."""
    people.wait(7 * SECOND)


@pytest.mark.parametrize("later", [-2 * MS, -1, 0, 1, SECOND])
def test_before_the_turn_of_the_stuck_seat_a_press_is_a_doubt_and_then_never(later: int) -> None:
    """By its own time, so that no moment is both."""
    people = paired(helper=3)
    people.lay(3, 1)
    for other in (2, 3, 0):
        rests(people)
        people.lay(other, 1)
    people.wait(SECOND)
    starts = turn_from(people.table, 1)
    people.wait(starts + later - people.now)
    mine = later >= 0
    # the screen shows what a press just after it means
    assert (seat(people, 3).prompt is Prompt.PRESSES_FOR) == (later >= -1)
    people.press(3)
    people.wait(200 * MS)
    assert (people.game.doubter == 3) == (not mine)
    if mine:
        people.hold(3)
        people.wait(60 * MS)
        assert people.game.claim is not None
        assert (people.game.claim.seat, people.game.claim.count) == (1, 1)


def test_a_stuck_seat_never_races() -> None:
    people = paired()
    people.lay(0, 1)
    rests(people)
    people.lay(2, 1)
    people.wait(SECOND)
    assert seat(people, 1).prompt is Prompt.NO_RACE
    people.up(1)
    people.down(1)
    people.wait(500 * MS)
    assert people.game.doubter is None


def test_an_untimed_window_of_a_stuck_claimant_ends_by_itself() -> None:
    people = playing()
    untimed = replace(people.table.settings, doubt_window_ms=None)
    people.table = replace(people.table, settings=untimed, helpers={1: 0})
    people.lay(0, 1)
    assert people.table.turns.closes_at is not None
    rests(people)
    people.wait(3 * SECOND)
    people.lay(2, 1)
    assert people.game.claim is not None
    assert people.game.claim.seat == 2
    assert people.table.turns.closes_at is None


def test_people_end_it_in_a_pause() -> None:
    people = paired()
    people.up(1)
    people.send(Wished(Wish.PAUSE, people.now))
    chooses(people, 2, Item.EACH_OWN)
    assert seen(people).notice.text == "each buzzer is for its own seat again"
    people.wait(SECOND)
    people.lay(1, 1)
    assert people.game.claim is not None


def test_it_lasts_for_one_game() -> None:
    people = paired()
    people.put(Over(people.now, match=people.table.match))
    people.wait(MS)
    assert not people.table.helpers


def test_who_paused_with_a_stuck_buzzer_keeps_nobody_from_setting_it_right() -> None:
    people = playing()
    people.down(3)
    people.wait(4 * SECOND)
    assert people.pause.seat == 3
    chooses(people, 0, Item.PRESS_FOR)
    assert dict(people.table.helpers) == {3: 0}


def test_a_helper_answers_for_both_one_after_the_other() -> None:
    """Two players: to end the game both must agree."""
    people = paired(2)
    people.send(Wished(Wish.PAUSE, people.now))
    chooses(people, 0, Item.VOID)
    people.wait(SECOND)
    assert people.paused()
    assert seat(people, 0).prompt is Prompt.PRESSES_FOR
    people.hold(0)
    assert isinstance(people.table.inner, Over)


def test_the_offer_needs_a_buzzer_that_works_and_taps() -> None:
    people = paired()
    people.down(3)
    people.wait(4 * SECOND)
    if not people.paused():
        people.send(Wished(Wish.PAUSE, people.now))
    able = [unhelped(people.table, number, people.now) for number in range(4)]
    assert able == [None, None, 3, None], "Ana helps already, Ben and Dov are stuck"
    stepping = replace(people.table.settings, grammars=("usual", "usual", "taps", "usual"))
    people.table = replace(people.table, settings=stepping)
    assert unhelped(people.table, 2, people.now) is None
    assert unhelped(touched_stuck().table, 0, 10 * SECOND) is None


def touched_stuck() -> People:
    people = touched()
    people.down(1)
    people.wait(4 * SECOND)
    return people


def test_a_verdict_of_the_stuck_seat_is_taken_by_the_helper() -> None:
    people = paired()
    people.lay(0, 1)
    people.press(2)
    people.wait(8 * SECOND)
    people.show("K")
    people.wait(10 * SECOND)
    assert seat(people, 1).prompt is Prompt.PICK_UP
    assert seat(people, 0).prompt is Prompt.PRESSES_FOR
    people.hold(0)
    people.wait(SECOND)
    assert people.game.hands[1] == 13
    assert people.table.open_turns is not None


def accused() -> People:
    """Ana presses for Ben, whose buzzer is stuck, and doubts his play; there is no camera."""
    people = paired()
    people.send(DriverLost("camera", message("text", text="gone"), people.now))
    people.lay(0, 2)
    claim = people.game.claim
    assert claim is not None
    assert claim.seat == 1
    people.wait(SECOND)
    people.press(0)
    people.wait(3 * SECOND)
    assert people.at(Revealing)
    people.hold(0)
    return people


def test_no_helper_agrees_for_the_player_whom_that_helper_doubts() -> None:
    people = accused()
    assert seat(people, 1).prompt is Prompt.AGREE_OR_NOT
    assert seat(people, 0).prompt is not Prompt.PRESSES_FOR
    people.wait(SECOND)
    people.hold(0)
    assert people.at(Revealing)
    for neutral in (2, 3):
        people.hold(neutral)
    assert people.at(Judged)


def test_no_helper_counts_twice_among_those_who_are_not_a_party() -> None:
    people = playing()
    people.down(1)
    people.wait(4 * SECOND)
    people.send(Wished(Wish.PAUSE, people.now))
    chooses(people, 0, Item.PRESS_FOR)
    people.wait(SECOND)
    people.lay(0, 1)  # Ben's play
    people.wait(20 * SECOND)
    people.send(DriverLost("camera", message("text", text="gone"), people.now))
    people.lay(2, 1)
    people.wait(SECOND)
    people.press(3)
    people.wait(3 * SECOND)
    assert people.at(Revealing)
    people.hold(3)
    for _ in range(3):
        people.wait(SECOND)
        people.hold(0)
    assert people.at(Revealing), "Ana alone is no majority of Ana and Ben"
    people.hold(2)
    assert people.at(Judged)


def test_no_helper_agrees_for_both_parties_of_a_dispute() -> None:
    people = accused()
    for neutral in (2, 3):
        people.hold(neutral)
    assert people.at(Judged)
    people.wait(SECOND)
    people.press(0, LONG_AFTER + 40 * MS)
    assert isinstance(people.table.stage, Disputed)
    for _ in range(3):
        people.wait(SECOND)
        people.hold(0)
    assert isinstance(people.table.stage, Disputed)
