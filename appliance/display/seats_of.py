"""From a table to its seats as a View shows them: who is what, holds what and may do what."""

from appliance.display.phrases import before, keys, pauses, reveal, rings, turns, verdicts
from appliance.display.phrases.common import asks_questions, place
from appliance.display.view import Health, Role, SeatView
from appliance.presses.gestures import HOLD_AFTER, LONG_AFTER
from appliance.rules.events import LostPoints
from appliance.table.doubting import on_turn
from appliance.table.force import FORCE_AFTER
from appliance.table.lamps import rhythms
from appliance.table.parties import judged_parties
from appliance.table.state import Stage, Table
from appliance.table.verdict import loser


def seats_of(table: Table, now: int) -> tuple[SeatView, ...]:
    """Every seat, clockwise; before a game every buzzer."""
    held = {p.buzzer: p.at for p in table.buttons.presses(now) if p.until is None}
    if table.stage in (Stage.ATTRACT, Stage.LOBBY):
        return tuple(
            _lobby_seat(table, buzzer, held.get(buzzer), now)
            for buzzer in range(table.settings.buzzers)
        )
    lamps = rhythms(table)
    game = table.round.game if table.round is not None else None
    seats = []
    for seat, buzzer in enumerate(table.buzzers):
        prompt = _prompt(table, seat, now)
        role, tag = _role(table, seat)
        ring = rings.ring(table, seat, now)
        points = game.points[seat] if game is not None and game.points else None
        seats.append(
            SeatView(
                seat=seat,
                buzzer=buzzer,
                name=table.name(seat),
                role=role,
                rhythm=lamps[buzzer],
                tag=tag,
                cards=game.hands[seat] if game is not None else 0,
                points=points,
                heap=game.heaps[seat] if game is not None else 0,
                prompt=prompt,
                counted=_counted(table, seat),
                hold=_hold(table, seat, held.get(buzzer), prompt, now),
                ring=ring,
                keys=keys.keys(table, seat, ring, prompt, now),
            )
        )
    return tuple(seats)


def _lobby_seat(table: Table, buzzer: int, held: int | None, now: int) -> SeatView:
    seat = table.seat_of(buzzer)
    lamp = rhythms(table)[buzzer]
    health = before.health(table, buzzer, now) if table.stage is Stage.LOBBY else None
    stuck = "stuck: free it" if health is Health.STUCK else ""
    if seat is None:
        prompt = stuck or "press to sit"
        return SeatView(buzzer, buzzer, "", Role.EMPTY, lamp, prompt=prompt, health=health)
    ready = buzzer in table.ready
    after = LONG_AFTER if ready else HOLD_AFTER
    return SeatView(
        seat=buzzer,
        buzzer=buzzer,
        name=table.name(seat),
        role=Role.READY if ready else Role.SEATED,
        rhythm=lamp,
        prompt=stuck or (f"hold {LONG_AFTER / 1e9:.1f} s to leave" if ready else "hold when ready"),
        hold=None if held is None or stuck else (held, held + after),
        health=health,
    )


def _hold(
    table: Table, seat: int, began: int | None, prompt: str, now: int
) -> tuple[int, int] | None:
    """From when to when a hold is being timed at `seat`, where one means anything."""
    if began is None or not prompt:
        return None
    if table.stage is Stage.PLAY and table.paused_at is None:
        if table.round is not None and table.round.doubter == seat:
            return began, began + FORCE_AFTER
        if turns.slaps(table, seat, now) or turns.can_take_back(table, seat, now):
            return None
    since = table.since
    if table.paused_at is not None and table.pause is not None:
        since = table.pause.since
    return (began, began + HOLD_AFTER) if began >= since else None


def _counted(table: Table, seat: int) -> int:
    round_ = table.round
    if round_ is None or table.stage is not Stage.PLAY:
        return 0
    if round_.correcting:
        counts = round_.game.claim.seat if round_.game.claim is not None else None
    else:
        counts = round_.entry.seat if round_.entry is not None else None
    return round_.counted if seat == counts else 0


