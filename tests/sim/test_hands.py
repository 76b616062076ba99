"""The person's hands at the desk: where they lie, which is in front, and how cards are laid."""

from itertools import pairwise

import pygame
import pytest
from desk_player import AtDesk
from said import ENGLISH

from appliance.core.signals import SECOND, Edge
from appliance.display import cardart
from appliance.display.pen import Kit, Pen
from appliance.display.view import Screen
from appliance.table.facts import Prompt, Role
from bluffing.cards import Card, Rank, pack
from lab.sim.desk.party import Party
from lab.sim.desk.person import Front, in_order
from lab.sim.desk.places import SEEN_OF_A_CARD, chips_of, desk_plan, fan_of, lay_button
from lab.sim.desk.widgets import Hand, patch_of

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
    fan = [place for places in fan_of(hand, plan.unit, [*Rank]) for place in places]
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


def cards_of(count: int) -> tuple[Card, ...]:
    """A hand of `count` cards, of as many ranks as possible."""
    first = sorted(pack(jokers=2), key=lambda card: card.suit)
    return tuple(in_order(tuple(first * 2)[:count]))


def visible(rect: pygame.Rect, later: list[pygame.Rect]) -> int:
    """Width of `rect` that no card drawn later covers."""
    return (
        min([rect.right, *(picture.left for picture in later if picture.colliderect(rect))])
        - rect.left
    )


@SIZES
@SEATS
@pytest.mark.parametrize("cards", [1, 2, 26, 40, 53, 108])
def test_every_card_of_every_hand_can_be_clicked(
    size: tuple[int, int], count: int, mine: set[int], cards: int
) -> None:
    plan = desk_plan(size, "tv", count, frozenset(mine))
    hand = cards_of(cards)
    fan = fan_of(plan.hand, plan.unit, [card.rank for card in hand])
    assert len(fan) == cards
    chips = chips_of(plan.hand, plan.unit, ["DOUBT", "FORCE"], beside_cards=True)
    for places in zip(*fan, strict=True):  # as they lie, then lifted
        drawn = list(dict.fromkeys(map(tuple, places)))
        for at, place in enumerate(drawn):
            rect = pygame.Rect(place)
            assert (
                visible(rect, [pygame.Rect(picture) for picture in drawn[at + 1 :]])
                >= 13 * plan.unit
            )
            assert plan.hand.contains(rect)
            assert rect.collidelist(chips) == -1


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720)])
@pytest.mark.parametrize("count", [*range(1, 31), 52, 54, 104, 108])
def test_the_rank_of_every_card_can_be_read(size: tuple[int, int], count: int) -> None:
    plan = desk_plan(size, "tv", 4, frozenset({3}))
    ranks = [card.rank for card in cards_of(count)]
    fan = fan_of(plan.hand, plan.unit, ranks)
    down = [rect for rect, _ in fan]
    piles = {(rank, *rect) for rank, rect in zip(ranks, down, strict=True)}
    assert len(piles) in {count, len(set(ranks))}, "each card, or the cards of a rank, by itself"
    least = round(SEEN_OF_A_CARD * plan.unit)
    drawn = [pygame.Rect(fromkey) for fromkey in dict.fromkeys(map(tuple, down))]
    assert all(visible(rect, drawn[at + 1 :]) >= least for at, rect in enumerate(drawn))
    if len(piles) < count:  # what is lifted of a rank lies apart from what is not
        assert not any(rect.colliderect(lifted) for rect, lifted in fan)


@SIZES
@pytest.mark.parametrize("beside_cards", [True, False])
def test_longer_choices_have_wider_places(size: tuple[int, int], *, beside_cards: bool) -> None:
    plan = desk_plan(size, "tv", 4, frozenset({3}))
    labels = [*"A23456789", "10", *"JQK", "BACK"]
    chips = chips_of(plan.hand, plan.unit, labels, beside_cards=beside_cards)
    assert all(plan.hand.contains(chip) for chip in chips)
    assert all(chip.right < after.left for chip, after in pairwise(chips))
    assert chips[-1].width >= 1.9 * chips[0].width
    assert chips[0].width >= 24 * plan.unit


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
    return next(seat.buzzer for seat in person.desk.view.seats if seat.role is Role.TURN)


