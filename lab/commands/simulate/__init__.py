"""`doubtit simulate`: evenings at a table of simulated people, without any hardware."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from appliance.commands.rules import option_of
from appliance.display.layout import LAYOUTS
from appliance.errors import ConfigError, PictureError
from appliance.owner import drop
from appliance.service.runner_line import say_runner
from appliance.typed_toml import not_allowed
from appliance.words import Words
from bluffing.message import Message, message, quoted
from lab.commands.simulate.evening import play_one
from lab.sim.batches import play_many, show_photos
from lab.sim.change import Score
from lab.sim.desk.party import BOTS, LEARNED
from lab.sim.invitation import MIXED, SimulatedGame
from lab.sim.labels import load_labels, unreadable
from lab.sim.photo.faces import DECKS

MOST_OF_THEM = {"games": 1_000_000, "jobs": 256}
"""Games in one run, and processes that play them, at most."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("--games", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--players", type=int, metavar="N")
    ruleset = words("command.simulate.ruleset", mixed=MIXED)
    parser.add_argument("--ruleset", metavar="NAME", help=ruleset)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--deck", choices=DECKS, default="any")
    parser.add_argument("--scale", action="store_true")
    parser.add_argument("--lanes", action="store_true")
    parser.add_argument("--no-display", action="store_true")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--journal", type=Path, metavar="FILE")
    parser.add_argument("--pictures", type=Path, default=Path("evening"), metavar="DIR")
    parser.add_argument("--photos", type=Path, metavar="DIR")
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--you", "--seats", dest="you", default="", metavar="N[,N]")
    bots = words("command.simulate.bots", names=", ".join(BOTS))
    parser.add_argument("--bots", metavar="N|NAME[,NAME]", help=bots)
    parser.add_argument("--bold", default=LEARNED, metavar="0..1")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X")
    parser.add_argument("--layout", choices=LAYOUTS, default=LAYOUTS[0])
    parser.add_argument("--size", metavar="WxH")
    parser.add_argument("--quiet", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Play; 0 only when every game ended, no picture was broken and the table was never wrong."""
    _check(args)
    say_runner(words)
    began = time.perf_counter()
    broken: list[Message] = []
    out = sys.stderr if args.json else sys.stdout
    if args.photos is not None:
        photos = load_labels(args.photos)
        broken = unreadable(photos)
        score = show_photos(photos, args.seed, args.jobs, words, out)
    elif args.games > 1:
        score = play_many(_games(args, words.language), args.jobs, words)
    else:
        played = play_one(_games(args, words.language)[0], args, words)
        if played is None:
            return 0
        score = played
    seconds = time.perf_counter() - began
    for fault in score.faults:
        print(words("command.simulate.wrong", what=fault), file=out)
    if args.json:
        print(json.dumps(figures(score, seconds)))
    else:
        print(words("command.simulate.told", **(figures(score, seconds) | {"seconds": seconds})))
    for photo in broken:
        print(f"doubtit: {words('command.simulate.by-hand', photo=photo)}", file=sys.stderr)
    return PictureError.exit_code if broken else int(not score.clean)


def _check(args: argparse.Namespace) -> None:
    """Raise ConfigError for an impossible number or journal; drop root's rights."""
    for name, most in MOST_OF_THEM.items():
        value = getattr(args, name)
        if not 1 <= value <= most:
            given = {"option": f"--{name}", "value": quoted(value)}
            raise ConfigError(message("command.between", **given, least=1, most=most))
    if args.journal is None:
        return
    if args.games > 1:
        raise ConfigError(message("command.simulate.one-evening"))
    if args.journal.name in {"", ".."}:
        raise ConfigError(not_allowed("--journal", str(args.journal), message("config.path")))
    drop(args.journal.parent, loads=True)


def _games(args: argparse.Namespace, language: str) -> list[SimulatedGame]:
    if args.option and args.ruleset in {None, MIXED}:
        raise ConfigError(message("command.simulate.no-game", option=args.option[0]))
    options = tuple(map(option_of, args.option))
    asked = (args.ruleset or MIXED, args.players, options, args.journal)
    return [
        SimulatedGame(
            args.seed + number,
            *asked,
            number % 10 == 0,
            args.deck,
            language,
            scale=args.scale,
            lanes=args.lanes,
        )
        for number in range(args.games)
    ]


def figures(score: Score, seconds: float) -> dict[str, float]:
    """Return the figures that --json prints."""
    names = "games finished plays challenges right asked wrong wrong_doubters first_try misread"
    return {name: getattr(score, name) for name in names.split()} | {
        "seconds": round(seconds, 2),
        "ms_per_challenge": round(score.read_ms / max(1, score.challenges), 1),
        "games_per_second": round(score.games / seconds, 3),
    }
