"""Selects the questions of an evening by the settings, without those that were asked before."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from appliance.config import Config
from appliance.core.question import Question
from appliance.questions.drawer import Drawer, key_of
from appliance.questions.house import Ballots
from appliance.questions.memory import NAME, Memory
from appliance.questions.shelf import FOLDER, Shelf, shelf
from appliance.questions.sieve import ANY, OWN_LANGUAGE
from appliance.record.entry import EntryKind
from appliance.runtime.journal import Journal
from appliance.service.clock import today_here
from appliance.service.context import TableContext
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True)
class WantedQuestions:
    """The packs, and the table's memory of their questions."""

    packs: Shelf
    memory: Memory

    def by(self, config: Config, chosen: tuple[str, ...]) -> tuple[Question, ...]:
        """Return the questions of the chosen packs that these settings want, without flagged ones.

        If none is in the table's own language, they are in any language of the packs.
        """
        asked, flagged = config.questions, self.memory.flagged
        shelf = self.packs.questions(chosen, asked.at(config.language), flagged)
        if shelf or OWN_LANGUAGE not in asked.language:
            return shelf
        return self.packs.questions(chosen, replace(asked, language=ANY), flagged)

    def drawer(
        self,
        questions: tuple[Question, ...],
        journal: Journal,
        context: TableContext,
    ) -> Drawer:
        """Return the drawer of these questions, without those that any evening has asked."""
        memory, tonight = self.memory, journal.of_games(EntryKind.QUESTION)
        return Drawer(
            questions,
            Random(),
            context.post,
            context.clock,
            asked=memory.asked,
            topics={key_of(entry.question): entry.topic for entry in self.packs.every},
            tonight=[(entry.data["pack"], entry.data["id"]) for entry in tonight],
            remember=memory.remember,
            few_left=_few_left(context.config),
        )

    def follows(self, drawer: Drawer, begun: Config) -> Callable[[Config], None]:
        """Return a listener that redraws by new settings."""
        before = begun.game.questions, begun.questions, begun.language

        def draw(now: Config) -> None:
            nonlocal before
            if (now.game.questions, now.questions, now.language) != before:
                before = now.game.questions, now.questions, now.language
                drawer.few_left = _few_left(now)
                drawer.take(self.by(now, now.game.questions))

        return draw


def _few_left(config: Config) -> Callable[[int], Message | None]:
    """Return the notice about a small number of questions: English ones are available."""
    offers = config.language != "en" and config.questions.language == OWN_LANGUAGE
    return lambda left: message("questions.few-left", n=left) if offers else None


def packs_of(config: Config, folders: Iterable[Path]) -> Shelf:
    """Return the packs that ship, that settings name and that people have put in `folders`."""
    return shelf(config.game.questions, (folder / FOLDER for folder in folders), today_here())


def wanted_of(packs: Shelf, context: TableContext) -> WantedQuestions:
    """Return the wanted questions of `packs`, and the table's memory of them."""
    return WantedQuestions(packs, Memory(context.journal.with_name(NAME), context.log.say))


def ballots_of(context: TableContext) -> Ballots:
    """Return the counter of votes in house surveys, beside the journal."""
    return Ballots(
        context.journal.parent,
        context.post,
        context.clock,
        today=today_here,
        say=context.log.words.say,
        tell=context.log.say,
        language=context.config.language,
    )
