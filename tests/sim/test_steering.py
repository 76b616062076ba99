"""Choices at the desk by clicks, arrow keys and letters: the table hears nothing but presses."""

from dataclasses import replace
from types import SimpleNamespace

import pygame
import pytest
from desk_player import SIZE, AtDesk
from said import said

from appliance.core.signals import SECOND, Edge, LetterTyped, RowTouched, Touched, Wished
from appliance.display.view import Screen
from appliance.table.facts import MenuFacts, MenuPage
from bluffing.cards import Rank
from lab.sim.desk.clock import HURRY
from lab.sim.desk.desk import Desk
from lab.sim.desk.loop import DeskInput
from lab.sim.desk.party import Party
from lab.sim.desk.picture import DeskPicture

pytestmark = pytest.mark.usefixtures("journals_are_closed")

ME = 2


class AtMenu(AtDesk):
    """A person with a mouse and a keyboard."""

    def __init__(self, ruleset: str = "bicycle", seed: int = 3, bold: float = 0.0) -> None:
        super().__init__(Party(seed, ruleset, (), 3, frozenset({ME}), bold))
        self.input = DeskInput(self.desk)

    @property
    def menu(self) -> MenuFacts:
        menu = self.desk.view.menu
        assert menu is not None
        return menu

    def page(self) -> MenuPage:
        return self.menu.page

    def open_menu(self) -> None:
        self.press("buzzer", ME, hold=2.7)
        assert self.menu.steers == ME

    def key(self, key: int, text: str = "") -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            event = SimpleNamespace(type=kind, key=key, unicode=text)
            self.input.handle([event], self.machine, SIZE)  # type: ignore[list-item]

    def type(self, text: str) -> None:
        for letter in text:
            self.key(ord(letter) if ord(letter) < 256 else 0, letter)

    def rest(self) -> None:
        self.until(lambda: not self.desk.person.pressing)
        self.wait(0.3)

    def row(self, label: str) -> int:
        return [said(row.label) for row in self.menu.rows].index(label)

    def click(self, *labels: str) -> None:
        """Click on rows, by their names."""
        for label in labels:
            self.press("row", of=self.row(label))
            self.rest()

    @property
    def signals(self) -> list[object]:
        return [entry.signal for entry in self.desk.evening.journal.entries()]

    def downs(self) -> int:
        return sum(
            isinstance(signal, Edge) and signal.buzzer == ME and signal.down
            for signal in self.signals
        )

    def only_pressed(self) -> bool:
        others = (LetterTyped, RowTouched, Touched, Wished)
        return not any(isinstance(signal, others) for signal in self.signals)


def at_menu() -> AtMenu:
    person = AtMenu()
    person.open_menu()
    return person


def at_name() -> AtMenu:
    """A player whose first name is asked for."""
    person = at_menu()
    person.click("The players", "Names", "Ana")
    assert person.menu.draft == ""
    return person


# --- the table's menu -----------------------------------------------------------------------------


def test_a_click_on_a_row_taps_to_it_and_holds() -> None:
    person = at_menu()
    before, row = person.downs(), person.row("Screen and sound")
    person.click("Screen and sound")
    assert person.page() is MenuPage.ROOM
    assert person.downs() - before == row + 1
    person.key(pygame.K_ESCAPE)
    person.rest()
    person.click("The players", "Back", "The game", "Game")
    for page in (MenuPage.GAME, MenuPage.ROOT):  # of a long page the last row is out of sight
        person.press("back")
        person.rest()
        assert person.page() is page
    person.click("Leave the menu")
    assert person.desk.view.menu is None
    assert person.only_pressed()


def test_arrow_keys_go_round_the_rows_enter_takes_one_and_escape_goes_back() -> None:
    person = at_menu()
    rows = len(person.menu.rows)
    person.key(pygame.K_DOWN)
    person.key(pygame.K_RIGHT)
    person.rest()
    assert person.menu.cursor == 2
    person.key(pygame.K_UP)
    person.rest()
    assert person.menu.cursor == 1
    person.key(pygame.K_LEFT)
    person.key(pygame.K_LEFT)
    person.rest()
    assert person.menu.cursor == rows - 1
    person.key(pygame.K_DOWN)
    for _ in range(person.row("Screen and sound")):
        person.key(pygame.K_DOWN)
    person.key(pygame.K_RETURN)
    person.rest()
    assert person.page() is MenuPage.ROOM
    person.key(pygame.K_ESCAPE)
    person.rest()
    assert person.page() is MenuPage.ROOT
    person.key(pygame.K_ESCAPE)
    person.rest()
    assert person.desk.view.menu is None
    asked = [person.desk.leaving]
    person.key(pygame.K_ESCAPE)
    assert [*asked, person.desk.leaving] == [False, True]
    assert person.only_pressed()


