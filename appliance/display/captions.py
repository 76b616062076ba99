"""Otto's lines as captions: the line for notices shows them while it is free."""

from dataclasses import dataclass, replace

from appliance.core.signals import MS
from appliance.display.host.otto import Otto
from appliance.display.view import NoticeView, View
from appliance.display.view_of import shown
from appliance.table.facts import Facts
from appliance.words import Words

STAYS = 1200 * MS
"""Minimum time that a caption stays (ns)."""

A_LETTER = 60 * MS
"""Additional time of a caption for each of its letters (ns)."""


@dataclass(slots=True)
class Captions:
    """Keeps the host's memory of an evening; while he is not `on` he listens and says nothing."""

    on: bool = True
    _otto: Otto = Otto()  # noqa: RUF009 - a frozen value
    _shown: tuple[View, NoticeView, View] | None = None

    def view(self, facts: Facts, words: Words, at: int) -> View:
        """Return the View of `facts` at `at` (ns), with what the host says."""
        return self.show(facts, shown(facts, words), at)

    def show(self, facts: Facts, view: View, at: int) -> View:
        """Return `view` of these `facts` with what the host says at `at` (ns), if it has room."""
        self._otto = self._otto.heard(facts, at)
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
