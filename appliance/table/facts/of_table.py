"""From a table to its facts. Only this package reads a table for those who show or play it."""

from typing import Any

from appliance.core.reading import Quad, Reading
from appliance.core.signals import MS
from appliance.rules.events import LostPoints, Paid, Shown, SuddenDeath, Took, Verdict, Voided
from appliance.rules.game import Claim, Phase
from appliance.rules.wagers import Bid
from appliance.table import asking, byhand, dealing, dispute, lobby, lost
from appliance.table.doubting import (
    TAKE_BACK,
    on_turn,
    race_of,
    tie_window,
    turn_free_at,
    turn_from,
)
from appliance.table.facts.moves import asks_questions, moves
from appliance.table.facts.seats import health, seats_of
from appliance.table.facts.values import (
    About,
    AskingFacts,
    BidFacts,
    ByHandFacts,
    CardFacts,
    DealFacts,
    DisputeFacts,
    DoubtedFacts,
    Facts,
    FaultFacts,
    Health,
    JudgedFacts,
    LobbyFacts,
    OverFacts,
    PauseFacts,
    PressFacts,
    QuestionFacts,
    RevealingFacts,
    Role,
    StandingFacts,
    TurnsFacts,
)
from appliance.table.parties import judged_parties, neutrals, outcome, parties, sought
from appliance.table.register import automatic_pick
from appliance.table.reveal import by_hand_at, turned_up
from appliance.table.state import Basis, Stage, Table
from appliance.table.verdict import known_part, loser, taker

_ASKED = (Stage.DEAL, Stage.PLAY, Stage.DOUBT, Stage.VERDICT)
"""Where a question is on the screen."""


def facts_of(table: Table, now: int) -> Facts:
    """What everybody may know of `table` at `now` (ns)."""
    game = table.round.game if table.round is not None else None
    about, judged = _about(table, now), table.judged
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
        showing=table.showing,
        opened_at=table.round.opened_at if table.round is not None else 0,
        disputable_until=judged.at + dispute.WITHIN if judged is not None else None,
        paused_at=table.paused_at,
        pause=_pause(table),
        shows_cards=dispute.shows_cards(table, now),
        notice=table.notice or None,
        camera_lost=lost.why(table, lost.CAMERA),
        buzzers_lost=lost.why(table, lost.BUZZERS),
    )


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
    return table.game.claim if table.round is not None else None


def _pile(table: Table) -> int:
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


# --- what is particular to a stage -------------------------------------------------------------


def _about(table: Table, now: int) -> About:
    match table.stage:
        case Stage.ATTRACT:
            return LobbyFacts()
        case Stage.LOBBY:
            return LobbyFacts(table.ready, _fault(table, now))
        case Stage.DEAL:
            return DealFacts()
        case Stage.QUESTION:
            return _asking(table)
        case Stage.PLAY:
            return _turns(table, now)
        case Stage.DOUBT:
            ms = tie_window(table)
            return DoubtedFacts(sought(table), parties(table), ms, _withdraws(table, now))
        case Stage.REVEAL:
            return _revealing(table, now)
        case Stage.VERDICT:
            return _judged(table, now)
        case Stage.OVER:
            return _over(table)


def _fault(table: Table, now: int) -> FaultFacts | None:
    """The worst first: one that is stuck, then one that bounces for too long."""
    found = [(health(table, one, now), one) for one in range(table.settings.buzzers)]
    longest = {one.buzzer: one.longest for one in table.bounced}
    for state in (Health.STUCK, Health.WORN):
        for one, buzzer in found:
            if one is state:
                return FaultFacts(buzzer, state, longest.get(buzzer, 0))
    return None


def _asking(table: Table) -> AskingFacts:
    drawing, starter = table.drawing, asking.starter(table)
    chooses = asking.way(table) == "starter_chooses"
    if drawing is None:
        return AskingFacts(starter, chooses, waits=True)
    return AskingFacts(
        starter,
        chooses,
        waits=drawing.request is not None,
        cursor=drawing.cursor,
        request=drawing.request,
        failed=drawing.failed or None,
    )


def _turns(table: Table, now: int) -> TurnsFacts:
    round_, race = table.round, race_of(table)
    assert round_ is not None  # noqa: S101 - a turn is part of a game
    game: Any = round_.game  # a frozen dataclass, which a Protocol can't promise to be hashable
    known, free_at = moves(table.settings.ruleset, game), turn_free_at(table)
    slaps = frozenset(
        seat
        for seat in (known.order if race is not None else ())
        if seat not in known.live or now <= free_at
    )
    turn, automatic = on_turn(table), automatic_pick(table)
    return TurnsFacts(
        live=known.live,
        on_turn=turn,
        open=game.phase in (Phase.OPEN, Phase.LAST_CARDS),
        race=race is not None,
        order=known.order,
        slaps=slaps,
        forces=known.forces,
        doubter=round_.doubter,
        turn_free_at=free_at,
        turn_from=tuple(turn_from(table, seat) for seat in known.live),
        mover=round_.mover,
        moved_at=round_.moved_at,
        kept=table.undo is not None,
        takes_back=_takes_back(table, slaps, now),
        pending=round_.pending is not None,
        floor=round_.floor,
        correction=round_.correction,
        counted=round_.counted,
        automatic=automatic,
        entry=round_.entry,
        announced=round_.announced,
        may_redeal=dealing.may_redeal(table),
        allowed=known.allowed,
        passes=known.passes,
        draws=known.draws,
        lays_away=known.lays_away,
    )