@pytest.mark.parametrize("side", [0, 1])
def test_rows_are_clicked_on_both_sides_of_a_tabletop(side: int) -> None:
    person = at_menu()
    person.picture = DeskPicture(person.desk, "tabletop")
    person.draw()
    row = person.row("Screen and sound")
    places = [hot.rect for hot in person.desk.hot if hot.name == "row" and hot.of == row]
    assert len(places) == 2
    person.desk.point("finger", places[side].center, person.machine)
    person.desk.let_go("finger", person.machine)
    person.rest()
    assert person.page() is MenuPage.ROOM


def test_the_wheel_goes_round_the_rows_too() -> None:
    person = at_menu()
    for turned in (-1, -1, 1, 0):
        event = SimpleNamespace(type=pygame.MOUSEWHEEL, y=turned)
        person.input.handle([event], person.machine, SIZE)  # type: ignore[list-item]
        person.rest()
    assert person.menu.cursor == 1


def test_the_hand_hurries_in_the_menu_and_a_finger_does_not() -> None:
    person = at_menu()
    began = person.desk.clock.now
    person.desk.steering.take(3)
    person.wait(0.4)
    assert person.desk.clock.now - began == round(0.4 * HURRY * SECOND)
    person.rest()
    began = person.desk.clock.now
    person.desk.press("key", ME, person.machine)
    person.wait(0.4)
    assert person.desk.clock.now - began == round(0.4 * SECOND)


def test_a_second_click_while_the_hand_still_presses_changes_nothing() -> None:
    person = at_menu()
    person.press("row", of=person.row("Screen and sound"))
    person.press("row", of=person.row("The game"))
    person.rest()
    assert person.page() is MenuPage.ROOM


def test_rows_are_no_choices_while_the_buzzers_are_pressed_for_their_places() -> None:
    person = at_menu()
    person.click("The players", "Places of the buzzers")
    assert person.page() is MenuPage.PLACES
    person.draw()
    assert not [hot for hot in person.desk.hot if hot.name == "row"]
    person.key(pygame.K_DOWN)
    assert not person.desk.person.pressing


def test_presses_that_no_table_would_hear_are_not_made() -> None:
    person = at_name()
    person.type("an")
    person.wait(0.1)
    person.desk.breakage.toggle_hub(3)
    person.wait(5)
    assert not person.desk.person.pressing
    person.key(pygame.K_DOWN)
    person.type("b")
    assert not person.desk.person.pressing


# --- names ----------------------------------------------------------------------------------------


def test_letters_are_typed_and_backspace_takes_one_back() -> None:
    person = at_name()
    person.type("Zo\u00eb-mq")
    person.key(pygame.K_BACKSPACE)
    person.rest()
    assert person.menu.draft == "Zoe-M"
    person.type("\u00f8")
    assert not person.desk.person.pressing, "the menu has no such letter"
    person.key(pygame.K_RETURN)
    person.rest()
    assert person.page() is MenuPage.NAMES
    assert person.desk.evening.facts.settings.names[0] == "Zoe-M"
    assert person.only_pressed()


def test_a_letter_is_clicked_in_the_picture() -> None:
    person = at_name()
    person.press("letter", of=ord("K"))
    person.rest()
    assert person.menu.draft == "K"
    person.type("i\r")
    person.rest()
    assert person.desk.evening.facts.settings.names[0] == "Ki"


def test_a_letter_is_typed_while_another_group_is_open() -> None:
    person = at_name()
    person.key(pygame.K_RETURN)
    person.rest()
    assert (person.page(), person.menu.group[0]) == (MenuPage.GROUP, "A")
    person.type("x")
    person.rest()
    assert person.menu.draft == "X"
    person.key(pygame.K_DOWN)
    person.key(pygame.K_RETURN)
    person.rest()
    assert person.page() is MenuPage.GROUP, "Enter takes what the arrows have lit"


def test_space_is_a_letter_of_a_name_and_pauses_elsewhere() -> None:
    person = at_name()
    person.type("a b")
    person.rest()
    assert person.menu.draft == "A B"
    person.key(pygame.K_ESCAPE)
    person.rest()
    person.key(pygame.K_SPACE)
    assert person.desk.clock.paused


def test_a_name_that_is_taken_or_too_long_stops_nothing() -> None:
    person = at_name()
    person.type("ben")
    person.key(pygame.K_RETURN)
    person.until(lambda: "Ben" in person.desk.view.notice.text)
    person.rest()
    assert person.page() is MenuPage.LETTERS
    person.type("abcdefghijklmn")
    person.rest()
    assert person.menu.draft == "Benabcdefghi"
    person.key(pygame.K_BACKSPACE)
    person.rest()
    assert person.menu.draft == "Benabcdefgh"


