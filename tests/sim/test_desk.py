"""The desk, headless and in virtual time: what a person clicks is what the table hears."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest
from desk_player import AtDesk

from appliance.core.signals import MS, SECOND, Edge
from appliance.display.view import Screen
from appliance.table.facts import Health, Role
from appliance.table.offers import Asks
from bluffing.cards import Rank
from lab.sim.desk.desk import KEYS
from lab.sim.desk.loop import DeskInput
from lab.sim.desk.party import Party
from lab.sim.desk.places import BENCH, SMALLEST_DESK, desk_plan
from lab.sim.desk.widgets import Hand, patch_of
from lab.sim.tallies import tallies

pytestmark = pytest.mark.usefixtures("journals_are_closed")

GAME = "bicycle"
ME = 2


def at_desk(seed: int = 3, ruleset: str = GAME, bold: float = 0.0) -> AtDesk:
    return AtDesk(Party(seed, ruleset, (), 3, frozenset({ME}), bold))


def dealt(seed: int = 3, ruleset: str = GAME, bold: float = 0.0) -> AtDesk:
    """A person who has sat down, and holds cards."""
    person = at_desk(seed, ruleset, bold)
    while person.desk.view.screen in {Screen.ATTRACT, Screen.LOBBY, Screen.DEAL}:
        person.turn()
    return person


def edges(person: AtDesk, buzzer: int = ME) -> list[Edge]:
    entries = person.desk.evening.journal.entries()
    signals = [entry.signal for entry in entries]
    return [signal for signal in signals if isinstance(signal, Edge) and signal.buzzer == buzzer]


def test_a_journal_that_is_broken_is_set_aside_and_the_desk_says_so(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    path.write_bytes(b"x" * 5000)
    person = AtDesk(Party(3, GAME, (), 3, frozenset({ME}), 0.0, journal=path))
    assert person.desk.view.notice.text.startswith("the last evening can't be read any more")
    assert path.with_name("e.journal.broken-1").read_bytes() == b"x" * 5000


# --- buzzers --------------------------------------------------------------------------------------


def test_bots_wait_for_the_person_and_sit_down_with_it() -> None:
    person = at_desk()
    person.wait(30)
    assert person.desk.view.screen is Screen.ATTRACT
    person.tap()
    person.until(lambda: all(seat.role is not Role.EMPTY for seat in person.desk.view.seats))
    roles = {seat.buzzer: seat.role for seat in person.desk.view.seats}
    assert roles[ME] is Role.SEATED, "bots press their own buzzers alone"


def test_a_bots_buzzer_cannot_be_pressed() -> None:
    person = at_desk()
    person.press("buzzer", 0)
    person.wait(5)
    assert person.desk.view.screen is Screen.ATTRACT


@pytest.mark.parametrize("faster", [-2, 0, 3])
def test_a_tap_is_as_long_as_in_life_at_every_pace(faster: int) -> None:
    person = at_desk()
    for _ in range(abs(faster)):
        person.press("faster" if faster > 0 else "slower")
    began = person.desk.clock.now
    person.wait(1)
    assert person.desk.clock.now - began == round(person.desk.clock.speed * SECOND)
    person.tap()
    down, up = edges(person)
    assert (down.down, up.down) == (True, False)
    assert abs(up.at - down.at - 120 * MS) <= 20 * MS


def test_a_press_lets_time_go_on_and_counts() -> None:
    person = at_desk()
    person.press("pause")
    began = person.desk.clock.now
    person.wait(9)
    assert person.desk.clock.now == began
    person.tap()
    assert person.desk.view.screen is Screen.LOBBY
    assert not person.desk.clock.paused


def test_a_click_that_one_look_sees_whole_is_a_tap_still() -> None:
    person = at_desk()
    person.desk.press("key", ME, person.machine)
    person.desk.let_go("key", person.machine)
    person.wait(0.2)
    assert person.desk.view.screen is Screen.LOBBY
    assert len(edges(person)) == 2


@pytest.mark.parametrize("late", [0, 90 * MS, 400 * MS])
def test_a_press_is_as_long_as_it_was_however_late_the_window_is_looked_at(late: int) -> None:
    person = at_desk()
    person.wait(1)
    desk, began = person.desk, person.machine + 150 * MS
    desk.step(person.machine)
    desk.press("key", ME, began)
    desk.step(began + late)
    desk.let_go("key", began + 500 * MS)
    desk.step(began + 600 * MS)
    desk.step(began + 800 * MS)
    down, up = edges(person)
    assert up.at - down.at == 500 * MS


def test_two_fingers_on_a_buzzer_are_one_press() -> None:
    person = at_desk()
    person.desk.press("key", ME, person.machine)
    person.wait(0.1)
    person.desk.press("mouse", ME, person.machine)
    person.desk.let_go("key", person.machine)
    person.wait(0.1)
    person.desk.let_go("mouse", person.machine)
    person.wait(0.1)
    assert [edge.down for edge in edges(person)] == [True, False]


# --- cards ----------------------------------------------------------------------------------------


def test_cards_are_lifted_and_put_back() -> None:
    person = dealt()
    hand = person.desk.hand(ME)
    assert [card.rank for card in hand] == sorted(
        (card.rank for card in hand), key=list(Rank).index
    )
    person.press("card", ME, 2)
    person.press("card", ME, 4)
    assert person.desk.person.lifted(ME, hand) == [hand[2], hand[4]]
    person.press("card", ME, 2)
    assert person.desk.person.lifted(ME, hand) == [hand[4]]


def my_turn(person: AtDesk) -> None:
    def mine() -> bool:
        seat = person.desk.seat(ME)
        return seat is not None and person.desk.may_lay(seat)

    while not mine():
        person.turn()


@pytest.mark.untraced
def test_the_button_lays_what_is_lifted_by_real_presses() -> None:
    person = dealt()
    my_turn(person)
    hand, before = person.desk.hand(ME), len(edges(person))
    for at in (0, 3):
        person.press("card", ME, at)
    person.press("lay", ME)
    person.until(lambda: ME in person.desk.person.said)
    presses = edges(person)[before:]
    assert [press.down for press in presses][:5] == [True, False] * 2 + [True], (
        "two taps and a hold"
    )
    assert person.desk.person.said[ME] == (2, 2)
    assert set(person.desk.evening.world.people.held.newest) == {hand[0], hand[3]}
    assert len(person.desk.hand(ME)) == len(hand) - 2


@pytest.mark.untraced
def test_what_was_lifted_is_the_truth_whatever_was_counted() -> None:
    person = dealt()
    my_turn(person)
    hand = person.desk.hand(ME)
    for at in (0, 1, 2):
        person.press("card", ME, at)
    person.tap()
    person.hold()
    person.until(lambda: ME in person.desk.person.said)
    assert person.desk.person.said[ME] == (1, 3)
    assert person.desk.evening.world.people.held.newest == hand[:3]


@pytest.mark.parametrize(("ruleset", "most"), [("verish", 3), ("idi", 1)])
@pytest.mark.untraced
def test_as_many_cards_are_laid_as_count_while_the_last_play_can_be_doubted_too(
    ruleset: str, most: int
) -> None:
    """No key for a finger is there then: it would act at once."""
    person = dealt(ruleset=ruleset)
    desk = person.desk

    def follows() -> bool:
        seat = desk.seat(ME)
        if seat is not None and desk.view.play.claim is None:
            person.turn()  # until another player has laid cards
        if seat is None or not desk.may_lay(seat) or desk.view.play.claim is None:
            return False
        return ruleset == "idi" or not any(isinstance(key.label, int) for key in seat.keys)

    person.until(follows)
    labels = set()
    for _ in range(80):  # and on until a hold counts as well, and there are keys
        seat = desk.seat(ME)
        assert seat is not None
        assert desk.most(seat) == most
        labels = {key.label for key in seat.keys}
        person.wait(0.1)
    assert most in labels


@pytest.mark.untraced
def test_the_hand_names_people_and_not_seats() -> None:
    person = dealt()
    desk = person.desk
    plan = desk_plan(SMALLEST_DESK, "tv", desk.buzzers, frozenset({ME}))
    person.tap()
    hand = patch_of(desk, plan, desk.seat(ME)).key
    assert isinstance(hand, Hand)
    assert hand.prompt == "wait for Ana"
    assert "Ana" in desk.evening.facts.names


def test_the_hand_gives_an_instruction_at_a_time() -> None:
    person = at_desk()
    desk = person.desk
    plan = desk_plan(SMALLEST_DESK, "tv", desk.buzzers, frozenset({ME}))
    for _ in range(400):
        person.turn()
        hand = patch_of(desk, plan, desk.seat(ME)).key
        assert isinstance(hand, Hand)
        assert not (hand.prompt and hand.hint), (hand.prompt, hand.hint)


def test_a_game_that_is_broken_off_counts_for_what_is_told_at_the_end() -> None:
    person = dealt()
    assert tallies(person.desk.evening) == ()
    for _ in range(300):
        person.turn()
    [game] = tallies(person.desk.evening)
    assert game.names == person.desk.evening.facts.names
    assert sum(tally.claims for tally in game.tallies) > 0


def test_who_lifts_nothing_lays_true_cards_first() -> None:
    person = dealt()
    my_turn(person)
    required = person.desk.view.play.required
    true = [card for card in person.desk.hand(ME) if card.rank is required]
    person.tap()
    person.hold()
    person.until(lambda: ME in person.desk.person.said)
    (laid,) = person.desk.evening.world.people.held.newest
    assert laid in (true or [laid])


def test_the_hand_that_lays_stops_when_taps_are_no_cards_any_more() -> None:
    person = dealt()
    my_turn(person)
    for at in (0, 1, 2, 3):
        person.press("card", ME, at)
    person.press("lay", ME)
    person.desk.breakage.toggle_hub(3)
    person.wait(2)
    assert not person.desk.person.pressing
    assert ME not in person.desk.person.said


@pytest.mark.thorough
def test_doubted_cards_come_up_one_by_one_and_are_read() -> None:
    person = dealt(seed=9, bold=1.0)
    while not person.desk.face_down():
        person.turn()
    laid = person.desk.evening.world.people.held.newest
    assert person.desk.box.cards == ()
    for number in range(1, len(laid) + 1):
        person.press("turn up")
        assert person.desk.box.cards == laid[:number]
    assert person.desk.face_down() == ()
    person.until(lambda: person.desk.view.screen is Screen.VERDICT)


def test_a_choice_is_clicked_and_taken_by_real_presses() -> None:
    person = dealt(ruleset="verish")

    def rings() -> bool:
        seat = person.desk.seat(ME)
        if seat is None or seat.ring is None or seat.ring.asks is not Asks.RANK:
            return False
        return bool(person.desk.choices(seat))

    while not rings():
        person.turn()
    seat = person.desk.seat(ME)
    assert seat is not None
    place = [key.label for key in person.desk.choices(seat)].index(Rank.FIVE)
    person.press("choose", ME, place)
    person.until(lambda: person.desk.view.play.claim is not None)
    claim = person.desk.view.play.claim
    assert claim is not None
    assert claim.rank is Rank.FIVE


# --- the box --------------------------------------------------------------------------------------


def test_sliders_change_the_very_picture_that_is_read() -> None:
    person = at_desk()
    person.press("bench")
    camera = person.desk.box.camera
    before = camera.capture().image
    assert camera.capture().image is before, "nothing has changed"
    rail = person.find("light").rect
    person.desk.point("finger", (rail.right - 12, rail.centery), person.machine)
    bright = camera.capture().image
    person.desk.drag("finger", (rail.left + 0.3 * rail.width, rail.centery))
    person.desk.let_go("finger", person.machine)
    dark = camera.capture().image
    assert np.mean(dark) < 0.5 * np.mean(before) < np.mean(before) < np.mean(bright)
    assert person.draw(), "the pane shows it"


def test_cards_are_dragged_and_spread() -> None:
    person = dealt(seed=9, bold=1.0)
    while not person.desk.face_down():
        person.turn()
    while person.desk.face_down():
        person.press("turn up")
    still = person.desk.box.camera.still
    rect, (width, height) = person.find("box").rect, still.scene.size
    pose = still.poses[-1]
    there = (
        rect.left + pose.x / width * rect.width,
        rect.top + pose.y / height * rect.height,
    )
    person.desk.point("finger", there, person.machine)
    person.desk.drag("finger", (there[0], rect.top))
    person.desk.let_go("finger", person.machine)
    moved = person.desk.box.camera.still.poses[-1]
    assert moved.y < pose.y
    assert moved.y >= person.desk.box.camera.card / 2, "not out of the box"
    person.desk.box.spread()
    assert person.desk.box.camera.still.poses[-1] != moved


# --- the test bench -------------------------------------------------------------------------------


def on_bench(person: AtDesk) -> set[str]:
    """The test bench's targets for clicks."""
    person.draw()
    return {hot.name for hot in person.desk.hot} & set(BENCH)


