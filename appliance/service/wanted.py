"""Which questions an evening asks: what the settings want, without those that were asked before."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from appliance.config import Config
from appliance.core.question import Question
from appliance.core.signals import Signal
from appliance.questions.drawer import Drawer
from appliance.questions.house import Ballots
from appliance.questions.memory import Memory
from appliance.questions.shelf import Shelf
from appliance.record.entry import EntryKind
from appliance.runtime.journal import Journal
from appliance.service.log import Log


@dataclass(frozen=True, slots=True)
class WantedQuestions:
    """The packs, and what the table remembers of their questions."""

    packs: Shelf
    memory: Memory

    def by(self, config: Config, chosen: tuple[str, ...]) -> tuple[Question, ...]:
        """The questions of the chosen packs that these settings want, but for flagged ones."""
        return self.packs.questions(chosen, config.questions, self.memory.flagged)

    def drawer(
        self,
        questions: tuple[Question, ...],
        journal: Journal,
        post: Callable[[Signal], object],
        clock: Callable[[], int],
    ) -> Drawer:
        """What draws of these, and none that earlier evenings or this one have asked."""
        memory, tonight = self.memory, journal.of_games(EntryKind.QUESTION)
        return Drawer(
            questions,
            Random(),
            post,
            clock,
            asked=memory.asked,
            tonight=[(entry.data["pack"], entry.data["id"]) for entry in tonight],
            remember=memory.remember,
        )

    def follows(self, drawer: Drawer, begun: Config) -> Callable[[Config], None]:
        """What has the drawer draw as settings want it, once they are others than those before."""
        before = begun.game.questions, begun.questions

        def draw(now: Config) -> None:
            nonlocal before
            if (now.game.questions, now.questions) != before:
                before = now.game.questions, now.questions
                drawer.take(self.by(now, now.game.questions))

        return draw


def ballots_of(
    config: Config, post: Callable[[Signal], object], clock: Callable[[], int], log: Log
) -> Ballots:
    """What counts the votes of house surveys, beside the journal."""
    return Ballots(
        Path(config.journal).parent,
        post,
        clock,
        today=lambda: dt.datetime.now(tz=dt.UTC).date(),
        say=log.words.say,
        tell=log.say,
        language=config.language,
    )
