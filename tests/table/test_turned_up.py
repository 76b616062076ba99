"""Cards turned up without a doubted play: a forced card, a shown hand, last cards by rule."""

import pytest
from at_table import People, playing, ruleset_with
from said import ENGLISH, asked, noticed, told

from appliance.core.effects import ReadCards, Rhythm
from appliance.core.signals import MS, SECOND, Chosen, DriverLost, Resumed
from appliance.display.view_of import view_of
from appliance.table import restart_effects
from appliance.table.elements import Basis
from appliance.table.parts import rhythms
from appliance.table.stages import Judged, Over, Revealing, Turns
from appliance.table.stages.doubt.play import SHOW_FINISH
from appliance.table.verdict import loser
from bluffing.actions import Force, Pass, Play, Show
from bluffing.cards import Rank
from bluffing.events import Produced, Shown, Verdict
from bluffing.game import Phase


def chosen(people: People, action: Play | Pass | Show | Force) -> None:
    people.send(Chosen(action, people.now))
    people.wait(100 * MS)


def forced(players: int = 4) -> People:
    """Seat 3 forces seat 1, who led a seven."""
    people = playing(players, ruleset_with("force"), force=True)
    chosen(people, Play(1, 1, Rank.SEVEN))
    people.wait(SECOND)
    people.press(3, 1200 * MS)
    people.wait(2 * SECOND)
    assert people.game.phase is Phase.PRODUCE
    assert people.at(Revealing)
    return people


def test_a_forced_claimant_shows_one_card_and_no_more() -> None:
    people = forced()
    assert [effect.expect for effect in people.effects if isinstance(effect, ReadCards)] == [1]
    people.show("7", "7")
    assert people.at(Revealing)
    assert "take the others away" in asked(people.table)
    people.show("7")
    assert people.at(Judged)
    assert people.happened[0] == Produced(1, 3, Rank.SEVEN)
    assert loser(people.table.at(Judged).ruling) == 3


def test_another_rank_is_no_answer_to_a_force() -> None:
    people = forced()
    people.show("K")
    assert people.at(Revealing)
    assert asked(people.table)


def test_who_has_no_such_card_holds() -> None:
    people = forced()
    people.hold(1)
    assert people.happened[0] == Produced(1, 3, None)
    assert loser(people.table.at(Judged).ruling) == 1
    people.wait(100 * MS)
    people.hold(1)
    assert people.at(Turns)


def test_without_a_camera_a_forced_card_is_entered_and_agreed() -> None:
    people = playing(4, ruleset_with("force"), force=True)
    people.send(DriverLost("camera", told("gone"), people.now))
    chosen(people, Play(1, 1, Rank.SEVEN))
    people.wait(SECOND)
    people.press(3, 1200 * MS)
    people.wait(2 * SECOND)
    assert people.entering()
    people.hold(3)  # the ring is at the claimed rank
    assert people.by_hand.stop is None, "one card is all"
    people.hold(3)
    people.hold(1)
    assert people.happened[0] == Produced(1, 3, Rank.SEVEN)
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.PARTIES


def test_both_agree_that_the_card_shown_is_another() -> None:
    people = forced()
    people.wait(100 * MS)
    people.hold(3)
    people.press(3)
    people.hold(3)
    people.hold(3)
    people.hold(1)
    assert people.happened[0] == Produced(1, 3, None)


def test_where_the_forced_one_says_nothing_the_others_agree_that_there_is_none() -> None:
    people = forced()
    people.wait(100 * MS)
    people.hold(3)
    for _ in range(20):
        if people.by_hand.stop is None:
            break
        people.press(3)
    people.hold(3)
    people.hold(0)
    people.hold(2)
    assert people.happened[0] == Produced(1, 3, None)


def test_both_call_a_force_off_though_the_claimants_hold_says_none() -> None:
    people = playing(4, ruleset_with("force"), force=True)
    chosen(people, Play(1, 1, Rank.SEVEN))
    people.wait(SECOND)
    people.press(3, 1200 * MS)
    people.wait_for(lambda table: isinstance(table.inner, Revealing), 3 * SECOND)
    people.down(1)
    people.wait(50 * MS)
    people.down(3)
    people.wait(900 * MS)
    people.up(1)
    people.up(3)
    people.wait(50 * MS)
    assert people.game.phase is Phase.OPEN
    assert people.at(Turns)


# --- last cards by rule --------------------------------------------------------------------


