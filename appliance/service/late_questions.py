"""Reads the questions of a table behind its first screen: that takes as long as to draw it."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from appliance.config import Config
from appliance.core.effects import DrawQuestion, Effect, FlagQuestion, PassOver
from appliance.errors import QuestionError
from appliance.questions.pack import PACKS, contents
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Perform
from appliance.service.context import TableContext
from appliance.service.outside import stock_of
from appliance.service.wanted import ballots_of, packs_of, wanted_of


class LateQuestions:
    """Reads the packs behind the first screen, one in each round, and then draws questions.

    `folders` may have packs of people's own. A game that asks earlier gets its question at once.
    """

    def __init__(self, context: TableContext, folders: Iterable[Path], journal: Journal) -> None:
        self._context, self._folders = context, tuple(folders)
        self._journal, self._config = journal, context.config
        self._unread, self._votes = list(PACKS), ballots_of(context).perform
        self._performers: tuple[Perform, ...] = ()
        self._draw: Callable[[Config], None] = lambda _: None

    def read_on(self) -> None:
        """Read another pack; once all are read, tell the table."""
        if self._unread:
            with suppress(QuestionError):  # the shelf names it
                contents(self._unread.pop(0))
        elif not self._performers:
            self._stock()

    def perform(self, effect: Effect) -> None:
        """Draw a question, note a flagged or known one, or count votes."""
        if not self._performers and isinstance(effect, DrawQuestion | FlagQuestion | PassOver):
            self._stock()
        for perform in (self._votes, *self._performers):
            perform(effect)

    def follow(self, config: Config) -> None:
        """Draw by new settings."""
        self._config = config
        self._draw(config)

    def _stock(self) -> None:
        """Fill the shelf, and send the table its packs."""
        context, config = self._context, self._config
        packs = packs_of(config, self._folders)
        wanted = wanted_of(packs, context)
        questions = wanted.by(config, packs.chosen)
        drawer = wanted.drawer(questions, self._journal, context)
        self._unread.clear()
        self._performers = (drawer.perform, wanted.memory.perform)
        self._draw = wanted.follows(drawer, config)
        context.post(stock_of(config, packs, questions, context.clock()))
        for wrong in (*packs.wrong, *packs.held):
            context.note("questions", wrong)
