"""`doubtit check`: test the whole table; report faults and remedies."""

import argparse
import os
import sys
import time
from pathlib import Path

from appliance.core.signals import SECOND
from appliance.selftest.observe import LOOKS, look
from appliance.selftest.observe.room import Room, Terminal
from appliance.selftest.report import Found, as_json, exit_code, lines, summary
from appliance.service.clock import TableClock
from appliance.service.equip import equipment, hardware_of
from appliance.service.rights import at_table
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")
    parser.add_argument("--part", action="append", choices=tuple(LOOKS))
    parser.add_argument("--no-ask", action="store_true")
    parser.add_argument("--wait", type=int, default=10, metavar="SECONDS")
    parser.add_argument("--json", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Test the chosen parts; return 1 if any of them fails."""
    with at_table(args.config, args.journal) as start:
        pass
    equipped = equipment(start)
    config = equipped.config
    out = sys.stderr if args.json else sys.stdout
    people = None if args.no_ask or not sys.stdin.isatty() else Terminal(out, words)
    clock = TableClock()
    room = Room(
        config=config,
        hardware=hardware_of(config, clock),
        clock=clock,
        pause=time.sleep,
        env=dict(os.environ),
        words=words,
        people=people,
        patience=max(1, args.wait) * SECOND,
    )
    if room.people is None:
        print(words("command.check.nobody"), file=out)
    for wrong in start.wrong:
        print(words.say(wrong), file=out)
    for driver, note in equipped.notes.items():
        print(words("run.driver", driver=driver, what=note), file=out)
    findings: list[Found] = []
    for part in LOOKS:
        if args.part is not None and part not in args.part:
            continue
        for finding in look(part, room):
            findings.append((part, finding))
            for line in lines(findings[-1], words):
                print(line, file=out, flush=True)
    print(summary(findings, words), file=out)
    if args.json:
        print(as_json(findings, words))
    return exit_code(findings)
