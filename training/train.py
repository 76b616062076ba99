"""Trains the finder and the namer on the shards of `training.make`, and exports both as ONNX.

`python -m training.train --shards SHARDS --out MODELS --minutes 60`. New shards are taken up
while it trains; stopped, it goes on from MODELS/checkpoint.pt. MODELS/made.json says how the
networks came to be.
"""

import argparse
import json
import math
import platform
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import onnx
import torch
from torch import nn

from appliance.vision.find.index import LABELS, SUITS
from training.crops import Crop
from training.losses import finder_loss
from training.nets import Finder, Namer, export, finder_of, standard
from training.patches import UNASKED, Cut, mistaken, patches
from training.supply import Supply
from training.targets import targets
from training.varied import spoilt

BATCH = 24
"""Crops of one step."""

WARM_UP = 150
"""Steps in which the rate rises."""

LAST_RATE = 0.01
"""Share of the rate that is left at the end."""

DECAY, SMOOTHING, STEEPEST = 0.02, 0.02, 5.0
"""Decay of the weights, smoothing of the names' labels, and greatest length of the gradient."""

PARTS = ("finder", "namer", "suits")
"""Parts that may learn alone."""

SUITS_SHARE = 0.3
"""Weight of the suits, where the names count 1: no verdict depends on suits."""

MORE_OFTEN = 20
"""Steps between looks for new shards; FEW are taken at once, since loading is slow."""
FEW = 4

LOOKED_AT = 10
"""Crops of a batch in which the finder's mistakes are looked for when only the namer learns."""

HALVES = any(torch.cpu.get_capabilities().get(feature) for feature in ("avx512_bf16", "amx_bf16"))
"""True if this processor computes in bfloat16 itself; others are ten times slower at it."""

TELL = 60.0
"""Seconds from one line about the progress, and one checkpoint, to the next."""


class Figures(NamedTuple):
    """Result of a step: both losses, and the share of the patches that were named right."""

    finder: float
    namer: float
    right: float


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of training: `rate` is the highest, `share` that of photographs in a batch."""

    minutes: float
    rate: float
    share: float
    seed: int

    def rate_at(self, step: int, done: float) -> float:
        """The rate at a step (from 0) when `done` (0 to 1) of the time is over."""
        fallen = LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * done)) / 2
        return self.rate * min(1.0, (step + 1) / WARM_UP) * fallen


class Trainer:
    """Both networks, how many steps they made, and what moves their weights."""

    def __init__(self, folder: Path, only: str | None = None) -> None:
        """Begin, or go on from the checkpoint in `folder`, whose finder may be a large one.

        `only` one of both, "finder" or "namer", may learn; the other stays unchanged. Or "suits":
        then the namer learns these alone, and names each index as before.
        """
        self.folder = folder
        self.step = 0
        self._saved = folder / "checkpoint.pt"
        finder, namer = Finder(), Namer()
        if self._saved.exists():
            state = torch.load(self._saved)
            finder = finder_of(state["finder"])
            namer.load_state_dict(state["namer"])
            self.step = state["step"]
            print(f"goes on at step {self.step}", flush=True)
        self.finder = finder.to(memory_format=torch.channels_last)
        self.namer = namer.to(memory_format=torch.channels_last)
        self.only = only
        parts = {"finder": self.finder, "namer": self.namer, "suits": self.namer.suit}
        learning = [parts[only]] if only else [self.finder, self.namer]
        self._weights = [each for network in learning for each in network.parameters()]
        self._mover = torch.optim.AdamW(self._weights, weight_decay=DECAY)
        self._loss = nn.CrossEntropyLoss(label_smoothing=SMOOTHING, ignore_index=UNASKED)

    def learn(self, batch: list[Crop], rate: float, rng: random.Random) -> Figures:
        """One step: the finder looks at the crops, the namer at pieces of them."""
        for group in self._mover.param_groups:
            group["lr"] = rate
        nothing = torch.zeros(())
        of_finder, of_namer, right = nothing, nothing, nothing
        if self.only == "suits":
            looked_at, maps = [], torch.zeros(0)
        elif self.only == "namer":
            self.finder.eval()
            looked_at = batch[:LOOKED_AT]
            with torch.no_grad():
                maps = self._maps(looked_at)
        else:
            self.finder.train()
            looked_at, maps = batch, self._maps(batch)
            goals = [targets(crop) for crop in batch]
            goal, weight = (torch.from_numpy(np.stack(part)) for part in zip(*goals, strict=True))
            of_finder = finder_loss(maps, goal, weight)
        if self.only != "finder":
            cuts = _cuts(batch, looked_at, maps, rng)
            of_namer, right = self._named(cuts) if self.only != "suits" else self._suited(cuts)
        self._mover.zero_grad()
        (of_finder + of_namer).backward()
        nn.utils.clip_grad_norm_(self._weights, STEEPEST)
        self._mover.step()
        self.step += 1
        return Figures(*(float(figure.detach()) for figure in (of_finder, of_namer, right)))

    def _named(self, cuts: list[Cut]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the namer's loss on cut-out indices, and the share that it named correctly."""
        self.namer.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=HALVES):
            answers = self.namer(_seen(cuts))
        names, suits = answers.float().split((len(LABELS), len(SUITS)), dim=1)
        wanted = torch.tensor([cut.name for cut in cuts])
        right = (names.argmax(dim=1) == wanted).float().mean()
        loss = self._loss(names, wanted)
        if any(cut.suit != UNASKED for cut in cuts):
            wanted = torch.tensor([cut.suit for cut in cuts])
            loss = loss + SUITS_SHARE * self._loss(suits, wanted)
        return loss, right

    def _suited(self, cuts: list[Cut]) -> tuple[torch.Tensor, torch.Tensor]:
        """The same of the suits alone, where they are known."""
        known = [cut for cut in cuts if cut.suit != UNASKED]
        self.namer.eval()
        self.namer.suit.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=HALVES):
            suits = self.namer.suit(_seen(known)).float()
        wanted = torch.tensor([cut.suit for cut in known])
        return self._loss(suits, wanted), (suits.argmax(dim=1) == wanted).float().mean()

    def _maps(self, batch: list[Crop]) -> torch.Tensor:
        """Return the finder's maps of the crops."""
        with torch.autocast("cpu", torch.bfloat16, enabled=HALVES):
            return self.finder(pictures(batch)).float()

    def save(self) -> None:
        """Write the checkpoint."""
        state = {
            "finder": self.finder.state_dict(),
            "namer": self.namer.state_dict(),
            "step": self.step,
        }
        torch.save(state, self._saved)


