"""What is particular to the stage that a table is in."""

from appliance.core.reading import Quad, Reading
from appliance.core.signals import MS
from appliance.rules.events import LostPoints, Paid, Voided
from appliance.rules.game import Phase
from appliance.table import asking, byhand, dealing, dispute, stages, verdict, windows
from appliance.table.doubting import turned_up
from appliance.table.elements import Choosing, Drawing, NotDrawn
from appliance.table.facts import values
from appliance.table.facts.codes import Role
from appliance.table.facts.moves import Same, moves
from appliance.table.facts.moves import asked as asked_of
from appliance.table.register import automatic_pick
from appliance.table.state import Table


def about_of(table: Table, now: int) -> values.About:
    """What is particular to the stage of `table` at `now` (ns)."""
    match table.inner:
        case stages.Attract() | stages.Lobby() | stages.WhoDeals() | stages.Deal():
            return None
        case stages.Asking() as stage:
            return _asking(table, stage)
        case stages.Turns() as stage:
            return _turns(table, stage, now)
        case stages.Doubting() as stage:
            withdraws = _withdraws(table, stage, now)
            return values.DoubtingFacts(
                verdict.sought(table), verdict.parties(table), windows.tie_window(table), withdraws
            )
        case stages.Revealing() as stage:
            return _revealing(table, stage, now)
        case stages.Judged() as stage:
            return _judged(table, stage, now)
        case stages.Over():
            return _over(table)


def _asking(table: Table, stage: stages.Asking) -> values.AskingFacts:
    chooses = asking.chooses(table)
    match stage.drawing:
        case Choosing(cursor):
            return values.AskingFacts(chooses, cursor)
        case Drawing():
            return values.AskingFacts(chooses, request=table.request)
        case NotDrawn(why=why):
            return values.AskingFacts(chooses, failed=why)


def _turns(table: Table, turns: stages.Turns, now: int) -> values.TurnsFacts:
    race = windows.race_of(table)
    game, name, free_at = turns.game, table.settings.ruleset, windows.turn_free_at(table)
    known, seat = moves(name, Same(game)), windows.on_turn(table)
    begins = {one: windows.turn_from(table, one) for one in known.live}
    free = frozenset(one for one in known.live if begins[one] <= now)
    slaps = frozenset(
        seat
        for seat in (known.order if race is not None else ())
        if seat not in known.live or now <= free_at
    )
    asked = None
    if seat is not None and seat in free - slaps:
        asked = asked_of(name, Same(game), seat, turns.match.announced, turns.entry_of(seat))
    return values.TurnsFacts(
        moves=known,
        on_turn=seat,
        open=game.phase in (Phase.OPEN, Phase.LAST_CARDS),
        race=race is not None,
        slaps=slaps,
        free=free,
        doubter=windows.first(table),
        turn_free_at=free_at,
        turn_from=begins if table.paused is None else {},
        mover=turns.mover,
        moved_at=turns.moved_at,
        kept=turns.undo is not None,
        takes_back=_takes_back(table, turns, slaps, now),
        pending=turns.pending is not None,
        floor=turns.floor,
        correction=turns.correction,
        automatic=automatic_pick(table),
        entry=turns.entry,
        announced=turns.match.announced,
        asked=asked,
        may_redeal=dealing.may_redeal(table),
    )


def _takes_back(table: Table, turns: stages.Turns, slaps: frozenset[int], now: int) -> int | None:
    """The seat whose tap takes its newest move back, or drops the one that is committed."""
    pending, mover = turns.pending, turns.mover
    if pending is not None:
        drops = pending.at < now <= pending.free_until
        return getattr(pending.action, "seat", None) if drops else None
    if turns.undo is None or now > turns.moved_at + windows.TAKE_BACK or mover in slaps:
        return None
    return None if mover is None or windows.walks(table, mover) else mover


def _withdraws(table: Table, stage: stages.Doubting | stages.Revealing, now: int) -> bool:
    """Whether both parties may call the doubt off now."""
    if table.game.doubter is None or verdict.parties(table) is None or turned_up(table):
        return False
    return now <= withdraws_until(table, stage)


def withdraws_until(table: Table, stage: stages.Doubting | stages.Revealing) -> int:
    """The last moment (ns) at which they could."""
    return stage.doubted_at + table.ruleset.timing(table.game).withdraw_ms * MS - 1


def _revealing(table: Table, stage: stages.Revealing, now: int) -> values.RevealingFacts:
    reading, between = stage.reading, verdict.parties(table)
    ask = None if stage.asked is None else stage.asked.ask
    return values.RevealingFacts(
        request=table.request,
        sought=verdict.sought(table),
        parties=between,
        neutrals=verdict.neutrals(table, between) if between is not None else (),
        ask=None if ask is None else ask.reason,
        asks_at=within(reading, ask.at) if reading and ask and ask.at else (),
        by_hand=stage.by_hand,
        stops=byhand.stops(table),
        withdraws=_withdraws(table, stage, now),
    )


def _judged(table: Table, stage: stages.Judged, now: int) -> values.JudgedFacts:
    ruling, disputed = stage.ruling, table.disputed
    between = verdict.judged_parties(ruling)
    lost_points = (one.points for one in ruling.events if isinstance(one, LostPoints))
    return values.JudgedFacts(
        event=ruling.event,
        truth=verdict.truth_of(ruling.event),
        parties=between,
        basis=ruling.basis,
        overruled=ruling.overruled is not None,
        final=ruling.final,
        partly_read=verdict.partly_read(ruling),
        loser=verdict.loser(ruling),
        lost_points=next(lost_points, None),
        disputable=not ruling.final and disputed is None and now <= ruling.at + dispute.WITHIN,
        agreed=None if disputed is None else disputed.agreed,
        neutrals=verdict.neutrals(table, between),
    )


def within(reading: Reading, quad: Quad) -> Quad:
    """`quad` as parts (0 to 1) of the frame."""
    return tuple((x / reading.width, y / reading.height) for x, y in quad)


# --- the end ---------------------------------------------------------------------------------


def _over(table: Table) -> values.OverFacts:
    paid = next((one.parts for one in table.happened if isinstance(one, Paid)), None)
    void = any(isinstance(one, Voided) for one in table.happened)
    return values.OverFacts(void, paid, _standings(table, paid))


def _standings(table: Table, paid: tuple[int, ...] | None) -> tuple[values.StandingFacts, ...]:
    """Every seat at the end of the game, best first."""
    game = table.game
    if game.points:
        ranking = getattr(game, "ranking", ())
        places = [sum(len(one) for one in ranking[:i]) + 1 for i in range(len(ranking))]
        return tuple(
            values.StandingFacts(seat, number, None, 0, game.points[seat])
            for number, seats in zip(places, ranking, strict=True)
            for seat in seats
        )
    placed = game.out
    if game.winner is not None and game.winner not in placed:
        placed = (game.winner, *placed)
    rest = sorted(
        (seat for seat in range(len(game.hands)) if seat not in placed),
        key=lambda seat: (seat == game.loser, seat in game.gone, game.hands[seat]),
    )
    roles = dict.fromkeys(game.gone, Role.GONE)
    if game.loser is not None:
        roles[game.loser] = Role.LOSER
    return tuple(
        values.StandingFacts(
            seat,
            number if seat in placed and seat not in roles else None,
            roles.get(seat),
            game.hands[seat],
            pays=paid[seat] if paid is not None else 0,
        )
        for number, seat in enumerate((*placed, *rest), 1)
    )
