"""From a table to a View: the sentences on the screens are made here and in `around`."""

from appliance.display import around
from appliance.display.view import CardView, PlaceView, Role, Screen, SeatView, View
from appliance.gestures import HOLD_AFTER, LONG_AFTER, Kind
from appliance.rules.events import Shown, Took, Verdict
from appliance.rules.game import Claim, Phase
from appliance.table.doubting import menu_of, on_turn, race_of, turn_free_at
from appliance.table.lamps import rhythms
from appliance.table.parties import judged_parties, outcome, truth_of
from appliance.table.state import Basis, Stage, Table
from appliance.table.verdict import loser, taker

_SCREENS = {
    Stage.ATTRACT: Screen.ATTRACT,
    Stage.LOBBY: Screen.LOBBY,
    Stage.DEAL: Screen.DEAL,
    Stage.QUESTION: Screen.GAME,
    Stage.PLAY: Screen.GAME,
    Stage.DOUBT: Screen.DOUBT,
    Stage.REVEAL: Screen.REVEAL,
    Stage.VERDICT: Screen.VERDICT,
    Stage.OVER: Screen.OVER,
}


def view_of(table: Table, now: int) -> View:
    """What everybody may see of `table` at `now` (ns)."""
    game = table.round.game if table.round is not None else None
    playing = table.stage not in (Stage.ATTRACT, Stage.LOBBY)
    pause = around.paused(table)
    headline, detail = _words(table) if pause is None else around.pause(table, pause)
    in_reveal = table.stage in (Stage.REVEAL, Stage.VERDICT)
    return View(
        screen=_SCREENS[table.stage],
        title=table.ruleset.title,
        headline=headline,
        detail=detail,
        seats=_seats(table, now),
        required=game.required if game is not None and table.stage is Stage.PLAY else None,
        claim=_claim(table) if playing else None,
        pile=_pile(table),
        heaps=table.ruleset.heaps,
        window=_window(table),
        open=_is_open(table),
        places=_places(table),
        cards=_cards(table) if in_reveal else (),
        ask=table.ask if table.stage is Stage.REVEAL else "",
        verdict=_verdict(table),
        takes=taker(table) if table.stage is Stage.VERDICT else None,
        winner=game.winner if game is not None and table.stage is Stage.OVER else None,
        camera=_camera(table),
        paused=table.paused_at is not None and pause is None,
        notice=table.notice,
    )


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


def _words(table: Table) -> tuple[str, str]:
    match table.stage:
        case Stage.ATTRACT:
            return "Doubt It!", "Press a buzzer to sit down"
        case Stage.LOBBY:
            return "Sit down", _lobby_detail(table)
        case Stage.DEAL:
            return around.deal(table)
        case Stage.QUESTION:
            return around.question(table)
        case Stage.PLAY:
            return _play_words(table)
        case Stage.DOUBT:
            return around.doubt(table)
        case Stage.REVEAL:
            return around.reveal(table)
        case Stage.VERDICT:
            return around.verdict(table, _pile(table))
        case Stage.OVER:
            return around.over(table)


def _lobby_detail(table: Table) -> str:
    seats = table.ruleset.seats
    if len(table.buzzers) not in seats:
        return f"{table.ruleset.title} is for {seats[0]} to {seats[-1]} players"
    waiting = len(table.buzzers) - len(table.ready)
    return f"{waiting} still to hold for ready" if waiting else "All ready: here we go"


def _play_words(table: Table) -> tuple[str, str]:
    game = table.game
    if table.question is not None:
        return around.asked(table, table.question)
    on_turn, claim = table.name(game.turn), game.claim
    rank = around.rank_words(table)
    if claim is None:
        return f"{on_turn} plays {rank}", "Lay cards face down and tap once for each"
    said = f"{table.name(claim.seat)} says {claim.rank.spoken(claim.count)}"
    if game.phase is Phase.LAST_CARDS:
        return f"{said}: the last cards!", f"{table.name(claim.seat)} could win. Doubt it?"
    return said, f"Doubt it? Next: {on_turn} plays {rank}"


def _window(table: Table) -> tuple[int, int] | None:
    round_ = table.round
    if table.stage is not Stage.PLAY or round_ is None or round_.closes_at is None:
        return None
    return round_.opened_at, round_.closes_at


def _is_open(table: Table) -> bool:
    return table.stage is Stage.PLAY and table.game.phase in (Phase.OPEN, Phase.LAST_CARDS)


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
    reading = table.reading
    by_people = table.judged is not None and table.judged.basis is not Basis.CAMERA
    if reading is None or (table.stage is Stage.VERDICT and by_people):
        event = outcome(table.happened)
        ranks = event.ranks if isinstance(event, (Verdict, Shown)) else ()
        return tuple(CardView(rank, 1.0, ()) for rank in ranks)
    return tuple(
        CardView(
            card.rank,
            card.sure,
            tuple((x / reading.width, y / reading.height) for x, y in card.quad),
        )
        for card in reading.cards
    )


def _verdict(table: Table) -> bool | None:
    if table.stage is not Stage.VERDICT:
        return None
    event = outcome(table.happened)
    return truth_of(event) if event is not None else None


def _camera(table: Table) -> str:
    reason = dict(table.lost).get("camera")
    if reason is not None:
        return f"camera lost: {reason}"
    return "camera on" if table.stage is Stage.REVEAL else ""


