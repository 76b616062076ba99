"""Averages the weights of networks that were trained on from the same ones, and exports the mean.

`python -m training.average MODELS OTHER_MODELS --out MEAN`, each a folder of `training.train`. The
mean of two ends of one training is often better than either, and no slower.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from training.nets import Namer, export, finder_of

Weights = dict[str, torch.Tensor]


def mean(states: Sequence[Weights]) -> Weights:
    """The mean of all weights; what only counts steps is the last one's."""
    return {
        name: torch.stack([state[name] for state in states]).mean(dim=0)
        if last.is_floating_point()
        else last
        for name, last in states[-1].items()
    }


def main() -> int:
    """Average, export and save a checkpoint; gives the exit status."""
    parser = argparse.ArgumentParser(prog="training.average", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="each with a checkpoint.pt")
    parser.add_argument("--out", type=Path, required=True, help="folder of the mean")
    options = parser.parse_args()
    try:
        states = [torch.load(folder / "checkpoint.pt") for folder in options.folders]
    except OSError as error:
        print(f"{error.filename} can't be read ({error.strerror})", file=sys.stderr)
        return 1
    finder, namer = finder_of(mean([state["finder"] for state in states])), Namer()
    namer.load_state_dict(mean([state["namer"] for state in states]))
    options.out.mkdir(parents=True, exist_ok=True)
    export(finder, namer, options.out)
    step = max(state["step"] for state in states)
    torch.save(
        {"finder": finder.state_dict(), "namer": namer.state_dict(), "step": step},
        options.out / "checkpoint.pt",
    )
    print(f"wrote the mean of {len(states)} to {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
