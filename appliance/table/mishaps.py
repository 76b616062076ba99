"""Mishaps around a table: drivers are lost, edges are missing, the power or the disk was gone."""

from appliance.core import signals
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import silenced
from appliance.table import spare, voiding
from appliance.table.parts import part_of
from appliance.table.work import Work
from bluffing.message import message


def of_source(work: Work, signal: signals.Signal) -> None:
    """Take a driver's news about itself."""
    match signal:
        case signals.DriverLost() | signals.DriverBack():
            _driver(work, signal)
        case signals.Noted():
            work.set(notice=signal.note)
        case signals.EdgesLost():
            part_of(work.table.stage).heard(work, signal)
            presses = work.table.buttons.presses(work.now)
            work.set(marks=silenced(presses, work.table.marks, signal.since))
        case signals.LineOut(buzzer=buzzer):
            work.set(notice=message("table.line-out", number=buzzer + 1))
            spare.line_out(work, buzzer)
        case signals.LineIn(buzzer, down, at):
            work.set(notice=message("table.line-in", number=buzzer + 1))
            if work.table.settings.presses_for(buzzer) == buzzer:
                down = down and not spare.helped(work.table, buzzer)
                work.set(buttons=work.table.buttons.again(buzzer, down, at))
        case signals.Held():
            work.set(held=signal.buzzers)
        case _:
            pass


def _driver(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Handle a lost or returned driver, and tell the stage."""
    lost = {name: why for name, why in work.table.lost.items() if name != signal.driver}
    if signal.driver == signals.BUZZERS:
        voiding.buzzers(work, signal)
    elif signal.driver == signals.SCREEN:
        _screen(work, signal)
    elif signal.driver in {signals.SPEECH, signals.LOUDSPEAKER, signals.LAMPS, signals.SCALE}:
        _voice(work, signal)
    if isinstance(signal, signals.DriverLost):
        work.set(lost=lost | {signal.driver: signal.reason})
        part_of(work.table.inner).heard(work, signal)  # the loss matters in a pause, too
    else:
        work.set(lost=lost)
        part_of(work.table.stage).heard(work, signal)


def _voice(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Say that sound, lamps or the scale are lost, or back; a game goes on without them."""
    if isinstance(signal, signals.DriverLost):
        work.set(notice=signal.reason)
    elif work.table.notice == work.table.lost.get(signal.driver):
        work.set(notice=None)


def _screen(work: Work, signal: signals.DriverLost | signals.DriverBack) -> None:
    """Let a game wait for a lost screen. Unfinished entries are dropped, open races are void."""
    if not work.table.inner.pauses:
        return
    if isinstance(signal, signals.DriverLost):
        if signals.SCREEN not in work.table.lost:
            _cut(work)
        work.set(notice=signal.reason)
    elif work.table.paused is not None:
        work.set(notice=message("table.screen-is-back"))


def resumed(work: Work) -> None:
    """Pause the game after a start. Half entered input is dropped, and people start it again.

    Every driver was opened again; a driver that still doesn't work will say so.
    """
    work.set(lost={}, held=())
    _cut(work)
    if work.table.inner.pauses:
        work.set(notice=message("table.power-was-gone"))


def unwritten(work: Work) -> None:
    """Pause as after a power cut, with running drivers. The reason was shown while it lasted."""
    _cut(work)
    work.set(notice=message("table.was-not-written"))


def _cut(work: Work) -> None:
    """Pause a game. Edges may be missing: unfinished entries are dropped, open races are void."""
    work.set(buttons=Buttons(), marks={})
    stage, paused = work.table.stage, work.table.paused
    part_of(stage if paused is None else paused.stage).cut(work)
    if work.table.inner.pauses:
        work.pause(None)