def _seats(table: Table, now: int) -> tuple[SeatView, ...]:
    if table.stage in (Stage.ATTRACT, Stage.LOBBY):
        return tuple(_lobby_seat(table, buzzer) for buzzer in range(table.settings.buzzers))
    lamps = rhythms(table)
    held = {p.buzzer: p.at for p in table.buttons.presses(now) if p.until is None}
    game = table.round.game if table.round is not None else None
    seats = []
    for seat, buzzer in enumerate(table.buzzers):
        prompt = _prompt(table, seat, now)
        began = held.get(buzzer) if prompt else None
        seats.append(
            SeatView(
                seat=seat,
                buzzer=buzzer,
                name=table.name(seat),
                role=_role(table, seat),
                rhythm=lamps[buzzer],
                cards=game.hands[seat] if game is not None else 0,
                heap=game.heaps[seat] if game is not None else 0,
                prompt=prompt,
                counted=_counted(table, seat),
                hold=None if began is None or _races(table, seat) else (began, began + HOLD_AFTER),
            )
        )
    return tuple(seats)


def _lobby_seat(table: Table, buzzer: int) -> SeatView:
    seat = table.seat_of(buzzer)
    lamp = rhythms(table)[buzzer]
    if seat is None:
        return SeatView(buzzer, buzzer, "", Role.EMPTY, lamp, prompt="press to sit")
    ready = buzzer in table.ready
    return SeatView(
        seat=buzzer,
        buzzer=buzzer,
        name=table.name(seat),
        role=Role.READY if ready else Role.SEATED,
        rhythm=lamp,
        prompt=f"hold {LONG_AFTER / 1e9:.1f} s to leave" if ready else "hold when ready",
    )


def _races(table: Table, seat: int) -> bool:
    """Whether a press of `seat` is a doubt right now, so that no hold is being timed."""
    if not _is_open(table):
        return False
    claimant = table.game.claim.seat if table.game.claim is not None else None
    return seat not in (claimant, table.game.turn)


def _counted(table: Table, seat: int) -> int:
    round_ = table.round
    if round_ is None or table.stage is not Stage.PLAY:
        return 0
    counts = round_.game.claim.seat if round_.correcting and round_.game.claim else round_.game.turn
    return round_.counted if seat == counts else 0


def _role(table: Table, seat: int) -> Role:
    if table.round is None:
        return Role.SEATED
    game = table.game
    if table.stage is Stage.OVER:
        return Role.WINNER if seat == game.winner else Role.SEATED
    if table.stage is Stage.VERDICT:
        return _verdict_role(table, seat)
    if seat == game.doubter:
        return Role.DOUBTER
    if game.claim is not None and seat == game.claim.seat:
        return Role.CLAIMANT
    if table.stage is Stage.DEAL:
        return Role.TURN if seat == table.dealer else Role.SEATED
    return Role.TURN if table.stage is Stage.PLAY and seat == game.turn else Role.SEATED


def _verdict_role(table: Table, seat: int) -> Role:
    between = judged_parties(table)
    if seat == loser(table):
        return Role.TAKER
    if between is None or seat not in between:
        return Role.SEATED
    return Role.CLAIMANT if seat == between.owner else Role.DOUBTER


def _prompt(table: Table, seat: int, now: int) -> str:
    pause = around.paused(table)
    if pause is not None:
        return around.pause_prompt(pause, seat)
    match table.stage:
        case Stage.DEAL:
            if table.dealer is None:
                return "hold if you deal" if table.ruleset.races else "hold if you begin"
            return "hold when dealt" if seat == table.dealer else ""
        case Stage.PLAY:
            return _play_prompt(table, seat, now)
        case Stage.REVEAL:
            return around.reveal_prompt(table, seat)
        case Stage.VERDICT:
            return around.verdict_prompt(table, seat)
        case Stage.QUESTION:
            return around.question_prompt(table, seat)
        case Stage.OVER:
            return "hold: next deal"
        case _:
            return ""


def _play_prompt(table: Table, seat: int, now: int) -> str:
    round_, game = table.round, table.game
    if round_ is None:
        return ""
    if game.claim is not None and seat == game.claim.seat and seat != on_turn(table):
        if round_.correcting:
            return "tap the right number, hold to lock"
        return "tap: more time" if game.phase is Phase.LAST_CARDS else "hold: wrong number"
    live = seat in table.ruleset.live(game)
    if race_of(table) is not None and (not live or now <= turn_free_at(table)):
        return "doubt it?" if seat in table.ruleset.tie_order(game) else ""
    return _menu_prompt(table, seat) if live else ""


def _menu_prompt(table: Table, seat: int) -> str:
    """What the next tap or hold of a seat that may move says."""
    round_, menu = table.round, menu_of(table, seat)
    entry = round_.entry if round_ is not None else None
    entry = entry if entry is not None and entry.seat == seat else None
    question = menu.question(entry)
    if not question.labels:
        if not question.cursor:
            return "tap per card, hold to lock"
        more = not isinstance(menu.press(entry, Kind.TAP), str)
        return "tap for more, hold to lock" if more else "hold to lock"
    label = question.labels[question.cursor]
    if label.startswith("seat "):
        label = table.name(int(label.removeprefix("seat ")))
    return f"{label}: tap, hold" if len(question.labels) > 1 else f"hold: {label}"
