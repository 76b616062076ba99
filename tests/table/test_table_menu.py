"""The table's menu: every page and setting by one buzzer, never by accident, never stuck in it."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from at_table import HOLD, TAP, People, playing, race_ruleset
from hypothesis import given
from hypothesis import strategies as st
from pseudo import assert_in_catalogue
from said import ENGLISH, noticed, said

from appliance.core.effects import Job, Keep, Kept, TryNext
from appliance.core.question import Kind, Pack
from appliance.core.signals import (
    BACKSPACE,
    MS,
    RETURN,
    SECOND,
    LetterTyped,
    RowTouched,
    Told,
    Wish,
    Wished,
)
from appliance.core.task import Task
from appliance.display.draw import picture
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.runtime.journal import Journal
from appliance.table import Table, TableSettings
from appliance.table.elements import MenuPage, OpenPage
from appliance.table.facts import MenuFacts, MenuRow, facts_of
from appliance.table.menus.rows import Becomes, Chooses, Opens, Spells
from appliance.table.menus.walking import FREE_AFTER, LEFT_AFTER
from appliance.table.stages import Attract, Deal, Lobby, Over, TableMenu, Turns
from appliance.table.state import AVATARS, Household, Outside, SavedGame
from bluffing.message import Message, message
from bluffing.rulesets import RULESETS

LONG = LONG_AFTER + 50 * MS
OUTSIDE = (
    Outside("sound.volume", "on", ("on", "quiet", "off")),
    Outside("display.layout", "tv", ("tv", "tabletop")),
    Outside("display.brightness", 80, (20, 40, 60, 80, 100)),
    Outside("display.reduced_motion", value=False, choices=(True, False)),
    Outside("display.distance_cm", 130, (60, 130, 300)),
    Outside("language", "en", ("en",)),
)
SAVED = (SavedGame("Grandma", "bullshit", (("cards_max", 1),)),)
SETTINGS = TableSettings(buzzers=4, outside=OUTSIDE, household=Household(SAVED))
MINE = 2


def opened(settings: TableSettings = SETTINGS) -> People:
    """The menu, opened from attract by one long hold, and let go."""
    people = People(Table(settings), now=SECOND)
    people.press(MINE, LONG)
    assert people.at(TableMenu)
    return people


def standing(page: TableMenu, settings: TableSettings = SETTINGS) -> People:
    """The menu at `page`, as if it had just been opened."""
    people = opened(settings)
    people.put(replace(page, since=people.now, touched_at=people.now, steers=MINE))
    return people


def menu(people: People) -> MenuFacts:
    about = facts_of(people.table, people.now).about
    assert isinstance(about, MenuFacts)
    return about


def row_of(people: People, does: object) -> int:
    """The number of the row that does this."""
    return next(number for number, row in enumerate(menu(people).rows) if row.does == does)


def test_the_corners_of_the_picture_are_marked_while_its_margin_is_chosen() -> None:
    margin = Outside("display.margin_percent", 0, (0, 5, 10))
    people = opened(replace(SETTINGS, outside=(*OUTSIDE, margin)))
    seen = []
    for does in (
        Opens(MenuPage.ROOM),
        Opens(MenuPage.CHOICES, "display.margin_percent"),
        Chooses("display.margin_percent", 5),
    ):
        take(people, does)
        pixels = np.frombuffer(pygame.image.tobytes(drawn(people), "RGB"), np.uint8).reshape(
            480, 800, 3
        )
        corners = {tuple(pixels[y, x]) for y in (0, -1) for x in (0, -1)}
        seen.append((menu(people).corners, corners == {DOUBT}))
    assert seen == [(False, False), (True, True), (True, True)]


def drawn(people: People) -> pygame.Surface:
    return picture(view_of(people.table, people.now, ENGLISH), people.now, (800, 480), "tv")


def take(people: People, *all_does: object) -> None:
    """Tap to the row that does each of these, from at most three rows before it, and hold."""
    for does in all_does:
        wanted, stage = row_of(people, does), people.table.at(TableMenu)
        cursor = max(menu(people).cursor, wanted - 3)
        people.put(replace(stage, trail=(*stage.trail[:-1], replace(stage.spot, cursor=cursor))))
        for _ in range((wanted - cursor) % len(menu(people).rows)):
            people.press(MINE)
        assert menu(people).cursor == wanted
        people.hold(MINE)


def kept(people: People) -> dict[str, Kept]:
    return {effect.key: effect.value for effect in people.effects if isinstance(effect, Keep)}


def over() -> People:
    """A game of four is over."""
    people = playing(4, race_ruleset(), (5, 1, 5, 5))
    people.table = replace(
        people.table, settings=replace(people.table.settings, outside=OUTSIDE, buzzers=6)
    )
    people.lay(1, 1)
    people.wait(20 * SECOND)
    assert people.at(Over)
    return people


def kinds_and_names(people: People) -> tuple[tuple[Kind, ...], tuple[str, ...]]:
    return people.table.settings.kinds, people.table.settings.questions


# --- the way in ----------------------------------------------------------------------------------


def test_a_long_hold_of_a_free_buzzer_opens_it_and_nobody_has_sat_down() -> None:
    people = People(Table(SETTINGS), now=SECOND)
    people.press(0)
    people.press(3, LONG)
    assert people.at(TableMenu)
    assert people.table.buzzers == (0,)
    assert menu(people).steers == 3
    people.send(Wished(Wish.MENU, people.now))
    assert people.at(Lobby)


@pytest.mark.parametrize("length", [TAP, 500 * MS, HOLD, 2 * SECOND, LONG_AFTER - 60 * MS])
def test_no_shorter_press_opens_it(length: int) -> None:
    people = People(Table(SETTINGS), now=SECOND)
    people.press(0, length)
    people.press(1, length)
    assert people.at(Lobby)
    between = over()
    between.press(0, length)
    assert not between.at(TableMenu)


def test_a_buzzer_that_is_stuck_does_not_keep_it_open() -> None:
    people = People(Table(SETTINGS), now=SECOND)
    people.down(1)
    people.wait(11 * SECOND)
    assert people.at(Attract)
    people.wait(60 * SECOND)
    assert people.at(Attract)


def test_what_opened_it_takes_nothing_in_it_before_it_was_let_go() -> None:
    people = People(Table(SETTINGS), now=SECOND)
    people.down(1)
    people.wait(8 * SECOND)
    assert menu(people).page is MenuPage.ROOT
    assert menu(people).hold is None


@pytest.mark.parametrize("wish", [Wish.MENU, Wish.PLACES])
def test_during_a_game_no_wish_opens_it(wish: Wish) -> None:
    people = playing(4)
    before = people.table
    people.send(Wished(wish, people.now))
    assert people.at(Turns)
    assert people.table.game == before.game


@pytest.mark.untraced
def test_it_closes_by_itself_from_every_page_after_a_minute_of_nothing() -> None:
    for page in pages(SETTINGS):
        people = standing(page)
        people.wait(LEFT_AFTER - MS)
        assert people.at(TableMenu)
        people.wait(2 * MS)
        assert people.at(Attract)
        assert people.table.settings == SETTINGS


def test_another_buzzer_is_told_who_steers_and_may_take_over_after_a_while() -> None:
    people = opened()
    people.press(0)
    assert menu(people).cursor == 0
    assert noticed(people.table) == f"Buzzer {MINE + 1} goes through the menu"
    people.wait(FREE_AFTER)
    people.press(0)
    assert menu(people).cursor == 1
    assert menu(people).steers == 0


# --- every page and setting by one buzzer --------------------------------------------------------


@cache
def pages(settings: TableSettings) -> tuple[TableMenu, ...]:
    """Every page that one buzzer reaches by its rows, in its first state."""
    found: dict[tuple[object, ...], TableMenu] = {}
    waiting = [opened(settings)]
    while waiting:
        people = waiting.pop()
        stage = people.table.at(TableMenu)
        key = (stage.spot.page, stage.spot.of)
        if key in found:
            continue
        found[key] = stage
        becomes = [row for row in menu(people).rows if isinstance(row.does, Becomes)][:1]
        for number, row in enumerate(menu(people).rows):
            if isinstance(row.does, Opens) or row in becomes:  # of the wizard, its first way
                other = replace(people, handled=[], effects=[])
                take(other, menu(other).rows[number].does)
                waiting.append(other)
    return tuple(found.values())


@pytest.mark.untraced
def test_one_buzzer_comes_to_every_page() -> None:
    found = {page.spot.page for page in pages(SETTINGS)}
    assert found == set(MenuPage) - {MenuPage.SURVEYS}, "that is for games that ask questions"
    asks = replace(SETTINGS, ruleset="doubt_it", options=())
    assert MenuPage.SURVEYS in {page.spot.page for page in pages(asks)}
    jobs = {page.spot.of for page in pages(SETTINGS) if page.spot.page is MenuPage.JOB}
    assert jobs == set(Task) - {Task.KEEPSAKE}, "that is for the end of a game"


@pytest.mark.untraced
def test_one_buzzer_leaves_every_page_within_a_few_presses() -> None:
    for page in pages(SETTINGS):
        people = standing(page)
        for _ in range(5):
            if not people.at(TableMenu):
                break
            if page.spot.page is MenuPage.PLACES and menu(people).page is MenuPage.PLACES:
                people.press(MINE)
                people.hold(MINE)
            else:
                take(people, None)
        assert people.at(Attract), page.spot


@given(st.lists(st.sampled_from((TAP, TAP, TAP, HOLD, 500 * MS, LONG)), max_size=40), st.data())
def test_nobody_gets_stuck_whatever_one_buzzer_did(way: list[int], data: st.DataObject) -> None:
    people = standing(data.draw(st.sampled_from(pages(SETTINGS))))
    for length in way:
        people.press(MINE, length)
        if not people.at(TableMenu):
            return
    for _ in range(6):
        if not people.at(TableMenu):
            break
        if menu(people).page is MenuPage.PLACES:
            people.press(MINE)
            people.hold(MINE)
        else:
            take(people, None)
    assert people.at(Attract)


def settings_rows() -> list[tuple[TableMenu, MenuRow]]:
    """Every row that chooses a value, on every page that there is."""
    found = []
    for page in pages(SETTINGS):
        people = standing(page)
        found += [(page, row) for row in menu(people).rows if isinstance(row.does, Chooses)]
    return found


def test_one_buzzer_sets_every_value_of_every_setting_and_it_is_kept() -> None:
    keys = set()
    for page, row in settings_rows():
        assert isinstance(row.does, Chooses)
        people = standing(page)
        before = people.table.settings
        take(people, row.does)
        key = row.does.key
        if people.table.settings == before:
            assert row.marked or people.table.notice is not None, (key, row.does.value)
            continue
        keys.add(key)
        assert kept(people), key
    options = {f"game.options.{option.key}" for option in RULESETS[SETTINGS.ruleset].options}
    named = {"game.ruleset", "game.preset", "game.doubt_window_ms", "sound.volume"}
    assert named | options <= keys
    assert {setting.key for setting in OUTSIDE} - keys == {"language"}, "there is only one"


def pages_of(name: str) -> list[TableMenu]:
    """The pages that are that game's own."""
    keys = [f"game.options.{option.key}" for option in RULESETS[name].options]
    spots = [OpenPage(MenuPage.CHOICES, 0, key) for key in ("game.preset", *keys)]
    return [TableMenu(trail=(spot,)) for spot in (OpenPage(MenuPage.OPTIONS), *spots)]


