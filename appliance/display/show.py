"""The show: the order of a moment's parts in time. Pure functions of a View and the time (ns).

The table has decided everything already, and its prompts and presses do not wait; the show only
reveals the decision step by step. Any press skips it, reduced motion never begins it, and it ends
in the very picture that would be shown without it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import MS
from appliance.display.view import CatchView, Screen, View, require
from appliance.table.facts import (
    ANSWER_AFTER,
    PAUSE_AFTER,
    RACE,
    card_after,
    verdict_after,
)

LONGEST_SHOW = 2500 * MS
"""Maximum length of a reveal."""

LAND = 250 * MS
"""Time of the word's fall."""

SLIDE = 300 * MS
"""Time of the pile's way to its taker, and of a play's from its seat to the pile."""

PARTY = 6500 * MS
"""Time of the confetti, and of the best catch of the game."""

_CLAIM, _DOUBT, _CARDS = 2000 * MS, 2700 * MS, 3300 * MS  # beats of the best catch

_HELD = 420 * MS  # from a heartbeat to the last card
_ALONE = 300 * MS  # of a race that only one ran

_BEATS = (2000 * MS, 1500 * MS, 1080 * MS, 720 * MS, 360 * MS)
"""Heartbeats before the end of a doubt window, ever faster, but never three in a second."""

BEAT_FOR = 240 * MS
"""Visible time of one heartbeat."""

FUSE = 2000 * MS
"""Audible time of the fuse before the end of a doubt window."""

STAMPED = 120 * MS
"""Time between the word's coming down and the sound that says which word it is."""

_THICKER = (6, 12)  # cards on the table from which on the bed has one more layer

LAYERS = 1 + len(_THICKER)
"""Number of layers of the bed."""


def calmed(view: View) -> View:
    """Return `view` for reduced motion: at its end right from the beginning."""
    began = view.show.began
    return view if began is None else replace(view, show=replace(view.show, skipped=began))


def _by(view: View, after: int) -> int:
    """Return the moment `after` ns after the beginning, or of an earlier skipping press."""
    began = view.show.began or 0
    return began + after if view.show.skipped is None else min(began + after, view.show.skipped)


# --- the show of each screen ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound of a visible event at `at` (ns); `of` tells it from others like it.

    One that lasts ends at `until` (ns), or with the view; any other by itself.
    """

    at: int
    sound: PlaySound
    of: int
    until: int = 0


class _Show:
    """The show of a screen; this base class has none."""

    suspense = "verdict.suspense"
    """The headline until the table reveals its decision."""

    def lands(self, view: View) -> int:
        """Time between the beginning and the word, or the photo (ns)."""
        return verdict_after(len(view.box.cards))

    def lasts(self, _view: View) -> int | None:
        """Time between the beginning and the end of all motion (ns)."""
        return None

    def staged(self, view: View) -> View:
        """Return the part of `view` that may be seen before its end."""
        return view if view.show.told else self._secret(view)

    def cues(self, _view: View, _began: int) -> Iterator[Cue]:
        """Yield its sounds, in order."""
        return iter(())

    def _secret(self, view: View) -> View:
        verdict = view.verdict and replace(view.verdict, hint="")
        hidden, headline = replace(view.show, suspense=True), view.words(self.suspense)
        guess = replace(view.guess, sudden_death=False)  # this answer may be the one that begins it
        return replace(
            view, show=hidden, headline=headline, detail="", verdict=verdict, guess=guess
        )


class _Play(_Show):
    """The flight of a play's cards to their place."""

    def lasts(self, _view: View) -> int:
        return SLIDE

    def staged(self, view: View) -> View:
        return _in_the_air(view)


class _Race(_Show):
    """The race of all slaps to the photo finish."""

    suspense = "doubt.photo"

    def lands(self, view: View) -> int:
        return RACE if len(view.finish.places) > 1 else _ALONE

    def lasts(self, view: View) -> int:
        return self.lands(view) + LAND

    def cues(self, view: View, began: int) -> Iterator[Cue]:
        yield Cue(began, PlaySound(Sound.GASP), began)
        if len(view.finish.places) > 1:
            yield Cue(lands_at(view), PlaySound(Sound.FINISH), began)


class _Answer(_Show):
    """The answer of a question, which comes down and shows the player who was right."""

    def lands(self, _view: View) -> int:
        return ANSWER_AFTER

    def lasts(self, view: View) -> int:
        return self.lands(view) + LAND

    def cues(self, view: View, began: int) -> Iterator[Cue]:
        if view.show.skipped is None:
            yield Cue(lands_at(view), PlaySound(Sound.STAMP), began)
        word = Sound.TRUTH if require(view.verdict).truth else Sound.LIE
        yield Cue(_by(view, self.lands(view) + STAMPED), PlaySound(word), began)
        if taker(view) is not None and view.show.skipped is None and view.play.pile:
            yield Cue(slides_at(view), PlaySound(Sound.TAKE), began)


