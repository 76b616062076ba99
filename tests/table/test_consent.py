"""No two players void or correct a game against a third, and what was set right can be disputed."""

import pytest
from at_table import People, playing, race_ruleset, ruleset_with
from said import ENGLISH, noticed
from test_pausing import LONG, choose, enter, paused

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, Touched, Wish, Wished
from appliance.display.view_of import view_of
from appliance.table.elements import Item, Match
from appliance.table.facts import Prompt
from appliance.table.objections import WITHIN
from appliance.table.parts import rhythms
from appliance.table.stages import Over, Turns
from appliance.table.stages.pause.facts import items
from bluffing.actions import LetStand, Play
from bluffing.cards import Rank
from bluffing.events import Audited, CameBack, LastCards, Voided, Won
from bluffing.game import Phase


def begun(hands: tuple[int, ...], **options: str | int | bool) -> People:
    """Each seat but 0 has played one card, without a doubt; the seat that dealt is next."""
    people = playing(len(hands), race_ruleset(), hands, **options)
    for _ in range(len(hands) - 1):
        people.lay(people.game.turn, 1)
        people.wait(9 * SECOND)
    return people


def pause(people: People, seat: int) -> None:
    """`seat`, which laid the newest cards, pauses."""
    people.press(seat, LONG)
    people.wait(SECOND)
    assert people.pause.seat == seat


def count(people: People, hands: tuple[int, ...], table: int) -> None:
    """Let the player who paused have everybody count."""
    pauser = people.pause.seat
    assert pauser is not None
    choose(people, Item.RECOUNT)
    for seat, cards in enumerate(hands):
        enter(people, seat, cards)
    enter(people, pauser, table)


# --- voiding -------------------------------------------------------------------------------------


@pytest.mark.rule("X20")
def test_two_of_three_cannot_void_the_game_of_the_third() -> None:
    people = begun((9, 3, 9))
    pause(people, 2)
    choose(people, Item.VOID)
    people.hold(0)
    assert not people.at(Over), "seat 1 leads, and was not asked"
    assert rhythms(people.table)[:2] == (Rhythm.DIM, Rhythm.WALK)
    prompts = [seat.prompt for seat in view_of(people.table, people.now, ENGLISH).seats]
    assert prompts == [Prompt.AGREED, Prompt.AGREE_OR_NOT, None]
    people.press(1)
    assert people.pause.item is None
    assert noticed(people.table) == "not agreed"


@pytest.mark.rule("X20")
def test_a_majority_voids_only_with_somebody_who_loses_by_it() -> None:
    people = begun((9, 3, 3, 9))
    pause(people, 3)
    choose(people, Item.VOID)
    people.press(2)
    assert people.pause.ready, "three of four may be enough"
    people.hold(0)
    assert not people.at(Over)
    people.hold(1)
    assert people.at(Over), "three of four, and seat 1 was ahead"

    people = begun((9, 2, 9, 9))
    pause(people, 3)
    choose(people, Item.VOID)
    people.hold(0)
    people.hold(2)
    assert not people.at(Over), "three of four, and all of them gain"
    people.press(1)
    assert people.pause.item is None


@pytest.mark.rule("X15", "X20")
def test_who_leaves_does_not_void_a_game_that_the_others_want_to_play() -> None:
    people = begun((9, 3, 9), leaver="void")
    pause(people, 2)
    choose(people, Item.LEAVE)
    people.hold(0)
    assert not people.at(Over)
    people.hold(1)
    assert people.at(Over)


# --- counts --------------------------------------------------------------------------------------


@pytest.mark.rule("X12", "B10")
def test_a_phantom_card_is_counted_away_by_button() -> None:
    people = begun((10, 3, 10))
    pause(people, 2)
    before = people.game
    count(people, (10, 0, 9), 4)
    assert people.game == before
    view = view_of(people.table, people.now, ENGLISH)
    assert "has no card left" in view.headline
    assert [seat.prompt for seat in view.seats] == [Prompt.AGREE_OR_NOT, None, None]
    people.hold(1)
    assert people.game == before, "seat 1 would win: it does not cost him anything"
    people.hold(0)
    assert people.at(Over)
    assert people.game.winner == 1
    assert {Audited, Won} == {type(event) for event in people.happened}


@pytest.mark.rule("X12", "B10")
def test_a_phantom_card_is_counted_away_by_touch() -> None:
    people = begun((10, 3, 10))
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(SECOND)
    people.press(0)  # the first to tap chooses
    shown = view_of(people.table, people.now, ENGLISH).seats[0].keys
    place = items(people.table, 0, people.now).index(Item.RECOUNT)
    people.send(Touched(0, shown[place].taps, people.now))
    assert people.pause.item is Item.RECOUNT
    for seat, cards in enumerate((10, 0, 9)):
        enter(people, seat, cards)
    enter(people, 0, 4)
    people.wait(100 * MS)
    people.send(Touched(2, 0, people.now))
    assert people.at(Over)
    assert people.game.winner == 1


