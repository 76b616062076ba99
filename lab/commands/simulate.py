"""`doubtit simulate`: evenings at a table of simulated people, without any hardware."""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from appliance.commands.rules import option_of
from appliance.config import LEAST_LONG, LEAST_SHORT, Display
from appliance.display.layout import LAYOUTS
from appliance.display.sound import Speaker
from appliance.display.window import Window
from appliance.errors import ConfigError, DriverError, PictureError
from appliance.owner import drop
from appliance.service.card_reader import say_runner
from appliance.service.counted import sentences
from appliance.statistics.tally import by_name
from appliance.typed_toml import not_allowed
from appliance.words import Words
from bluffing.message import Message, message, quoted
from bluffing.rulesets import RULESETS
from lab.sim.album import Album
from lab.sim.change import Score, Watch
from lab.sim.desk.clock import SPEEDS
from lab.sim.desk.loop import play_at_desk, size_here
from lab.sim.desk.party import LEARNED, LEVELS, Party, place_of_one
from lab.sim.desk.places import SMALLEST_DESK
from lab.sim.games import MIXED, SimulatedGame, in_processes, invite, play, play_alone
from lab.sim.live import has_screen
from lab.sim.photo.faces import DECKS
from lab.sim.photos import Labelled, Outcome, batches, load_labels, show, unreadable
from lab.sim.transcript import Transcript

FOUR = 4
"""Without being asked otherwise so many play at the desk."""

MOST_OF_THEM = {"games": 1_000_000, "jobs": 256}
"""Games in one run, and processes that play them, at most."""

