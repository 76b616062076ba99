"""From a table to a View: every sentence on the screens is made here, and only here."""

from appliance.display.view import CardView, PlaceView, Role, Screen, SeatView, View
from appliance.gestures import HOLD_AFTER, LONG_AFTER, Kind
from appliance.rules.events import Paid, Took, Verdict
from appliance.rules.game import Claim, Phase
from appliance.signals import MS
from appliance.table.byhand import DONE, ring
from appliance.table.doubting import menu_of, on_turn, race_of, turn_free_at
from appliance.table.lamps import rhythms
from appliance.table.state import ByHand, Stage, Table
from appliance.table.verdict import taker

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
    headline, detail = _words(table)
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
        paused=table.paused_at is not None,
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
            return _deal_words(table)
        case Stage.QUESTION:
            return "The next question", ""
        case Stage.PLAY:
            return _play_words(table)
        case Stage.DOUBT:
            return _doubt_words(table)
        case Stage.REVEAL:
            return _reveal_words(table)
        case Stage.VERDICT:
            return _verdict_words(table)
        case Stage.OVER:
            return _over_words(table)


def _lobby_detail(table: Table) -> str:
    seats = table.ruleset.seats
    if len(table.buzzers) not in seats:
        return f"{table.ruleset.title} is for {seats[0]} to {seats[-1]} players"
    waiting = len(table.buzzers) - len(table.ready)
    return f"{waiting} still to hold for ready" if waiting else "All ready: here we go"


def _deal_words(table: Table) -> tuple[str, str]:
    if table.dealer is None:
        return "Who deals?", "Everybody draws a card: the highest deals, and holds the buzzer"
    packs = "one pack" if table.game.packs == 1 else f"{table.game.packs} packs"
    return (
        f"{table.name(table.dealer)} deals",
        f"All cards of {packs}, beginning on the left; then hold the buzzer",
    )


def _play_words(table: Table) -> tuple[str, str]:
    game = table.game
    on_turn, claim = table.name(game.turn), game.claim
    rank = _required_words(table)
    if claim is None:
        return f"{on_turn} plays {rank}", "Lay cards face down and tap once for each"
    said = f"{table.name(claim.seat)} says {claim.rank.spoken(claim.count)}"
    if game.phase is Phase.LAST_CARDS:
        return f"{said}: the last cards!", f"{table.name(claim.seat)} could win. Doubt it?"
    return said, f"Doubt it? Next: {on_turn} plays {rank}"


def _required_words(table: Table) -> str:
    """The rank of the next play: "sevens"."""
    required = table.game.required
    return required.spoken(2).removeprefix("2 ") if required else "any rank"


def _cards_words(count: int) -> str:
    return "1 card" if count == 1 else f"all {count} cards"


def _doubt_words(table: Table) -> tuple[str, str]:
    game, finish = table.game, table.finish
    if game.doubter is None or game.claim is None or finish is None:
        return "Doubt it!", ""
    claim = game.claim.rank.spoken(game.claim.count)
    headline = f"{table.name(game.doubter)} doubts {table.name(game.claim.seat)}'s {claim}"
    tied = [place for place in finish.places if place.tied]
    if len(tied) > 1:
        return headline, f"A tie within {_tie_window(table)} ms: {table.ruleset.tie_words(game)}"
    rest = [place for place in finish.places if not place.tied and not place.late]
    if rest:
        return headline, f"First by {rest[0].behind / MS:.1f} ms"
    return headline, f"{table.name(game.doubter)} alone"


def _tie_window(table: Table) -> int:
    return table.ruleset.timing(table.game).tie_window_ms


def _reveal_words(table: Table) -> tuple[str, str]:
    claim, doubter = table.game.claim, table.game.doubter
    if claim is None or doubter is None:
        return "Turn up the cards", ""
    cards = "the last card" if claim.count == 1 else f"the last {claim.count} cards"
    headline = f"Flip {cards} into the box"
    if table.by_hand is not None:
        return headline, _by_hand_words(table, table.by_hand, claim.seat, doubter)
    said = f"{table.name(claim.seat)} said {claim.rank.spoken(claim.count)}"
    return headline, table.ask if table.ask and table.reading and table.reading.cards else said


def _by_hand_words(table: Table, by_hand: ByHand, claimant: int, doubter: int) -> str:
    entered = ", ".join(by_hand.ranks) or "none yet"
    if by_hand.done:
        return f"{table.name(claimant)}, is it {entered}? Hold to agree, tap if not"
    at = ring(by_hand.cursor)
    shown = "these are all" if at is None else at
    return f"{table.name(doubter)} enters the cards: {entered}. Now: {shown}"


def _verdict_words(table: Table) -> tuple[str, str]:
    verdict = next((one for one in table.happened if isinstance(one, Verdict)), None)
    takes = taker(table)
    if verdict is None:
        return "", ""
    headline = f"{table.name(verdict.seat)} {'told the truth' if verdict.truth else 'lied'}"
    if takes is None:
        return headline, "The table is left as it lies"
    taken = f"{table.name(takes)} takes {_cards_words(_pile(table))}"
    if table.game.phase is Phase.OVER:
        return headline, taken
    return headline, f"{taken}; {table.name(table.game.turn)} plays {_required_words(table)} next"


def _over_words(table: Table) -> tuple[str, str]:
    winner = table.game.winner
    if winner is None:
        return "Game over", ""
    paid = next((one for one in table.happened if isinstance(one, Paid)), None)
    gets = f" and gets {sum(paid.parts)} points" if paid is not None else ""
    return f"{table.name(winner)} wins{gets}!", "Hold a buzzer for the next deal"


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
    if reading is None:
        verdict = next((one for one in table.happened if isinstance(one, Verdict)), None)
        ranks = verdict.ranks if verdict is not None else ()
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
    return next((one.truth for one in table.happened if isinstance(one, Verdict)), None)


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
    verdict = next((one for one in table.happened if isinstance(one, Verdict)), None)
    if seat == taker(table):
        return Role.TAKER
    if verdict is not None and seat == verdict.doubter:
        return Role.DOUBTER
    return Role.CLAIMANT if verdict is not None and seat == verdict.seat else Role.SEATED


def _prompt(table: Table, seat: int, now: int) -> str:
    match table.stage:
        case Stage.DEAL:
            if table.dealer is None:
                return "hold if you deal"
            return "hold when dealt" if seat == table.dealer else ""
        case Stage.PLAY:
            return _play_prompt(table, seat, now)
        case Stage.REVEAL:
            return _reveal_prompt(table, seat)
        case Stage.VERDICT:
            takes = taker(table)
            return "pick up, then hold" if seat == takes or takes is None else ""
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


def _reveal_prompt(table: Table, seat: int) -> str:
    claim, doubter, by_hand = table.game.claim, table.game.doubter, table.by_hand
    if by_hand is None:
        return "flip the cards" if seat == doubter else ""
    if not by_hand.done:
        if seat != doubter:
            return ""
        return "hold: these are all" if by_hand.cursor == DONE else "tap: next rank, hold: enter"
    if claim is not None and seat == claim.seat:
        return "hold to agree, tap if not"
    return "" if seat == doubter else "hold to agree"