def test_a_count_that_takes_nothing_from_anybody_is_entered_as_it_is() -> None:
    people = begun((10, 3, 10))
    pause(people, 2)
    count(people, (9, 2, 10), 2)
    assert people.game.hands == (9, 2, 10)
    assert people.paused()


def test_the_newest_play_counted_out_opens_the_window_for_last_cards() -> None:
    people = playing(3, race_ruleset(), (10, 3, 10))
    people.lay(1, 2)
    people.wait(4 * SECOND)
    people.press(1, LONG)
    people.wait(SECOND)
    count(people, (10, 0, 10), 3)
    assert LastCards(1) in people.happened
    people.hold(0)
    assert people.game.phase is Phase.LAST_CARDS
    people.wait(7 * SECOND)
    people.press(0)
    people.wait(2 * SECOND)
    assert people.game.doubter == 0


# --- disputes ------------------------------------------------------------------------------------


def voided(hands: tuple[int, ...] = (9, 3, 9)) -> People:
    people = begun(hands)
    pause(people, 2)
    choose(people, Item.VOID)
    people.hold(0)
    people.hold(1)
    assert people.at(Over)
    people.wait(100 * MS)
    return people


@pytest.mark.rule("X20")
def test_a_void_game_is_disputed_by_a_long_hold_and_goes_on() -> None:
    people = voided()
    assert Voided() in people.happened
    people.press(1, LONG)
    assert people.pause.item is Item.UNDO
    people.hold(0)
    assert people.at(Turns), "two of the three who play want to go on"
    assert people.table.games == 0
    assert people.game.hands == (9, 2, 8)
    people.wait(100 * MS)
    people.hold(2)
    assert not people.paused()
    people.wait(9 * SECOND)
    people.lay(people.game.turn, 1)
    assert people.game.hands == (8, 2, 8)


def test_it_is_disputed_once_and_in_time() -> None:
    people = voided()
    people.press(1, LONG)
    people.press(0)
    people.press(2)
    assert people.paused()
    assert people.at(Over)
    assert Item.UNDO not in items(people.table, 1, people.now)
    people = voided()
    people.wait(WITHIN)
    people.press(1, LONG)
    assert not people.paused()


@pytest.mark.rule("X20")
def test_a_win_by_a_count_is_taken_back_only_with_the_winner() -> None:
    people = begun((10, 3, 10))
    pause(people, 2)
    count(people, (10, 0, 9), 4)
    people.hold(0)
    people.wait(100 * MS)
    people.press(0, LONG)
    people.hold(2)
    assert people.game.winner == 1, "he was not asked"
    people.hold(1)
    assert people.at(Turns)
    assert people.game.hands == (10, 2, 9)


def test_a_correction_is_disputed_in_the_pause_and_after_it() -> None:
    people = paused()
    hands = people.game.hands
    choose(people, Item.MOVE)
    people.hold(0)
    people.hold(0)  # a card of seat 0 for seat 1
    people.hold(1)
    moved = people.game.hands
    assert moved != hands
    people.hold(0)
    assert not people.paused()
    people.wait(SECOND)
    people.press(3, LONG)
    assert people.pause.item is Item.UNDO
    people.hold(0)
    assert people.game.hands == hands, "seat 0 has the card again, and agreed"


def test_a_play_ends_the_time_to_dispute() -> None:
    people = paused()
    choose(people, Item.MOVE)
    people.hold(0)
    people.hold(0)
    people.hold(1)
    people.hold(0)
    people.wait(100 * MS)
    people.lay(people.game.turn, 1)
    assert people.table.match.amended is None
    assert isinstance(people.table.match.moved, Play)


@pytest.mark.rule("X12", "U4")
def test_who_is_out_is_counted_back_in_if_he_agrees_to_lose_the_place() -> None:
    name = ruleset_with("play_on", "idi_last_card")
    people = playing(4, name, (5, 1, 5, 5), play_on=True)
    rules, game = people.table.ruleset, people.game
    for action in (Play(1, 1, Rank.SEVEN), LetStand()):
        game, _ = rules.apply(game, action)
    assert game.out == (1,)
    people.put(Turns(people.now, match=Match(game)))
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(SECOND)
    people.press(0)
    count(people, (5, 1, 5, 4), 0)
    assert "has cards after all" in view_of(people.table, people.now, ENGLISH).headline
    people.hold(1)
    assert CameBack(1) in people.happened
    assert (people.game.out, people.game.hands) == ((), (5, 1, 5, 4))
