"""The person's hands at the desk: where they lie, which is in front, and how cards are laid."""

import pygame
import pytest
from desk_player import AtDesk

from appliance.core.signals import SECOND, Edge
from appliance.display.view import Screen
from appliance.sim.desk.front import Front
from appliance.sim.desk.party import Party
from appliance.sim.desk.places import chips_of, desk_plan, fan_of, lay_button, lift_of
from appliance.table.facts import Prompt, Role

pytestmark = pytest.mark.usefixtures("journals_are_closed")

GAME = "bicycle"

# --- where things are -----------------------------------------------------------------------------

SIZES = pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (2560, 1440), (1280, 1400)])
SEATS = pytest.mark.parametrize(
    ("count", "mine"),
    [(2, {1}), (2, {0, 1}), (3, {0, 1, 2}), (4, {2}), (7, {0, 3}), (8, {1, 2, 5, 6, 7}), (11, {8}),
     (11, set(range(11)))],
)  # fmt: skip


@SIZES
@pytest.mark.parametrize("layout", ["tv", "tabletop"])
@SEATS
def test_nothing_lies_over_anything_else(
    size: tuple[int, int], layout: str, count: int, mine: set[int]
) -> None:
    plan = desk_plan(size, layout, count, frozenset(mine))  # type: ignore[arg-type]
    hand = plan.hand
    fan = fan_of(hand, plan.unit, 13)
    rects = [
        plan.picture, plan.box, plan.tray, plan.title, *plan.buttons.values(),
        *(spot.rect for spot in plan.spots), fan[0].unionall(fan), lay_button(hand, plan.unit),
    ]  # fmt: skip
    whole = pygame.Rect((0, 0), size)
    assert all(whole.contains(rect) for rect in rects)
    for at, rect in enumerate(rects):
        assert rect.collidelist(rects[at + 1 :]) == -1, rect
    assert plan.picture.width >= 800
    assert plan.picture.height >= 480


@SIZES
@SEATS
@pytest.mark.parametrize("cards", [1, 2, 26, 40, 53])
def test_every_card_of_every_hand_can_be_clicked(
    size: tuple[int, int], count: int, mine: set[int], cards: int
) -> None:
    plan = desk_plan(size, "tv", count, frozenset(mine))
    fan = fan_of(plan.hand, plan.unit, cards)
    assert len(fan) == cards
    for at, card in enumerate(fan):
        above = [one.left for one in fan[at + 1 :] if card.colliderect(one) and one.top <= card.top]
        seen = min([card.right, *above]) - card.left
        assert seen >= 13 * plan.unit
        lifted = card.move(0, -lift_of(fan))
        chips = chips_of(plan.hand, plan.unit, 2, beside_cards=True)
        assert plan.hand.contains(lifted)
        assert lifted.collidelist(chips) == -1


# --- several own seats ----------------------------------------------------------------------------


def two_seats(seed: int = 3, ruleset: str = GAME) -> AtDesk:
    """A person who plays at both buzzers of a table."""
    person = AtDesk(Party(seed, ruleset, (), 2, frozenset({0, 1}), 0.0))
    for buzzer in (0, 1):
        person.press("buzzer", buzzer)
    for buzzer in (0, 1):
        person.press("buzzer", buzzer, hold=0.9)
    person.until(lambda: person.desk.view.screen is Screen.DEAL)
    while person.desk.view.screen is Screen.DEAL:
        for buzzer in (0, 1):
            person.press("buzzer", buzzer, hold=0.9)
    person.wait(1)
    return person


def on_turn(person: AtDesk) -> int:
    return next(one.buzzer for one in person.desk.view.seats if one.role is Role.TURN)


def presses(person: AtDesk, buzzer: int) -> int:
    signals = [one.signal for one in person.desk.evening.journal.entries()]
    return sum(isinstance(one, Edge) and one.buzzer == buzzer and one.down for one in signals)


def shown(person: AtDesk) -> set[int]:
    """Whose cards can be clicked."""
    person.draw()
    return {one.buzzer for one in person.desk.hot if one.name in {"card", "lay", "choose"}}


@pytest.mark.untraced
def test_the_hand_of_who_is_on_turn_comes_in_front_by_itself() -> None:
    person = two_seats()
    first = on_turn(person)
    assert shown(person) == {first}
    person.press("card", first, 0)
    person.press("lay", first)
    person.until(lambda: on_turn(person) != first)
    assert shown(person) == {1 - first}
    assert person.desk.person.said[first] == (1, 1)