def words_of(shown: MenuFacts) -> set[Message]:
    rows = {text for row in shown.rows for text in (row.label, row.value, row.about)}
    found = {*rows, *shown.trail, shown.about}
    return {text for text in found if isinstance(text, Message)}


@pytest.mark.untraced
def test_every_word_of_every_page_is_in_the_catalogue_in_every_game() -> None:
    said = {text for page in pages(SETTINGS) for text in words_of(menu(standing(page)))}
    for name in RULESETS:
        people = People(Table(replace(SETTINGS, ruleset=name)))
        for page in pages_of(name):
            people.put(page)
            said |= words_of(menu(people))
    assert len(said) > 200
    for text in said:
        assert_in_catalogue(text)


# --- what a change changes -----------------------------------------------------------------------


def at(people: People, *does: object) -> None:
    take(people, Opens(MenuPage.GAME), *does)


def test_another_game_is_played_from_the_next_deal_on_and_its_options_are_its_own() -> None:
    people = over()
    people.press(MINE, LONG)
    at(people, Opens(MenuPage.CHOICES, "game.ruleset"), Chooses("game.ruleset", "bluff"))
    assert people.table.settings.ruleset == "bluff"
    assert people.table.settings.options == ()
    assert kept(people)["game.ruleset"] == "bluff"
    take(people, None, None)
    assert people.at(Lobby), "who plays the new game is asked"
    for buzzer in range(4):
        people.hold(buzzer)
    people.wait(3 * SECOND)
    people.hold(0)
    assert people.at(Deal)
    assert people.table.ruleset.name == "bluff"