def side_of(person: AtDesk) -> bytes:
    """The drawings beside the table's picture."""
    person.draw()
    side = desk_plan(SMALLEST_DESK, "tv", person.desk.buzzers, frozenset({ME})).side
    return pygame.image.tobytes(person.surface.subsurface(side), "RGB")


def test_the_test_bench_is_closed_until_it_is_asked_for() -> None:
    person = at_desk()
    assert on_bench(person) == set()
    closed = side_of(person)
    person.press("bench")
    assert on_bench(person) == set(BENCH)
    opened = side_of(person)
    assert opened != closed
    person.press("bench")
    assert on_bench(person) == set()
    assert side_of(person) == closed
    hands = DeskInput(person.desk)
    hands.handle([event(pygame.KEYDOWN, key=pygame.K_F2)], person.machine, SMALLEST_DESK)
    assert on_bench(person) == set(BENCH)
    assert side_of(person) == opened


def test_what_is_broken_stays_broken_on_a_closed_bench_and_its_mark_says_so() -> None:
    person = at_desk()
    whole = person.find("bench").rect
    before = person.surface.subsurface(whole).copy()
    person.press("bench")
    person.press("camera")
    person.press("jam")
    person.press("bench")
    assert person.desk.breakage.camera_out
    assert not person.desk.jamming, "it lets go of the jam"
    person.draw()
    mark = person.surface.subsurface(whole)
    assert pygame.image.tobytes(mark, "RGB") != pygame.image.tobytes(before, "RGB")


