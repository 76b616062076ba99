"""`doubtit simulate`: evenings at a table of simulated people, without any hardware."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from appliance.errors import ConfigError
from appliance.sim.album import Album
from appliance.sim.games import MIXED, Game, invite, play, play_all
from appliance.sim.score import Score
from appliance.sim.transcript import Transcript


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own words."""
    add = parser.add_argument
    add("--games", type=int, default=1, metavar="N", help="how many games (1)")
    add("--seed", type=int, default=1, metavar="N", help="the first game's seed (1)")
    add("--players", type=int, metavar="N", help="how many play (3 to 6, by the seed)")
    add("--ruleset", default=MIXED, metavar="NAME", help=f"bicycle, catsatcards or {MIXED}")
    add("--no-display", action="store_true", help="no window, even where there is a screen")
    add("--fast", action="store_true", help="in virtual time, as fast as the machine can")
    add("--json", action="store_true", help="one JSON object with the figures on stdout")
    add("--jobs", type=int, metavar="N", help="processes for many games (one a core)")
    add("--journal", type=Path, metavar="FILE", help="keep the evening; go on where it ends")
    add(
        "--pictures",
        type=Path,
        default=Path("evening"),
        metavar="DIR",
        help="for screens (evening)",
    )
    add("--photos", type=Path, metavar="DIR", help="turn up real photographs: DIR/labels.json")


def execute(args: argparse.Namespace) -> int:
    """Play; 0 only when every game ended and the table was never wrong."""
    for name in ("games", "jobs"):
        value = getattr(args, name)
        if value is not None and value < 1:
            raise ConfigError(f"--{name} {value}: needs 1 or more")
    if args.journal is not None and args.games > 1:
        raise ConfigError("--journal keeps one evening: use it without --games")
    began = time.perf_counter()
    games = [
        Game(args.seed + number, args.ruleset, args.players, args.journal, kept=number % 10 == 0)
        for number in range(args.games)
    ]
    score = _one(games[0], args) if len(games) == 1 else _many(games, args)
    seconds = time.perf_counter() - began
    if args.json:
        print(json.dumps(figures(score, seconds)))
    else:
        _tell(score, seconds)
    return 0 if score.clean else 1


def figures(score: Score, seconds: float) -> dict[str, float]:
    """What --json prints."""
    names = "games finished plays challenges right asked wrong wrong_doubters first_try misread"
    return {name: getattr(score, name) for name in names.split()} | {
        "seconds": round(seconds, 2),
        "ms_per_challenge": round(score.read_ms / max(1, score.challenges), 1),
        "games_per_second": round(score.games / seconds, 3),
    }


def _one(game: Game, args: argparse.Namespace) -> Score:
    """One game, told as it goes, with pictures of its screens."""
    album = Album()
    story = Transcript(lambda line: print(line, flush=True))
    watchers = (album.saw,) if args.json else (story.saw, album.saw)
    score = play(game, watchers)
    paths = album.save(args.pictures)
    if not args.json:
        print(f"\n{len(paths)} pictures of its screens are in {args.pictures.resolve()}")
    return score


def _many(games: list[Game], args: argparse.Namespace) -> Score:
    """Many games, with a line of progress."""
    jobs = args.jobs or min(len(games), os.cpu_count() or 1)
    began, shown = time.monotonic(), [0.0]
    every = 0.5 if sys.stderr.isatty() else 10.0
    end = "\r" if sys.stderr.isatty() else "\n"

    def told(score: Score) -> None:
        now = time.monotonic()
        if now - shown[0] >= every or score.games == len(games):
            shown[0] = now
            rate = score.games / (now - began)
            line = (
                f"{score.games} of {len(games)} games, {score.challenges} challenges: "
                f"{score.right} right, {score.asked} asked, {score.wrong} wrong; {rate:.1f} games/s"
            )
            print(line, end=end, file=sys.stderr, flush=True)

    invite(games[0])  # so that a wrong option is one clear line, not a fault of each game
    score = play_all(games, jobs, told)
    if end == "\r":
        print(file=sys.stderr)
    return score


def _tell(score: Score, seconds: float) -> None:
    for fault in score.faults:
        print(f"WRONG: {fault}")
    print(
        f"{score.finished} of {score.games} games finished in {seconds:.1f} s, "
        f"{score.plays} plays; {score.challenges} challenges: {score.right} right "
        f"({score.first_try} at the first spread), {score.asked} asked, {score.wrong} wrong, "
        f"{score.misread} misread; {score.wrong_doubters} wrong doubters"
    )
