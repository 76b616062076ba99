"""What is particular to the stage that a table is in."""

from collections.abc import Sequence

from appliance.core.reading import Quad, Reading
from appliance.presses.arbiter import Race
from appliance.presses.debounce import Press
from appliance.table import (
    asking,
    byhand,
    dealing,
    dispute,
    stages,
    verdict,
    verifying,
    windows,
)
from appliance.table.codes import Role
from appliance.table.doubting import turned_up, withdraws_until
from appliance.table.elements import Basis, Choosing, Drawing, Extra, NotDrawn
from appliance.table.facts import menus, tale, values
from appliance.table.facts.chance import chance_of_claim
from appliance.table.facts.moves import Same, moves
from appliance.table.facts.moves import asked as asked_of
from appliance.table.judge import too_often
from appliance.table.register import automatic_pick
from appliance.table.revealing import unhurried_until
from appliance.table.state import Table
from bluffing.actions import Play
from bluffing.cards import Card
from bluffing.events import LostPoints, Paid, Voided
from bluffing.game import Phase


def about_of(table: Table, now: int, newest: Sequence[Press]) -> values.About:
    """Facts of the stage of `table` at `now` (ns); `newest` are the last presses."""
    match table.inner:
        case stages.Attract() | stages.Lobby() | stages.WhoDeals() | stages.Deal():
            return None
        case stages.Asking() as stage:
            return _asking(table, stage)
        case stages.Turns() as stage:
            return _turns(table, stage, now)
        case stages.Doubting():
            withdraws = _withdraws(table, now)
            return values.DoubtingFacts(
                verdict.sought(table), verdict.parties(table), windows.tie_window(table), withdraws
            )
        case stages.Revealing() as stage:
            return _revealing(table, stage, now)
        case stages.Verifying() as stage:
            return _verifying(table, stage)
        case stages.Judged() as stage:
            return _judged(table, stage, now)
        case stages.Over():
            return _over(table, now)
        case stages.TableMenu() as stage:
            return menus.menu_of(table, stage, newest)


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
    race, then = windows.race_of(table), now + 1  # a press comes after the picture that invites it
    game, name = turns.game, table.settings.ruleset
    known, seat = moves(name, Same(game)), windows.on_turn(table)
    asks, begins = windows.asks_doubt(table, then), windows.floor_from(table)
    free = frozenset(
        one for one in known.live if max(windows.turn_from(table, one), begins) <= then
    )
    slaps = frozenset(
        seat
        for seat in known.order
        if race is not None
        and _in_time(turns, race, then)
        and windows.slaps_at(table, seat, then, known.live, now)
    )
    asked = None
    if seat is not None and seat in free - slaps and turns.slap is None:  # its doubt is made
        asked = asked_of(name, Same(game), seat, turns.match.announced, turns.entry_of(seat))
    return values.TurnsFacts(
        moves=known,
        on_turn=seat,
        open=game.phase in (Phase.OPEN, Phase.LAST_CARDS) and (race is None or asks),
        race=race is not None,
        asks=asks,
        slaps=slaps,
        free=free,
        doubter=windows.first(table),
        covers_from=windows.held_until(table),
        mover=turns.mover,
        moved_at=turns.moved_at,
        laid_at=turns.moved_at if isinstance(turns.match.moved, Play) else None,
        takes_back=_takes_back(table, turns, slaps, then),
        pending=turns.pending is not None,
        correction=turns.correction,
        automatic=automatic_pick(table),
        entry=turns.entry,
        asked=asked,
        more_time=windows.more_time(table) if turns.closes_at is not None else (),
    )


def _in_time(turns: stages.Turns, race: Race, at: int) -> bool:
    """Return True if a slap at `at` (ns) is in time for the newest play.

    While a play is being registered it is in time for that one.
    """
    pending = turns.pending
    comes = pending is not None and pending.free_until == pending.at
    return race.opened_at < at and (comes or at <= race.closes_at)


def _takes_back(table: Table, turns: stages.Turns, slaps: frozenset[int], at: int) -> int | None:
    """The seat whose tap at `at` takes its newest move back, or drops the one that is committed."""
    seat = windows.invited_back(table, at)
    return None if turns.pending is None and seat in slaps else seat


