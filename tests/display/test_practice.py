"""A practice round: pretend cards, real buzzers, and nothing counts."""

from dataclasses import replace

import pytest
from at_table import People
from extent import often
from longer import in_longer_words
from pseudo import english_in, pseudo
from recorder import drawn
from said import ENGLISH
from view_texts import every_text

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, Resumed, Wish, Wished
from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.sizes import Glass
from appliance.display.view import Screen, View
from appliance.display.view_of import view_of
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import GestureKind
from appliance.table import Table, TableSettings
from appliance.table.facts import Prompt
from appliance.table.parts import rhythm
from appliance.table.stages import Attract, Lobby
from appliance.table.stages.howto.state import HowTo
from appliance.table.stages.practice.facts import PracticeFacts, scene_of
from appliance.table.stages.practice.play import ENDS_AFTER, NUDGE_AFTER, OTHERS_HAVE
from appliance.table.stages.practice.state import Practice
from appliance.table.stages.practice.story import story
from bluffing.actions import Doubt
from bluffing.rulesets import RULESETS

SMALL = (800, 480)
EVERY = pytest.mark.parametrize("name", RULESETS)


def practising(name: str = "bicycle", number: int = 0) -> People:
    """Four sit in the lobby, one of them ready; a practice round is at that scene."""
    people = People(Table(TableSettings(name, buzzers=6)), now=SECOND)
    for buzzer in range(4):
        people.press(buzzer)
        people.wait(500 * MS)
    people.hold(2)
    people.put(Practice(people.table.inner, people.now, people.now, number))
    people.wait(50 * MS)
    return people