def test_a_game_for_other_numbers_is_refused_and_nothing_has_changed() -> None:
    people = People(Table(TableSettings("bullshit", buzzers=6)), now=SECOND)
    for buzzer in range(5):
        people.press(buzzer)
    people.press(5, LONG)
    settings = people.table.settings
    row = next(i for i, row in enumerate(menu(people).rows) if row.does == Opens(MenuPage.GAME))
    people.send(RowTouched(row, people.now))
    people.send(RowTouched(0, people.now))
    game = Chooses("game.ruleset", "liars_poker")
    people.send(RowTouched(row_of(people, game), people.now))
    assert people.table.settings == settings
    assert not kept(people)
    assert "is for 4 players; at this table: 5" in (noticed(people.table) or "")


def test_a_finger_that_turns_on_to_more_rows_only_lights_one() -> None:
    people = opened(replace(SETTINGS, ruleset="idi"))
    before = menu(people)
    people.send(RowTouched(2, people.now, takes=False))
    assert (menu(people).cursor, menu(people).rows) == (2, before.rows)
    people.send(RowTouched(len(before.rows), people.now, takes=False))
    assert menu(people).cursor == 2
    people.press(2, HOLD)
    assert menu(people).trail[:-1] == before.trail


@pytest.mark.untraced
def test_options_that_contradict_each_other_are_refused_with_the_rules_own_words() -> None:
    people = opened(replace(SETTINGS, ruleset="idi"))
    before = people.table.settings
    take(people, Opens(MenuPage.GAME), Opens(MenuPage.OPTIONS))
    for at in [at for at, row in enumerate(menu(people).rows) if isinstance(row.does, Chooses)]:
        take(people, menu(people).rows[at].does)  # another choice may have changed this row
    assert people.table.settings != before
    RULESETS["idi"].house(dict(people.table.settings.options))


