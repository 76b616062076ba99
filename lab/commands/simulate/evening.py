"""One evening, reported live."""

import argparse
from collections.abc import Sequence
from contextlib import closing

from appliance.display.sound import Speaker
from appliance.display.window import Window
from appliance.service.counted import sentences
from appliance.statistics.tally import by_name
from appliance.words import Words
from bluffing.study.personas import PERSONAS
from lab.commands.simulate.desk import open_window, party_of
from lab.sim.album import Album
from lab.sim.change import Score, Watch
from lab.sim.desk.loop import play_at_desk
from lab.sim.desk.party import Party
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame
from lab.sim.transcript import Transcript


def play_one(game: SimulatedGame, args: argparse.Namespace, words: Words) -> Score | None:
    """Play one game and report it live: in a window, or with pictures of its screens.

    Return None after a game of a person.
    """
    story = Transcript(lambda line: print(line, flush=True), words)
    watchers: tuple[Watch, ...] = () if args.json else (story.saw,)
    party = None if args.watch else party_of(args, words)
    window = None if args.no_display or args.fast or args.json else open_window(args, words)
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
    """Let a person play until the window closes; report the games without judging them."""
    with closing(Speaker()) as speaker:
        games = play_at_desk(party, words, window, speaker, watchers)
    print("\n" + words("command.statistics.games", n=len(games)))
    people = by_name(
        person for game in games for person in zip(game.names, game.tallies, strict=True)
    )
    for line in sentences(people):
        print(words.say(line))
    for buzzer, name in party.characters().items():
        if name in PERSONAS:
            print(words(f"desk.bot.{name}", number=buzzer + 1))
    if party.journal is None:
        print(words("command.simulate.not-kept"))
    else:
        print(words("command.simulate.kept", path=str(party.journal)))