def _withdraws(table: Table, now: int) -> bool:
    """Return True if both parties may call the doubt off now."""
    if table.game.doubter is None or verdict.parties(table) is None or turned_up(table):
        return False
    return now <= withdraws_until(table)


def _revealing(table: Table, stage: stages.Revealing, now: int) -> values.RevealingFacts:
    reading, between = stage.reading, verdict.parties(table)
    asked = stage.asked if now > unhurried_until(stage) else None
    ask = None if asked is None else asked.ask
    return values.RevealingFacts(
        request=table.request,
        sought=verdict.sought(table),
        parties=between,
        neutrals=verdict.neutrals(table, between) if between is not None else (),
        ask=None if ask is None else ask.reason,
        asks_at=within(reading, ask.at) if reading and ask and ask.at else (),
        by_hand=stage.by_hand,
        stops=byhand.stops(table),
        withdraws=_withdraws(table, now),
    )


def _verifying(table: Table, stage: stages.Verifying) -> values.VerifyingFacts:
    between, question, card = verdict.guess_parties(table), verifying.question_of(table), stage.card
    older = verifying.turns_round(table)
    return values.VerifyingFacts(
        request=table.request,
        parties=between,
        neutrals=verdict.neutrals(table, between),
        name=question.code.name,
        other=None if card is None or verifying.is_its_card(table) else card.name,
        printed=card.percent if card is not None and older else None,
        percent=question.percent if older else None,
        agreed=stage.agreed,
    )


def _judged(table: Table, stage: stages.Judged, now: int) -> values.JudgedFacts:
    ruling, disputed, extra = stage.ruling, table.disputed, stage.extra
    between = verdict.judged_parties(ruling)
    lost_points = (one.points for one in ruling.events if isinstance(one, LostPoints))
    return values.JudgedFacts(
        event=ruling.event,
        given_at=ruling.at,
        truth=verdict.truth_of(ruling.event),
        parties=between,
        basis=ruling.basis,
        overruled=ruling.overruled is not None,
        final=ruling.final,
        partly_read=verdict.partly_read(ruling),
        loser=verdict.loser(ruling),
        lost_points=next(lost_points, None),
        disputable=not ruling.final and disputed is None and now <= dispute.until(table, ruling),
        agreed=None if disputed is None else disputed.agreed,
        neutrals=verdict.neutrals(table, between),
        checked=ruling.checked,
        extra=extra,
        next_extra=verdict.next_extra(stage) if disputed is None else None,
        chance=chance_of_claim(table.settings, ruling) if extra is Extra.CHANCE else None,
        tie_ms=windows.tie_window(table),
        too_often=_too_often(table, ruling),
    )


def _too_often(table: Table, ruling: stages.Ruling) -> tuple[Card, ...]:
    """The cards of which a verdict by camera has read more than the deck has."""
    reading = ruling.reading
    if reading is None or ruling.basis is not Basis.CAMERA:
        return ()
    return too_often(reading, table.ruleset.deck(table.game))


def within(reading: Reading, quad: Quad) -> Quad:
    """`quad` as parts (0 to 1) of the frame."""
    return tuple((x / reading.width, y / reading.height) for x, y in quad)


# --- the end ---------------------------------------------------------------------------------


def _over(table: Table, now: int) -> values.OverFacts:
    paid = next((one.parts for one in table.happened if isinstance(one, Paid)), None)
    void = any(isinstance(one, Voided) for one in table.happened)
    reads = now > dealing.readable_from(table)
    told = table.match.tale
    doubted, pile = tale.most_doubted(told), tale.largest_pile(told)
    return values.OverFacts(void, paid, _standings(table, paid), reads, doubted, pile)


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
        values.StandingFacts(
            seat,
            1 if seat in game.tied else number if seat in placed and seat not in roles else None,
            roles.get(seat),
            game.hands[seat],
            pays=paid[seat] if paid is not None else 0,
            chips=table.chips.get(table.buzzers[seat], 0) if paid is not None else None,
        )
        for number, seat in enumerate((*placed, *rest), 1)
    )