OURS = "/home/pi/questions/ours.toml"
PACKS = (
    Pack("facts", "Facts that can be checked", (Kind.FACT,), 80),
    Pack(OURS, "Ours", (Kind.FACT, Kind.FUN), 1),
)


def test_the_packs_that_are_there_can_be_chosen_and_are_kept_with_their_kinds() -> None:
    settings = replace(
        SETTINGS, ruleset="doubt_it", packs=PACKS, questions=("facts",), kinds=(Kind.FACT,)
    )
    people = opened(settings)
    at(people, Opens(MenuPage.CHOICES, "game.questions"), Chooses("game.questions", OURS))
    assert kept(people) == {"game.questions": (OURS,)}
    assert kinds_and_names(people) == ((Kind.FACT, Kind.FUN), (OURS,))
    take(people, Opens(MenuPage.CHOICES, "game.questions"))
    shown = [(said(row.label), row.about and said(row.about)) for row in menu(people).rows]
    assert shown == [
        ("Facts that can be checked", "80 questions, of the pack facts."),
        ("Ours", f"1 question, of the pack {OURS}."),
        ("all packs", "The packs that questions are drawn from."),
        ("Back", None),
    ]
    assert [row.marked for row in menu(people).rows] == [False, True, False, False]
    take(people, Chooses("game.questions", "all"))
    assert kept(people) == {"game.questions": ("facts", OURS)}
    assert kinds_and_names(people) == ((Kind.FACT, Kind.FUN), ("facts", OURS))


def test_packs_are_not_asked_about_where_there_is_one_or_the_game_asks_nothing() -> None:
    for settings in (
        replace(SETTINGS, ruleset="doubt_it", packs=PACKS[:1], questions=("facts",)),
        replace(SETTINGS, packs=PACKS, questions=("facts",)),
    ):
        people = opened(settings)
        take(people, Opens(MenuPage.GAME))
        assert Opens(MenuPage.CHOICES, "game.questions") not in [r.does for r in menu(people).rows]


def test_a_preset_is_its_options_and_an_option_more_is_a_mix() -> None:
    people = opened()
    at(people, Opens(MenuPage.CHOICES, "game.preset"), Chooses("game.preset", "kids"))
    kids = next(preset for preset in RULESETS["bicycle"].presets if preset.name == "kids")
    assert dict(people.table.settings.options) == dict(kids.options)
    preset = next(
        row for row in menu(people).rows if row.does == Opens(MenuPage.CHOICES, "game.preset")
    )
    assert preset.value == message("menu.preset.kids")
    take(people, Opens(MenuPage.OPTIONS), Chooses("game.options.points", value=True), None)
    preset = next(
        row for row in menu(people).rows if row.does == Opens(MenuPage.CHOICES, "game.preset")
    )
    assert preset.value == message("menu.preset.mixed")
    assert dict(people.table.settings.options)["points"] is True