LARGEST = 7680
"""Pixels: no window is wider or higher."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("--games", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--players", type=int, metavar="N")
    ruleset = words("command.simulate.ruleset", mixed=MIXED)
    parser.add_argument("--ruleset", metavar="NAME", help=ruleset)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--deck", choices=DECKS, default="any")
    parser.add_argument("--no-display", action="store_true")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--journal", type=Path, metavar="FILE")
    parser.add_argument("--pictures", type=Path, default=Path("evening"), metavar="DIR")
    parser.add_argument("--photos", type=Path, metavar="DIR")
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--you", "--seats", dest="you", default="", metavar="N[,N]")
    parser.add_argument("--bots", type=int, metavar="N")
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
    if args.photos is not None:
        photos = load_labels(args.photos)
        broken = unreadable(photos)
        score = _photos(photos, args, words)
    elif args.games > 1:
        score = _many(_games(args, words.language), args, words)
    else:
        played = _one(_games(args, words.language)[0], args, words)
        if played is None:
            return 0
        score = played
    seconds = time.perf_counter() - began
    for fault in score.faults:
        said = words("command.simulate.wrong", what=fault)
        print(said, file=sys.stderr if args.json else sys.stdout)
    if args.json:
        print(json.dumps(figures(score, seconds)))
    else:
        print(words("command.simulate.told", **(figures(score, seconds) | {"seconds": seconds})))
    for photo in broken:
        print(f"doubtit: {words('command.simulate.by-hand', photo=photo)}", file=sys.stderr)
    return PictureError.exit_code if broken else int(not score.clean)


def _check(args: argparse.Namespace) -> None:
    """Raise ConfigError where a number or the journal can't be; leave root's rights."""
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
        SimulatedGame(args.seed + number, *asked, number % 10 == 0, args.deck, language)
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


def _one(game: SimulatedGame, args: argparse.Namespace, words: Words) -> Score | None:
    """One game, told as it goes: in a window, or with pictures of its screens.

    None: a person has played.
    """
    story = Transcript(lambda line: print(line, flush=True), words)
    watchers: tuple[Watch, ...] = () if args.json else (story.saw,)
    party = None if args.watch else party_of(args, words)
    window = None if args.no_display or args.fast or args.json else _window(args, words)
    if window is not None:
        with closing(window):
            if party is None:
                return play(game, watchers, (window, words))
            _at_desk(party, window, words, watchers)
            return None
    album = Album(words)
    score = play(game, (*watchers, album.saw))
    paths = album.save(args.pictures)
    if not args.json:
        folder = str(args.pictures.resolve())
        print("\n" + words("command.simulate.album", n=len(paths), folder=folder))
    return score


def _at_desk(party: Party, window: Window, words: Words, watchers: Sequence[Watch]) -> None:
    """A person plays, until the window is closed; nothing is judged, but what happened is told."""
    with closing(Speaker()) as speaker:
        games = play_at_desk(party, words, window, speaker, watchers)
    print("\n" + words("command.statistics.games", n=len(games)))
    people = by_name(one for game in games for one in zip(game.names, game.tallies, strict=True))
    for line in sentences(people):
        print(words.say(line))
    if party.journal is None:
        print(words("command.simulate.not-kept"))
    else:
        print(words("command.simulate.kept", path=str(party.journal)))


def party_of(args: argparse.Namespace, words: Words) -> Party:
    """Return the players at the desk. Raises ConfigError for flags that do not go together."""
    try:
        mine = frozenset(int(number) - 1 for number in args.you.split(",") if number)
    except ValueError as error:
        raise ConfigError(message("command.simulate.wrong-you", given=args.you)) from error
    persons = len(mine) or 1
    bots = args.bots
    if bots is None:
        bots = args.players - persons if args.players is not None else max(0, FOUR - persons)
    count = persons + bots
    if bots < 0 or any(one not in range(count) for one in mine):
        raise ConfigError(
            message("command.simulate.wrong-you-of", given=args.you or "1", count=count)
        )
    if args.speed not in SPEEDS:
        speeds = ", ".join(f"{speed:g}" for speed in SPEEDS)
        raise ConfigError(message("command.simulate.wrong-speed", given=args.speed, speeds=speeds))
    return Party(
        args.seed,
        next(iter(RULESETS)) if args.ruleset in {None, MIXED} else args.ruleset,
        tuple(map(option_of, args.option)),
        count,
        mine or frozenset({place_of_one(count)}),
        _boldness(args.bold),
        args.journal,
        args.speed,
        args.layout,
        args.quiet,
        args.deck,
        words.language,
    )


def _boldness(given: str) -> float | None:
    if given == LEARNED:
        return None
    try:
        bold = LEVELS[given] if given in LEVELS else float(given)
    except ValueError:
        bold = -1.0
    if not 0 <= bold <= 1:
        levels = ", ".join((*LEVELS, LEARNED))
        raise ConfigError(message("command.simulate.wrong-bold", given=given, levels=levels))
    return bold


def _display(args: argparse.Namespace, size: tuple[int, int]) -> Display:
    """The window that was asked for; a desk of that `size` otherwise."""
    if args.size is None:
        if args.watch:
            return Display(layout=args.layout)
        return Display(*size, args.layout)
    try:
        width, height = map(int, args.size.lower().split("x"))
    except ValueError as error:
        raise ConfigError(message("command.simulate.wrong-size", given=args.size)) from error
    least, given = SMALLEST_DESK, (width, height)
    if args.watch:
        least, given = (LEAST_LONG, LEAST_SHORT), (max(given), min(given))
    if given[0] < least[0] or given[1] < least[1] or max(given) > LARGEST:
        too_small = message(
            "command.simulate.wrong-size-of", given=args.size, width=least[0], height=least[1]
        )
        raise ConfigError(too_small)
    return Display(width, height, args.layout)


def _window(args: argparse.Namespace, words: Words) -> Window | None:
    """An open window, or None where there is no screen, or none that answers."""
    seen = has_screen()
    display = _display(args, size_here() if seen and args.size is None else SMALLEST_DESK)
    if not seen:
        return None
    window = Window(display)
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
    scores = closing(in_processes(play_alone, games, args.jobs))
    with progress(words, "command.simulate.of-games", len(games)) as tell, scores as each:
        for score in each:
            total.add(score)
            tell(total.games, total)
    return total


def _photos(photos: list[Labelled], args: argparse.Namespace, words: Words) -> Score:
    """Every photograph of the folder, against its labels."""
    outcome, evenings = Outcome(), list(enumerate(batches(photos), start=args.seed))
    outcomes = closing(in_processes(show, evenings, args.jobs))
    with progress(words, "command.simulate.of-photos", len(photos)) as tell, outcomes as each:
        for one in each:
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
