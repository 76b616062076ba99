"""House surveys: everybody votes, and the table tells only how many have."""

import re
from dataclasses import replace

import pytest
from at_table import HOLD, TAP, People, seated, wager_ruleset
from hypothesis import given
from hypothesis import strategies as st
from said import ENGLISH

from appliance.core.effects import CountVotes, PlaySound, Rhythm
from appliance.core.signals import MS, SECOND, Resumed, VotesCounted, Wish, Wished
from appliance.display.screens import SCREENS
from appliance.display.view import Screen
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table import Table, TableSettings, facts
from appliance.table.elements import MenuPage, OpenPage
from appliance.table.facts import Prompt
from appliance.table.menus.rows import Surveys, rows
from appliance.table.parts import rhythms
from appliance.table.stages import Attract, Lobby, TableMenu
from appliance.table.stages.survey.play import SEALED_AFTER, SURVEY_RESTS
from appliance.table.stages.survey.state import SURVEYS, HouseSurvey
from bluffing.message import message

LONG = LONG_AFTER + 40 * MS


def asking(buzzers: int = 4) -> People:
    """A table without players; the question about ghosts is open, as the menu opens it."""
    table = Table(TableSettings(wager_ruleset(), buzzers=buzzers))
    people = People(table, now=SECOND)
    spot = OpenPage(MenuPage.SURVEYS, SURVEYS.index("ghost"))
    trail = (OpenPage(MenuPage.ROOT), OpenPage(MenuPage.GAME), spot)
    people.put(TableMenu(people.now, trail=trail, steers=0, touched_at=people.now))
    people.wait(100 * MS)
    people.hold(0)
    people.wait(100 * MS)
    return people


def votes(people: People) -> list[CountVotes]:
    return [effect for effect in people.effects if isinstance(effect, CountVotes)]


def here(people: People) -> HouseSurvey:
    assert isinstance(people.table.stage, HouseSurvey)
    return people.table.stage


def test_the_menu_offers_every_question_where_a_game_asks_any() -> None:
    for game, offered in ((wager_ruleset(), True), ("bicycle", False)):
        table = Table(TableSettings(game))
        pages = [row.does for row in rows(table, TableMenu(trail=(OpenPage(MenuPage.GAME),)))]
        assert any(getattr(page, "page", None) is MenuPage.SURVEYS for page in pages) is offered
    found = rows(table, TableMenu(trail=(OpenPage(MenuPage.SURVEYS),)))
    assert [entry.does for entry in found[:-1]] == [Surveys(name) for name in SURVEYS]


def test_a_survey_begins_with_how_many_have_answered() -> None:
    people = asking()
    assert here(people).survey == "ghost"
    assert votes(people) == [CountVotes("ghost")]
    seen = view_of(people.table, people.now, ENGLISH)
    assert seen.screen is Screen.SURVEY
    assert SCREENS[Screen.SURVEY].read(seen)[1] == "The answers are not counted yet"
    people.send(VotesCounted("pineapple", 1, 9, people.now))
    people.send(VotesCounted("ghost", 7, 3, people.now))
    seen = view_of(people.table, people.now, ENGLISH)
    question, answers = SCREENS[Screen.SURVEY].read(seen)
    assert question == "Do you believe in ghosts?"
    assert answers.startswith("7 answers so far, 3 more")
    people.send(VotesCounted("ghost", 10, 0, people.now))
    seen = view_of(people.table, people.now, ENGLISH)
    assert "a question of your own" in SCREENS[Screen.SURVEY].read(seen)[1]


def test_votes_are_counted_when_the_round_is_over_and_the_next_may_vote() -> None:
    people = asking()
    people.press(0)
    people.hold(1)
    people.press(3)
    people.wait(2 * SECOND)
    assert rhythms(people.table) == (Rhythm.SOLID, Rhythm.SOLID, Rhythm.BREATHE, Rhythm.SOLID)
    assert len(votes(people)) == 1, "nothing is counted before people say so"
    people.press(2, LONG)
    assert votes(people)[1:] == [CountVotes("ghost", 2, 1)]
    people.wait(100 * MS)
    assert rhythms(people.table) == (Rhythm.BREATHE,) * 4
    people.press(0)
    people.wait(2 * SECOND)
    people.press(0, LONG)
    assert votes(people)[2:] == [CountVotes("ghost", 1, 0)], "an answer counts, not a person"
    people.wait(100 * MS)
    people.press(1, LONG)
    assert people.at(Attract)
    assert len(votes(people)) == 3


