"""The public facts while cards are turned up."""

from collections.abc import Collection
from dataclasses import dataclass

from appliance.core.reading import Quad, Reading
from appliance.table import verdict
from appliance.table.answers import Prompted, ring_of
from appliance.table.challenge import withdraws
from appliance.table.codes import Prompt
from appliance.table.elements import ByHand, Stop
from appliance.table.judge import Sought, Turn, known
from appliance.table.offers import Asks
from appliance.table.stage_facts import StageFacts
from appliance.table.stages.reveal.state import Revealing
from appliance.table.stages.reveal.witness import lanes, witnesses
from appliance.table.state import Table
from appliance.table.verdict import Parties
from bluffing.actions import Settle
from bluffing.cards import Rank, Trait
from bluffing.message import AtSeat, Message, Spoken, message

_SPOILT = (Settle(truth=False), Settle(truth=True), Settle(None))
"""Cards taken or mixed by the owner or by the doubter; or an unknowable truth."""

WORD_STOPS: tuple[Stop, ...] = (Settle(truth=False), Settle(truth=True), None)
"""A lie, the truth, or the cards themselves, which say more than a word."""


@dataclass(frozen=True, slots=True)
class RevealingFacts(StageFacts):
    """Facts while cards are turned up and read, or entered by hand at the ring's `stops`.

    `witnesses` are the seats that may confirm that nothing lies below the cards in sight. `lanes`
    are those of the mat, 0 if there are none or too few for the cards.
    """

    request: int
    sought: Sought | None
    parties: Parties | None
    neutrals: tuple[int, ...]
    ask: Message | None  # why the camera can't tell yet
    asks_at: Quad  # the place that it asks about, as a card's `quad`
    by_hand: ByHand | None
    stops: tuple[Stop, ...]
    withdraws: bool
    witnesses: tuple[int, ...]
    lanes: int

    def reply(self, _seat: int, _out: Collection[int]) -> Message:
        """Name the seat that turns cards up, or say that the table waits for them."""
        if self.parties is None:
            return message("reply.cards")
        return message("reply.turns-up", who=AtSeat(self.parties.owner))


def about(table: Table, now: int) -> RevealingFacts:
    """Return the facts of the cards in the reveal box."""
    stage = table.at(Revealing)
    reading, between = stage.reading, verdict.parties(table)
    asked = stage.asked if now > stage.unhurried_until else None
    ask = None if asked is None else asked.ask
    return RevealingFacts(
        request=table.request,
        sought=verdict.sought(table),
        parties=between,
        neutrals=verdict.neutrals(table, between) if between is not None else (),
        ask=None if ask is None else ask.reason,
        asks_at=within(reading, ask.at) if reading and ask and ask.at else (),
        by_hand=stage.by_hand,
        stops=stops(table),
        withdraws=withdraws(table, now),
        witnesses=witnesses(table),
        lanes=lanes(table),
    )


def stops(table: Table) -> tuple[Stop, ...]:
    """List the stops of the ring, in order."""
    cards, by_hand = verdict.sought(table), table.inner.by_hand
    if cards is None or by_hand is None:
        return ()
    if by_hand.word:
        return WORD_STOPS
    more = cards.turn is Turn.PLAY or len(by_hand.ranks) < cards.count
    ranks = (*table.ruleset.traits, Rank.JOKER) if more else ()
    done = (None,) if by_hand.ranks or cards.turn is Turn.PRODUCED else ()
    return (*ranks, *done, *(settle for settle in _SPOILT if _may(table, settle)))


def _may(table: Table, settle: Settle) -> bool:
    if settle.truth and table.game.doubter is None:
        return False
    return table.at(Revealing).showing is None and table.ruleset.refusal(table.game, settle) is None


def within(reading: Reading, quad: Quad) -> Quad:
    """Return `quad` as parts (0 to 1) of the frame."""
    return tuple((x / reading.width, y / reading.height) for x, y in quad)


def read_traits(table: Table, reading: Reading) -> tuple[Trait | None, ...]:
    """Return the trait of each card that counts by the rules, None where it isn't surely read."""
    return tuple(known(card, table.ruleset.trait) for card in reading.cards)


_GIVES_UP = {Turn.PRODUCED: Prompt.HAVE_NONE, Turn.HAND: Prompt.NO_SHOW}


def prompted(_table: Table, reveal: RevealingFacts, seat: int, _now: int) -> Prompted:
    """Ask the parties for the cards, or for their word."""
    between, by_hand, wanted = reveal.parties, reveal.by_hand, reveal.sought
    if between is None or wanted is None:
        return Prompted()
    if by_hand is not None and by_hand.done:
        if seat == between.owner:
            return Prompted(Prompt.AGREE_OR_NOT)
        if seat == between.other:
            return Prompted()
        return Prompted(Prompt.AGREED if seat in by_hand.agreed else Prompt.AGREE)
    if seat in reveal.witnesses:
        return Prompted(Prompt.NOTHING_BELOW)
    gives_up = _GIVES_UP.get(wanted.turn)
    if seat == between.owner and gives_up is not None:
        return Prompted(gives_up)
    if seat in between and reveal.withdraws and by_hand is None:
        return Prompted(Prompt.BY_ACCIDENT)
    if seat != between.other:
        return Prompted()
    if by_hand is None:
        return Prompted(Prompt.FLIP if wanted.turn is Turn.PLAY else Prompt.BY_HAND)
    return _entering(reveal, by_hand.stop, seat)


def _entering(reveal: RevealingFacts, here: Stop, seat: int) -> Prompted:
    """Return the prompt of the doubter, who says a word or enters the cards."""
    ring, word = None, reveal.by_hand is not None and reveal.by_hand.word
    if here in reveal.stops:
        labels = tuple(stop_words(reveal, one) for one in reveal.stops)
        asks = Asks.WAY if word else Asks.CARD
        ring = ring_of(asks, labels, reveal.stops.index(here), seat)
    if isinstance(here, Trait):
        return Prompted(Prompt.NEXT_RANK, ring=ring)
    if word:
        return Prompted(Prompt.ONE_OF, (stop_words(reveal, here),), ring)
    return Prompted(Prompt.ONLY, (stop_words(reveal, here),), ring)


def stop_words(reveal: RevealingFacts, stop: Stop) -> Spoken:
    """Name the ring's option at `stop`."""
    between, wanted = reveal.parties, reveal.sought
    if isinstance(stop, Trait):
        return stop
    if between is None or wanted is None:
        return ""
    if reveal.by_hand is not None and reveal.by_hand.word:
        word = "cards" if stop is None else "truth" if stop.truth else "lie"
        return message(f"reveal.card.{word}")
    if stop is None:
        nothing = reveal.by_hand is not None and not reveal.by_hand.ranks
        none = wanted.turn is Turn.PRODUCED and nothing
        return message("reveal.card.none" if none else "reveal.card.these-are-all")
    if stop.truth is None:
        return message("reveal.card.nobody-can-tell")
    who = between.other if stop.truth else between.owner
    return message("reveal.card.mixed", who=AtSeat(who))
