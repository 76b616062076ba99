"""`make train`: draws crops, trains both networks on them and on photographs, then the namer alone.

It goes on where it was stopped: crops that exist are kept, and the networks go on from their
checkpoint. The two ONNX files are copied to where the package keeps them only at the end.
"""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

from appliance.vision.find.runner import NETWORKS
from training.nets import FILES

SECOND_RATE, THIRD_RATE = 1e-3, 1.2e-3
"""Rates of learning with photographs, where what was learned before is only to be corrected, and of
the namer alone, which takes the longest to learn and a third of the time for a step."""


def _stage(module: str, *arguments: object) -> list[str]:
    """The command of one stage."""
    return [sys.executable, "-m", f"training.{module}", *map(str, arguments)]


def _run(command: list[str], makers: list[subprocess.Popen[bytes]]) -> None:
    """Run a stage to its end. Raises CalledProcessError when it fails, or a maker does."""
    print(f"== {' '.join(command[2:])}", flush=True)
    with subprocess.Popen(command) as stage:  # noqa: S603 - our own module
        while stage.poll() is None:
            failed = [maker.returncode for maker in makers if maker.poll()]
            if failed:  # nothing would come to train on
                stage.terminate()
                raise subprocess.CalledProcessError(failed[0], "training.make")
            time.sleep(1)
    if stage.returncode:
        raise subprocess.CalledProcessError(stage.returncode, command)


def _makers(options: argparse.Namespace, drawn: Path) -> list[subprocess.Popen[bytes]]:
    """Start the processes that draw crops, each its share of the shards."""
    decks = ("--decks", options.decks) if options.decks else ()
    return [
        subprocess.Popen(  # noqa: S603 - our own module
            _stage(
                *("make", "--out", drawn, "--fonts", options.fonts, *decks),
                *("--first", first, "--step", options.makers, "--shards", options.shards),
            )
        )
        for first in range(min(options.makers, options.shards))
    ]


def _train(
    options: argparse.Namespace, drawn: Path, models: Path, makers: list[subprocess.Popen[bytes]]
) -> None:
    """Train on drawn crops, then on photographs as well if there are any, then the namer alone."""
    first = _stage("train", "--shards", drawn, "--out", models, "--minutes", options.minutes)
    _run(first, makers)
    if options.photos:
        crops = options.work / "photos"
        options_of_crops = ("--photos", options.photos, "--networks", models, "--out", crops)
        _run(_stage("harvest", *options_of_crops), makers)
        second = _stage(
            *("train", "--shards", drawn, "--photos", crops, "--out", models),
            *("--minutes", options.more, "--rate", SECOND_RATE),
        )
        _run(second, makers)
    photos = ("--photos", options.work / "photos") if options.photos else ()
    third = _stage(
        *("train", "--shards", drawn, *photos, "--out", models, "--only", "namer"),
        *("--minutes", options.last, "--rate", THIRD_RATE),
    )
    _run(third, makers)


def main() -> int:
    """All stages; gives the exit status."""
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument(
        "--work", type=Path, default=Path("build/training"), help="crops, checkpoints"
    )
    parser.add_argument("--out", type=Path, default=NETWORKS, help="folder of the new networks")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--decks", type=Path, help="face art: one folder a deck")
    parser.add_argument("--photos", type=Path, help="photographs with a labels.json")
    parser.add_argument("--makers", type=int, default=2, help="processes that draw crops")
    parser.add_argument("--shards", type=int, default=250, help="of 128 crops each")
    parser.add_argument("--minutes", type=float, default=50, help="on drawn crops")
    parser.add_argument("--more", type=float, default=25, help="minutes with photographs")
    parser.add_argument("--last", type=float, default=55, help="minutes for the namer alone")
    options = parser.parse_args()
    drawn, models = options.work / "drawn", options.work / "models"
    makers = _makers(options, drawn)
    try:
        _train(options, drawn, models, makers)
    except subprocess.CalledProcessError as error:
        print(f"{error} What it said stands above.", file=sys.stderr)
        return 1
    finally:
        for maker in makers:
            maker.terminate()
            maker.wait()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copy2(models / name, options.out / name)
    print((models / "made.json").read_text(encoding="utf-8"), end="")
    measure = "measure them (bench/vision-lab-log.md) before they ship"
    print(f"new networks stand in {options.out}: {measure}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
