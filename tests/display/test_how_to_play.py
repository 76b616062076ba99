"""How to play at the table: pages that people turn, and a code of the same to take home."""

import sys
from dataclasses import replace

import cv2
import numpy as np
import pygame.surfarray
import pytest
from at_table import People, playing
from extent import often, some
from pseudo import english_in, pseudo
from said import ENGLISH
from view_texts import every_text

from appliance.core.signals import MS, SECOND, DriverLost, Wish, Wished
from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.qrcode import MOST_BYTES, modules
from appliance.display.quiet import pygame
from appliance.display.screens.howto import in_short, read
from appliance.display.view import Screen, View
from appliance.display.view_of import view_of
from appliance.table import Table, TableSettings
from appliance.table.facts import Prompt
from appliance.table.parts import part_of
from appliance.table.stages import Attract, Lobby, Over, Paused, WhoDeals
from appliance.table.stages.howto.facts import HowToFacts, pages
from appliance.table.stages.howto.play import CLOSES_AFTER
from appliance.table.stages.howto.state import HowTo
from appliance.table.stages.over.facts import READ_AFTER
from appliance.table.stages.practice.facts import PracticeFacts
from bluffing.actions import Void
from bluffing.message import message
from bluffing.rulesets import RULESETS

EVERY = pytest.mark.parametrize("name", RULESETS)


def seated(name: str = "bicycle", players: int = 4) -> People:
    people = People(Table(TableSettings(name, buzzers=6)), now=SECOND)
    for buzzer in range(players):
        people.press(buzzer)
        people.wait(500 * MS)
    return people


def reading(name: str = "bicycle") -> People:
    people = seated(name)
    people.send(Wished(Wish.HOW_TO, people.now))
    return people


def learn(people: People, buzzer: int) -> None:
    """The player at `buzzer` goes on to "how to play" in the lobby, and takes it."""
    people.press(buzzer)
    people.press(buzzer)
    people.hold(buzzer)


