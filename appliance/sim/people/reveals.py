"""What people do at the reveal box: turn the cards up, spread them, or enter them by hand."""

from collections import Counter

from appliance.core.signals import MS, SECOND
from appliance.display.view import SeatView
from appliance.sim.people.outlook import Outlook
from appliance.sim.people.players import Players
from appliance.sim.truth import Box
from appliance.table.facts.codes import Prompt, Tag
from bluffing.cards import Card, Rank
from bluffing.game import Phase
from bluffing.message import Spoken

ENTERS = (Prompt.NEXT_RANK, Prompt.ONLY, Prompt.ONE_OF)
"""The seat enters the cards, one after the other."""


def plan(people: Players, look: Outlook) -> None:
    """Turn the cards up in the box, spread them when asked, or enter them by hand."""
    view, rng = look.view, people.stream("reveal", look.now)
    if view.sought is None:
        return
    cards = _turned_up(people, look)
    owners = look.glimpse.seats(Prompt.HAVE_NONE)
    if owners and not cards:
        for seat in look.able(owners):
            look.hold(seat, look.now + rng.randint(800, 2000) * MS)
        return
    if people.hands.box is not None:
        return
    missing = Counter(card.rank for card in cards)
    missing.subtract(card.rank for card in view.cards if not card.quad and card.rank is not None)
    agrees = look.glimpse.seats(Prompt.AGREE_OR_NOT)
    if agrees:
        _agree(people, look, agrees, right=not any(missing.values()))
        return
    enters = look.glimpse.seats(*ENTERS)
    if enters:
        for seat in look.able(enters):
            _enter(look, seat, missing)
    elif people.box is None or people.box.play != people.when:
        people.hands.box = (look.now + rng.randint(800, 3000) * MS, Box(cards, people.when, 0))
    elif view.ask and people.box.spread < people.spreads - 1:
        again = Box(cards, people.when, people.box.spread + 1)
        people.hands.box = (look.now + rng.randint(1200, 2200) * MS, again)


def _turned_up(people: Players, look: Outlook) -> tuple[Card, ...]:
    game = look.glimpse.playing
    shows = [seat.seat for seat in look.view.seats if seat.tag is Tag.SHOWS]
    if shows:
        return people.held.hands[shows[0]]
    return people.produced(look.glimpse) if game.phase is Phase.PRODUCE else people.held.newest


def _enter(look: Outlook, seat: SeatView, missing: Counter[Rank]) -> None:
    """Enter a card that is `missing`: a tap goes to the next rank, a hold takes what is there.

    What was entered wrongly can't be taken back: the owner will say so.
    """
    if seat.stepping is not None:
        look.step_to(seat, _places(seat.stepping.labels, missing))
        return
    if (ring := seat.ring) is None:
        look.hold(seat)
        return
    here = ring.labels[ring.cursor]
    ahead = isinstance(here, Rank) and missing[here] <= 0
    done = not any(number > 0 for number in missing.values())
    if done:  # behind the ranks stands that these are all
        ahead = isinstance(here, Rank) and any(not isinstance(one, Rank) for one in ring.labels)
    elif not isinstance(here, Rank):
        ahead = any(isinstance(one, Rank) for one in ring.labels)
    if ahead:
        look.tap(seat)
    else:
        look.hold(seat)


def _places(labels: tuple[Spoken, ...], missing: Counter[Rank]) -> list[int]:
    """Place of a `missing` card, or, behind the ranks, of "these are all"."""
    left = [i for i, one in enumerate(labels) if isinstance(one, Rank) and missing[one] > 0]
    return left or [i for i, one in enumerate(labels) if not isinstance(one, Rank)][:1]


def _agree(people: Players, look: Outlook, owners: list[SeatView], *, right: bool) -> None:
    """The owner of the cards says yes or no; where he says nothing the others do."""
    rng, neutrals = people.stream("agree"), look.glimpse.seats(Prompt.AGREE, Prompt.AGREED)
    unwilling = bool(neutrals) and rng.random() < people.habits.unwilling
    if not right:
        for seat in look.able(owners):
            look.tap(seat, look.now + SECOND)
    elif unwilling and not all(seat.buzzer in look.hands.others for seat in neutrals):
        for seat in look.glimpse.seats(Prompt.AGREE):
            if look.free(seat):
                look.hold(seat, look.now + SECOND)
    else:
        for seat in look.able(owners):
            look.hold(seat, look.now + SECOND)
