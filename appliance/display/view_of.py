"""From a table to a View. The sentences are made in `words`, the seats in `seats_of`."""

from collections.abc import Callable

from appliance.core.reading import Quad, Reading
from appliance.display.phrases import (
    before,
    ending,
    howto,
    pauses,
    reveal,
    turns,
    verdicts,
)
from appliance.display.phrases.common import Words, allowed, asks_questions, said
from appliance.display.seats_of import seats_of
from appliance.display.view import (
    BidView,
    CardView,
    PlaceView,
    QuestionView,
    Screen,
    View,
)
from appliance.rules.events import Shown, Took, Verdict
from appliance.rules.game import Claim, Phase
from appliance.rules.wagers import Bid
from appliance.table import asking, lobby, lost
from appliance.table.parties import outcome, truth_of
from appliance.table.reveal import by_hand_at
from appliance.table.state import Basis, Stage, Table
from appliance.table.verdict import loser

_SCREENS = {
    Stage.ATTRACT: Screen.ATTRACT,
    Stage.LOBBY: Screen.LOBBY,
    Stage.DEAL: Screen.DEAL,
    Stage.QUESTION: Screen.QUESTION,
    Stage.PLAY: Screen.GAME,
    Stage.DOUBT: Screen.DOUBT,
    Stage.REVEAL: Screen.REVEAL,
    Stage.VERDICT: Screen.VERDICT,
    Stage.OVER: Screen.OVER,
}
_ABOUT_A_QUESTION = {
    Stage.DEAL: Screen.QUESTION,
    Stage.PLAY: Screen.QUESTION,
    Stage.DOUBT: Screen.QUESTION,
    Stage.VERDICT: Screen.ANSWER,
}


def view_of(table: Table, now: int) -> View:
    """What everybody may see of `table` at `now` (ns)."""
    game = table.round.game if table.round is not None else None
    playing = table.stage not in (Stage.ATTRACT, Stage.LOBBY)
    judged = table.stage is Stage.VERDICT
    over = table.stage is Stage.OVER
    headline, detail = _words(table)
    return View(
        screen=_screen(table),
        title=said(table, table.ruleset.title),
        headline=headline,
        detail=detail,
        seats=seats_of(table, now),
        required=game.required if game is not None and table.stage is Stage.PLAY else None,
        allowed=allowed(table),
        claim=_claim(table) if playing else None,
        pile=_pile(table),
        beside=turns.beside(table),
        heaps=table.ruleset.heaps,
        window=_window(table),
        open=_is_open(table),
        limit=_limit(table),
        places=_places(table),
        cards=_cards(table) if judged or table.stage is Stage.REVEAL else (),
        sought=reveal.to_turn_up(table),
        ask=said(table, table.ask) if table.stage is Stage.REVEAL else "",
        asks_at=_asks_at(table),
        verdict=_verdict(table),
        word=verdicts.word(table),
        disputed=table.dispute is not None,
        hint=verdicts.hint(table, now),
        takes=loser(table) if judged else None,
        question=_question(table),
        bid=_bid(table),
        sudden_death=ending.sudden(table),
        winner=game.winner if game is not None and over else None,
        loser=game.loser if game is not None and over else None,
        standings=ending.standings(table),
        rules=howto.how_to_play(table),
        camera=_camera(table),
        paused=table.paused_at is not None,
        notice=lost.why(table, lost.BUZZERS) or said(table, table.notice) or _faults(table, now),
    )


def _faults(table: Table, now: int) -> str:
    """What is wrong with the buzzers, while people sit down."""
    return before.faults(table, now) if table.stage is Stage.LOBBY else ""


def _screen(table: Table) -> Screen:
    return (_ABOUT_A_QUESTION if asks_questions(table) else {}).get(
        table.stage, _SCREENS[table.stage]
    )


def _words(table: Table) -> Words:
    if table.paused_at is not None:
        return pauses.pause(table)
    return _WORDS[table.stage](table)


_WORDS: dict[Stage, Callable[[Table], Words]] = {
    Stage.ATTRACT: before.attract,
    Stage.LOBBY: before.lobby,
    Stage.DEAL: before.deal,
    Stage.QUESTION: before.question,
    Stage.PLAY: turns.play,
    Stage.DOUBT: reveal.doubt,
    Stage.REVEAL: reveal.reveal,
    Stage.VERDICT: lambda table: verdicts.verdict(table, _pile(table)),
    Stage.OVER: ending.over,
}