def test_the_cameras_cable_is_pulled_and_put_back() -> None:
    person = dealt()
    person.press("bench")
    person.press("camera")
    person.until(lambda: person.desk.view.box.lost)
    person.press("camera")
    person.until(lambda: not person.desk.view.box.lost)


def test_the_buzzers_cable_is_pulled_and_put_back() -> None:
    person = dealt()
    person.press("bench")
    person.press("hub")
    person.until(lambda: person.desk.evening.facts.parts.buzzers_lost is not None)
    before = len(edges(person))
    person.tap()
    assert len(edges(person)) == before
    person.press("hub")
    person.until(lambda: person.desk.evening.facts.parts.buzzers_lost is None)


def test_a_buzzer_is_jammed_and_freed() -> None:
    person = at_desk()
    person.press("bench")
    person.press("jam")
    person.press("buzzer", 0)
    person.tap()

    def health() -> Health | None:
        seat = person.desk.seat(0)
        return None if seat is None else seat.button.health

    person.until(lambda: health() is Health.STUCK, 30)
    person.press("jam")
    person.press("buzzer", 0)
    person.until(lambda: health() is not Health.STUCK, 30)


# --- the window -----------------------------------------------------------------------------------


def test_nothing_is_drawn_while_nothing_changes() -> None:
    person = at_desk()
    person.tap()
    person.wait(20)
    assert person.desk.view.screen is Screen.LOBBY
    person.draw()
    assert person.draw() == []
    speed = person.find("speed").rect
    person.desk.point("finger", person.find("faster").rect.center, person.machine)
    assert person.draw() == [speed]


