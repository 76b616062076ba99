"""`doubtit scenario FILE...`: do the rules hold, story by story?"""

import argparse
from pathlib import Path

from appliance.errors import ScenarioError
from appliance.scenario import load, run
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help=words("command.scenario.files")
    )
    parser.add_argument(
        "--ruleset", action="append", metavar="NAME", help=words("command.scenario.ruleset")
    )


def execute(args: argparse.Namespace, words: Words) -> int:  # noqa: ARG001 - to come
    """Tell every story; 0 only when all of them hold."""
    held = failed = skipped = 0
    for path in args.files:
        for scenario in load(path, args.ruleset):
            if scenario is None:
                skipped += 1
            elif isinstance(scenario, ScenarioError):
                failed += 1
                print(f"ERROR   {scenario}")
            elif differences := run(scenario):
                failed += 1
                print(f"FAILED  {scenario.where}: {scenario.title}: {'; '.join(differences)}")
            else:
                held += 1
                print(f"ok      {scenario.where}: {scenario.title}")
    left = f", {skipped} of other rulesets left out" if skipped else ""
    print(f"{held} hold, {failed} failed{left}")
    return 1 if failed else 0
