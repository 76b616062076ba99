"""Who deals, who leads, a deal that went wrong, and the next one."""

import pytest
from at_table import HOLD, People, playing, race_ruleset, ruleset_with
from said import ENGLISH, noticed

from appliance.core.effects import Keep, NewDeck
from appliance.core.signals import MS, SECOND, Chosen, Resumed, Wish, Wished
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table import Table, TableSettings
from appliance.table.facts import Prompt, facts_of
from appliance.table.stages import Asking, Deal, Doubting, Lobby, Over, TableMenu, Turns, WhoDeals
from appliance.table.stages.lobby.play import START_AFTER
from bluffing.actions import Adjust, Leave, Play, Void
from bluffing.cards import Rank
from bluffing.game import Phase
from bluffing.rulesets import RULESETS

LONG = LONG_AFTER + 50 * MS


def gathered(ruleset: str, players: int = 4, **options: str | int | bool) -> People:
    """All are ready; the dealer is not known yet."""
    settings = TableSettings(ruleset, tuple(sorted(options.items())), buzzers=players)
    people = People(Table(settings), now=SECOND)
    for buzzer in range(players):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(START_AFTER)
    assert people.at(WhoDeals)
    return people


@pytest.mark.parametrize("name", RULESETS)
def test_in_every_game_somebody_begins_and_everybody_is_told_what_to_do(name: str) -> None:
    ruleset = RULESETS[name]
    players = max(4, ruleset.seats[0]) if 4 in ruleset.seats else ruleset.seats[0]
    people = gathered(name, players)
    view = view_of(people.table, people.now, ENGLISH)
    assert view.headline in ("Who deals?", "Who begins?")
    people.hold(0)
    assert people.effects.count(NewDeck()) == bool(ruleset.deck(people.game))
    if ruleset.deck(people.game):
        view = view_of(people.table, people.now, ENGLISH)
        assert view.headline == "Ana deals"
        assert f"{max(people.game.hands)} " in view.detail
        assert view.seats[0].prompt is Prompt.DEALT
        people.wait(100 * MS)
        people.hold(0)
        assert people.at(Turns)
    else:
        assert people.at(Asking)


def test_the_next_seat_goes_on_where_the_dealer_leaves_in_the_deal() -> None:
    people = gathered("verish")
    people.hold(3)
    people.wait(100 * MS)
    people.send(Chosen(Leave(3), people.now))
    prompts = [seat.prompt for seat in view_of(people.table, people.now, ENGLISH).seats]
    assert prompts == [Prompt.DEALT, None, None, None]
    people.hold(0)
    assert people.at(Turns)


def test_what_is_not_dealt_stays_beside_the_game() -> None:
    people = gathered(ruleset_with("idi_hand_size"), idi_hand_size=7)
    people.hold(2)
    detail = view_of(people.table, people.now, ENGLISH).detail
    assert "7 cards each; 24 cards stay face down beside the game. Dov leads." in detail


def test_chance_says_who_leads_by_house_option() -> None:
    leads = set()
    for late in range(4):
        people = gathered(ruleset_with("starts", "idi_hand_size"), starts="random")
        people.wait(late)
        onset = people.now
        people.hold(0)
        assert people.game.turn == onset % 4
        leads.add(people.game.turn)
    assert leads == {0, 1, 2, 3}


def test_the_winner_leads_the_next_game_by_house_option() -> None:
    people = playing(4, ruleset_with("starts", "idi_hand_size"), (5, 1, 5, 5), starts="winner")
    people.send(Chosen(Play(1, 1, Rank.SEVEN), people.now))
    people.wait(20 * SECOND)
    assert people.at(Over)
    assert people.game.winner == 1
    people.hold(3)
    assert people.table.dealer == 1
    assert people.game.turn == 1


def test_before_any_game_nobody_has_won() -> None:
    people = gathered(ruleset_with("starts", "idi_hand_size"), starts="winner")
    people.hold(0)
    assert people.game.turn == 1, "the dealer's left"


def test_a_set_up_that_the_rules_refuse_is_told_in_the_lobby() -> None:
    people = gathered(ruleset_with("idi_hand_size"), idi_hand_size=26)
    people.hold(0)
    assert people.at(Lobby)
    assert noticed(people.table)


@pytest.mark.rule("X17")
def test_before_the_first_play_the_dealer_deals_again() -> None:
    people = playing(4, race_ruleset(), (14, 12, 13, 13))
    people.press(0, LONG)
    assert people.at(Deal)
    assert people.table.dealer == 0
    assert people.game.hands == (13, 13, 13, 13)
    people.hold(0)
    assert people.at(Turns)


def test_by_touch_too_and_never_after_the_first_play() -> None:
    people = playing(4, race_ruleset(), (14, 12, 13, 13))
    people.send(Wished(Wish.DEAL_AGAIN, people.now))
    assert people.at(Deal)
    people.hold(0)
    people.wait(100 * MS)
    people.lay(1, 1)
    people.send(Wished(Wish.DEAL_AGAIN, people.now))
    assert people.at(Turns)
    people.press(0, LONG)
    assert people.at(Doubting) or people.game.phase is not Phase.READY