def event(kind: int, **values: object) -> pygame.event.Event:
    return SimpleNamespace(type=kind, **values)  # type: ignore[return-value]


def test_keys_fingers_and_escape() -> None:
    person = at_desk()
    hands = DeskInput(person.desk)
    size = person.surface.get_size()
    key = {"key": ord(KEYS[ME]), "repeat": False}
    hands.handle([event(pygame.KEYDOWN, **key)], person.machine, size)
    person.wait(0.1)
    hands.handle([event(pygame.KEYUP, **key)], person.machine, size)
    person.wait(0.1)
    assert person.desk.view.screen is Screen.LOBBY
    at = person.find("faster").rect.center
    touch = {"x": at[0] / size[0], "y": at[1] / size[1], "finger_id": 5}
    hands.handle([event(pygame.FINGERDOWN, **touch)], person.machine, size)
    hands.handle([event(pygame.FINGERUP, **touch)], person.machine, size)
    assert person.desk.clock.speed == 2
    escape = [event(pygame.KEYDOWN, key=pygame.K_ESCAPE, repeat=False)]
    hands.handle(escape, 10 * SECOND, size)
    asked = [person.desk.leaving]
    hands.handle([], 14 * SECOND, size)
    assert [*asked, person.desk.leaving] == [True, False]
    hands.handle(escape, 20 * SECOND, size)
    assert not hands.leave, "the first was long ago"
    hands.handle(escape, 21 * SECOND, size)
    assert hands.leave


# --- whole games ----------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize(("ruleset", "seed"), [("valepaska", 4), ("verish", 3)])
def test_a_whole_game_is_played_at_the_desk(ruleset: str, seed: int) -> None:
    person = at_desk(seed, ruleset, 0.6)
    person.play()
    assert person.desk.evening.facts.games == 1
    person.next_deal()
