"""The visible part of an open table: its View in the table's language, and the cards' picture."""

from dataclasses import dataclass, field, replace

from appliance.config import Config
from appliance.display.captions import Captions
from appliance.display.darkroom import Darkroom
from appliance.display.view import Evidence, Plug, View
from appliance.display.view_of import shown
from appliance.runtime.reader import Reader
from appliance.service.context import TableContext
from appliance.service.leaving import Leaving
from appliance.service.troubles import Troubles
from appliance.table import Table
from appliance.table.facts import Facts, facts_of, facts_until
from appliance.table.objections import shows_cards
from appliance.words import Words, words_of
from bluffing.message import Message


@dataclass(slots=True)
class Viewfinder:
    """Picture of the camera while people calibrate it, else None."""

    picture: Evidence | None = None


@dataclass(slots=True)
class TablePicture:
    """Makes the picture of a table.

    Its `words` may change to another language. Without a `reader` no camera reads cards, and
    without `troubles` the machine's own are not shown. `leaving` asks people who want to leave, and
    `finder` has the picture while the camera is being calibrated.
    """

    words: Words
    reader: Reader | None = None
    troubles: Troubles | None = None
    leaving: Leaving = field(default_factory=Leaving)
    finder: Viewfinder = field(default_factory=Viewfinder)
    darkroom: Darkroom = field(default_factory=Darkroom)
    captions: Captions = field(default_factory=Captions)
    _seen: tuple[Table, Words, int, Facts, View] | None = None  # of a table, until when (ns)
    _noted: tuple[View, str, View] | None = None  # a View, a notice, and the View with it

    def follow(self, config: Config) -> None:
        """Speak the language of `config`, with the host if it wants him."""
        self.words = words_of(config.language)
        self.captions.on = config.display.host

    def show(self, table: Table, now: int) -> tuple[View, Evidence | None]:
        """Return the View and the pictures of `table` at `now` (ns)."""
        live = self.finder.picture
        evidence = evidence_of(table, now, self.reader, self.darkroom) or live
        return self.view(table, now, live=live is not None), evidence

    def view(self, table: Table, now: int, *, live: bool = False) -> View:
        """Return the View of `table`.

        The line for notices asks people who want to leave, and shows a trouble of the machine while
        it is free; else the host may speak there. A `live` picture is no secret.
        """
        cached, words = self._seen, self.words
        if cached is None or cached[0] is not table or cached[1] is not words or cached[2] < now:
            facts = facts_of(table, now)
            cached = (table, words, facts_until(table, now), facts, shown(facts, words))
            self._seen = cached
        view, asks = cached[4], self.leaving.asks(now)
        more: tuple[Message, Plug | None] | None = None if asks is None else (asks, None)
        if more is None and not view.notice.text and self.troubles is not None:
            more = self.troubles.notice(now)
        if more is not None:
            notice, plug = self.words.say(more[0]), more[1]
            if self._noted is None or self._noted[0] is not view or self._noted[1] != notice:
                self._noted = (
                    view,
                    notice,
                    replace(view, notice=replace(view.notice, text=notice, plug=plug)),
                )
            view = self._noted[2]
        view = self.captions.show(cached[3], view, now)
        if live:
            view = replace(
                view, box=replace(view.box, camera=self.words("screen.camera-on"), lost=False)
            )
        return view


def picture_of(context: TableContext, reader: Reader | None, words: Words) -> TablePicture:
    """Return the maker of pictures, which gets the machine's troubles a little later."""
    troubles = context.late.add(Troubles(context.journal, context.log.say))
    return TablePicture(words, reader, troubles)


def evidence_of(
    table: Table, now: int, reader: Reader | None, darkroom: Darkroom
) -> Evidence | None:
    """Return the picture of the cards that `table` judges; the reader drops a hidden one."""
    if reader is None:
        return None
    if not shows_cards(table, now):
        reader.forget()
    return darkroom.show(reader.shot, table.inner.reading)
