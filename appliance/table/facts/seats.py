"""From a table to the facts of its seats: who is what, holds what and may do what."""

from dataclasses import replace

from appliance.core.effects import Rhythm
from appliance.core.signals import BUZZERS, DISK
from appliance.presses.bounce import WORN
from appliance.presses.debounce import Press
from appliance.presses.gestures import HOLD_AFTER, LONG_AFTER
from appliance.presses.grammar import TAKES_AFTER, Grammar
from appliance.table.answers import Called, KeyFacts, Prompted, RingFacts, SeatFacts, SteppingFacts
from appliance.table.codes import Health, Prompt, Role, Tag
from appliance.table.elements import LobbyChoice, Steps
from appliance.table.facts.asked import in_lobby, keys_of, lends, prompted
from appliance.table.facts.of_stage import answers_of
from appliance.table.facts.replies import asked_otherwise, reply
from appliance.table.facts.ways import lit, moves_on, stands
from appliance.table.moves import asks_questions, out_of
from appliance.table.offers import Asks
from appliance.table.parts import part_of, rhythms
from appliance.table.spare import asleep, stuck
from appliance.table.stage_facts import NO_STAGE, StageFacts
from appliance.table.stages import Asking, Turns
from appliance.table.stages.lobby.facts import BY_FINGER, LEAVES, choice_of
from appliance.table.state import Table
from appliance.table.windows import again
from bluffing.message import Message, Spoken, message

_SIT, _LEAVE = KeyFacts(message("touch.sit"), 0), KeyFacts(message("touch.leave"), LEAVES)
_READY = KeyFacts(message("touch.ready"), BY_FINGER[LobbyChoice.READY])
_NAME = KeyFacts(message("touch.name"), BY_FINGER[LobbyChoice.NAME])
"""What a finger may do in the lobby."""


def seats_of(
    table: Table, about: StageFacts, newest: tuple[Press, ...], now: int
) -> tuple[SeatFacts, ...]:
    """Every seat, clockwise; before a game every buzzer. `newest` is each buzzer's last press."""
    seats, here = _seats(table, about, newest, now), table.aside
    if DISK in table.lost or (BUZZERS in table.lost and table.paused is not None):
        # no press counts, so none is asked for
        return tuple(_asked_nothing(seat) for seat in seats)
    if here is not None:
        held = {one.buzzer: one.at for one in newest if one.until is None and one.at >= here.began}
        seats = tuple(_aside(table, seat, held.get(seat.buzzer)) for seat in seats)
    return tuple(_stepping(table, seat, now) for seat in seats)


def _stepping(table: Table, seat: SeatFacts, now: int) -> SeatFacts:
    """A seat as it stands; for who steps through the choices, what is lit of them."""
    grammar, buzzer, asks = table.settings.grammar(seat.buzzer), seat.buzzer, seat.prompt
    if grammar is Grammar.USUAL:
        return seat
    one, plain = stands(table, buzzer, now), replace(seat, hold=None)
    if one is None or not one.ways:
        return replace(plain, prompt=_one_press(table, asks, now))
    labels, makes = tuple(way.label for way in one.ways), tuple(way.makes for way in one.ways)
    place, until = lit(table, buzzer, now), moves_on(table, buzzer, now)
    about = seat.ring.asks if seat.ring is not None else Asks.WAY
    stepping = SteppingFacts(grammar, asks, about, labels, makes, place, until)
    plain = replace(plain, stepping=stepping, ring=None, counted=0)
    if place is None:
        if one.steps is Steps.QUIET:
            return replace(plain, prompt=_one_press(table, asks, now))
        begins = Prompt.PRESS_BEGINS if grammar is Grammar.TAPS else Prompt.SCAN_BEGINS
        return replace(plain, prompt=begins, option=(), reply=None)
    rests = grammar is Grammar.TAPS and one.steps is not Steps.AT_ONCE
    whose = seat.ring.whose if seat.ring is not None else seat.seat
    return replace(
        plain,
        prompt=Prompt.REST_TAKES if rests else Prompt.PRESS_TAKES,
        option=(labels[place],),
        ring=RingFacts(about, labels, place, whose) if len(labels) > 1 else None,
        hold=(one.at, one.at + TAKES_AFTER) if rests else None,
        reply=None,
    )


def _one_press(table: Table, asks: Prompt | None, now: int) -> Prompt | None:
    """Meaning of one press of a seat with nothing to step through."""
    turns = table.playing
    if asks is Prompt.DOUBT_OR_FORCE and turns is not None and turns.raced is not None:
        after, until = again(table, turns.raced)
        return Prompt.PRESS_AGAIN if after <= now < until else None
    return None if asks is None else _ONE_PRESS.get(asks)


