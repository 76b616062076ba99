"""Each press of a buzzer has a visible answer in the very next picture, in any stage."""

import random
from dataclasses import replace

import pytest
from at_table import HOLD, TAP, People, playing, race_ruleset
from extent import often, tries
from random_table import WAITS, dealt, signal
from said import ENGLISH

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import BUZZERS, DISK, MS, SCREEN, SECOND, Wish, Wished
from appliance.display.draw import Artist
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.painting import next_change
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.display.view_of import view_of
from appliance.presses.gestures import HOLD_AFTER, TAP_WITHIN
from appliance.table.facts import Prompt, Role
from appliance.table.stages import Lobby, Over
from appliance.table.step import ANSWERED_FOR
from bluffing.actions import Action, Leave, Void
from bluffing.game import Phase
from bluffing.message import message
from bluffing.rulesets import RULESETS

CONFIRMED = 10 * MS


def view(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def press(people: People, buzzer: int, length: int) -> tuple[View, View, View]:
    """The views before a press of that length, at its beginning, and after it."""
    people.wait(200 * MS)
    before = view(people)
    people.down(buzzer)
    people.wait(CONFIRMED)
    begun = view(people)
    people.wait(length)
    people.up(buzzer)
    people.wait(40 * MS)
    return before, begun, view(people)


def spoken_to(seen: View, buzzer: int) -> bool:
    """Return True if `buzzer` reads anything now: what it may do, or why it had no effect."""
    if seen.menu is not None:  # who goes through it reads so, and who doesn't
        mine_too = seen.menu.placed is not None and buzzer in seen.menu.placed
        return seen.menu.steers == buzzer or bool(seen.notice.text) or mine_too
    mine = [seat for seat in seen.seats if seat.buzzer == buzzer]
    if not mine:
        return f"Buzzer {buzzer + 1} " in seen.notice.text
    return mine[0].prompt is not None or mine[0].reply is not None


@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.examples
def test_every_press_of_every_buzzer_is_answered_at_once(name: str) -> None:
    stages = set()
    for seed in range(tries(3, of=12)):
        rng = random.Random(f"presses/{name}/{seed}")
        people = dealt(name, rng)
        for _ in range(40):
            for _ in range(rng.randrange(4)):
                people.send(signal(people, rng))
                people.wait(rng.choice(WAITS))
            people.send(Wished(Wish.GO_ON, people.now)) if rng.random() < 0.2 else None
            for buzzer in range(6):
                people.up(buzzer)
            people.wait(100 * MS)
            buzzer, stage = rng.randrange(6), people.table.stage
            before, begun, after = press(people, buzzer, rng.choice((TAP, HOLD, 3 * SECOND)))
            stages.add(type(stage))
            if isinstance(stage, Lobby):
                break
            buzzer = people.table.settings.presses_for(buzzer)  # a spare one may help out
            assert begun != before, (stage, buzzer)
            if begun.screen is before.screen:  # a screen that comes with the press is its answer
                assert spoken_to(begun, buzzer) or lit(begun, buzzer), (stage, buzzer)
            turned = after.headline != before.headline  # a page that turns is an answer, too
            if after.seats == before.seats and after.screen is before.screen and not turned:
                assert spoken_to(after, buzzer), (stage, buzzer)
    assert len(stages) > 3


def lit(seen: View, buzzer: int) -> bool:
    """Return True if its panel lights up."""
    return any(seat.buzzer == buzzer and seat.button.pressed is not None for seat in seen.seats)


def test_who_is_not_on_turn_reads_for_whom_the_table_waits_and_only_for_a_moment() -> None:
    people = playing(4, race_ruleset())
    people.press(3)
    seat = view(people).seats[3]
    assert seat.reply is not None
    assert ENGLISH.named(people.table.players).say(seat.reply) == "wait for Ben"
    assert [seat.reply for seat in view(people).seats[:3]] == [None] * 3
    people.wait(ANSWERED_FOR)
    assert view(people).seats[3].reply is None
    assert people.table.unheard == {}


def test_a_tap_where_a_hold_is_asked_for_is_told_to_stay_down() -> None:
    people = over()
    people.press(1)
    reply = view(people).seats[1].reply
    assert reply is not None
    assert ENGLISH.say(reply) == "hold till the ring is full"


@pytest.mark.parametrize("length", [TAP_WITHIN, 550 * MS, HOLD_AFTER - 40 * MS])
def test_a_press_between_a_tap_and_a_hold_is_told_so_and_only_for_a_moment(length: int) -> None:
    people = playing(4, race_ruleset())
    people.press(1, length)
    seat = view(people).seats[1]
    assert seat.prompt is Prompt.COUNT
    assert seat.counted == 0
    assert seat.reply is not None
    assert ENGLISH.say(seat.reply) == "shorter: a tap, longer: a hold"
    people.wait(ANSWERED_FOR)
    assert view(people).seats[1].reply is None
    people.press(1)
    assert (view(people).seats[1].counted, view(people).seats[1].reply) == (1, None)


def test_a_press_too_short_for_the_only_thing_that_it_could_do_is_told_that() -> None:
    people = over()
    people.press(1, 550 * MS)
    assert people.at(Over)
    reply = view(people).seats[1].reply
    assert reply is not None
    assert ENGLISH.say(reply) == "hold till the ring is full"


def test_while_people_sit_down_a_press_between_a_tap_and_a_hold_is_told_so() -> None:
    people = over()
    people.press(5)
    people.wait(1 * SECOND)
    people.press(5, 550 * MS)
    seat = next(seat for seat in view(people).seats if seat.buzzer == 5)
    assert (seat.prompt, seat.role) == (Prompt.READY, Role.SEATED)
    assert seat.reply is not None
    assert ENGLISH.say(seat.reply) == "shorter: a tap, longer: a hold"


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("buzzer", [3, 5])
def test_the_very_next_picture_is_another_even_where_nothing_came_of_the_press(
    layout: Layout, buzzer: int
) -> None:
    people = playing(4, race_ruleset())
    artist, surface = Artist(layout, calm=True, kit=shared_kit()), pygame.Surface((800, 480), 0, 32)
    for _ in range(2):
        people.wait(400 * MS)
        artist.draw(surface, view(people), people.now)
        before = pygame.image.tobytes(surface, "RGB")
        people.effects.clear()
        people.down(buzzer)
        people.wait(CONFIRMED)
        played = [effect.sound for effect in people.effects if isinstance(effect, PlaySound)]
        assert played == [Sound.NOTHING]
        assert next_change(view(people), people.now, calm=True) is not None
        artist.draw(surface, view(people), people.now)
        assert pygame.image.tobytes(surface, "RGB") != before
        people.up(buzzer)


# --- between games -------------------------------------------------------------------------------


def over(ended: Action = Void()) -> People:  # noqa: B008 - frozen
    people = playing(4, race_ruleset())
    game, events = people.table.ruleset.apply(people.game, ended)
    assert game.phase is Phase.OVER
    people.put(Over(people.now, match=replace(people.table.match, game=game, happened=events)))
    people.table = replace(people.table, settings=replace(people.table.settings, buzzers=6))
    return people


def test_between_games_a_newcomer_sits_down_with_one_press_and_the_others_stay() -> None:
    people = over()
    people.press(5)
    assert people.at(Lobby)
    assert people.table.buzzers == (0, 1, 2, 3, 5)
    roles = [seat.role for seat in view(people).seats]
    assert roles == [*(Role.SEATED,) * 4, Role.EMPTY, Role.SEATED]


def test_between_games_who_had_left_comes_back_with_one_press() -> None:
    people = over(Leave(2))
    people.press(2)
    assert people.at(Lobby)
    assert people.table.buzzers == (0, 1, 2, 3)
    assert people.table.names == (0, 1, 2, 3)


def test_at_the_end_the_screen_says_how_the_next_game_begins_and_who_may_sit_in() -> None:
    detail = view(over()).detail
    assert "Hold: next deal" in detail
    assert "2.5 s" in detail
    assert "New here: press a free buzzer" in detail


@pytest.mark.parametrize("part", [BUZZERS, DISK, SCREEN])
def test_no_answer_to_a_newcomer_hides_why_the_table_waits(part: str) -> None:
    people, why = playing(), message("screen.no-camera")
    table = people.table
    people.table = replace(table, settings=replace(table.settings, buzzers=5))
    people.down(4)
    people.wait(CONFIRMED)
    people.up(4)
    people.wait(40 * MS)
    assert "Buzzer 5 " in view(people).notice.text
    people.table = replace(people.table, lost={part: why}, notice=why)
    assert view(people).notice.text == ENGLISH.say(why)