def test_another_hand_is_chosen_by_a_click_and_stays_in_front() -> None:
    person = two_seats()
    first = on_turn(person)
    cards = person.desk.hand(1 - first)
    before = presses(person, 1 - first)
    person.press("hand", 1 - first)
    assert shown(person) == {1 - first}
    person.press("card", 1 - first, 3)
    person.wait(2)
    assert shown(person) == {1 - first}
    assert person.desk.person.lifted(1 - first, cards) == [cards[3]]
    assert presses(person, 1 - first) == before, "no buzzer was pressed"
    person.press("hand", first)
    assert shown(person) == {first}
    assert person.desk.person.lifted(1 - first, cards) == [cards[3]], "it is lifted still"


@pytest.mark.untraced
def test_a_click_as_the_hand_changes_is_none_of_the_new_hand() -> None:
    person = two_seats()
    first = on_turn(person)
    person.press("card", first, 0)
    person.press("lay", first)
    while shown(person) == {first}:
        person.wait(0.04)
    card = person.find("card", 1 - first, 0).rect
    person.desk.point("finger", (card.left + 3, card.centery), person.machine)
    person.desk.let_go("finger", person.machine)
    assert person.desk.person.lifted(1 - first, person.desk.hand(1 - first)) == []
    person.wait(0.4)
    person.press("card", 1 - first, 0)
    assert len(person.desk.person.lifted(1 - first, person.desk.hand(1 - first))) == 1


def test_a_chosen_hand_stays_until_the_table_asks_somebody_else() -> None:
    front = Front(0)
    front.follow({0}, 0)
    front.follow({1}, SECOND)
    assert front.buzzer == 1
    front.choose(0)
    front.follow({1}, 2 * SECOND)
    assert front.buzzer == 0, "chosen"
    front.follow(set(), 3 * SECOND)
    front.follow({1}, 4 * SECOND)
    assert (front.buzzer, front.meant(4 * SECOND), front.meant(5 * SECOND)) == (1, False, True)


# --- laying while a hold is too soon --------------------------------------------------------------


def laid_too_soon(ruleset: str = "verish") -> tuple[AtDesk, int]:
    """Somebody has played where the next alone may doubt, and can't be covered yet."""
    person = two_seats(ruleset=ruleset)
    first = on_turn(person)
    while person.desk.seat(first).ring is None:  # type: ignore[union-attr]
        person.press("card", first, 0)
        person.press("lay", first)
        person.until(lambda: not person.desk.person.pressing)
        person.wait(0.3)
    person.press("choose", first, 3)
    person.until(lambda: on_turn(person) != first)
    person.wait(0.4)
    return person, 1 - first


@pytest.mark.untraced
def test_cards_are_laid_where_a_tap_counts_and_a_hold_is_too_soon() -> None:
    person, mine = laid_too_soon()
    hand = person.desk.hand(mine)
    for at in (0, 1):
        person.press("card", mine, at)
    person.press("lay", mine)
    prompts = set()
    while mine not in person.desk.person.said:
        seat = person.desk.seat(mine)
        assert seat is not None
        prompts.add((seat.prompt, seat.counted))
        person.wait(0.04)
        assert person.machine < 60 * SECOND
    assert (Prompt.TOO_SOON, 2) in prompts, "it waited with the hold"
    assert person.desk.person.said[mine] == (2, 2)
    assert set(person.desk.evening.world.people.held.newest) == set(hand[:2])


def test_a_press_of_ones_own_calls_off_what_waits_to_be_laid() -> None:
    person, mine = laid_too_soon()
    person.press("card", mine, 0)
    person.press("lay", mine)
    person.wait(0.6)
    waits = [person.desk.person.laying]
    person.press("buzzer", mine)
    assert [*waits, person.desk.person.laying] == [mine, None]
    person.wait(10)
    assert mine not in person.desk.person.said


@pytest.mark.untraced
def test_no_more_is_laid_than_the_table_takes() -> None:
    person, mine = laid_too_soon()
    for at in range(6):
        person.press("card", mine, at)
    person.press("lay", mine)
    person.until(lambda: not person.desk.person.pressing)
    person.wait(10)
    assert mine not in person.desk.person.said, "five were counted, and six are lifted"