_ONE_PRESS = {
    **{
        prompt: prompt
        for prompt in (
            Prompt.SIT, Prompt.PRESSES_FOR, Prompt.FREE_BUZZER, Prompt.SLAP, Prompt.BE_FIRST,
            Prompt.ANSWER, Prompt.FLIP, Prompt.AGREED, Prompt.SAID_WRONG, Prompt.TRY_PRESS,
            Prompt.TRY_DONE, Prompt.VOTED,
        )
    },
    Prompt.SLAP_OR_HOLD: Prompt.SLAP,
}  # fmt: skip
"""What is said to who can't tap or hold where there is nothing to step through."""


def _asked_nothing(seat: SeatFacts) -> SeatFacts:
    return replace(seat, prompt=None, option=(), hold=None, ring=None, keys=(), reply=None)


def _aside(table: Table, seat: SeatFacts, held: int | None) -> SeatFacts:
    """Return a seat while people read, practise or vote: every buzzer takes part, taken or not."""
    asked = part_of(table.stage).asks(table, seat.buzzer)
    hold = None if held is None or asked.holds is None else (held, held + asked.holds)
    return replace(
        seat,
        prompt=asked.prompt,
        option=(),
        hold=hold,
        ring=None,
        keys=(),
        counted=asked.counted,
        reply=asked.reply,
    )


def _seats(
    table: Table, about: StageFacts, newest: tuple[Press, ...], now: int
) -> tuple[SeatFacts, ...]:
    held = {press.buzzer: press.at for press in newest if press.until is None}
    last = {press.buzzer: press for press in newest}
    pressed = {press.buzzer: press.at for press in newest}
    lamps = rhythms(table)
    if table.inner.gathers:
        return tuple(
            replace(
                one := _lobby_seat(table, buzzer, lamps[buzzer], held.get(buzzer), now),
                pressed=pressed.get(buzzer),
                reply=asked_otherwise(table, one.prompt, last.get(buzzer)),
            )
            for buzzer in table.clockwise
        )
    if table.menu is not None:
        return ()  # it is everybody's, and about no seat
    game = table.game if table.stage.match is not None else None
    if table.judged is not None and not table.judged.told:
        game = table.judged.ruling.before
    seats, named, sleeping = [], stuck(table, now), asleep(table, now)
    claim = table.game.claim if table.stage.match is not None else None
    claimant = None if claim is None else claim.seat
    lent = {seat: lends(table, about, seat, now + 1) for seat in range(len(table.buzzers))}
    for seat, buzzer in enumerate(table.buzzers):
        asked, (role, tag) = prompted(table, about, seat, now), _role(table, about, seat)
        hold = _hold(table, about, seat, held.get(buzzer), asked.prompt)
        bad, whose = buzzer in named, lent[seat]
        if buzzer in table.helpers:
            asked, hold = _helped(asked), None
        elif whose is not None:
            name = message("text", text=table.name(whose))
            asked = Prompted(Prompt.PRESSES_FOR, (name,))
            hold = _hold(table, about, whose, held.get(buzzer), Prompt.PRESSES_FOR)
        if asked.prompt is Prompt.NEXT_DEAL and hold is not None and now >= hold[1]:
            asked = asked._replace(prompt=Prompt.DEAL_OR_MENU)
            hold = (hold[0], hold[0] + LONG_AFTER)
        seats.append(
            SeatFacts(
                seat=seat,
                buzzer=buzzer,
                place=table.place_of(buzzer),
                name=table.name(seat),
                avatar=table.avatar(seat),
                role=role,
                rhythm=lamps[buzzer],
                tag=tag,
                cards=game.hands[seat] if game is not None else 0,
                points=game.points[seat] if game is not None and game.points else None,
                heap=game.heaps[seat] if game is not None else 0,
                prompt=Prompt.FREE_BUZZER if bad else asked.prompt,
                option=asked.option,
                entering=asked.entering,
                counted=about.counted(seat, claimant),
                hold=None if bad else hold,
                ring=asked.ring,
                keys=keys_of(table, about, seat, asked, now),
                pressed=pressed.get(buzzer),
                health=Health.STUCK if bad else Health.ASLEEP if seat in sleeping else None,
                reply=reply(table, about, seat, asked.prompt, last.get(buzzer)),
            )
        )
    return tuple(seats)


_RACED = frozenset({Prompt.SLAP, Prompt.SLAP_OR_HOLD, Prompt.BE_FIRST, Prompt.TAKE_BACK})
"""What a press of another player says for its own seat alone."""