def test_a_game_is_chosen_by_the_name_that_people_know() -> None:
    german = tuple(
        replace(setting, value="de", choices=("en", "de")) if setting.key == "language" else setting
        for setting in OUTSIDE
    )
    people = opened(replace(SETTINGS, outside=german))
    at(people, Opens(MenuPage.CHOICES, "game.known_as"))
    assert menu(people).rows[0].does == Chooses("game.known_as", "mogeln"), "of the language"
    take(people, Chooses("game.known_as", "mogeln"))
    assert people.table.settings.ruleset == "bullshit"
    assert kept(people)["game.options"] == (("cards_max", 1), ("first_claim", "leader"))
    row = menu(people).rows[row_of(people, Opens(MenuPage.CHOICES, "game.known_as"))]
    assert row.value == message("text", text="Mogeln")


def answer(people: People, *numbers: int) -> None:
    """Give the answers of these numbers, by taps and holds of one button."""
    for number in numbers:
        for _ in range(number):
            people.press(MINE)
        people.hold(MINE)


def test_one_button_goes_through_the_wizard_and_plays_what_comes_of_it() -> None:
    people = opened()
    at(people, Opens(MenuPage.HOME))
    answer(people, 0, 0, 1)
    assert menu(people).trail[-1] == message("home.suit")
    take(people, Becomes("00"))
    assert menu(people).trail[-1] == message("home.claims"), "the last answer is undone"
    answer(people, 0, 1, 0, 0, 1)
    assert said(menu(people).trail[-1]) == "Bullshit"
    assert said(menu(people).about).endswith(
        "The player with the ace of spades begins and says aces."
    )
    take(people, menu(people).rows[1].does)
    assert menu(people).cursor == 1
    take(people, Chooses("game.home", "0001001/100"))
    assert people.at(Attract)
    options = {"starts": "ace_spades", "cards_max": 1, "next_claim": "down"}
    assert (people.table.settings.ruleset, people.table.settings.house) == ("bullshit", options)
    assert kept(people)["game.options"] == (
        ("cards_max", 1), ("starts", "ace_spades"), ("next_claim", "down"),
    )  # fmt: skip


def house_games(people: People) -> tuple[SavedGame, ...]:
    return people.table.settings.household.saved


def test_a_game_of_the_house_is_saved_played_renamed_and_erased() -> None:
    people = opened(replace(SETTINGS, household=Household()))
    at(people, Opens(MenuPage.HOME))
    answer(people, 0, 0, 0, 1, 0, 0, 0)
    assert said(menu(people).trail[-1]) == "Mogeln"
    way = "0001000"
    take(people, Opens(MenuPage.TITLE, way))
    for letter in ("o", "m", "a", RETURN):
        people.send(LetterTyped(letter, people.now))
    saved = SavedGame("Oma", "bullshit", (("cards_max", 1), ("first_claim", "leader")))
    assert house_games(people) == (saved,)
    assert kept(people)["saved"] == (("Oma", "bullshit", saved.options),)
    row = menu(people).rows[row_of(people, Opens(MenuPage.TITLE, way))]
    assert row.value == message("text", text="Oma")
    take(people, Opens(MenuPage.TITLE, way))
    for letter in ("o", "M", "A", RETURN):
        people.send(LetterTyped(letter, people.now))
    assert noticed(people.table) == "Another of your games is called Oma."
    for _ in range(2):
        take(people, None)
    take(people, Opens(MenuPage.SAVED), Opens(MenuPage.SAVED_GAME, "Oma"))
    take(people, Opens(MenuPage.TITLE, "=Oma"))
    for letter in ("o", "p", "a", RETURN):
        people.send(LetterTyped(letter, people.now))
    assert house_games(people) == (replace(saved, name="Opa"),)
    take(people, Opens(MenuPage.SAVED_GAME, "Opa"), Chooses("game.saved", "Opa"))
    assert people.table.settings.house == dict(saved.options)
    take(people, Opens(MenuPage.SAVED_GAME, "Opa"), Chooses("game.forgotten", "Opa"))
    assert not house_games(people)
    assert kept(people)["saved"] == ()


def test_the_time_to_doubt_can_be_any_of_the_presets_or_untimed() -> None:
    people = opened()
    key = "game.doubt_window_ms"
    at(people, Opens(MenuPage.CHOICES, key), Chooses(key, "untimed"))
    assert people.table.settings.doubt_window_ms is None
    assert kept(people) == {key: "untimed"}
    take(people, Opens(MenuPage.CHOICES, key), Chooses(key, 8000))
    assert people.table.settings.doubt_window_ms == 8000