def view(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def do(people: People, buzzer: int) -> None:
    """Return what the scene asks for."""
    scene = scene_of(people.table)
    for _ in range(scene.times):
        if scene.wants is GestureKind.HOLD:
            people.hold(buzzer)
        else:
            people.press(buzzer)


@EVERY
def test_whoever_does_as_the_screen_says_comes_through_and_nothing_has_changed(name: str) -> None:
    people = practising(name)
    before = people.table
    seen = []
    while isinstance(people.table.stage, Practice):
        seen.append(scene_of(people.table))
        do(people, 5)
    assert tuple(seen) == story(name)
    lobby = people.table.stage
    assert isinstance(lobby, Lobby)
    assert lobby.ready == (2,)
    assert plain(people.table) == plain(before)


def plain(table: Table) -> Table:
    """The table without its stage, and without what it knows of fingers."""
    return replace(table, stage=Attract(), buttons=Buttons(), marks={}, unheard={}, bounced={})


@EVERY
def test_the_story_is_played_by_the_rules_to_a_doubt_and_its_verdict(name: str) -> None:
    ruleset, scenes = RULESETS[name], story(name)
    doubts = [scene for scene in scenes if "doubt" in scene.code]
    wants = GestureKind.PRESS if ruleset.races else GestureKind.HOLD
    assert [doubt.wants for doubt in doubts] == [wants]
    assert any(scene.truth is False for scene in scenes)
    for scene in scenes:
        if scene.claim is not None:
            assert scene.claim.seat != 0, "nobody doubts the own cards"
            lies = any(rank is not scene.claim.rank for rank in scene.turned)
            assert scene.truth is None or scene.truth is not lies
    assert Doubt(0).seat == 0


@pytest.mark.parametrize("name", often(RULESETS, {"doubt_it"}))
def test_every_scene_is_said_and_drawn_in_every_language(name: str) -> None:
    for number, scene in enumerate(story(name)):
        people = practising(name, number)
        seen = view_of(people.table, people.now, pseudo())
        assert seen.screen is Screen.PRACTICE
        assert seen.detail
        for text in every_text(seen):
            assert not english_in(text, people.table.settings.names), (scene, text)
        for layout in LAYOUTS:
            picture(seen, people.now, (800, 480), layout)


@pytest.mark.parametrize("name", often(RULESETS, {"doubt_it"}))
@pytest.mark.untraced
def test_on_the_smallest_screen_all_of_it_can_be_read_in_longer_words_too(name: str) -> None:
    """The pages of how to play, and every scene."""
    lobby = Lobby(0)
    read = [HowTo(lobby, 0, page) for page in range(len(RULESETS[name].lessons) + 2)]
    tried = [Practice(lobby, 0, 0, number) for number in range(len(story(name)))]
    stages: list[HowTo | Practice] = [*read, *tried]
    for stage in stages:
        people = practising(name)
        people.put(stage)
        seen = in_longer_words(view(people))
        sizes: dict[Layout, float] = {"tv": 1.0, "tabletop": 0.75}
        for layout, least in sizes.items():
            for text in drawn(seen, people.now, SMALL, layout).texts:
                assert text.inside, text
                assert text.whole, text
                assert text.size >= int(least * Glass().letter(SMALL)), text


def test_everybody_may_join_and_those_who_did_are_waited_for_but_not_for_ever() -> None:
    people = practising(number=1)
    for buzzer in (0, 5):
        people.press(buzzer)
    people.press(0)
    asked = {seat.buzzer: (seat.prompt, seat.counted) for seat in view(people).seats}
    assert asked[0] == (Prompt.TRY_DONE, 2)
    assert asked[5] == (Prompt.TRY_TAP, 1)
    assert rhythm(people.table, 0) is Rhythm.SOLID
    people.press(5)
    assert people.table.at(Practice).number == 2
    people.hold(5)
    people.wait(OTHERS_HAVE)
    assert people.table.at(Practice).number == 3
    assert people.table.at(Practice).joined == (5,), "who has left is not waited for again"


@pytest.mark.parametrize(
    ("number", "length", "reply"),
    [(1, 900, "shorter: a tap"), (2, 80, "hold till the ring is full")],
)
def test_a_press_of_another_kind_is_told_the_right_one(
    number: int, length: int, reply: str
) -> None:
    people = practising(number=number)
    people.press(3, length * MS)
    assert people.table.at(Practice).number == number
    said = next(seat.reply for seat in view(people).seats if seat.buzzer == 3)
    assert said is not None
    assert ENGLISH.say(said) == reply


@EVERY
@pytest.mark.parametrize("length", [80, 800])
def test_whoever_just_keeps_pressing_comes_through(name: str, length: int) -> None:
    people, presses = practising(name, 1), 0
    steps = len(story(name)) - 1
    while isinstance(people.table.stage, Practice) and presses < 3 * steps:
        people.press(4, length * MS)
        people.wait(300 * MS)
        presses += 1
    assert isinstance(people.table.stage, Lobby)


@pytest.mark.parametrize(("number", "length"), [(0, 800), (1, 2600), (3, 2600), (2, 2600)])
def test_a_hold_of_the_offer_and_a_long_one_of_any_scene_leave(number: int, length: int) -> None:
    people = practising(number=number)
    people.press(4, length * MS)
    assert isinstance(people.table.stage, Lobby)
    assert 4 not in people.table.buzzers


def test_where_nobody_presses_the_lamps_ask_once_more_and_then_the_round_ends() -> None:
    people = practising(number=1)
    assert rhythm(people.table, 1) is Rhythm.BREATHE
    people.wait(NUDGE_AFTER)
    assert rhythm(people.table, 1) is Rhythm.WALK
    assert view(people).in_front(PracticeFacts).nudged
    people.wait(ENDS_AFTER)
    assert isinstance(people.table.stage, Lobby)


def test_a_finger_goes_on_and_leaves_and_a_power_cut_ends_it() -> None:
    people = practising()
    people.send(Wished(Wish.PRACTISE, people.now))
    assert people.table.at(Practice).number == 1
    people.send(Wished(Wish.PAUSE, people.now))
    assert view(people).screen is Screen.PRACTICE
    people.send(Wished(Wish.GO_ON, people.now))
    assert isinstance(people.table.stage, Lobby)
    people = practising(number=3)
    people.send(Resumed(people.now))
    assert isinstance(people.table.stage, Lobby)
