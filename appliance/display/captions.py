"""The host at a table: his lines as captions, and the picture of a long idle table.

The line for notices shows a caption while it is free. A table at rest changes its picture a few
times in all, and is still in between.
"""

from dataclasses import dataclass, replace

from appliance.core.signals import MS, SECOND
from appliance.display.host.occasions import silence
from appliance.display.host.otto import Otto
from appliance.display.view import IdleView, NoticeView, Screen, View
from appliance.display.view_of import shown
from appliance.table.facts import Facts
from appliance.table.stages.over.facts import largest_pile, most_doubted
from appliance.table.stages.over.words import tale
from appliance.words import Words

STAYS = 1200 * MS
"""Minimum time that a caption stays (ns)."""

A_LETTER = 60 * MS
"""Additional time of a caption for each of its letters (ns)."""

WAITS_AFTER = 20 * SECOND
"""Idle time (ns) before the puppet on turn looks at its watch."""

CURTAIN_AFTER = 300 * SECOND
"""Idle time (ns) before a curtain falls and all puppets sleep."""


@dataclass(slots=True)
class Captions:
    """Keeps the host's memory of an evening; while he is not `on` he listens and says nothing."""

    on: bool = True
    _otto: Otto = Otto()  # noqa: RUF009 - a frozen value
    _rests: tuple[View, bool, View] | None = None
    _hosted: tuple[View, View] | None = None
    _shown: tuple[View, NoticeView, View] | None = None

    def view(self, facts: Facts, words: Words, at: int) -> View:
        """Return the View of `facts` at `at` (ns), with the host's line."""
        return self.show(facts, shown(facts, words), at)

    def show(self, facts: Facts, view: View, at: int) -> View:
        """Return `view` of these `facts` with the host's line at `at` (ns), if it has room."""
        self._otto = self._otto.heard(facts, at)
        view = self._in_box(self._resting(facts, view, at - self._otto.since))
        line = self._otto.line
        if line is None or not self.on or view.notice.text or at < line.at:
            return view
        text = view.words.say(line.text)
        if at >= line.at + STAYS + A_LETTER * len(text):
            return view
        notice = NoticeView(text, line.at, by_host=True)
        if self._shown is None or self._shown[0] is not view or self._shown[1] != notice:
            self._shown = (view, notice, replace(view, notice=notice))
        return self._shown[2]

    def _in_box(self, view: View) -> View:
        """Return `view` with the host in his box, if he is on."""
        if not self.on:
            return view
        if self._hosted is None or self._hosted[0] is not view:
            self._hosted = (view, replace(view, show=replace(view.show, hosted=True)))
        return self._hosted[1]

    def _resting(self, facts: Facts, view: View, quiet: int) -> View:
        """Return `view` after `quiet` idle ns of the seat on turn."""
        if quiet < WAITS_AFTER or silence(facts) is None:
            return view
        asleep = quiet >= CURTAIN_AFTER and view.screen is Screen.GAME
        if self._rests is None or self._rests[:2] != (view, asleep):
            idle = IdleView(asleep, _moments(facts, view.words) if asleep else ())
            self._rests = (view, asleep, replace(view, idle=idle))
        return self._rests[2]


def _moments(facts: Facts, words: Words) -> tuple[str, ...]:
    """Tell the best of the game so far."""
    doubts = facts.play.tale
    return tuple(map(words.say, tale(most_doubted(doubts), largest_pile(doubts))))
