"""`make hardware`: drawings and tables of docs/build and hardware/, from hardware/build.toml.

python -m workshop                              what the project carries
python -m workshop --file MY.toml --out FOLDER  the drawings of your own copy, into a folder
"""

import argparse
import sys
from pathlib import Path

from appliance.builds.file import plan_of, shipped
from appliance.errors import ConfigError
from appliance.words import words_of
from workshop import board_files, drawings, guide, mechanics, pages


def main(arguments: list[str] | None = None) -> int:
    """Make everything; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m workshop", description="Drawings and tables.")
    parser.add_argument(
        "--file", type=Path, metavar="FILE", help="your copy of hardware/build.toml"
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where its drawings go")
    args = parser.parse_args(arguments)
    if (args.file is None) != (args.out is None):
        parser.error("--file and --out go together")
    try:
        plan = plan_of(args.file or shipped())
    except ConfigError as error:
        print(words_of("en").say(error.says), file=sys.stderr)
        return 2
    if args.out is not None:
        drawings.draw(plan, args.out)
        return 0
    for name in pages.PAGES:
        page = pages.ROOT / name
        page.write_text(pages.remade(page.read_text(encoding="utf-8"), plan), encoding="utf-8")
    guide.write()
    mechanics.MEASURES.write_text(mechanics.measures(plan), encoding="utf-8")
    mechanics.MAT.write_text(mechanics.mat_print(), encoding="utf-8")
    if missing := mechanics.take_pictures():
        print(missing, file=sys.stderr)
    if wrong := board_files.make(plan):
        print(wrong, file=sys.stderr)
    drawings.draw(plan, drawings.FOLDER)
    (drawings.FOLDER / drawings.INPUTS).write_text(drawings.inputs(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
