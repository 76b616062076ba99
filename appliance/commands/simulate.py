"""`doubtit simulate`: evenings at a table of simulated people, without any hardware."""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from appliance.commands.hardware import say_runner
from appliance.commands.rules import option_of
from appliance.config import Display
from appliance.display.window import Window
from appliance.errors import ConfigError, DriverError, PictureError
from appliance.message import Message, message
from appliance.sim.album import Album
from appliance.sim.change import Score, Watch
from appliance.sim.games import MIXED, SimulatedGame, in_processes, invite, play, play_alone
from appliance.sim.live import has_screen
from appliance.sim.photos import Labelled, Outcome, batches, load_labels, show, unreadable
from appliance.sim.transcript import Transcript
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("--games", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--players", type=int, metavar="N")
    ruleset = words("command.simulate.ruleset", mixed=MIXED)
    parser.add_argument("--ruleset", default=MIXED, metavar="NAME", help=ruleset)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--no-display", action="store_true")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--journal", type=Path, metavar="FILE")
    parser.add_argument("--pictures", type=Path, default=Path("evening"), metavar="DIR")
    parser.add_argument("--photos", type=Path, metavar="DIR")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Play; 0 only when every game ended, no picture was broken and the table was never wrong."""
    for name in ("games", "jobs"):
        value = getattr(args, name)
        if value < 1:
            raise ConfigError(message("command.at-least", option=f"--{name}", value=value, least=1))
    if args.journal is not None and args.games > 1:
        raise ConfigError(message("command.simulate.one-evening"))
    say_runner(words)
    began = time.perf_counter()
    broken: list[Message] = []
    if args.photos is not None:
        photos = load_labels(args.photos)
        broken = unreadable(photos)
        score = _photos(photos, args, words)
    elif args.games > 1:
        score = _many(_games(args), args, words)
    else:
        score = _one(_games(args)[0], args, words)
    seconds = time.perf_counter() - began
    if args.json:
        print(json.dumps(figures(score, seconds)))
    else:
        for fault in score.faults:
            print(words("command.simulate.wrong", what=fault))
        print(words("command.simulate.told", **(figures(score, seconds) | {"seconds": seconds})))
    for photo in broken:
        print(f"doubtit: {words('command.simulate.by-hand', photo=photo)}", file=sys.stderr)
    return PictureError.exit_code if broken else int(not score.clean)


def _games(args: argparse.Namespace) -> list[SimulatedGame]:
    if args.option and args.ruleset == MIXED:
        raise ConfigError(message("command.simulate.no-game", option=args.option[0]))
    options = tuple(map(option_of, args.option))
    asked = (args.ruleset, args.players, options, args.journal)
    return [
        SimulatedGame(args.seed + number, *asked, kept=number % 10 == 0)
        for number in range(args.games)
    ]


def figures(score: Score, seconds: float) -> dict[str, float]:
    """What --json prints."""
    names = "games finished plays challenges right asked wrong wrong_doubters first_try misread"
    return {name: getattr(score, name) for name in names.split()} | {
        "seconds": round(seconds, 2),
        "ms_per_challenge": round(score.read_ms / max(1, score.challenges), 1),
        "games_per_second": round(score.games / seconds, 3),
    }


def _one(game: SimulatedGame, args: argparse.Namespace, words: Words) -> Score:
    """One game, told as it goes: in a window, or with pictures of its screens."""
    story = Transcript(lambda line: print(line, flush=True), words)
    watchers: tuple[Watch, ...] = () if args.json else (story.saw,)
    window = None if args.no_display or args.fast or args.json else _window(words)
    if window is not None:
        with closing(window):
            return play(game, watchers, (window, words))
    album = Album(words)
    score = play(game, (*watchers, album.saw))
    paths = album.save(args.pictures)
    if not args.json:
        folder = str(args.pictures.resolve())
        print("\n" + words("command.simulate.album", n=len(paths), folder=folder))
    return score


def _window(words: Words) -> Window | None:
    """An open window, or None where there is no screen, or none that answers."""
    if not has_screen():
        return None
    window = Window(Display())
    try:
        window.open()
    except DriverError as error:
        print(words("command.simulate.no-window", error=error.says), file=sys.stderr)
        return None
    return window


def _many(games: list[SimulatedGame], args: argparse.Namespace, words: Words) -> Score:
    """Many games, with a line of progress."""
    _, journal = invite(games[0])  # a wrong option is one clear line, not a fault of each game
    journal.close()
    total = Score()
    with progress(words, "command.simulate.of-games", len(games)) as tell:
        for score in in_processes(play_alone, games, args.jobs):
            total.add(score)
            tell(total.games, total)
    return total


def _photos(photos: list[Labelled], args: argparse.Namespace, words: Words) -> Score:
    """Every photograph of the folder, against its labels."""
    outcome, evenings = Outcome(), list(enumerate(batches(photos), start=args.seed))
    with progress(words, "command.simulate.of-photos", len(photos)) as tell:
        for one in in_processes(show, evenings, args.jobs):
            outcome.add(one)
            tell(len(set(outcome.shown)), outcome)
    left_out = {one.name: one.unfit for one in photos if one.unfit}
    told = [
        words("command.simulate.left-out", photo=name, why=why) for name, why in left_out.items()
    ]
    told += [words("command.simulate.wrong", what=name) for name in outcome.misjudged]
    told += [words("command.simulate.came-up", shown=len(set(outcome.shown)), n=len(photos))]
    print("\n".join(told), file=sys.stderr if args.json else sys.stdout)
    return outcome


@contextmanager
def progress(words: Words, code: str, of: int) -> Iterator[Callable[[int, Score], None]]:
    """Says now and then on stderr how much is done; at a terminal the line stays in its place."""
    here = sys.stderr.isatty()
    began = shown = time.monotonic()

    def tell(done: int, score: Score) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < (0.5 if here else 10.0):
            return
        shown = now
        line = words(
            "command.simulate.progress",
            far=message(code, done=done, n=of),
            challenges=score.challenges,
            right=score.right,
            asked=score.asked,
            wrong=score.wrong,
            speed=done / (now - began),
        )
        print(line, end="\r" if here else "\n", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if here:
            print(file=sys.stderr)