def view(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def test_without_the_package_for_codes_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    modules.cache_clear()
    monkeypatch.setitem(sys.modules, "segno", None)
    table = Table(TableSettings("bicycle", buzzers=6))
    last = replace(table, stage=HowTo(Attract(), 0, pages(table) - 1))
    seen = view_of(last, 0, ENGLISH)
    said = read(seen)
    shown = picture(seen, 0, (800, 480))
    modules.cache_clear()
    assert said == (ENGLISH("howto.home.no-code"),)
    assert not code_on(shown)


def test_a_page_shows_its_own_facts_alone() -> None:
    with pytest.raises(TypeError, match="howto shows no PracticeFacts"):
        view(reading()).in_front(PracticeFacts)


def test_a_stage_by_itself_has_nothing_in_front_of_it() -> None:
    table = seated().table
    lobby = part_of(table.stage)
    assert lobby.front(table) is None
    assert lobby.takes(table, 0) is lobby.asks(table, 0).prompt is None


# --- in and out ----------------------------------------------------------------------------------


def test_who_is_ready_and_waits_chooses_to_read_and_every_buzzer_turns_the_page() -> None:
    people = seated()
    people.hold(2)
    people.wait(3 * SECOND)
    learn(people, 2)
    assert view(people).screen is Screen.HOW_TO
    assert {seat.prompt for seat in view(people).seats} == {Prompt.TURN_PAGE}
    for buzzer, number in ((5, 1), (0, 2), (2, 3)):
        people.press(buzzer)
        assert view(people).in_front(HowToFacts).page == number
    people.hold(4)
    lobby = people.table.stage
    assert isinstance(lobby, Lobby)
    assert lobby.ready == (2,)
    assert people.table.buzzers == (0, 1, 2, 3), "nobody sat down by turning a page"


def test_after_the_last_page_whoever_likes_tries_it_and_an_old_page_closes() -> None:
    people = reading()
    for _ in range(pages(people.table)):
        assert view(people).screen is Screen.HOW_TO
        people.press(1)
    assert view(people).screen is Screen.PRACTICE
    people.hold(1)
    assert people.table.stage == people.table.inner
    people.send(Wished(Wish.HOW_TO, people.now))
    people.wait(CLOSES_AFTER - SECOND)
    assert view(people).screen is Screen.HOW_TO
    people.wait(SECOND)
    assert view(people).screen is Screen.LOBBY


def test_a_finger_opens_turns_and_closes_it_from_the_first_screen_on() -> None:
    people = People(Table(TableSettings("bicycle")), now=SECOND)
    people.send(Wished(Wish.HOW_TO, people.now))
    people.send(Wished(Wish.HOW_TO, people.now))
    assert view(people).in_front(HowToFacts).page == 1
    people.send(Wished(Wish.GO_ON, people.now))
    assert isinstance(people.table.stage, Attract)


def test_nobody_is_dealt_to_while_somebody_reads() -> None:
    people = seated()
    for buzzer in range(3):
        people.hold(buzzer)
    people.wait(3 * SECOND)
    learn(people, 0)
    people.wait(10 * SECOND)
    assert people.table.aside is not None
    people.hold(0)
    people.hold(3)
    learn(people, 0)
    assert isinstance(people.table.stage, Lobby), "nothing keeps them from the deal any more"
    people.wait(3 * SECOND)
    assert isinstance(people.table.stage, WhoDeals)


def over() -> People:
    people = playing(4)
    game, events = people.table.ruleset.apply(people.game, Void())
    people.put(Over(people.now, match=replace(people.table.match, game=game, happened=events)))
    return people


def test_at_the_end_a_tap_reads_but_no_doubt_that_came_too_late() -> None:
    people = over()
    assert "Tap: how to play" not in view(people).detail
    people.press(1)
    assert view(people).screen is Screen.OVER
    people.wait(READ_AFTER)
    assert "Tap: how to play" in view(people).detail
    people.press(1)
    assert view(people).screen is Screen.HOW_TO
    people.press(1, 3 * SECOND)
    assert isinstance(people.table.stage, Over), "and no verdict is disputed meanwhile"


def test_lost_buzzers_close_the_page_before_the_table_is_paused() -> None:
    people = over()
    people.wait(READ_AFTER)
    people.send(Wished(Wish.HOW_TO, people.now))
    people.send(DriverLost("buzzers", message("text", text="gone"), people.now))
    assert isinstance(people.table.stage, Paused)
    assert isinstance(people.table.stage.stage, Over)


# --- what it says --------------------------------------------------------------------------------


@EVERY
def test_each_game_has_four_to_seven_pages_of_rules_that_it_plays(name: str) -> None:
    ruleset = RULESETS[name]
    for preset in ruleset.presets:
        told = {rule.id: rule.text for rule in ruleset.explain(dict(preset.options))}
        for lesson, (topic, texts) in zip(
            ruleset.lessons, ruleset.taught(dict(preset.options)), strict=True
        ):
            assert topic is lesson.topic
            assert texts == tuple(told[rule] for rule in lesson.ids if rule in told)
            assert texts
    assert 4 <= pages(Table(TableSettings(name))) <= 7


@EVERY
def test_every_page_has_words_in_every_language(name: str) -> None:
    people = reading(name)
    while isinstance(people.table.stage, HowTo):
        seen = view_of(people.table, people.now, pseudo())
        assert read(seen)
        for text in every_text(seen):
            assert not english_in(text, people.table.settings.names), text
        people.press(0)


@EVERY
def test_the_short_text_fits_a_code_and_says_how_a_turn_goes(name: str) -> None:
    for words in (ENGLISH, pseudo()):
        short = in_short(name, (), words)
        assert len(short.encode()) <= MOST_BYTES
        assert short.startswith(words.say(RULESETS[name].title))
        assert len(short.splitlines()) > 1


@pytest.mark.parametrize("name", often(RULESETS))
def test_every_page_has_a_picture_of_its_own(name: str) -> None:
    table = Table(TableSettings(name, buzzers=6), HowTo(Attract(), 0))
    turned = [Table(table.settings, HowTo(Attract(), 0, page)) for page in range(pages(table))]
    shown = [replace(view_of(page, 0, ENGLISH), headline="", detail="") for page in turned]
    drawn = {pygame.image.tobytes(picture(view, 0, (800, 480)), "RGB") for view in shown}
    assert len(drawn) == len(turned)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
@pytest.mark.examples
def test_the_code_is_read_off_the_picture_for_every_game(
    layout: Layout, size: tuple[int, int]
) -> None:
    for name in some(RULESETS, every=4):
        table = Table(TableSettings(name, buzzers=6), HowTo(Attract(), 0))
        last = HowTo(Attract(), 0, pages(table) - 1)
        seen = view_of(Table(table.settings, last), 0, ENGLISH)
        assert code_on(picture(seen, 0, size, layout)) == in_short(name, (), ENGLISH), name


def code_on(shown: pygame.Surface) -> str:
    """Return what OpenCV reads of the code on a picture."""
    pixels = np.ascontiguousarray(pygame.surfarray.array3d(shown).swapaxes(0, 1))
    readers = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())
    return next((text for reader in readers if (text := reader.detectAndDecode(pixels)[0])), "")