class _Verdict(_Answer):
    """The cards turn up one by one, the word comes down, and the pile goes to its taker."""

    def lands(self, view: View) -> int:
        return verdict_after(len(view.box.cards))

    def lasts(self, view: View) -> int:
        return self.lands(view) + PAUSE_AFTER + (SLIDE if taker(view) is not None else 0)

    def staged(self, view: View) -> View:
        takes = taker(view)
        if not view.show.told or takes is None or not view.play.pile:
            return super().staged(view)
        seats = list(view.seats)
        seats[takes] = replace(seats[takes], cards=max(0, seats[takes].cards - view.play.pile))
        return replace(view, seats=tuple(seats))

    def cues(self, view: View, began: int) -> Iterator[Cue]:
        yield from _turning(view)
        yield from super().cues(view, began)


class _End(_Show):
    """A party for the winner."""

    def lasts(self, _view: View) -> int:
        return PARTY

    def staged(self, view: View) -> View:
        return view

    def cues(self, view: View, began: int) -> Iterator[Cue]:
        end = require(view.end)
        if end.winner is not None or end.loser is not None:
            yield Cue(began, PlaySound(Sound.WIN), began)


_SHOWS: Mapping[Screen, _Show] = {
    Screen.GAME: _Play(),
    Screen.DOUBT: _Race(),
    Screen.ANSWER: _Answer(),
    Screen.VERDICT: _Verdict(),
    Screen.OVER: _End(),
}
_NO_SHOW = _Show()


def _show(view: View) -> _Show:
    return _SHOWS.get(view.screen, _NO_SHOW)


class Beats(NamedTuple):
    """Times (ns) at which a replay shows a claim, its doubter, each card face up, and the word."""

    claim: int
    doubt: int
    cards: tuple[int, ...]
    word: int


def replay(view: View, catch: CatchView) -> Beats:
    """Return the beats of the best catch at the end of a game: long gone without a show."""
    count = len(catch.ranks)
    cards = (_by(view, _CARDS + card_after(count, number)) for number in range(count))
    word = _by(view, _CARDS + verdict_after(count))
    return Beats(_by(view, _CLAIM), _by(view, _DOUBT), tuple(cards), word)


def card_at(view: View, number: int) -> int:
    """Time at which card `number` of a verdict begins to turn."""
    return _by(view, card_after(len(view.box.cards), number))


def lands_at(view: View) -> int:
    """Time at which the word of a verdict comes down, or the photo of a finish is taken."""
    return _by(view, _show(view).lands(view))


def slides_at(view: View) -> int:
    """Time at which the pile of a verdict begins to move to its taker."""
    return _by(view, _show(view).lands(view) + PAUSE_AFTER)


def until(view: View) -> int:
    """End of the show of `view`, after which nothing moves. 0 without a show."""
    lasts = None if view.show.began is None else _show(view).lasts(view)
    return 0 if lasts is None else _by(view, lasts)


def staged(view: View, at: int) -> View:
    """Return the part of `view` that may be seen at `at`: no word or hand too early.

    Prompts, lamps and keys never change: the effect of a press is never hidden.
    """
    return view if view.show.told and at >= until(view) else _show(view).staged(view)


def taker(view: View) -> int | None:
    """Return the seat that takes the table by the verdict, or loses points."""
    return None if view.verdict is None else view.verdict.takes


def _in_the_air(view: View) -> View:
    """Return `view` before the cards of the newest play are down."""
    play, seats = view.play, list(view.seats)
    if play.claim is None:
        return view
    count, seat = play.claim.count, play.claim.seat
    if play.heaps:
        seats[seat] = replace(seats[seat], heap=max(0, seats[seat].heap - count))
    play = replace(play, pile=max(0, play.pile - count))
    return replace(view, play=play, seats=tuple(seats))


# --- what is heard -------------------------------------------------------------------------------


def cues(view: View) -> tuple[Cue, ...]:
    """List the sounds while `view` is shown, in order."""
    if view.paused:
        return ()
    burning = _burning(view) if view.play.open else ()
    began = view.show.began
    return (*burning, *(() if began is None else _show(view).cues(view, began)))


def _burning(view: View) -> Iterator[Cue]:
    """Yield the bed of a doubt window; near its end the fuse and the heart."""
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
    """Yield a card's sound as it turns up, and a roll until the word; skipped parts are silent."""
    last = len(view.box.cards) - 1
    if last < 0:
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