# --- what a seat is --------------------------------------------------------------------------


def _role(table: Table, seat: int) -> tuple[Role, str]:
    """The first role that fits, and a word for it where its own would not do."""
    if table.round is None:
        return Role.SEATED, ""
    game = table.game
    if seat in game.gone:
        return Role.GONE, ""
    match table.stage:
        case Stage.OVER:
            return _at_the_end(table, seat)
        case Stage.VERDICT:
            role = _judged(table, seat)
            return role, _party(table, role)
        case Stage.DEAL:
            role = Role.TURN if seat == table.dealer else Role.SEATED
            return role, "DEALS" if role is Role.TURN else ""
        case _:
            return _in_play(table, seat)


def _at_the_end(table: Table, seat: int) -> tuple[Role, str]:
    if seat == table.game.winner:
        return Role.WINNER, ""
    return (Role.LOSER, "") if seat == table.game.loser else _out(table, seat)


def _out(table: Table, seat: int) -> tuple[Role, str]:
    """A seat that plays no more, with its place where the others play on for places."""
    game = table.game
    if seat not in game.out:
        return Role.SEATED, ""
    if asks_questions(table):
        return Role.OUT, "OUT"
    return Role.OUT, place(game.out.index(seat) + 1)


def _in_play(table: Table, seat: int) -> tuple[Role, str]:
    game, round_ = table.game, table.round
    slapped = round_.doubter if round_ is not None else None
    if seat in (game.doubter, slapped):
        return Role.DOUBTER, ""
    if table.showing == seat:
        return Role.CLAIMANT, "SHOWS"
    if game.claim is not None and seat == game.claim.seat:
        return Role.CLAIMANT, ""
    if asks_questions(table):
        return _about_a_question(table, seat)
    return _out(table, seat) if seat in game.out else (_moves(table, seat), "")


def _moves(table: Table, seat: int) -> Role:
    """What a seat that plays on may do in the turns."""
    if table.stage is not Stage.PLAY:
        return Role.SEATED
    if seat == on_turn(table):
        return Role.TURN
    if seat in table.ruleset.live(table.game):
        return Role.LIVE
    return Role.PASSED if seat in getattr(table.game, "passed", ()) else Role.SEATED


def _about_a_question(table: Table, seat: int) -> tuple[Role, str]:
    game = table.game
    if seat == getattr(game, "confident", None):
        return Role.CLAIMANT, "CONFIDENT"
    if seat == getattr(game, "new_player", None):
        return Role.TURN, "PICKED"
    if seat == game.turn and table.stage in (Stage.QUESTION, Stage.PLAY):
        return Role.TURN, "STARTS"
    return _out(table, seat)


def _judged(table: Table, seat: int) -> Role:
    between = judged_parties(table)
    if seat == loser(table):
        lost = any(isinstance(one, LostPoints) for one in table.happened)
        return Role.LOSES if lost else Role.TAKER
    if between is None or seat not in between:
        return _out(table, seat)[0]
    return Role.CLAIMANT if seat == between.owner else Role.DOUBTER


def _party(table: Table, role: Role) -> str:
    return "CONFIDENT" if role is Role.CLAIMANT and asks_questions(table) else ""


# --- what a seat may do ------------------------------------------------------------------------


def _prompt(table: Table, seat: int, now: int) -> str:
    if table.paused_at is not None:
        return pauses.prompt(table, seat)
    match table.stage:
        case Stage.DEAL:
            return before.deal_prompt(table, seat)
        case Stage.QUESTION:
            return before.question_prompt(table, seat)
        case Stage.PLAY:
            return turns.prompt(table, seat, now)
        case Stage.DOUBT:
            return reveal.doubt_prompt(table, seat, now)
        case Stage.REVEAL:
            return reveal.prompt(table, seat, now)
        case Stage.VERDICT:
            return verdicts.prompt(table, seat)
        case Stage.OVER:
            return "" if seat in table.game.gone else "hold: next deal"
        case _:
            return ""
