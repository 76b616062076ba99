"""`doubtit scenario FILE...`: do the rules hold, story by story?"""

import argparse
from pathlib import Path

from appliance.words import Words
from lab.scenario import load, run
from lab.scenario.load import ScenarioError


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--ruleset", action="append", metavar="NAME")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Tell every story; 0 only when all of them hold."""
    held = failed = skipped = 0
    for path in args.files:
        for scenario in load(path, args.ruleset):
            if scenario is None:
                skipped += 1
            elif isinstance(scenario, ScenarioError):
                failed += 1
                print(words("scenario.error", error=scenario.says))
            elif differences := run(scenario):
                failed += 1
                why = "; ".join(map(words.say, differences))
                print(words("scenario.failed", where=scenario.where, title=scenario.title, why=why))
            else:
                held += 1
                print(words("scenario.holds", where=scenario.where, title=scenario.title))
    if skipped:
        print(words("scenario.sum-and-others", held=held, failed=failed, skipped=skipped))
    else:
        print(words("scenario.sum", held=held, failed=failed))
    return 1 if failed else 0