def test_what_lies_outside_is_asked_for_and_shown_from_then_on() -> None:
    people = opened()
    key = "display.layout"
    take(people, Opens(MenuPage.ROOM), Opens(MenuPage.CHOICES, key), Chooses(key, "tabletop"))
    assert kept(people) == {key: "tabletop"}
    row = menu(people).rows[menu(people).cursor]
    assert row.value == message("menu.value.layout.tabletop")
    take(people, Chooses("display.reduced_motion", value=True))
    assert kept(people)["display.reduced_motion"] is True


@pytest.mark.parametrize("key", ["sound.device", "display.screen"])
def test_each_hold_tries_the_next_loudspeaker_or_screen_of_the_machine(key: str) -> None:
    here = replace(SETTINGS, outside=(Outside(key, "USB", ("auto", "next", "USB")),))
    people = opened(here)
    take(people, Opens(MenuPage.ROOM), Chooses(key, "next"))
    take(people, Chooses(key, "next"))
    assert menu(people).page is MenuPage.ROOM, "the page stays"
    assert [effect for effect in people.effects if isinstance(effect, (Keep, TryNext))] == [
        TryNext(key),
        TryNext(key),
    ]


def test_a_name_is_spelt_by_one_button() -> None:
    people = opened()
    take(people, Opens(MenuPage.PEOPLE), Opens(MenuPage.NAMES), Opens(MenuPage.LETTERS, "1"))
    for group, letter in (("ABCDEF", "B"), ("MNOPQR", "O"), ("STUVWX", "X")):
        take(people, Opens(MenuPage.GROUP, group), Spells(letter))
    take(people, Spells(BACKSPACE))
    assert menu(people).draft == "Bo"
    take(people, Spells(RETURN))
    assert people.table.settings.names[1] == "Bo"
    names = kept(people)["seats.names"]
    assert isinstance(names, tuple)
    assert names[:3] == ("Ana", "Bo", "Cleo")


def test_a_name_is_typed_by_keys_and_one_that_is_taken_is_refused() -> None:
    people = opened()
    take(people, Opens(MenuPage.PEOPLE), Opens(MenuPage.NAMES), Opens(MenuPage.LETTERS, "1"))
    people.send(LetterTyped(RETURN, people.now))
    assert noticed(people.table) == "Spell a name first."
    for letter in "aNAx" + BACKSPACE:
        people.send(LetterTyped(letter, people.now - MS))
    people.send(LetterTyped(RETURN, people.now))
    assert noticed(people.table) == "Another player is called Ana already."
    assert people.table.settings == SETTINGS
    people.send(LetterTyped("e", people.now))
    people.send(LetterTyped(RETURN, people.now))
    assert people.table.settings.names[1] == "Anae"


@pytest.mark.parametrize(("scripts", "name"), [((), "X"), (("Hebrew",), "\u05d0\u05d1")])
def test_letters_that_no_font_has_are_not_typed(scripts: tuple[str, ...], name: str) -> None:
    people = opened(replace(SETTINGS, household=Household(scripts=scripts)))
    take(people, Opens(MenuPage.PEOPLE), Opens(MenuPage.NAMES), Opens(MenuPage.LETTERS, "1"))
    for letter in "\u05d0x\u05d1" + RETURN:
        people.send(LetterTyped(letter, people.now - MS))
    assert people.table.settings.names[1] == name


def test_a_refusal_stays_while_the_button_that_asked_is_let_go() -> None:
    people = opened()
    take(people, Opens(MenuPage.PEOPLE), Opens(MenuPage.NAMES), Opens(MenuPage.LETTERS, "1"))
    for letter in "ana":
        people.send(LetterTyped(letter, people.now))
    take(people, Spells(RETURN))
    assert noticed(people.table) == "Another player is called Ana already."
    people.press(menu(people).steers or 0)
    assert people.table.notice is None


def typed(people: People, name: str) -> str:
    """Type a name over the second one's; return what that is called then."""
    take(people, Opens(MenuPage.PEOPLE), Opens(MenuPage.NAMES), Opens(MenuPage.LETTERS, "1"))
    for letter in (*name, RETURN):
        people.send(LetterTyped(letter, people.now))
    return people.table.settings.names[1]


