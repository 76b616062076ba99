"""The show: what of a moment is seen when. Pure functions of a View and the time (ns).

The table has decided everything already, and prompts and presses go on as it says; the show only
turns the decision up step by step. Any press skips it, reduced motion never begins it, and it ends
in the very picture that stands without it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import MS, SECOND
from appliance.display.view import Screen, View, require
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
    began = view.show.began
    return view if began is None else replace(view, show=replace(view.show, skipped=began))


def _by(view: View, after: int) -> int:
    """The moment so long after the beginning, or that of the press that skipped it."""
    began = view.show.began or 0
    return began + after if view.show.skipped is None else min(began + after, view.show.skipped)


# --- a verdict -----------------------------------------------------------------------------------


def _lands_after(view: View) -> int:
    match view.screen:
        case Screen.ANSWER:
            return ANSWER_AFTER
        case Screen.DOUBT:
            return RACE if len(view.finish.places) > 1 else _ALONE
    return verdict_after(len(view.box.cards))


def card_at(view: View, number: int) -> int:
    """Time at which card `number` of a verdict begins to turn."""
    return _by(view, card_after(len(view.box.cards), number))


def lands_at(view: View) -> int:
    """Time at which the word of a verdict comes down, or the photo of a finish is taken."""
    return _by(view, _lands_after(view))


def slides_at(view: View) -> int:
    """Time at which the pile of a verdict begins to move to its taker."""
    return _by(view, _lands_after(view) + PAUSE_AFTER)


def until(view: View) -> int:
    """End of the show of `view`, after which nothing moves. 0 without a show."""
    if view.show.began is None:
        return 0
    match view.screen:
        case Screen.GAME:
            return _by(view, SLIDE)
        case Screen.DOUBT | Screen.ANSWER:
            return _by(view, _lands_after(view) + LAND)
        case Screen.VERDICT:
            slides = SLIDE if taker(view) is not None else 0
            return _by(view, _lands_after(view) + PAUSE_AFTER + slides)
        case Screen.OVER:
            return _by(view, PARTY)
        case _:
            return 0


def staged(view: View, at: int) -> View:
    """Return the part of `view` that may be seen at `at`: no word or hand too early.

    Prompts, lamps and keys stay as they are: what a press does is never hidden.
    """
    if (view.show.told and at >= until(view)) or view.screen is Screen.OVER:
        return view
    if view.screen is Screen.GAME:
        return _in_the_air(view)
    if not view.show.told:
        headline = view.words("doubt.photo" if view.screen is Screen.DOUBT else "verdict.suspense")
        secret = replace(view.show, suspense=True)
        verdict = view.verdict and replace(view.verdict, hint="")
        return replace(view, show=secret, headline=headline, detail="", verdict=verdict)
    takes = taker(view)
    if view.screen is Screen.VERDICT and takes is not None and view.play.pile:
        seats = list(view.seats)
        seats[takes] = replace(seats[takes], cards=max(0, seats[takes].cards - view.play.pile))
        view = replace(view, seats=tuple(seats))
    return view


def taker(view: View) -> int | None:
    """Return the seat that takes the table by the verdict, or loses points."""
    return None if view.verdict is None else view.verdict.takes


def _in_the_air(view: View) -> View:
    """`view` before the cards of the newest play are down."""
    play, seats = view.play, list(view.seats)
    if play.claim is None:
        return view
    count, seat = play.claim.count, play.claim.seat
    if play.heaps:
        seats[seat] = replace(seats[seat], heap=max(0, seats[seat].heap - count))
    play = replace(play, pile=max(0, play.pile - count))
    return replace(view, play=play, seats=tuple(seats))


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
    found = [*_burning(view)] if view.play.open else []
    if view.show.began is None:
        return tuple(found)
    lands = lands_at(view)
    match view.screen:
        case Screen.DOUBT:
            found.append(Cue(view.show.began, PlaySound(Sound.GASP), view.show.began))
            if len(view.finish.places) > 1:
                found.append(Cue(lands, PlaySound(Sound.FINISH), view.show.began))
        case Screen.VERDICT | Screen.ANSWER:
            found += _turning(view)
            if view.show.skipped is None:
                found.append(Cue(lands, PlaySound(Sound.STAMP), view.show.began))
            word = Sound.TRUTH if require(view.verdict).truth else Sound.LIE
            stamped = _by(view, _lands_after(view) + STAMPED)
            found.append(Cue(stamped, PlaySound(word), view.show.began))
            if taker(view) is not None and view.show.skipped is None and view.play.pile:
                found.append(Cue(slides_at(view), PlaySound(Sound.TAKE), view.show.began))
        case Screen.OVER:
            end = require(view.end)
            if end.winner is not None or end.loser is not None:
                found.append(Cue(view.show.began, PlaySound(Sound.WIN), view.show.began))
        case _:
            pass
    return tuple(found)


def _burning(view: View) -> Iterator[Cue]:
    """The bed of a doubt window; near its end the fuse and the heart."""
    if view.play.window is None:
        return
    opened, closes = view.play.window
    layer = sum(view.play.pile >= cards for cards in _THICKER)
    yield Cue(opened, PlaySound(Sound.BED, step=layer), opened, until=closes)
    if closes - FUSE >= opened:
        yield Cue(closes - FUSE, PlaySound(Sound.FUSE), closes, until=closes)
    for at in beats(view.play.window):
        yield Cue(at, PlaySound(Sound.HEART), at)


def _turning(view: View) -> Iterator[Cue]:
    """A card as it turns up, and a roll until the word; what is skipped makes no sound.

    Only a verdict has them: while the table still waits for cards, nothing promises any.
    """
    last = len(view.box.cards) - 1
    if view.screen is not Screen.VERDICT or last < 0:
        return
    if view.show.skipped is None:
        begins = min(card_at(view, 0), card_at(view, last) - _HELD)
        yield Cue(begins, PlaySound(Sound.ROLL), begins, until=lands_at(view))
    for number in range(last + 1):
        at = card_at(view, number)
        if at == view.show.skipped:
            continue
        if number == last:
            yield Cue(at - _HELD, PlaySound(Sound.HEART), number)
        yield Cue(at, PlaySound(Sound.CARD), number)


def swell(view: View, at: int) -> float:
    """Swelling of the last card before it turns: 1 as the heart beats, else less, or 0."""
    since = at - card_at(view, len(view.box.cards) - 1) + _HELD
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
