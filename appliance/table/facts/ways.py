"""Options of a seat that steps instead of tapping and holding, each with its gestures.

The options follow from the prompt, the ring and the keys of that seat, so that no game or stage
needs a list of its own. Options that otherwise need a long hold come last.
"""

from functools import lru_cache
from typing import NamedTuple

from appliance.core.signals import DISK
from appliance.presses.gestures import GestureKind
from appliance.presses.grammar import Grammar
from appliance.table import stages
from appliance.table.answers import way
from appliance.table.codes import Prompt
from appliance.table.elements import MenuPage, Stepping, Steps, Way
from appliance.table.facts.long_holds import by_long_hold
from appliance.table.facts.of_stage import about_of
from appliance.table.facts.offered import has_no_choice, offered, question_to
from appliance.table.facts.until import unchanged_until
from appliance.table.menus.rows import rows
from appliance.table.moves import Same
from appliance.table.stage_facts import StageFacts
from appliance.table.state import Table

_TAP, _HOLD = GestureKind.TAP, GestureKind.HOLD


class Ways(NamedTuple):
    """Options of a seat, and its access to them."""

    steps: Steps
    ways: tuple[Way, ...]


_NONE = Ways(Steps.QUIET, ())


def ways_of(table: Table, buzzer: int, now: int) -> Ways:
    """List the options of the seat of `buzzer` at `now` (ns) when it steps through them."""
    if table.seat_of(buzzer) is None and table.aside is None and table.menu is None:
        return _NONE
    same = Same(table)
    return _ways(same, buzzer, _until(same, now))


@lru_cache(maxsize=8)
def _until(same: Same[Table], now: int) -> int:
    """Return the time (ns) up to which all options stay the same, cached for all seats."""
    return unchanged_until(same.it, now)


@lru_cache(maxsize=8)
def _about(same: Same[Table], now: int) -> StageFacts:
    return about_of(same.it, now, ())


@lru_cache(maxsize=64)
def _ways(same: Same[Table], buzzer: int, now: int) -> Ways:
    table = same.it
    if DISK in table.lost or buzzer in table.buttons.out:
        return _NONE
    if table.menu is not None:
        return _in_menu(table, table.menu, buzzer)
    about = _about(same, now)
    asked, keys = question_to(table, about, buzzer, now)
    if asked.prompt is Prompt.TAKE_BACK:
        return Ways(Steps.AT_ONCE, (way("take-back", _TAP),))
    seat = table.seat_of(buzzer)
    if seat is not None and has_no_choice(table, about, seat, now):
        return _NONE
    found = tuple(offered(table, about, asked, keys))
    more = tuple(by_long_hold(table, asked.prompt, buzzer, now))
    taps = table.settings.grammar(buzzer) is Grammar.TAPS
    nothing = (way("nothing"),)
    if not found:
        return Ways(Steps.QUIET, (*nothing, *more)) if more else _NONE
    return Ways(Steps.ASKED, (*found, *more, *(nothing if taps else ())))


def stands(table: Table, buzzer: int, now: int) -> Stepping | None:
    """Return the state of the seat of `buzzer`, if its offer is still valid at `now` (ns)."""
    one = table.stepping.get(buzzer)
    if one is not None and one.taken is not None:
        return one
    return one if one is not None and (one.steps, one.ways) == ways_of(table, buzzer, now) else None


def _in_menu(table: Table, menu: stages.TableMenu, buzzer: int) -> Ways:
    """Return the rows of the open page, for the buzzer that steers."""
    if menu.spot.page is MenuPage.PLACES:
        placed = [one for one, _ in menu.placed]
        if buzzer not in placed:
            return _NONE  # a press is enough
        last = "these-are-all" if buzzer == placed[0] else "not-here"
        return Ways(Steps.QUIET, (way("nothing"), way(last, _HOLD)))
    if menu.steers != buzzer:
        return _NONE
    made = rows(table, menu)
    cursor = menu.spot.cursor % len(made)
    taps = ((place - cursor) % len(made) for place in range(len(made)))
    labels = (one.label for one in made)
    ways = (Way(label, (*(_TAP,) * n, _HOLD)) for label, n in zip(labels, taps, strict=True))
    return Ways(Steps.ASKED, tuple(ways))