def test_an_accent_typed_after_its_letter_is_part_of_it() -> None:
    assert typed(opened(), "zoe\u0308x") == "Zo\xebx"
    assert typed(opened(), 12 * "e\u0308" + "x") == "\xcb" + 11 * "\xeb"


def test_letters_that_the_typeface_lacks_and_unseen_ones_are_not_taken() -> None:
    assert typed(opened(), "\u05d0\U0001f602a\u200bn\u4e2dn") == "Ann"


def test_a_name_in_another_spelling_is_taken() -> None:
    people = opened()
    assert typed(people, "Zo\xeb") == "Zo\xeb"
    take(people, Opens(MenuPage.LETTERS, "2"))
    for letter in ("z", "o", "e", "\u0308", RETURN):
        people.send(LetterTyped(letter, people.now))
    assert noticed(people.table) == "Another player is called Zo\xeb already."


def test_a_job_begins_with_its_page_and_ends_with_it_however_it_is_left() -> None:
    people = opened()
    take(people, Opens(MenuPage.SERVICE), Opens(MenuPage.JOB, Task.CALIBRATE))
    jobs = [effect for effect in people.effects if isinstance(effect, Job)]
    assert jobs == [Job(Task.CALIBRATE, on=True)]
    people.wait(50 * SECOND)
    lines = (message("menu.calibrate.for"),)
    people.send(Told(Task.SELF_TEST, lines, done=False, at=people.now))
    assert menu(people).lines == ()
    people.send(Told(Task.CALIBRATE, lines, done=False, at=people.now))
    assert menu(people).lines == lines
    people.wait(50 * SECOND)
    assert people.at(TableMenu), "somebody is at work"
    people.wait(20 * SECOND)
    assert people.at(Attract)
    jobs = [effect for effect in people.effects if isinstance(effect, Job)]
    assert jobs == [Job(Task.CALIBRATE, on=True), Job(Task.CALIBRATE, on=False)]


def test_switching_off_stands_on_no_first_hold() -> None:
    people = opened()
    take(people, Opens(MenuPage.SERVICE), Opens(MenuPage.SHUT_DOWN))
    people.hold(MINE)
    assert not [effect for effect in people.effects if isinstance(effect, Job)]


# --- the places of the buzzers -------------------------------------------------------------------


def placing() -> People:
    people = opened()
    take(people, Opens(MenuPage.PEOPLE), Opens(MenuPage.PLACES))
    return people


def test_buzzers_pressed_one_after_the_other_stand_so_around_the_table() -> None:
    people = placing()
    for buzzer in (2, 0, 3, 1):
        assert people.table.settings.clockwise == ()
        people.press(buzzer)
    assert people.table.settings.clockwise == (2, 0, 3, 1)
    assert kept(people) == {"seats.clockwise": (3, 1, 4, 2)}
    assert menu(people).page is MenuPage.PEOPLE


def test_a_wrong_press_is_taken_out_by_a_hold_and_the_first_says_that_this_was_all() -> None:
    people = placing()
    people.press(3, HOLD)  # held for long as it is pressed: it is there all the same
    people.press(1)
    people.hold(1)
    assert menu(people).placed == (3,)
    people.press(0)
    people.hold(3)
    assert people.table.settings.clockwise == (3, 0, 1, 2)


def test_a_hold_of_the_first_alone_leaves_all_as_it_was() -> None:
    people = placing()
    people.press(3)
    people.hold(3)
    assert people.table.settings == SETTINGS
    assert menu(people).page is MenuPage.PEOPLE
    assert kept(people) == {"seats.clockwise": ()}, "nobody need ask again"


def test_the_places_alone_are_asked_for_by_a_wish_and_left_by_it() -> None:
    people = People(Table(SETTINGS), now=SECOND)
    people.send(Wished(Wish.PLACES, people.now))
    assert menu(people).page is MenuPage.PLACES
    for buzzer in (1, 0, 3, 2):
        people.press(buzzer)
    assert people.at(Attract)
    assert people.table.settings.clockwise == (1, 0, 3, 2)


def asked_as_one_sat_down() -> People:
    """The places are asked for by the table itself, as the first one sits down."""
    people = People(Table(SETTINGS), now=SECOND)
    people.press(2)
    people.send(Wished(Wish.PLACES, people.now))
    return people


def test_who_sits_alone_as_the_places_are_asked_for_is_the_first() -> None:
    people = asked_as_one_sat_down()
    assert menu(people).placed == (2,)
    for buzzer in (0, 3, 1):
        people.press(buzzer)
    assert people.at(Lobby)
    assert people.table.buzzers == (2,)
    assert people.table.settings.clockwise == (2, 0, 3, 1)


