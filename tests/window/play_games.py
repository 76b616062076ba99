"""Whole games at a real window: `make window-games GAMES="bicycle idi" WAYS="keys mouse pins"`.

Each game begins at a table without settings: the table's menu is opened and the game chosen there,
people sit down, play to the winner and deal again. WAYS are `keys`, pressed by XTEST, and `pins`,
one buzzer a seat on simulated pins with lamps, both at `doubtit run`; `mouse` are clicks at the
desk, on buzzers, rows, cards and buttons. Each press is one that the screen invites, and each tap
is counted. At most AT_ONCE (3) games run beside each other, each in an X server of its own, for at
most SECONDS_EACH (600). MISSING=1 plays only those that have not gone well so far.

Each game is a line. Figures and pictures go to build/window/games/WAY/GAME. Exit 1 if a game did
not come to the next deal, or a press was not answered, a tap lost, a move not what was meant.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tally import Figures

from bluffing.rulesets import RULESETS

HERE = Path(__file__).parent
GAMES = Path("build/window/games")
WAYS = ("keys", "mouse", "pins")


def kept(folder: Path) -> Figures | None:
    """The counts, if a game came to its end."""
    result = folder / "result.json"
    return Figures(**json.loads(result.read_text())) if result.exists() else None


def play(ruleset: str, way: str) -> bool:
    """Play one game in a window of its own; whether all is well."""
    folder, env = GAMES / way / ruleset, os.environ
    (folder / "result.json").unlink(missing_ok=True)
    seed, seconds = env.get("SEED", "1"), env.get("SECONDS_EACH", "600")
    command = [str(HERE / "run.sh"), "game", ruleset, way, seed, seconds, str(folder)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - ours
    figures = kept(folder)
    if figures is None:
        print(f"{way} {ruleset}: broken off\n{done.stdout}{done.stderr}", flush=True)
        return False
    print(figures.line(), *figures.faults, sep="\n    ", flush=True)
    return figures.well


def chosen() -> Iterator[tuple[str, str]]:
    """The games that are asked for, and how they are played."""
    env = os.environ
    for way in env.get("WAYS", "").split() or WAYS:
        for ruleset in env.get("GAMES", "").split() or RULESETS:
            before = kept(GAMES / way / ruleset)
            if not (env.get("MISSING") and before is not None and before.well):
                yield ruleset, way


def main() -> int:
    """Play all that is asked for; then the sums of all that was ever played."""
    GAMES.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(int(os.environ.get("AT_ONCE", "3"))) as several:
        well = list(several.map(lambda task: play(*task), list(chosen())))
    found = [kept(GAMES / way / name) for way in WAYS for name in RULESETS]
    games = [game for game in found if game is not None]
    print(
        f"{len(games)} games, {sum(game.well for game in games)} of them went well: "
        f"{sum(game.turns for game in games)} turns, "
        f"{sum(game.presses for game in games)} presses, "
        f"{sum(game.unanswered for game in games)} unanswered, "
        f"{sum(game.lost for game in games)} taps lost, "
        f"{sum(game.wrong for game in games)} wrong moves"
    )
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
