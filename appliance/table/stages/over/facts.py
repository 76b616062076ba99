"""The public facts of the end of a game, with its notable verdicts."""

from collections import Counter
from dataclasses import dataclass

from appliance.core.signals import SECOND
from appliance.table.answers import Called, Prompted
from appliance.table.codes import Prompt, Role
from appliance.table.elements import BestCatch
from appliance.table.moves import out_of
from appliance.table.stage_facts import StageFacts
from appliance.table.stages.over.state import Over
from appliance.table.state import Table
from bluffing.events import Answered, Event, Paid, Took, Verdict, Voided

READ_AFTER = 3 * SECOND
"""Time to look at the end before a tap opens how to play."""

OFTEN = 3
"""Minimum number of doubts of one seat that are worth telling."""

LARGE = 8
"""Minimum number of cards of a pile that is worth telling."""


@dataclass(frozen=True, slots=True)
class StandingFacts:
    """One line at the end of a game, with the `role` of a seat without a place."""

    seat: int
    place: int | None
    role: Role | None
    cards: int
    points: int | None = None
    pays: int = 0
    chips: int | None = None  # won and paid over the evening, in games with payments


@dataclass(frozen=True, slots=True)
class DoubtedFacts:
    """The seat that was doubted most often in a game, and how often it was right."""

    seat: int
    times: int
    truths: int


@dataclass(frozen=True, slots=True)
class TakenFacts:
    """The largest pile of a game, and the seat that took it."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class OverFacts(StageFacts):
    """The end of a game: the winners and losers, and the payments."""

    void: bool
    paid: tuple[int, ...] | None
    standings: tuple[StandingFacts, ...]  # best first
    reads: bool = False  # a tap opens how to play now
    most_doubted: DoubtedFacts | None = None
    largest_pile: TakenFacts | None = None
    catch: BestCatch | None = None  # the best of the game

    def began(self, since: int) -> int:
        """Return the end of the game."""
        return since


def readable_from(table: Table) -> int:
    """Return the time (ns) after which a tap means how to play; before, it may be a late doubt."""
    return table.at(Over).since + READ_AFTER


def about(table: Table, now: int) -> OverFacts:
    """Return the facts of the end of the game."""
    paid = next((one.parts for one in table.happened if isinstance(one, Paid)), None)
    void = any(isinstance(one, Voided) for one in table.happened)
    reads = now > readable_from(table)
    told = table.match.tale
    doubted, pile = most_doubted(told), largest_pile(told)
    standings, catch = _standings(table, paid), table.match.catch
    return OverFacts(void, paid, standings, reads, doubted, pile, catch)


def _standings(table: Table, paid: tuple[int, ...] | None) -> tuple[StandingFacts, ...]:
    """Return all seats at the end of the game, best first."""
    game = table.game
    if game.points:
        ranking = getattr(game, "ranking", ())
        places = [sum(len(one) for one in ranking[:i]) + 1 for i in range(len(ranking))]
        return tuple(
            StandingFacts(seat, number, None, 0, game.points[seat])
            for number, seats in zip(places, ranking, strict=True)
            for seat in seats
        )
    placed = game.out
    if game.winner is not None and game.winner not in placed:
        placed = (game.winner, *placed)
    rest = sorted(
        (seat for seat in range(len(game.hands)) if seat not in placed),
        key=lambda seat: (
            seat not in game.tied,
            seat == game.loser,
            seat in game.gone,
            game.hands[seat],
        ),
    )
    roles = dict.fromkeys(game.gone, Role.GONE)
    if game.loser is not None:
        roles[game.loser] = Role.LOSER
    return tuple(
        StandingFacts(
            seat,
            1 if seat in game.tied else number if seat in placed and seat not in roles else None,
            roles.get(seat),
            game.hands[seat],
            pays=paid[seat] if paid is not None else 0,
            chips=table.chips.get(table.buzzers[seat], 0) if paid is not None else None,
        )
        for number, seat in enumerate((*placed, *rest), 1)
    )


def most_doubted(tale: tuple[Event, ...]) -> DoubtedFacts | None:
    """Return the seat that was doubted most often, if it is alone and that is often enough."""
    doubts = [
        one for one in tale if isinstance(one, Verdict | Answered) and one.doubter is not None
    ]
    ranking = Counter(one.seat for one in doubts).most_common(2)
    if not ranking or ranking[0][1] < OFTEN or len({times for _, times in ranking}) < len(ranking):
        return None
    seat, times = ranking[0]
    return DoubtedFacts(seat, times, sum(one.truth for one in doubts if one.seat == seat))


def largest_pile(tale: tuple[Event, ...]) -> TakenFacts | None:
    """Return the seat that took the largest pile, if it is alone and the pile large enough."""
    piles = sorted((one.count, one.seat) for one in tale if isinstance(one, Took))
    if not piles or piles[-1][0] < LARGE or [one[0] for one in piles].count(piles[-1][0]) > 1:
        return None
    cards, seat = piles[-1]
    return TakenFacts(seat, cards)


def prompted(_table: Table, _about: OverFacts, _seat: int, _now: int) -> Prompted:
    """Offer the next deal to all seats."""
    return Prompted(Prompt.NEXT_DEAL)


def role(table: Table, seat: int) -> Called:
    """Return the winner, the loser, or the place of a seat."""
    if seat == table.game.winner:
        return Role.WINNER, None
    if seat == table.game.loser:
        return Role.LOSER, None
    return out_of(table.settings.ruleset, table.game, seat)