def test_one_hold_leaves_the_places_that_the_table_asked_for() -> None:
    people = asked_as_one_sat_down()
    people.hold(2)
    assert people.at(Lobby)
    assert people.table.buzzers == (2,)
    assert people.table.settings == SETTINGS
    assert kept(people) == {"seats.clockwise": ()}


def test_places_that_nobody_answers_for_are_left_alone_and_asked_for_again() -> None:
    people = asked_as_one_sat_down()
    people.wait(LEFT_AFTER)
    assert people.at(Lobby)
    assert kept(people) == {}


def test_where_several_sit_nobody_has_said_who_stands_first() -> None:
    people = People(Table(SETTINGS), now=SECOND)
    people.press(2)
    people.press(1)
    people.send(Wished(Wish.PLACES, people.now))
    assert menu(people).placed == ()


def test_who_sits_changes_seats_with_the_buzzers_and_a_game_that_is_over_is_left() -> None:
    people = over()
    people.send(Wished(Wish.PLACES, people.now))
    for buzzer in (1, 0, 3, 2, 5, 4):
        people.press(buzzer)
    assert people.at(Lobby)
    assert people.table.buzzers == (1, 0, 3, 2)


# --- as a whole ----------------------------------------------------------------------------------


def test_a_game_that_is_over_is_as_it_was_when_nothing_was_changed() -> None:
    people = over()
    before = people.table.at(Over)
    people.press(0, LONG)
    assert people.at(TableMenu)
    assert people.table.game == before.match.game
    for _ in menu(people).rows[1:]:
        people.press(0)
    people.hold(0)
    assert replace(people.table.at(Over), since=before.since) == before
    people.hold(1)
    assert people.at(Deal)


@pytest.mark.untraced
def test_a_session_replays_bit_for_bit(tmp_path: Path) -> None:
    """Random presses, touches and letters, written down and played again."""
    journal = Journal.open(tmp_path / "evening.journal", SETTINGS)
    people = People(Table(SETTINGS), now=SECOND)
    rng = Random(17)
    seen = set()
    for _ in range(300):
        if not people.at(TableMenu):
            people.send(Wished(Wish.GO_ON, people.now))  # from how to play
            people.send(Wished(Wish.MENU, people.now))
        seen.add(menu(people).page if people.at(TableMenu) else None)
        kind = rng.random()
        if kind < 0.5:
            people.press(rng.randrange(4), rng.choice((TAP, HOLD)))
        elif kind < 0.8:
            rows = len(menu(people).rows) if people.at(TableMenu) else 1
            people.send(RowTouched(rng.randrange(max(1, rows - 1)), people.now))
        elif kind < 0.95:
            people.send(LetterTyped(rng.choice("ab \n\b"), people.now))
        else:
            people.send(Told(rng.choice(list(Task)), (), done=False, at=people.now))
        people.wait(rng.choice((10 * MS, SECOND)))
    assert len(seen) > 5
    journal.append(people.handled)
    tables = [table for _, table in journal.replay()]
    journal.close()
    assert tables == [table for _, _, table in people.handled]
    assert tables[-1].settings != SETTINGS


# --- signs ---------------------------------------------------------------------------------------


def test_a_sign_is_chosen_beside_a_name_kept_and_shown_at_the_seat() -> None:
    people = opened()
    take(people, Opens(MenuPage.PEOPLE), Opens(MenuPage.NAMES), Opens(MenuPage.LETTERS, "1"))
    take(people, Opens(MenuPage.AVATARS, "1"), Chooses("seats.avatars.1", "owl"))
    assert menu(people).page is MenuPage.LETTERS
    signs = people.table.settings.avatars
    assert kept(people) == {"seats.avatars": signs}
    assert [sign for sign in signs if sign] == ["owl"]
    take(people, None, Opens(MenuPage.LETTERS, "0"), Opens(MenuPage.AVATARS, "0"))
    offered = [row.avatar for row in menu(people).rows]
    assert "owl" not in offered, "another's"
    assert len([option for option in offered if option]) == len(AVATARS) - 1
    people.send(Wished(Wish.MENU, people.now))
    for _ in range(4):
        people.send(Wished(Wish.MENU, people.now))
    people.press(0)
    people.press(1)
    seats = facts_of(people.table, people.now).seats
    assert [(seat.name, seat.avatar) for seat in seats[:2]] == [("Ana", ""), ("Ben", "owl")]