def pictures(batch: list[Crop]) -> torch.Tensor:
    """The crops as the finder wants them."""
    pictures = torch.from_numpy(np.stack([crop.image for crop in batch])).permute(0, 3, 1, 2)
    return (pictures.float() / 255).contiguous(memory_format=torch.channels_last)


def _seen(cuts: list[Cut]) -> torch.Tensor:
    """Cut pieces as the namer wants them."""
    return standard(torch.from_numpy(np.stack([cut.image for cut in cuts])))


def _cuts(
    batch: list[Crop], looked_at: list[Crop], maps: torch.Tensor, rng: random.Random
) -> list[Cut]:
    """Return the namer's pictures and their labels.

    They include the finder's mistakes in the crops `looked_at`, which have its `maps`.
    """
    cuts = [cut for crop in batch for cut in patches(crop, rng)]
    for crop, drawn in zip(looked_at, maps.detach().numpy(), strict=True):
        cuts += mistaken(crop, drawn)
    return [cut._replace(image=spoilt(cut.image, rng)) for cut in cuts]


def train(trainer: Trainer, supply: Supply, plan: Plan) -> Figures:
    """Train until the plan's minutes are over, saving as it goes; gives the last mean figures."""
    rng = random.Random(plan.seed)
    start = reported = time.monotonic()
    recent: list[Figures] = []
    mean = Figures(math.nan, math.nan, math.nan)
    while (done := (time.monotonic() - start) / (60 * plan.minutes)) < 1:
        if trainer.step % MORE_OFTEN == 0:
            supply.refresh(FEW)
        batch = supply.batch(BATCH, plan.share, rng)
        recent.append(trainer.learn(batch, plan.rate_at(trainer.step, done), rng))
        if time.monotonic() - reported > TELL:
            reported, mean = time.monotonic(), _mean(recent)
            recent.clear()
            print(
                f"{(reported - start) / 60:5.1f} min  step {trainer.step}  "
                f"{len(supply.drawn)} crops  "
                f"finder {mean.finder:.3f}  namer {mean.namer:.3f}  named right {mean.right:.4f}",
                flush=True,
            )
            trainer.save()
    trainer.save()
    return _mean(recent) if recent else mean


def _mean(figures: list[Figures]) -> Figures:
    return Figures(*(float(mean) for mean in np.mean(figures, axis=0)))


def record(trainer: Trainer, supply: Supply, plan: Plan, last: Figures) -> None:
    """Append the networks' history to the earlier runs in made.json."""
    path = trainer.folder / "made.json"
    runs = json.loads(path.read_text(encoding="utf-8")).get("runs", []) if path.exists() else []
    runs.append(
        {
            "steps so far": trainer.step,
            "seed": plan.seed,
            "minutes": plan.minutes,
            "rate": plan.rate,
            "drawn crops": supply.seen,
            "crops of photographs": len(supply.photos),
            "share of photographs": plan.share if supply.photos else 0.0,
            "only": trainer.only,
            "threads": torch.get_num_threads(),
            "finder": round(last.finder, 4),
            "namer": round(last.namer, 4),
            "named right": round(last.right, 4),
        }
    )
    history = {
        "steps": trainer.step,
        "batch": BATCH,
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "numpy": np.__version__,
            "opencv": cv2.__version__,
            "onnx": onnx.__version__,
        },
        "runs": runs,
    }
    path.write_text(json.dumps(history, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Train, export, and record what was done."""
    parser = argparse.ArgumentParser(prog="training.train", description=__doc__)
    parser.add_argument("--shards", type=Path, required=True, help="folder of drawn crops")
    parser.add_argument("--photos", type=Path, help="folder of crops of photographs")
    parser.add_argument("--share", type=float, default=0.25, help="of photographs in a batch")
    parser.add_argument("--out", type=Path, required=True, help="folder of networks, checkpoint")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2.5e-3, help="of learning, the highest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--kept", type=int, default=24_000, help="newest crops in memory: 0.2 MB each"
    )
    parser.add_argument("--only", choices=PARTS, help="leave all else as it is")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    plan = Plan(options.minutes, options.rate, options.share, options.seed)
    trainer = Trainer(options.out, options.only)
    supply = Supply(options.shards, options.photos, options.kept)
    supply.wait()
    last = train(trainer, supply, plan)
    export(trainer.finder, trainer.namer, options.out)
    record(trainer, supply, plan, last)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