def presses(person: AtDesk, buzzer: int) -> int:
    signals = [entry.signal for entry in person.desk.evening.journal.entries()]
    return sum(
        isinstance(signal, Edge) and signal.buzzer == buzzer and signal.down for signal in signals
    )


def shown(person: AtDesk) -> set[int]:
    """Return whose cards can be clicked."""
    person.draw()
    return {area.buzzer for area in person.desk.hot if area.name in {"card", "lay", "choose"}}


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
    """A player has played where the next alone may doubt, and can't be covered yet."""
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


# --- big hands ------------------------------------------------------------------------------------


def with_cards(count: int, monkeypatch: pytest.MonkeyPatch) -> tuple[AtDesk, int]:
    """The one whose turn it is holds so many cards."""
    person = two_seats()
    mine, hand = on_turn(person), cards_of(count)
    monkeypatch.setattr(person.desk, "hand", lambda buzzer: hand if buzzer == mine else ())
    person.desk.touches += 1
    return person, mine


def drawn_hand(person: AtDesk, mine: int) -> Hand:
    plan = desk_plan(person.surface.get_size(), "tv", 2, frozenset({0, 1}))
    hand = patch_of(person.desk, plan, person.desk.seat(mine)).key
    assert isinstance(hand, Hand)
    return hand


def test_each_click_on_a_rank_lifts_one_card_of_it_and_on_the_lifted_puts_one_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person, mine = with_cards(54, monkeypatch)
    desk, hand = person.desk, cards_of(54)
    kings = [at for at, card in enumerate(hand) if card.rank is Rank.KING]
    assert (
        drawn_hand(person, mine).hint == "Your turn: each click on a rank lifts one of its cards."
    )
    down = person.find("card", mine, kings[0]).rect
    for lifted in range(1, 4):
        desk.point("finger", (down.left + 3, down.centery), person.machine)
        desk.let_go("finger", person.machine)
        person.draw()
        assert [card.rank for card in desk.person.lifted(mine, hand)] == [Rank.KING] * lifted
    counts = [pile.count for pile in drawn_hand(person, mine).cards if pile.card.rank is Rank.KING]
    assert counts == [3, 1]
    up = next(pile for pile in drawn_hand(person, mine).cards if pile.lifted)
    desk.point("finger", up.rect.center, person.machine)
    assert [card.rank for card in desk.person.lifted(mine, hand)] == [Rank.KING] * 2


def test_a_lifted_card_goes_back_though_its_twin_is_not_lifted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person, mine = with_cards(108, monkeypatch)
    twins = cards_of(108)[:2]
    assert twins[0] == twins[1]
    monkeypatch.setattr(person.desk, "hand", lambda _: twins)
    for at, lifted in [(0, 1), (1, 2), (1, 1), (0, 0)]:
        person.press("card", mine, at)
        assert len(person.desk.person.lifted(mine, twins)) == lifted


@pytest.mark.parametrize("rank", Rank)
def test_the_rank_of_a_covered_card_stands_where_it_can_be_seen(rank: Rank) -> None:
    pen = Pen(pygame.Surface((300, 300)), Kit(), 1.0)
    whole = cardart.face(pen, 120, rank, ENGLISH)
    covered = cardart.face(pen, 120, rank, ENGLISH, seen=0.45)
    middle = pygame.Rect(round(0.45 * whole.get_width()), 30, whole.get_width() // 2, 60)

    def ink(card: pygame.Surface, part: pygame.Rect) -> int:
        pixels = pygame.image.tobytes(card.subsurface(part), "RGB")
        return sum(green < 120 for green in pixels[1::3])

    assert ink(whole, middle) > 0
    assert ink(covered, middle) == 0
    assert ink(covered, pygame.Rect(0, 30, middle.left, 60)) > 0