def test_a_press_of_ones_own_ends_the_typing() -> None:
    person = at_name()
    person.type("anna")
    person.wait(0.2)
    person.press("buzzer", ME)
    person.rest()
    assert person.menu.draft == ""


def test_digits_are_buzzers_while_a_name_is_typed() -> None:
    person = at_name()
    person.type("3")
    person.wait(0.3)
    assert person.menu.cursor == 1, "a tap"


# --- rings ----------------------------------------------------------------------------------------


def test_arrow_keys_go_round_the_ring_of_the_seat_in_front_and_enter_takes() -> None:
    person = AtMenu("verish")
    while person.desk.view.screen in {Screen.ATTRACT, Screen.LOBBY, Screen.DEAL}:
        person.turn()

    while person.desk.steering.ring is None:
        person.turn()
    seat = person.desk.seat(ME)
    assert seat is not None
    assert seat.ring is not None
    labels, lit = seat.ring.labels, seat.ring.cursor
    person.key(pygame.K_LEFT)
    person.rest()
    for _ in range(5):
        person.key(pygame.K_RIGHT)
    person.key(pygame.K_RETURN)
    person.until(lambda: ME in person.desk.person.said)
    claim = person.desk.view.play.claim
    assert claim is not None
    assert claim.rank is labels[(lit + 4) % len(labels)]
    assert person.only_pressed()


def test_arrow_keys_press_nothing_where_there_is_nothing_to_choose() -> None:
    person = AtMenu()
    person.tap()
    before = person.downs()
    person.key(pygame.K_RIGHT)
    person.type("a")
    person.rest()
    assert person.downs() == before


# --- cards ----------------------------------------------------------------------------------------


def dealt(ruleset: str = "bicycle") -> AtMenu:
    """A player whose turn it is to lay cards."""
    person = AtMenu(ruleset)
    while (seat := person.desk.seat(ME)) is None or not person.desk.may_lay(seat):
        person.turn()
    return person


def lifted(person: AtMenu) -> list[Rank]:
    return [card.rank for card in person.desk.person.lifted(ME, person.desk.hand(ME))]


def test_arrow_keys_mark_a_rank_lift_and_put_back_and_enter_lays() -> None:
    person = dealt()
    ranks = list(dict.fromkeys(card.rank for card in person.desk.hand(ME)))
    person.key(pygame.K_UP)
    assert lifted(person) == [ranks[0]]
    person.key(pygame.K_DOWN)
    assert lifted(person) == []
    person.key(pygame.K_DOWN)
    person.key(pygame.K_LEFT)
    person.key(pygame.K_UP)
    assert lifted(person) == [ranks[-1]]
    person.key(pygame.K_RIGHT)
    person.key(pygame.K_RIGHT)
    person.key(pygame.K_UP)
    assert lifted(person) == [ranks[1], ranks[-1]]
    person.key(pygame.K_RETURN)
    person.until(lambda: ME in person.desk.person.said)
    assert person.desk.person.said[ME] == (2, 2)
    assert person.only_pressed()


def test_the_mark_is_shown_below_the_cards_of_its_rank() -> None:
    person = dealt()
    person.wait(1)
    person.draw()
    rect = person.find("card", ME, 0).rect
    below = pygame.Rect(rect.left, rect.bottom, 30, 5)
    before = pygame.image.tobytes(person.surface.subsurface(below), "RGB")
    person.key(pygame.K_RIGHT)
    person.draw()
    assert pygame.image.tobytes(person.surface.subsurface(below), "RGB") != before


def test_arrow_keys_do_nothing_without_cards() -> None:
    person = AtMenu()
    person.key(pygame.K_LEFT)
    person.key(pygame.K_UP)
    person.key(pygame.K_DOWN)
    assert person.downs() == 0


def test_enter_turns_doubted_cards_up() -> None:
    person = AtMenu(seed=9, bold=1.0)
    while not person.desk.face_down():
        person.turn()
    laid = person.desk.evening.world.people.held.newest
    for number in range(1, len(laid) + 1):
        person.key(pygame.K_RETURN)
        assert person.desk.box.cards == laid[:number]
    assert person.desk.face_down() == ()
    assert person.only_pressed()


def test_enter_spreads_what_the_camera_cannot_tell_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    person = AtMenu(seed=9, bold=1.0)
    while not person.desk.face_down() or len(person.desk.face_down()) < 2:
        person.turn()
    while person.desk.face_down():
        person.key(pygame.K_RETURN)
    asks = replace(person.desk.view, box=replace(person.desk.view.box, ask="lay them apart"))
    monkeypatch.setattr(Desk, "view", property(lambda _: asks))
    before = person.desk.box.camera.still.poses
    person.key(pygame.K_RETURN)
    assert person.desk.box.camera.still.poses != before
