"""From a table to its facts. Only this package reads a table for those who show or play it."""

from typing import Any

from appliance.message import Message, told
from appliance.rules.events import Shown, SuddenDeath, Took, Verdict
from appliance.rules.game import Claim
from appliance.rules.wagers import Bid
from appliance.table import asking, dispute, lobby, lost
from appliance.table.facts.moves import asks_questions, moves
from appliance.table.facts.of_stage import about_of, within
from appliance.table.facts.seats import seats_of
from appliance.table.facts.values import (
    BidFacts,
    CardFacts,
    Facts,
    PauseFacts,
    PressFacts,
    QuestionFacts,
)
from appliance.table.parties import outcome
from appliance.table.reveal import by_hand_at
from appliance.table.state import Basis, Stage, Table

_ASKED = (Stage.DEAL, Stage.PLAY, Stage.DOUBT, Stage.VERDICT)
"""Where a question is on the screen."""


def facts_of(table: Table, now: int) -> Facts:
    """What everybody may know of `table` at `now` (ns)."""
    game = table.game if table.standing.match is not None else None
    about, judged, round_ = about_of(table, now), table.judged, table.round
    return Facts(
        settings=table.settings,
        stage=table.stage,
        since=table.since,
        names=tuple(table.settings.names[name] for name in table.names),
        seats=seats_of(table, about, now),
        about=about,
        game=game,
        dealer=table.dealer,
        games=table.games,
        asks_questions=asks_questions(table.settings.ruleset),
        claim=_claim(table),
        pile=_pile(table),
        window=_window(table),
        limit=_limit(table),
        places=_places(table),
        reading=table.reading,
        cards=_cards(table),
        question=_question(table),
        bid=_bid(table),
        sudden_death=_sudden_death(table),
        draws=_draws(table),
        showing=table.showing,
        opened_at=round_.opened_at if round_ is not None else 0,
        disputable_until=judged.at + dispute.WITHIN if judged is not None else None,
        paused_at=table.paused_at,
        pause=_pause(table),
        notice=table.notice or None,
        camera_lost=_lost(table, lost.CAMERA),
        buzzers_lost=_lost(table, lost.BUZZERS),
    )


def _lost(table: Table, driver: str) -> Message | None:
    """Why a driver does not work, or None: it does."""
    reason = lost.why(table, driver)
    return None if reason is None else told(reason)


def _pause(table: Table) -> PauseFacts | None:
    now = table.pause
    if now is None:
        return None
    return PauseFacts(
        now.since, now.seat, now.item, now.cursor, now.giver, now.counts, now.action, now.ready
    )


def _claim(table: Table) -> Claim | None:
    if table.stage in (Stage.ATTRACT, Stage.LOBBY):
        return None
    if table.stage is Stage.VERDICT:
        return table.doubted
    return table.game.claim if table.standing.match is not None else None


def _pile(table: Table) -> int:
    took = next((one.count for one in table.happened if isinstance(one, Took)), None)
    if table.stage is Stage.VERDICT and took is not None:
        return took
    return sum(table.game.heaps) if table.standing.match is not None else 0


# --- time that runs out ----------------------------------------------------------------------


def _window(table: Table) -> tuple[int, int] | None:
    round_ = table.round if table.stage is Stage.PLAY else None
    if round_ is None or round_.closes_at is None:
        return None
    return round_.opened_at, round_.closes_at


def _limit(table: Table) -> tuple[int, int] | None:
    """Until when the game begins, or the camera or the questions may take their time."""
    if table.paused_at is not None:
        return None
    if table.stage is Stage.LOBBY:
        starts = lobby.start_at(table)
        return None if starts is None else (table.since, starts)
    if table.stage is Stage.QUESTION:
        due, drawing = asking.due(table), table.drawing
        return None if due is None or drawing is None else (drawing.asked_at, due)
    if table.stage is Stage.REVEAL and table.asked_at is not None:
        ends = by_hand_at(table)
        return None if ends is None else (table.asked_at, ends)
    return None


# --- doubts and verdicts -----------------------------------------------------------------------


def _places(table: Table) -> tuple[PressFacts, ...]:
    if table.finish is None or table.stage not in (Stage.DOUBT, Stage.REVEAL, Stage.VERDICT):
        return ()
    return tuple(
        PressFacts(
            seat=seat,
            behind_us=place.behind // 1000,
            doubter=place.buzzer == table.finish.doubter,
            tied=place.tied and sum(other.tied for other in table.finish.places) > 1,
            late=place.late,
            at=place.at,
        )
        for place in table.finish.places
        if (seat := table.seat_of(place.buzzer)) is not None
    )


def _cards(table: Table) -> tuple[CardFacts, ...]:
    """What the camera reads, what people enter in its place, or what the verdict rests on."""
    if table.stage not in (Stage.REVEAL, Stage.VERDICT):
        return ()
    reading, by_hand = table.reading, table.by_hand
    if table.stage is Stage.REVEAL and by_hand is not None and by_hand.ranks:
        return tuple(CardFacts(rank, ()) for rank in by_hand.ranks)
    by_people = table.judged is not None and table.judged.basis is not Basis.CAMERA
    settled = table.stage is Stage.VERDICT and by_people and table.dispute is None
    if reading is None or settled:
        event = outcome(table.happened) if table.stage is Stage.VERDICT else None
        ranks = event.ranks if isinstance(event, (Verdict, Shown)) else ()
        return tuple(CardFacts(rank, ()) for rank in ranks)
    return tuple(CardFacts(card.known, within(reading, card.quad)) for card in reading.cards)


def _draws(table: Table) -> bool:
    if table.standing.match is None or not table.game.stock:
        return False
    game: Any = table.game  # a frozen dataclass, which a Protocol can't promise to be hashable
    return moves(table.settings.ruleset, game).draws


# --- questions ---------------------------------------------------------------------------------


def _question(table: Table) -> QuestionFacts | None:
    """The question; its answer, and where it comes from, only when it is turned up."""
    question = table.question
    if question is None or table.standing.match is None or table.stage not in _ASKED:
        return None
    if table.stage is not Stage.VERDICT:
        return QuestionFacts(question.id, question.kind, question.text)
    return QuestionFacts(
        question.id,
        question.kind,
        question.text,
        question.percent,
        question.source,
        question.date,
        question.note,
    )


def _bid(table: Table) -> BidFacts | None:
    """The newest guess; during a verdict the one that it is about."""
    if table.stage not in _ASKED or table.standing.match is None:
        return None
    judged = table.judged if table.stage is Stage.VERDICT else None
    game = judged.before if judged is not None else table.game
    bid = getattr(game, "bid", None)
    if not isinstance(bid, Bid):
        return None
    return BidFacts(bid.seat, bid.guess, bid.wager, getattr(game, "highest_wager", bid.wager))


def _sudden_death(table: Table) -> bool:
    """Whether those tied for the lead play it out."""
    begins = any(isinstance(one, SuddenDeath) for one in table.happened)
    return begins or (
        table.standing.match is not None and getattr(table.game, "sudden_death", False)
    )
