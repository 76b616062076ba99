"""Teams in the percentage game: neighbouring buzzers play as one player of the rules."""

from dataclasses import replace

import pytest
from at_table import TRUSTING, People, wager_ruleset
from test_guess_clock import FACT
from test_table_menu import at, kept, opened

from appliance.core.effects import DrawQuestion
from appliance.core.signals import MS, SECOND, Chosen, QuestionDrawn
from appliance.table import Table, TableSettings
from appliance.table.elements import MenuPage
from appliance.table.facts import facts_of
from appliance.table.menus.rows import Chooses, Opens
from appliance.table.menus.settings import setting_of
from appliance.table.parts import rhythms
from appliance.table.stages import Turns
from appliance.table.windows import menu_of
from bluffing.actions import Guess, Pick

THREE_OF_FOUR = TableSettings(wager_ruleset(), buzzers=12, teams=4, conventions=TRUSTING)


def gathered(settings: TableSettings = THREE_OF_FOUR) -> People:
    """One person of each of three teams has sat down, and all are ready."""
    people = People(Table(settings), now=1000 * MS)
    for buzzer in (1, 6, 11):
        people.press(buzzer)
        people.hold(buzzer)
    return people


def asked(**options: int) -> People:
    """The teams have a question, and the second one is to guess."""
    given = tuple(sorted(options.items()))
    people = gathered(replace(THREE_OF_FOUR, options=given))
    people.wait(3 * SECOND)
    people.hold(5)  # the second team starts
    people.wait(SECOND)
    people.hold(6)  # and takes the kind
    drawn = [effect for effect in people.effects if isinstance(effect, DrawQuestion)]
    people.send(QuestionDrawn(drawn[-1].request, FACT, people.now))
    assert people.at(Turns)
    return people


@pytest.mark.rule("D23")
def test_a_team_is_one_player_whichever_of_its_buzzers_is_pressed() -> None:
    people = gathered()
    assert people.table.buzzers == (0, 4, 8)
    people.press(2)
    people.press(5)
    assert people.table.buzzers == (0, 4, 8), "the others of a team sit already"
    assert len({people.table.name(seat) for seat in range(3)}) == 3


@pytest.mark.rule("D23")
def test_each_of_its_buzzers_acts_and_picks_go_to_teams() -> None:
    people = asked()
    assert people.game.turn == 1
    for buzzer in (4, 5, 7):  # the tens, the units, the wager
        people.hold(buzzer)
    assert people.game.turn == 1
    assert len(people.game.points) == 3
    seat = people.game.turn
    people.send(Chosen(Pick(seat, 2), people.now))
    people.wait(1500 * MS)
    people.send(Chosen(Guess(2, 50, 20), people.now))
    people.wait(1500 * MS)
    picks = [move for move in people.table.ruleset.moves(people.game) if isinstance(move, Pick)]
    assert picks == [Pick(2, 0)], "no tag back to the team that picked"
    assert menu_of(people.table, 2).automatic() == Pick(2, 0)


def test_the_lamps_of_a_team_show_the_same() -> None:
    people = asked()
    lamps = rhythms(people.table)
    assert lamps[4:8] == (lamps[4],) * 4
    assert lamps[4] is not lamps[0]


@pytest.mark.rule("D23", "guess_seconds")
def test_a_team_has_a_quarter_of_a_minute_more() -> None:
    people = asked(guess_seconds=30)
    limit = facts_of(people.table, people.now).limit
    assert limit is not None
    assert limit[1] - limit[0] == 45 * SECOND


def test_a_game_of_cards_has_no_teams() -> None:
    people = gathered(replace(THREE_OF_FOUR, ruleset="bicycle"))
    assert people.table.buzzers == (1, 6, 11)


@pytest.mark.parametrize(("buzzers", "sizes"), [(5, (1, 2)), (6, (1, 2)), (12, (1, 2, 3, 4))])
def test_only_sizes_that_leave_three_teams_can_be_chosen(
    buzzers: int, sizes: tuple[int, ...]
) -> None:
    table = Table(TableSettings(wager_ruleset(), buzzers=buzzers))
    assert setting_of("seats.teams").choices(table) == sizes
    assert not setting_of("seats.teams").choices(Table(TableSettings("bicycle", buzzers=buzzers)))


def test_people_at_the_other_buzzers_of_a_new_team_stand_up() -> None:
    people = opened(replace(THREE_OF_FOUR, teams=1))
    assert people.table.menu is not None
    people.table = replace(people.table, buzzers=(0, 1, 4), names=(0, 1, 4))
    at(people, Opens(MenuPage.CHOICES, "seats.teams"), Chooses("seats.teams", 2))
    assert kept(people)["seats.teams"] == 2
    assert people.table.settings.teams == 2
    assert people.table.buzzers == (0, 4)
