"""The show: what of a moment is seen when. Pure functions of a View and the time (ns).

The table has decided everything already, and prompts and presses go on as it says; the show only
turns the decision up step by step. Any press skips it, reduced motion never begins it, and it ends
in the very picture that stands without it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import MS, SECOND
from appliance.display.view import Screen, View
from appliance.table.facts import (
    ANSWER_AFTER,
    PAUSE_AFTER,
    RACE,
    card_after,
    verdict_after,
)

LONGEST_SHOW = 2500 * MS
"""No reveal takes longer."""

LAND = 250 * MS
"""How long the word takes to come down."""

SLIDE = 300 * MS
"""How long the pile takes to its taker, and a play from its seat to the pile."""

PARTY = 6 * SECOND
"""How long the confetti falls."""

_HELD = 420 * MS  # from a heartbeat to the last card
_ALONE = 300 * MS  # of a race that only one ran

_BEATS = (2000 * MS, 1500 * MS, 1080 * MS, 720 * MS, 360 * MS)
"""Before the end of a doubt window: a heart that beats faster, and never three times a second."""

BEAT_FOR = 240 * MS
"""How long one beat is seen."""

FUSE = 2000 * MS
"""Before the end of a doubt window: so long its fuse is heard."""

STAMPED = 120 * MS
"""From the word's coming down to the sound that says which word it is."""

_THICKER = (6, 12)  # cards on the table from which on the bed has one more layer

LAYERS = 1 + len(_THICKER)
"""Of the bed."""


def calmed(view: View) -> View:
    """`view` as it is shown with reduced motion: at its end from the beginning."""
    return view if view.began is None else replace(view, skipped=view.began)


def _by(view: View, after: int) -> int:
    """The moment so long after the beginning, or that of the press that skipped it."""
    began = view.began or 0
    return began + after if view.skipped is None else min(began + after, view.skipped)


# --- a verdict -----------------------------------------------------------------------------------


def _lands_after(view: View) -> int:
    match view.screen:
        case Screen.ANSWER:
            return ANSWER_AFTER
        case Screen.DOUBT:
            return RACE if len(view.places) > 1 else _ALONE
    return verdict_after(len(view.cards))


def card_at(view: View, number: int) -> int:
    """Time at which card `number` of a verdict begins to turn."""
    return _by(view, card_after(len(view.cards), number))


def lands_at(view: View) -> int:
    """Time at which the word of a verdict comes down, or the photo of a finish is taken."""
    return _by(view, _lands_after(view))


def slides_at(view: View) -> int:
    """Time at which the pile of a verdict begins to move to its taker."""
    return _by(view, _lands_after(view) + PAUSE_AFTER)


def until(view: View) -> int:
    """End of the show of `view`, after which nothing moves. 0 without a show."""
    if view.began is None:
        return 0
    match view.screen:
        case Screen.GAME:
            return _by(view, SLIDE)
        case Screen.DOUBT | Screen.ANSWER:
            return _by(view, _lands_after(view) + LAND)
        case Screen.VERDICT:
            slides = SLIDE if view.takes is not None else 0
            return _by(view, _lands_after(view) + PAUSE_AFTER + slides)
        case Screen.OVER:
            return _by(view, PARTY)
        case _:
            return 0


def staged(view: View, at: int) -> View:
    """Return the part of `view` that may be seen at `at`: no word or hand too early.

    Prompts, lamps and keys stay as they are: what a press does is never hidden.
    """
    if (view.told and at >= until(view)) or view.screen is Screen.OVER:
        return view
    if view.screen is Screen.GAME:
        return _in_the_air(view)
    if not view.told:
        headline = view.words("doubt.photo" if view.screen is Screen.DOUBT else "verdict.suspense")
        return replace(view, suspense=True, headline=headline, detail="", hint="")
    if view.screen is Screen.VERDICT and view.takes is not None and view.pile:
        seats = list(view.seats)
        seats[view.takes] = replace(
            seats[view.takes], cards=max(0, seats[view.takes].cards - view.pile)
        )
        view = replace(view, seats=tuple(seats))
    return view


