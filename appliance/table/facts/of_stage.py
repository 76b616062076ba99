"""What is particular to the stage that a table is in."""

from typing import Any

from appliance.core.reading import Quad, Reading
from appliance.core.signals import MS
from appliance.rules.actions import Pick
from appliance.rules.events import LostPoints, Paid, Voided
from appliance.rules.game import Phase
from appliance.table import asking, byhand, dealing, dispute
from appliance.table.doubting import (
    TAKE_BACK,
    on_turn,
    race_of,
    tie_window,
    turn_free_at,
    turn_from,
)
from appliance.table.facts.codes import Health, Role
from appliance.table.facts.moves import moves
from appliance.table.facts.seats import health
from appliance.table.facts.values import (
    About,
    AskingFacts,
    ByHandFacts,
    DealFacts,
    DisputeFacts,
    DoubtedFacts,
    FaultFacts,
    JudgedFacts,
    LobbyFacts,
    OverFacts,
    RevealingFacts,
    StandingFacts,
    TurnsFacts,
)
from appliance.table.parties import judged_parties, neutrals, outcome, parties, sought, truth_of
from appliance.table.register import automatic_pick
from appliance.table.reveal import turned_up
from appliance.table.state import Stage, Table
from appliance.table.verdict import known_part, loser, taker


def about_of(table: Table, now: int) -> About:
    """What is particular to the stage of `table` at `now` (ns)."""
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
    moving = known.live if table.paused_at is None else ()
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
        turn_from=tuple(turn_from(table, seat) for seat in moving),
        mover=round_.mover,
        moved_at=round_.moved_at,
        kept=table.undo is not None,
        takes_back=_takes_back(table, slaps, automatic, now),
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


def _takes_back(
    table: Table, slaps: frozenset[int], automatic: Pick | None, now: int
) -> int | None:
    """The seat whose tap takes its newest move back, or drops the one that is committed."""
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a turn is part of a game
    pending, mover = round_.pending, round_.mover
    if pending is not None:
        drops = pending.at < now <= pending.free_until
        return getattr(pending.action, "seat", None) if drops else None
    if table.undo is None or now > round_.moved_at + TAKE_BACK or mover in slaps:
        return None
    return mover if mover != on_turn(table) or automatic is not None else None


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
        asks_at=within(reading, place) if reading is not None and place is not None else (),
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
    judged, between, event = table.judged, judged_parties(table), outcome(table.happened)
    lost_points = (one.points for one in table.happened if isinstance(one, LostPoints))
    disputed = table.dispute
    others = neutrals(table, between) if between is not None else ()
    return JudgedFacts(
        event=event,
        truth=truth_of(event) if event is not None else None,
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


def within(reading: Reading, quad: Quad) -> Quad:
    """`quad` as parts (0 to 1) of the frame."""
    return tuple((x / reading.width, y / reading.height) for x, y in quad)


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
