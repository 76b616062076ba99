"""The facts of each buzzer before a game."""

from appliance.presses.bounce import WORN
from appliance.presses.debounce import Press
from appliance.presses.gestures import HOLD_AFTER, LONG_AFTER
from appliance.table.answers import ButtonFacts, KeyFacts, SeatFacts
from appliance.table.codes import Health, Prompt, Role
from appliance.table.elements import LobbyChoice
from appliance.table.facts.replies import asked_otherwise
from appliance.table.parts import rhythm
from appliance.table.stages.lobby.facts import BY_FINGER, LEAVES, choice_of
from appliance.table.state import Table
from bluffing.message import Message, Spoken, message

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