def _helped(asked: Prompted) -> Prompted:
    """Return what a seat is asked for which another player presses."""
    return Prompted(Prompt.NO_RACE) if asked.prompt in _RACED else asked


def _health(table: Table, buzzer: int, longest: int | None, now: int) -> Health:
    """Health of a buzzer that bounced for `longest` ns at most, if it was pressed."""
    if buzzer in table.held or buzzer in table.buttons.stuck(now):
        return Health.STUCK
    if longest is not None and longest > WORN:
        return Health.WORN
    heard = longest is not None or buzzer in table.buzzers
    return Health.GOOD if heard else Health.SILENT


def _called(table: Table, buzzer: int) -> Message:
    """Name of a person, or of the buzzer without one."""
    seat = table.seat_of(buzzer)
    if seat is None:
        return message("menu.buzzer", number=buzzer + 1)
    return message("text", text=table.name(seat))


def _lobby_seat(table: Table, buzzer: int, lamp: Rhythm, held: int | None, now: int) -> SeatFacts:
    seat = table.seat_of(buzzer)
    lobby = table.lobby
    longest = table.bounced.get(buzzer)
    health = _health(table, buzzer, longest, now) if lobby is not None else None
    stuck = Prompt.FREE_BUZZER if health is Health.STUCK else None
    ready = lobby is not None and buzzer in lobby.ready
    role, prompt, after = Role.SEATED, Prompt.READY, HOLD_AFTER
    keys: tuple[KeyFacts, ...] = (_NAME, _READY)
    if seat is None:
        role, prompt, keys = Role.EMPTY, Prompt.SIT, (_SIT,)
    elif ready:
        sat = lobby is not None and (buzzer, held) in lobby.sat
        prompt = Prompt.HOLD_ON if sat else Prompt.STAND_UP
        role, after, keys = Role.READY, LONG_AFTER, (_LEAVE,)
    option: tuple[Spoken, ...] = ()
    if lobby is not None and seat is not None:
        choice = choice_of(lobby, buzzer, now)
        if choice is not LobbyChoice.READY:
            prompt, option, after, keys = *in_lobby(choice), HOLD_AFTER, ()
    whose = table.settings.presses_for(buzzer)
    if whose != buzzer:
        prompt, keys, option = Prompt.PRESSES_FOR, (), (_called(table, whose),)
    return SeatFacts(
        seat=buzzer,
        buzzer=buzzer,
        place=table.place_of(buzzer),
        name="" if seat is None else table.name(seat),
        avatar="" if seat is None else table.avatar(seat),
        role=role,
        rhythm=lamp,
        prompt=stuck or prompt,
        option=option,
        hold=None if held is None or stuck or seat is None else (held, held + after),
        keys=keys,
        health=health,
        bounced=longest or 0,
    )


def _hold(
    table: Table, about: StageFacts, seat: int, began: int | None, prompt: Prompt | None
) -> tuple[int, int] | None:
    """From when to when a hold is being timed at `seat`, where one means anything."""
    if began is None or prompt is None:
        return None
    if table.paused is not None:
        return NO_STAGE.hold_of(seat, began, table.paused.pause.since)
    return about.hold_of(seat, began, table.stage.since)


# --- what a seat is --------------------------------------------------------------------------


def _role(table: Table, about: StageFacts, seat: int) -> Called:
    """The first role that fits, and what it is called where its own name would not do."""
    if table.stage.match is None:
        return Role.SEATED, None
    if seat in table.game.gone:
        return Role.GONE, None
    answered = answers_of(table).role
    return _in_play(table, about, seat) if answered is None else answered(table, seat)


def _in_play(table: Table, about: StageFacts, seat: int) -> Called:
    game = table.game
    if table.inner.is_told and seat in (game.doubter, about.slap):
        return Role.DOUBTER, None
    if table.inner.showing == seat:
        return Role.CLAIMANT, Tag.SHOWS
    if game.claim is not None and seat == game.claim.seat:
        return Role.CLAIMANT, None
    if asks_questions(table.settings.ruleset):
        return _about_a_question(table, seat)
    if seat in game.out:
        return out_of(table.settings.ruleset, table.game, seat)
    return about.role(seat, getattr(game, "passed", ())), None


def _about_a_question(table: Table, seat: int) -> Called:
    game = table.game
    if seat == getattr(game, "confident", None):
        return Role.CLAIMANT, Tag.CONFIDENT
    if seat == getattr(game, "new_player", None):
        return Role.TURN, Tag.PICKED
    if seat == game.turn and isinstance(table.inner, (Asking, Turns)):
        return Role.TURN, Tag.STARTS
    return out_of(table.settings.ruleset, table.game, seat)