def test_the_hold_that_says_dealt_does_not_deal_again_when_it_lasts() -> None:
    people = gathered(race_ruleset())
    people.hold(0)
    people.wait(100 * MS)
    people.press(0, LONG)
    assert people.at(Turns)
    assert not people.paused()


def test_in_the_deal_counts_are_moved_by_touch_and_nothing_is_played() -> None:
    people = gathered(race_ruleset())
    people.hold(0)
    before = people.game
    people.send(Chosen(Play(1, 1), people.now))
    assert people.game == before
    if people.table.ruleset.refusal(before, Adjust(1, 2)) is None:
        people.send(Chosen(Adjust(1, 2), people.now))
        assert people.game.hands[1] == before.hands[1] - 1


def test_who_left_is_not_dealt_in_again() -> None:
    people = playing(5, race_ruleset())
    people.send(Wished(Wish.PAUSE, people.now))
    people.send(Chosen(Leave(1), people.now))
    if people.game.phase is not Phase.OVER:
        people.send(Chosen(Void(), people.now))
    people.wait(10 * MS)
    assert people.at(Over)
    people.wait(100 * MS)
    people.hold(3)
    assert people.at(Deal)
    assert people.table.buzzers == (0, 2, 3, 4)
    assert people.table.dealer == 1, "the next on the left who is still there: buzzer 2"


def test_a_void_game_has_no_winner_and_the_next_is_dealt() -> None:
    people = playing(4, race_ruleset())
    people.send(Wished(Wish.PAUSE, people.now))
    people.send(Chosen(Void(), people.now))
    people.wait(10 * MS)
    assert people.at(Over)
    assert view_of(people.table, people.now, ENGLISH).headline == "Nobody wins"
    people.wait(100 * MS)
    people.hold(2)
    assert people.at(Deal)


def test_between_games_a_hold_deals_when_it_is_let_go_and_a_long_one_opens_the_menu() -> None:
    people = playing(4, race_ruleset(), (5, 1, 5, 5))
    people.lay(1, 1)
    people.wait(20 * SECOND)
    assert people.at(Over)
    people.down(2)
    people.wait(LONG - 100 * MS)
    assert people.at(Over), "not dealt yet"
    people.wait(200 * MS)
    assert people.at(TableMenu)
    people.up(2)
    people.wait(SECOND)
    assert people.at(TableMenu), "and nothing is dealt when it is let go"
    people.send(Wished(Wish.MENU, people.now))
    assert people.at(Over)
    people.down(2)
    people.wait(HOLD)
    assert people.at(Over)
    people.up(2)
    people.wait(40 * MS)
    assert people.at(Deal)


def test_between_games_the_menu_asks_anew_who_plays() -> None:
    people = playing(4, race_ruleset(), (5, 1, 5, 5))
    people.lay(1, 1)
    people.wait(20 * SECOND)
    people.send(Wished(Wish.WHO_PLAYS, people.now))
    assert people.at(Lobby)
    for _ in range(2):
        people.press(2, LONG)
    assert people.table.buzzers == (0, 1, 3)


def test_a_power_cut_while_cards_are_dealt_leaves_the_deal() -> None:
    people = gathered(race_ruleset())
    people.hold(0)
    hands = people.game.hands
    people.send(Resumed(people.now))
    people.wait(SECOND)
    people.hold(2)
    assert people.at(Deal)
    people.wait(100 * MS)
    people.hold(0)
    assert people.at(Turns)
    assert people.game.hands == hands


def test_two_play_pagats_game_with_force_which_is_said_and_no_dead_end() -> None:
    people = gathered("idi", 2)
    people.hold(0)
    assert people.at(Deal)
    assert noticed(people.table) == "I Doubt It (Pagat) with 2 players needs Force: it is on now."
    assert people.table.ruleset.house(dict(people.table.settings.options))["force"] is True
    assert facts_of(people.table, people.now).settings.options == (("force", True),)
    assert not any(isinstance(effect, Keep) for effect in people.effects), "three play without it"
    people.wait(100 * MS)
    people.hold(0)
    assert people.at(Turns)


def test_three_play_pagats_game_as_it_is_set() -> None:
    people = gathered("idi", 3)
    people.hold(0)
    assert people.at(Deal)
    assert people.table.settings.options == ()
    assert people.table.notice is None


def test_house_rules_that_are_not_for_so_many_say_where_they_are_changed() -> None:
    people = gathered("idi", 3, idi_hand_size=26)
    people.hold(0)
    assert people.at(Lobby)
    assert (noticed(people.table) or "").endswith(
        "The table menu changes that: hold a free buzzer for 2.5 seconds."
    )