def _takes_back(table: Table, slaps: frozenset[int], now: int) -> int | None:
    """The seat whose tap takes its newest move back, or drops the one that is committed."""
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a turn is part of a game
    pending, mover = round_.pending, round_.mover
    if pending is not None:
        drops = pending.at < now <= pending.free_until
        return getattr(pending.action, "seat", None) if drops else None
    if table.undo is None or now > round_.moved_at + TAKE_BACK or mover in slaps:
        return None
    return mover if mover != on_turn(table) or automatic_pick(table) is not None else None


def _withdraws(table: Table, now: int) -> bool:
    """Whether both parties may call the doubt off now."""
    ms = table.ruleset.timing(table.game).withdraw_ms
    if table.game.doubter is None or parties(table) is None or turned_up(table) or not ms:
        return False
    doubted = table.since if table.stage is Stage.DOUBT else table.doubted_at
    return now < doubted + ms * MS


def _revealing(table: Table, now: int) -> RevealingFacts:
    reading, place, between = table.reading, table.asks_at, parties(table)
    return RevealingFacts(
        request=table.request,
        sought=sought(table),
        parties=between,
        neutrals=neutrals(table, between) if between is not None else (),
        ask=table.ask or None,
        asks_at=_within(reading, place) if reading is not None and place is not None else (),
        by_hand=_by_hand(table),
        withdraws=_withdraws(table, now),
    )


def _by_hand(table: Table) -> ByHandFacts | None:
    now = table.by_hand
    if now is None:
        return None
    return ByHandFacts(
        now.ranks, now.cursor, byhand.places(table), now.done, now.settle, now.agreed
    )


def _judged(table: Table, now: int) -> JudgedFacts:
    judged, between = table.judged, judged_parties(table)
    lost_points = (one.points for one in table.happened if isinstance(one, LostPoints))
    disputed = table.dispute
    others = neutrals(table, between) if between is not None else ()
    return JudgedFacts(
        event=outcome(table.happened),
        doubted=table.doubted,
        parties=between,
        basis=None if judged is None else judged.basis,
        overruled=judged is not None and judged.overruled is not None,
        final=judged is None or judged.final,
        partly_read=bool(known_part(table)),
        taker=taker(table),
        loser=loser(table),
        lost_points=next(lost_points, None),
        disputable=(
            judged is not None
            and not judged.final
            and disputed is None
            and now <= judged.at + dispute.WITHIN
        ),
        dispute=None if disputed is None else DisputeFacts(disputed.agreed, others),
    )


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
    return tuple(CardFacts(card.known, _within(reading, card.quad)) for card in reading.cards)


def _within(reading: Reading, quad: Quad) -> Quad:
    """`quad` as parts (0 to 1) of the frame."""
    return tuple((x / reading.width, y / reading.height) for x, y in quad)


# --- questions ---------------------------------------------------------------------------------


def _question(table: Table) -> QuestionFacts | None:
    """The question; its answer, and where it comes from, only when it is turned up."""
    question = table.question
    if question is None or table.round is None or table.stage not in _ASKED:
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
    if table.stage not in _ASKED or table.round is None:
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
    return begins or (table.round is not None and getattr(table.game, "sudden_death", False))


# --- the end ---------------------------------------------------------------------------------


def _over(table: Table) -> OverFacts:
    paid = next((one.parts for one in table.happened if isinstance(one, Paid)), None)
    void = any(isinstance(one, Voided) for one in table.happened)
    return OverFacts(void, paid, _standings(table, paid))


def _standings(table: Table, paid: tuple[int, ...] | None) -> tuple[StandingFacts, ...]:
    """Every seat at the end of the game, best first."""
    game = table.game
    if game.points:
        ranking = getattr(game, "ranking", ())
        places = [sum(len(one) for one in ranking[:i]) + 1 for i in range(len(ranking))]
        return tuple(
            StandingFacts(seat, number, None, 0, game.points[seat])
            for number, seats in zip(places, ranking, strict=True)
            for seat in seats
        )
    order = {seat: number for number, seat in enumerate(game.out)}
    if game.winner is not None:
        order.setdefault(game.winner, -1)
    rest = sorted(
        (seat for seat in range(len(game.hands)) if seat not in order),
        key=lambda seat: (seat == game.loser, seat in game.gone, game.hands[seat]),
    )
    lines = []
    for number, seat in enumerate([*sorted(order, key=lambda seat: order[seat]), *rest]):
        role = None
        if seat == game.loser:
            role = Role.LOSER
        elif seat in game.gone:
            role = Role.GONE
        place = number + 1 if seat in order and role is None else None
        pays = paid[seat] if paid is not None else 0
        lines.append(StandingFacts(seat, place, role, game.hands[seat], pays=pays))
    return tuple(lines)
