"""The facts of a table's seats: roles, cards and options."""

from dataclasses import replace

from appliance.core.signals import BUZZERS, DISK
from appliance.presses.debounce import Press
from appliance.presses.gestures import LONG_AFTER
from appliance.table.answers import (
    ButtonFacts,
    Prompted,
    SeatFacts,
)
from appliance.table.codes import Health, Prompt
from appliance.table.facts.asked import keys_of, lends, prompted, role_of
from appliance.table.facts.lobby_seats import lobby_seat
from appliance.table.facts.replies import reply
from appliance.table.facts.stepping_seats import stepping
from appliance.table.parts import part_of, rhythms
from appliance.table.spare import asleep, stuck
from appliance.table.stage_facts import NO_STAGE, StageFacts
from appliance.table.state import Table
from bluffing.message import message


def seats_of(
    table: Table, about: StageFacts, newest: tuple[Press, ...], now: int
) -> tuple[SeatFacts, ...]:
    """Return all seats, clockwise; before a game all buzzers. `newest` are their last presses."""
    seats, here = _seats(table, about, newest, now), table.aside
    if DISK in table.lost or (BUZZERS in table.lost and table.paused is not None):
        # no press counts, so none is asked for
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