def _claim(table: Table) -> Claim | None:
    """The newest play; during a verdict the one that it is about."""
    if table.stage is Stage.VERDICT:
        return table.doubted
    return table.game.claim if table.round is not None else None


def _pile(table: Table) -> int:
    """The cards on the table; during a verdict those that are taken from it."""
    took = next((one.count for one in table.happened if isinstance(one, Took)), None)
    if table.stage is Stage.VERDICT and took is not None:
        return took
    return sum(table.game.heaps) if table.round is not None else 0


# --- time that runs out ----------------------------------------------------------------------


def _window(table: Table) -> tuple[int, int] | None:
    round_ = table.round
    if table.stage is not Stage.PLAY or round_ is None or round_.closes_at is None:
        return None
    return round_.opened_at, round_.closes_at


def _limit(table: Table) -> tuple[int, int] | None:
    """Until when the game begins, or the camera may still ask."""
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


def _is_open(table: Table) -> bool:
    return table.stage is Stage.PLAY and table.game.phase in (Phase.OPEN, Phase.LAST_CARDS)


# --- doubts and verdicts -----------------------------------------------------------------------


def _places(table: Table) -> tuple[PlaceView, ...]:
    if table.finish is None or table.stage not in (Stage.DOUBT, Stage.REVEAL, Stage.VERDICT):
        return ()
    return tuple(
        PlaceView(
            seat=seat,
            behind_us=place.behind // 1000,
            doubter=place.buzzer == table.finish.doubter,
            tied=place.tied and sum(other.tied for other in table.finish.places) > 1,
            late=place.late,
        )
        for place in table.finish.places
        if (seat := table.seat_of(place.buzzer)) is not None
    )


def _cards(table: Table) -> tuple[CardView, ...]:
    """What the camera reads, what people enter in its place, or what the verdict rests on."""
    reading, by_hand = table.reading, table.by_hand
    if table.stage is Stage.REVEAL and by_hand is not None and by_hand.ranks:
        return tuple(CardView(rank, ()) for rank in by_hand.ranks)
    by_people = table.judged is not None and table.judged.basis is not Basis.CAMERA
    settled = table.stage is Stage.VERDICT and by_people and table.dispute is None
    if reading is None or settled:
        event = outcome(table.happened) if table.stage is Stage.VERDICT else None
        ranks = event.ranks if isinstance(event, (Verdict, Shown)) else ()
        return tuple(CardView(rank, ()) for rank in ranks)
    return tuple(CardView(card.known, _within(reading, card.quad)) for card in reading.cards)


def _asks_at(table: Table) -> Quad:
    """Where the question is that the table asks; what the rules ask has no one place."""
    reading, place = table.reading, table.asks_at
    if table.stage is not Stage.REVEAL or reading is None or place is None:
        return ()
    return _within(reading, place)


def _within(reading: Reading, quad: Quad) -> Quad:
    """`quad` as parts (0 to 1) of the frame."""
    return tuple((x / reading.width, y / reading.height) for x, y in quad)


def _verdict(table: Table) -> bool | None:
    if table.stage is not Stage.VERDICT:
        return None
    event = outcome(table.happened)
    return truth_of(event) if event is not None else None


def _camera(table: Table) -> str:
    reason = lost.why(table, lost.CAMERA)
    if reason is not None:
        return f"camera lost: {reason}"
    return "camera on" if table.stage is Stage.REVEAL else ""


# --- questions -------------------------------------------------------------------------------


def _question(table: Table) -> QuestionView | None:
    """The question; its answer, and where it comes from, only when it is turned up."""
    question = table.question
    if question is None or table.round is None or table.stage not in _ABOUT_A_QUESTION:
        return None
    if table.stage is not Stage.VERDICT:
        return QuestionView(question.kind, question.text)
    source = f"{question.source}, {question.date}" if question.date else question.source
    return QuestionView(question.kind, question.text, question.percent, source, question.note)


def _bid(table: Table) -> BidView | None:
    """The newest guess; during a verdict the one that it is about."""
    if table.stage not in _ABOUT_A_QUESTION or table.round is None:
        return None
    judged = table.stage is Stage.VERDICT and table.judged is not None
    game = table.judged.before if judged and table.judged is not None else table.game
    bid = getattr(game, "bid", None)
    if not isinstance(bid, Bid):
        return None
    highest = getattr(game, "highest_wager", bid.wager)
    return BidView(bid.seat, bid.guess, bid.wager, highest)