def must_show() -> People:
    """Seat 1 plays the last card, and the rule has it turned up."""
    ruleset = ruleset_with("idi_last_card")
    people = playing(4, ruleset, (5, 2, 5, 5), idi_last_card="must_show")
    chosen(people, Play(1, 1, Rank.SEVEN))
    people.wait(10 * SECOND)
    for seat in (2, 3, 0):
        chosen(people, Pass(seat))
    people.wait(5 * SECOND)
    chosen(people, Play(1, 1, Rank.SEVEN))
    people.wait(2 * SECOND)
    assert people.game.phase is Phase.REVEAL
    return people


def test_last_cards_are_turned_up_without_a_doubter() -> None:
    people = must_show()
    assert people.at(Revealing)
    assert people.game.doubter is None
    people.show("7")
    assert Verdict(1, None, truth=True, ranks=(Rank.SEVEN,)) in people.happened
    assert people.game.winner == 1
    people.wait(100 * MS)
    people.hold(0)
    assert people.at(Over)


def test_a_false_last_card_goes_back_and_the_next_seat_enters_where_there_is_no_camera() -> None:
    people = must_show()
    people.send(DriverLost("camera", told("gone"), people.now))
    people.wait(100 * MS)
    assert people.entering()
    assert rhythms(people.table)[2] is Rhythm.WALK
    people.to_ranks(2)
    people.press(2)
    people.hold(2)
    people.hold(2)
    people.hold(1)
    verdict = people.happened[0]
    assert isinstance(verdict, Verdict)
    assert (verdict.doubter, verdict.truth) == (None, False)
    assert people.game.winner is None


# --- a hand that is shown --------------------------------------------------------------------


def can_show() -> People:
    """Seat 2 is on turn with one card after a seven was led."""
    people = playing(4, ruleset_with("idi_last_card"), (5, 5, 1, 5))
    chosen(people, Play(1, 1, Rank.SEVEN))
    people.wait(6 * SECOND)
    return people


def showing() -> People:
    people = can_show()
    people.send(Chosen(Show(2, ()), people.now))
    people.wait(2 * SECOND)
    assert people.table.at(Revealing).showing == 2
    assert people.at(Revealing)
    return people


@pytest.mark.rule("P12")
def test_the_right_hand_wins() -> None:
    people = showing()
    assert (
        view_of(people.table, people.now, ENGLISH).headline == "Cleo, lay your 1 card into the box"
    )
    people.show("7")
    assert Shown(2, (Rank.SEVEN,)) in people.happened
    assert people.game.winner == 2
    assert people.at(Judged)
    people.wait(100 * MS)
    people.hold(3)
    assert people.at(Over)


@pytest.mark.rule("P12")
def test_a_wrong_hand_wins_nothing_and_it_stays_the_seats_turn() -> None:
    people = showing()
    before = people.game
    people.show("K")
    assert people.at(Turns)
    assert people.game == before
    assert people.game.turn == 2
    assert noticed(people.table)
    people.wait(10 * MS)
    people.press(3)
    assert people.game.doubter == 3, "the play before can be doubted still"


def test_more_cards_than_the_hand_has_are_asked_about() -> None:
    people = showing()
    people.show("7", "K")
    assert people.at(Revealing)
    assert asked(people.table)


def test_who_shows_may_leave_it() -> None:
    people = showing()
    people.hold(2)
    assert people.at(Turns)
    assert people.game.turn == 2


def test_without_a_camera_the_next_seat_enters_the_hand() -> None:
    people = can_show()
    people.send(DriverLost("camera", told("gone"), people.now))
    people.send(Chosen(Show(2, ()), people.now))
    people.wait(2 * SECOND)
    people.hold(3)  # the ring is at the led rank
    people.hold(3)
    people.hold(2)
    assert people.game.winner == 2


def test_a_shown_hand_that_was_misread_is_disputed() -> None:
    people = showing()
    before = people.game
    people.show("7")
    people.wait(100 * MS)
    people.press(0, 2600 * MS)
    people.hold(2)
    people.hold(3)
    assert people.game == before
    assert people.at(Turns)
    assert noticed(people.table) == "by agreement the cards that were shown do not win"


def test_a_power_cut_while_a_hand_is_shown_asks_the_reader_again() -> None:
    people = showing()
    people.send(Resumed(people.now))
    request = people.table.request
    assert ReadCards(request, 1) in restart_effects(people.table)
    people.wait(SECOND)
    people.hold(0)
    people.show("7")
    assert people.game.winner == 2


def test_nobody_waits_for_a_photo_finish_where_nobody_raced() -> None:
    people = can_show()
    people.send(Chosen(Show(2, ()), people.now))
    people.wait(SHOW_FINISH)
    assert people.table.at(Revealing).showing == 2
    people.wait(SHOW_FINISH)
    assert people.at(Revealing)
