"""What is particular to the stage that a table is in."""

from appliance.core.reading import Quad, Reading
from appliance.core.signals import MS
from appliance.rules.actions import Pick
from appliance.rules.events import LostPoints, Paid, Voided
from appliance.rules.game import Phase
from appliance.table import asking, byhand, dealing, dispute
from appliance.table.doubting import turned_up
from appliance.table.elements import Choosing, Drawing, NotDrawn
from appliance.table.facts.codes import Health, Role
from appliance.table.facts.moves import Same, moves
from appliance.table.facts.moves import asked as asked_of
from appliance.table.facts.seats import health
from appliance.table.facts.values import (
    About,
    AskingFacts,
    DisputeFacts,
    DoubtingFacts,
    FaultFacts,
    JudgedFacts,
    LobbyFacts,
    OverFacts,
    RevealingFacts,
    StandingFacts,
    TurnsFacts,
)
from appliance.table.register import automatic_pick
from appliance.table.stages import (
    Asking,
    Attract,
    Deal,
    Doubting,
    Judged,
    Lobby,
    Over,
    Revealing,
    Turns,
    WhoDeals,
)
from appliance.table.state import Table
from appliance.table.verdict import (
    judged_parties,
    known_part,
    loser,
    neutrals,
    outcome,
    parties,
    sought,
    taker,
    truth_of,
)
from appliance.table.windows import (
    TAKE_BACK,
    first,
    on_turn,
    race_of,
    tie_window,
    turn_free_at,
    turn_from,
)


def about_of(table: Table, now: int) -> About:
    """What is particular to the stage of `table` at `now` (ns)."""
    match table.inner:
        case Attract():
            return LobbyFacts()
        case Lobby(ready=ready):
            return LobbyFacts(ready, _fault(table, now))
        case WhoDeals() | Deal():
            return None
        case Asking() as stage:
            return _asking(table, stage)
        case Turns() as stage:
            return _turns(table, stage, now)
        case Doubting() as stage:
            withdraws = _withdraws(table, stage, now)
            return DoubtingFacts(sought(table), parties(table), tie_window(table), withdraws)
        case Revealing() as stage:
            return _revealing(table, stage, now)
        case Judged() as stage:
            return _judged(table, stage, now)
        case Over():
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


def _asking(table: Table, stage: Asking) -> AskingFacts:
    starter, chooses = table.game.turn, asking.chooses(table)
    match stage.drawing:
        case Choosing(cursor):
            return AskingFacts(starter, chooses, cursor=cursor)
        case Drawing():
            return AskingFacts(starter, chooses, waits=True, request=table.request)
        case NotDrawn(why=why):
            return AskingFacts(starter, chooses, failed=why)


def _turns(table: Table, turns: Turns, now: int) -> TurnsFacts:
    race = race_of(table)
    game, name, free_at = turns.game, table.settings.ruleset, turn_free_at(table)
    known, seat = moves(name, Same(game)), on_turn(table)
    moving = known.live if table.paused is None else ()
    slaps = frozenset(
        seat
        for seat in (known.order if race is not None else ())
        if seat not in known.live or now <= free_at
    )
    asked = None
    if seat is not None and seat not in slaps:
        entry = turns.entry if turns.entry is not None and turns.entry.seat == seat else None
        asked = asked_of(name, Same(game), seat, turns.match.announced, entry)
    automatic = automatic_pick(table)
    return TurnsFacts(
        live=known.live,
        on_turn=seat,
        open=game.phase in (Phase.OPEN, Phase.LAST_CARDS),
        race=race is not None,
        order=known.order,
        slaps=slaps,
        forces=known.forces,
        doubter=first(table),
        turn_free_at=free_at,
        turn_from=tuple(turn_from(table, seat) for seat in moving),
        mover=turns.mover,
        moved_at=turns.moved_at,
        kept=turns.undo is not None,
        takes_back=_takes_back(table, turns, slaps, automatic, now),
        pending=turns.pending is not None,
        floor=turns.floor,
        correction=turns.correction,
        counted=turns.counted,
        automatic=automatic,
        entry=turns.entry,
        announced=turns.match.announced,
        asked=asked,
        may_redeal=dealing.may_redeal(table),
        allowed=known.allowed,
        passes=known.passes,
        draws=known.draws,
        lays_away=known.lays_away,
    )


def _takes_back(
    table: Table, turns: Turns, slaps: frozenset[int], automatic: Pick | None, now: int
) -> int | None:
    """The seat whose tap takes its newest move back, or drops the one that is committed."""
    pending, mover = turns.pending, turns.mover
    if pending is not None:
        drops = pending.at < now <= pending.free_until
        return getattr(pending.action, "seat", None) if drops else None
    if turns.undo is None or now > turns.moved_at + TAKE_BACK or mover in slaps:
        return None
    return mover if mover != on_turn(table) or automatic is not None else None


def _withdraws(table: Table, stage: Doubting | Revealing, now: int) -> bool:
    """Whether both parties may call the doubt off now."""
    if table.game.doubter is None or parties(table) is None or turned_up(table):
        return False
    return now <= withdraws_until(table, stage)


def withdraws_until(table: Table, stage: Doubting | Revealing) -> int:
    """The last moment (ns) at which they could."""
    return stage.doubted_at + table.ruleset.timing(table.game).withdraw_ms * MS - 1


def _revealing(table: Table, stage: Revealing, now: int) -> RevealingFacts:
    reading, asked, between = stage.reading, stage.asked, parties(table)
    place = None if asked is None else asked.at
    return RevealingFacts(
        request=table.request,
        sought=sought(table),
        parties=between,
        neutrals=neutrals(table, between) if between is not None else (),
        ask=None if asked is None else asked.reason,
        asks_at=within(reading, place) if reading is not None and place is not None else (),
        by_hand=stage.by_hand,
        stops=byhand.places(table),
        withdraws=_withdraws(table, stage, now),
    )


def _judged(table: Table, stage: Judged, now: int) -> JudgedFacts:
    ruling, between, event = stage.ruling, judged_parties(table), outcome(stage.ruling.events)
    lost_points = (one.points for one in ruling.events if isinstance(one, LostPoints))
    disputed = table.disputed
    others = neutrals(table, between) if between is not None else ()
    return JudgedFacts(
        event=event,
        truth=truth_of(event) if event is not None else None,
        doubted=ruling.claim,
        parties=between,
        basis=ruling.basis,
        overruled=ruling.overruled is not None,
        final=ruling.final,
        partly_read=bool(known_part(table)),
        taker=taker(table),
        loser=loser(table),
        lost_points=next(lost_points, None),
        disputable=(not ruling.final and disputed is None and now <= ruling.at + dispute.WITHIN),
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
