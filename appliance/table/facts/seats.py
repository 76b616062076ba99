"""The facts of a table's seats: roles, cards and options."""

from dataclasses import replace

from appliance.presses.bounce import WORN
from appliance.presses.debounce import Press
from appliance.presses.gestures import HOLD_AFTER, LONG_AFTER
from appliance.table.answers import (
    ButtonFacts,
    KeyFacts,
    Prompted,
    SeatFacts,
)
from appliance.table.codes import Health, Prompt, Role
from appliance.table.elements import LobbyChoice
from appliance.table.facts.asked import keys_of, lends, prompted, role_of
from appliance.table.facts.replies import asked_otherwise, presses_are_lost, reply
from appliance.table.facts.stepping_seats import stepping
from appliance.table.parts import part_of, rhythm, rhythms
from appliance.table.spare import asleep, stuck
from appliance.table.stage_facts import NO_STAGE, StageFacts
from appliance.table.stages.lobby.facts import BY_FINGER, LEAVES, choice_of
from appliance.table.state import Table
from bluffing.message import Message, Spoken, message


def seats_of(
    table: Table, about: StageFacts, newest: tuple[Press, ...], now: int
) -> tuple[SeatFacts, ...]:
    """Return all seats in the order of play; before a game all buzzers.

    `newest` are their last presses.
    """
    seats, here = _seats(table, about, newest, now), table.aside
    if presses_are_lost(table):
        return tuple(_asked_nothing(seat) for seat in seats)
    if here is not None:
        held = {one.buzzer: one.at for one in newest if one.until is None and one.at >= here.began}
        seats = tuple(_aside(table, seat, held.get(seat.buzzer)) for seat in seats)
    return tuple(stepping(table, seat, now) for seat in seats)


def _asked_nothing(seat: SeatFacts) -> SeatFacts:
    rests = replace(seat.button, hold=None)
    return replace(seat, prompt=None, option=(), button=rests, ring=None, keys=(), reply=None)


def _aside(table: Table, seat: SeatFacts, held: int | None) -> SeatFacts:
    """Return a seat while people read, practise or vote; unoccupied buzzers take part, too."""
    asked = part_of(table.stage).asks(table, seat.buzzer)
    hold = None if held is None or asked.holds is None else (held, held + asked.holds)
    return replace(
        seat,
        prompt=asked.prompt,
        option=(),
        button=replace(seat.button, hold=hold),
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
        return tuple(lobby_seat(table, buzzer, last.get(buzzer), now) for buzzer in table.clockwise)
    if table.menu is not None:
        return ()  # it concerns no seat
    game = table.game if table.stage.match is not None else None
    if table.judged is not None and not table.judged.told:
        game = table.judged.ruling.before
    seats, named, sleeping = [], stuck(table, now), asleep(table, now)
    claim = table.game.claim if table.stage.match is not None else None
    claimant = None if claim is None else claim.seat
    lent = {seat: lends(table, about, seat, now + 1) for seat in range(len(table.buzzers))}
    for seat, buzzer in enumerate(table.buzzers):
        asked, (role, tag) = prompted(table, about, seat, now), role_of(table, about, seat)
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
                button=ButtonFacts(
                    hold=None if bad else hold,
                    pressed=pressed.get(buzzer),
                    health=Health.STUCK if bad else Health.ASLEEP if seat in sleeping else None,
                ),
                ring=asked.ring,
                keys=keys_of(table, about, seat, asked, now),
                reply=reply(table, about, seat, asked.prompt, last.get(buzzer)),
            )
        )
    return tuple(seats)


_RACED = frozenset({Prompt.SLAP, Prompt.SLAP_OR_HOLD, Prompt.BE_FIRST, Prompt.TAKE_BACK})
"""Prompts at which a helper's press counts for the helper's own seat alone."""


def _helped(asked: Prompted) -> Prompted:
    """Return the prompt of a seat for which another player presses."""
    return Prompted(Prompt.NO_RACE) if asked.prompt in _RACED else asked


def _hold(
    table: Table, about: StageFacts, seat: int, began: int | None, prompt: Prompt | None
) -> tuple[int, int] | None:
    """Return start and end of a timed hold at `seat`, if a hold has a meaning."""
    if began is None or prompt is None:
        return None
    if table.paused is not None:
        return NO_STAGE.hold_of(seat, began, table.paused.pause.since)
    return about.hold_of(seat, began, table.stage.since)


_SIT, _LEAVE = KeyFacts(message("touch.sit"), 0), KeyFacts(message("touch.leave"), LEAVES)
_READY = KeyFacts(message("touch.ready"), BY_FINGER[LobbyChoice.READY])
_NAME = KeyFacts(message("touch.name"), BY_FINGER[LobbyChoice.NAME])
"""Keys for a finger in the lobby."""


def _choice(choice: LobbyChoice) -> tuple[Prompt, tuple[Spoken, ...]]:
    """Return the prompt of a player in the lobby whose ring has left "ready", and its option."""
    if choice is LobbyChoice.NAMING:
        return Prompt.NAMING, ()
    return Prompt.ONLY, (message("way.rename" if choice is LobbyChoice.NAME else "way.how-to"),)


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


def lobby_seat(table: Table, buzzer: int, newest: Press | None, now: int) -> SeatFacts:
    """Return the facts of a buzzer before a game, whose last press is `newest`."""
    seat = table.seat_of(buzzer)
    held = newest.at if newest is not None and newest.until is None else None
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
            prompt, option, after, keys = *_choice(choice), HOLD_AFTER, ()
    whose = table.settings.presses_for(buzzer)
    if whose != buzzer:
        prompt, keys, option = Prompt.PRESSES_FOR, (), (_called(table, whose),)
    prompt = stuck or prompt
    times = None if held is None or stuck or seat is None else (held, held + after)
    pressed = None if newest is None else newest.at
    return SeatFacts(
        seat=buzzer,
        buzzer=buzzer,
        place=table.place_of(buzzer),
        name="" if seat is None else table.name(seat),
        avatar="" if seat is None else table.avatar(seat),
        role=role,
        rhythm=rhythm(table, buzzer),
        prompt=prompt,
        option=option,
        keys=keys,
        button=ButtonFacts(health, longest or 0, pressed, times),
        reply=asked_otherwise(table, prompt, newest),
    )