def test_who_has_voted_votes_no_more_in_the_round() -> None:
    people = asking()
    people.press(0)
    people.hold(0)
    people.wait(2 * SECOND)
    people.send(Wished(Wish.GO_ON, people.now))
    assert votes(people)[-1] == CountVotes("ghost", 1, 0)


def told(lengths: tuple[int, ...]) -> list[str]:
    """Everything seen and heard, every 10 ms, while buzzers are pressed for `long` ns."""
    people = asking()
    people.effects.clear()
    began, seen = people.now, []
    for buzzer in range(len(lengths)):
        people.down(buzzer)
    for after in range(0, 1500 * MS, 10 * MS):
        people.wait(began + after - people.now)
        for buzzer, length in enumerate(lengths):
            if length == after:
                people.up(buzzer)
        sounds = [effect for effect in people.effects if isinstance(effect, PlaySound)]
        view = replace(
            view_of(people.table, people.now, ENGLISH),
            notice=replace(view_of(people.table, people.now, ENGLISH).notice, at=None),
        )
        seen.append(re.sub(r" at 0x\w+", "", f"{rhythms(people.table)} {sounds} {view!r}"))
    return seen


def test_nothing_seen_or_heard_tells_a_yes_from_a_no() -> None:
    yes = told((TAP, TAP))
    assert told((HOLD, HOLD)) == told((TAP, HOLD)) == told((HOLD, TAP)) == yes
    assert yes[0] != yes[-1], "that somebody has voted is told"


def test_the_screen_calls_the_vote_open_before_anybody_votes() -> None:
    people = asking()
    shown = view_of(people.table, people.now, ENGLISH)
    assert shown.headline == "Open vote: tap is yes, hold is no"
    assert shown.detail.endswith("your hand shows it to the others")


def test_where_somebody_steps_through_the_answers_all_read_that_votes_are_seen() -> None:
    people = asking()
    assert view_of(people.table, people.now, ENGLISH).detail == ENGLISH("survey.how")
    settings = replace(people.table.settings, grammars=("usual", "scan"))
    people.table = replace(people.table, settings=settings)
    assert view_of(people.table, people.now, ENGLISH).detail == ENGLISH("survey.how-seen")


@given(st.lists(st.booleans(), min_size=1, max_size=4))
def test_every_vote_counts_once(said: list[bool]) -> None:
    people = asking()
    for buzzer, yes in enumerate(said):
        people.press(buzzer, TAP if yes else HOLD)
    people.wait(SEALED_AFTER)
    assert [seat.prompt for seat in facts.facts_of(people.table, people.now).seats] == [
        Prompt.VOTED if buzzer < len(said) else Prompt.VOTE for buzzer in range(4)
    ]
    people.wait(SURVEY_RESTS)
    assert votes(people)[1:] == [CountVotes("ghost", sum(said), len(said) - sum(said))]
    assert people.at(Attract), "nobody is there any more"


def test_a_power_cut_loses_the_round_and_a_finger_cannot_vote() -> None:
    people = asking()
    people.press(0)
    people.send(Wished(Wish.FUN, people.now))
    assert isinstance(people.table.stage, HouseSurvey)
    people.send(Resumed(people.now))
    assert people.at(Attract)
    assert len(votes(people)) == 1


def test_people_who_sit_there_stay_seated() -> None:
    people = seated(wager_ruleset())
    table = replace(people.table, stage=HouseSurvey(Lobby(0), people.now, people.now, "ghost"))
    people.table = table
    people.wait(100 * MS)
    people.send(Wished(Wish.GO_ON, people.now))
    assert people.at(Lobby)
    assert len(people.table.buzzers) == 3


@pytest.mark.parametrize("name", SURVEYS)
def test_every_question_is_one_that_a_pack_may_have(name: str) -> None:
    asks = ENGLISH("survey.asks", question=message(f"survey.{name}"))
    assert len(asks) <= 200
    assert asks.endswith("?")
