"""Many simulated games: who sits down for which seed, and a process pool that plays them."""

import os
import random
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import TypeVar

import cv2

from appliance.core.fuse import fuse
from appliance.decks.noticed import NoticingReader
from appliance.display.window import Window
from appliance.errors import ConfigError, DoubtItError, reason
from appliance.questions.pack import ENGLISH, kinds_of, questions_of
from appliance.record.entry import EntryKind
from appliance.runtime.journal import Journal, Step
from appliance.table import TableSettings
from appliance.vision.find.finder import Finder
from appliance.vision.read import CardReader
from appliance.words import Words
from bluffing.errors import SettingError
from bluffing.game import AnyRuleset, Refused, Setup
from bluffing.house import players
from bluffing.message import message
from bluffing.options import Value
from bluffing.rulesets import NAMED_GAMES, RULESETS, game_called
from lab.sim.camera import Glance, SimCamera
from lab.sim.change import Score, Watch
from lab.sim.evening import Evening, VirtualClock
from lab.sim.live import play_live
from lab.sim.people.characters import POLICIES
from lab.sim.people.players import Players
from lab.sim.wiring import PLACES_TO_SIT
from lab.sim.world import World

T = TypeVar("T")
R = TypeVar("R")

SETTLE_MS, LIVE_SETTLE_MS = 30, 80
"""Milliseconds that an edge can be under way; a frame in a window may take its time."""

MIXED = "mixed"
"""Instead of a ruleset's name: let the seed say which."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One simulated game: everything about it follows from these.

    `journal` is the file that keeps it; without one it is `kept` in memory, and replayed at its
    end to see that every bit is the same, or not at all. `deck` is a kind of deck (photo.faces).
    Questions are asked in `language`.
    """

    seed: int
    ruleset: str = MIXED
    players: int | None = None
    options: tuple[tuple[str, Value], ...] = ()
    journal: Path | None = None
    kept: bool = False
    deck: str = "any"
    language: str = "en"


def invite(game: SimulatedGame, settle_ms: int = SETTLE_MS) -> tuple[Players, Journal]:
    """The people and the empty (or resumed) table for `game`.

    Raises:
        ConfigError: there is no such ruleset, or it is not for so many players or these options.
        JournalError: the journal is broken or can't be written.
    """
    rng = random.Random(f"guests/{game.seed}")
    name = rng.choice(sorted(RULESETS)) if game.ruleset == MIXED else game.ruleset
    called = game_called(name)
    if called is None:
        known = ", ".join((*RULESETS, *NAMED_GAMES, MIXED))
        raise ConfigError(message("sim.no-ruleset", name=name, known=known))
    ruleset, preset = called
    game = replace(game, options=tuple({**dict(preset.options), **dict(game.options)}.items()))
    count = how_many(game, ruleset, rng.randint(3, 6))
    kinds = kinds_of(questions_of(ENGLISH))
    settings = TableSettings(
        ruleset.name, game.options, PLACES_TO_SIT, settle_ms=settle_ms, kinds=kinds
    )
    kind = Journal if game.journal is not None or game.kept else Forgetful
    journal = kind.open(game.journal, settings)
    there = journal.resume().table
    deals = (len(deal.data["buzzers"]) for deal in journal.of_games(EntryKind.DEALT))
    most = max([count, len(there.buzzers), *deals])
    buzzers = tuple(rng.sample(range(PLACES_TO_SIT), count))  # even if others sit there already
    if there.stage.match is not None:
        buzzers = there.buzzers
    policies = [POLICIES[rng.choice(sorted(POLICIES))] for _ in range(most)]  # one may have left
    # an evening that goes on finishes its game, or plays one more
    return Players(game.seed, policies, buzzers, games=there.games + 1), journal


def how_many(game: SimulatedGame, ruleset: AnyRuleset, some: int) -> int:
    """Number of players: as wished, or `some` if the ruleset allows that."""
    seats = range(ruleset.seats[0], min(ruleset.seats[-1], PLACES_TO_SIT) + 1)
    count = min(max(some, seats[0]), seats[-1]) if game.players is None else game.players
    if count not in seats:
        many = players(seats)
        raise ConfigError(message("sim.players", count=count, name=ruleset.name, players=many))
    try:
        ruleset.house(dict(game.options))
        ruleset.start(Setup(count), dict(game.options))
    except SettingError as error:
        raise ConfigError(message("sim.option", why=error.why)) from error
    except Refused as error:
        raise ConfigError(message("sim.refused", count=count, why=error.why)) from error
    return count


class Forgetful(Journal):
    """Writes nothing down: for thousands of games that nobody will replay."""

    def begin(self, steps: Iterable[Step]) -> None:
        """Forget `steps`."""


_finder = lru_cache(maxsize=1)(Finder)


def card_reader() -> CardReader:
    """A card reader for one game, with its deck; the networks load once in a process."""
    return NoticingReader(_finder)


def play(
    game: SimulatedGame, watchers: Sequence[Watch] = (), shown: tuple[Window, Words] | None = None
) -> Score:
    """Play `game`, in virtual time or in an open `window`.

    A game that breaks is a fault of its score, and one that is closed did not finish.
    """
    people, journal = invite(game, LIVE_SETTLE_MS if shown is not None else SETTLE_MS)
    clock = VirtualClock()
    camera = SimCamera(people, clock, game.deck)
    glance = Glance(partial(card_reader().read, card_height=camera.card))
    eye = (camera, glance, fuse)
    live, language = shown is not None, game.language
    evening = Evening(World(people), journal, eye, clock, watchers, live=live, language=language)
    run = evening.run if shown is None else partial(play_live, evening, clock, *shown)
    score = played(evening, journal, run)
    score.read_ms = glance.ms
    score.faults = [message("sim.fault", seed=game.seed, fault=one) for one in score.faults]
    return score


def played(evening: Evening, journal: Journal, run: Callable[[], None]) -> Score:
    """Open an evening, `run` it, replay and close it: what breaks is a fault of its score."""
    score = evening.referee.score
    score.games = 1
    try:
        evening.open()
        if journal.loss is not None:
            score.faults.append(journal.loss.why)
        before = journal.steps
        run()
        for _ in journal.replay(before):  # raises where it differs
            pass
    except DoubtItError as error:
        score.faults.append(error.says)
    finally:
        evening.close()
        journal.close()
    return score


def in_processes(
    work: Callable[[T], R], pieces: Sequence[T], jobs: int
) -> Generator[R, None, None]:
    """`work` on each of `pieces` in `jobs` processes; the results in the order of the pieces."""
    if jobs == 1 or len(pieces) == 1:
        yield from map(work, pieces)
        return
    try:
        # spawn: a forked child would inherit OpenCV's threads in an unknown state
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _ends_with_its_parent)
    except OSError as error:  # no shared memory
        raise ConfigError.of("sim.no-processes", error=reason(error)) from error
    try:
        with _deaf_to_ctrl_c():
            results = pool.map(work, pieces, chunksize=1)
        yield from results
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Whatever is begun in here never hears Ctrl-C, which a terminal sends to all of a line.

    A worker would print that it was interrupted, wherever it is; who began it ends it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ends_with_its_parent() -> None:
    """Let this process end when the one that began it is gone, however that went."""

    def wait() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def play_alone(game: SimulatedGame) -> Score:
    """One game in a process of a pool, which needs no threads of its own."""
    cv2.setNumThreads(1)
    try:
        return play(game)
    except Exception as error:  # noqa: BLE001 - a broken game must not hide the others
        broke = message("sim.broke", error=repr(error))
        return Score(games=1, faults=[message("sim.fault", seed=game.seed, fault=broke)])