def _in_the_air(view: View) -> View:
    """`view` before the cards of the newest play are down."""
    if view.claim is None:
        return view
    count, seats = view.claim.count, list(view.seats)
    if view.heaps:
        mine = seats[view.claim.seat]
        seats[view.claim.seat] = replace(mine, heap=max(0, mine.heap - count))
    return replace(view, pile=max(0, view.pile - count), seats=tuple(seats))


# --- what is heard -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound that belongs to what is seen from `at` (ns) on; `of` tells it from others like it.

    One that lasts ends at `until` (ns), or with the view; any other by itself.
    """

    at: int
    sound: PlaySound
    of: int
    until: int = 0


def cues(view: View) -> tuple[Cue, ...]:
    """List the sounds while `view` is shown, in order."""
    if view.paused:
        return ()
    found = [*_burning(view)] if view.open else []
    if view.began is None:
        return tuple(found)
    lands = lands_at(view)
    match view.screen:
        case Screen.DOUBT:
            found.append(Cue(view.began, PlaySound(Sound.GASP), view.began))
            if len(view.places) > 1:
                found.append(Cue(lands, PlaySound(Sound.FINISH), view.began))
        case Screen.VERDICT | Screen.ANSWER:
            found += _turning(view)
            if view.skipped is None:
                found.append(Cue(lands, PlaySound(Sound.STAMP), view.began))
            word = Sound.TRUTH if view.verdict else Sound.LIE
            stamped = _by(view, _lands_after(view) + STAMPED)
            found.append(Cue(stamped, PlaySound(word), view.began))
            if view.takes is not None and view.skipped is None and view.pile:
                found.append(Cue(slides_at(view), PlaySound(Sound.TAKE), view.began))
        case Screen.OVER if view.winner is not None or view.loser is not None:
            found.append(Cue(view.began, PlaySound(Sound.WIN), view.began))
        case _:
            pass
    return tuple(found)


def _burning(view: View) -> Iterator[Cue]:
    """The bed of a doubt window; near its end the fuse and the heart."""
    if view.window is None:
        return
    opened, closes = view.window
    layer = sum(view.pile >= cards for cards in _THICKER)
    yield Cue(opened, PlaySound(Sound.BED, step=layer), opened, until=closes)
    if closes - FUSE >= opened:
        yield Cue(closes - FUSE, PlaySound(Sound.FUSE), closes, until=closes)
    for at in beats(view.window):
        yield Cue(at, PlaySound(Sound.HEART), at)


def _turning(view: View) -> Iterator[Cue]:
    """A card as it turns up, and a roll until the word; what is skipped makes no sound.

    Only a verdict has them: while the table still waits for cards, nothing promises any.
    """
    last = len(view.cards) - 1
    if view.screen is not Screen.VERDICT or last < 0:
        return
    if view.skipped is None:
        begins = min(card_at(view, 0), card_at(view, last) - _HELD)
        yield Cue(begins, PlaySound(Sound.ROLL), begins, until=lands_at(view))
    for number in range(last + 1):
        at = card_at(view, number)
        if at == view.skipped:
            continue
        if number == last:
            yield Cue(at - _HELD, PlaySound(Sound.HEART), number)
        yield Cue(at, PlaySound(Sound.CARD), number)


def swell(view: View, at: int) -> float:
    """Swelling of the last card before it turns: 1 as the heart beats, else less, or 0."""
    since = at - card_at(view, len(view.cards) - 1) + _HELD
    return 1.0 - since / BEAT_FOR if 0 <= since < BEAT_FOR else 0.0


def beats(window: tuple[int, int]) -> tuple[int, ...]:
    """Times of the heartbeats in a doubt window."""
    return tuple(window[1] - before for before in _BEATS if window[1] - before > window[0])


def pulse(window: tuple[int, int], at: int) -> float:
    """Swelling of the heart at `at`: 1 at a beat, 0 between two."""
    newest = max((beat for beat in beats(window) if beat <= at), default=None)
    if newest is None or at > window[1]:
        return 0.0
    return max(0.0, 1.0 - (at - newest) / BEAT_FOR)
