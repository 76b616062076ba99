"""Simulated games, played from the first press to the score."""

from collections.abc import Callable, Sequence
from functools import partial

import cv2

from appliance.core.fuse import fuse
from appliance.display.window import Window
from appliance.errors import DoubtItError
from appliance.runtime.journal import Journal
from appliance.words import Words
from bluffing.message import message
from lab.sim.camera import Glance, SimCamera, some_mounting
from lab.sim.change import Score, Watch
from lab.sim.evening import Evening
from lab.sim.eyes import scale_of
from lab.sim.invitation import LIVE_SETTLE_MS, SETTLE_MS, SimulatedGame, invite
from lab.sim.live import play_live
from lab.sim.mail import VirtualClock
from lab.sim.reading import reads
from lab.sim.world import World


def play(
    game: SimulatedGame, watchers: Sequence[Watch] = (), shown: tuple[Window, Words] | None = None
) -> Score:
    """Play `game`, in virtual time or in an open `window`.

    A game that breaks is a fault of its score, and one that is closed did not finish.
    """
    people, journal = invite(game, LIVE_SETTLE_MS if shown is not None else SETTLE_MS)
    clock = VirtualClock()
    mounting = some_mounting(game.seed) if game.lanes else None
    camera = SimCamera(people, clock, game.deck, mounting)
    glance = Glance(reads(camera.empty, camera.card, mat=game.lanes))
    scale = scale_of(people, clock) if game.scale else None
    eye = (camera, glance, fuse, scale)
    live, language = shown is not None, game.language
    evening = Evening(World(people), journal, eye, clock, watchers, live=live, language=language)
    run = evening.run if shown is None else partial(play_live, evening, clock, *shown)
    score = played(evening, journal, run)
    score.read_ms = glance.ms
    score.faults = [message("sim.fault", seed=game.seed, fault=fault) for fault in score.faults]
    return score


def played(evening: Evening, journal: Journal, run: Callable[[], None]) -> Score:
    """Open an evening, `run` it, replay and close it: a failure is a fault of its score."""
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


def play_alone(game: SimulatedGame) -> Score:
    """One game in a process of a pool, which needs no threads of its own."""
    cv2.setNumThreads(1)
    try:
        return play(game)
    except Exception as error:  # noqa: BLE001 - a broken game must not hide the others
        broke = message("sim.broke", error=repr(error))
        return Score(games=1, faults=[message("sim.fault", seed=game.seed, fault=broke)])
