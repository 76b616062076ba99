"""Trains finders on a GPU, on shards that other processes are drawing meanwhile.

`python -m training.gpu --shards SHARDS --photos PHOTOS --start MODELS --out NEW`. A GPU
takes thousands of crops a second, so all that was drawn so far stays in its memory with its
targets, and is turned and coloured there. A large finder of a checkpoint learns on alone. A small
one learns on beside a large one that grows out of the small one.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.vision.find.finder import CENTRE_UNIT, STRIDE
from training.crops import PLACES, SIZE, load, shards
from training.losses import finder_loss
from training.nets import LARGE, Finder, finder_of, grown
from training.supply import has_more_corners, is_fitting
from training.targets import CHANNELS, DX, DY, UPX, UPY, VOTEX, VOTEY, targets
from training.train import DECAY, STEEPEST, Plan

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

CROPS = 128
"""Crops of one step."""

CORNERED = 0.4
"""Share of the drawn crops of a batch that show a card with more than two of its indices."""

READERS = 3
"""Processes that read shards and work out what is to be said of their crops."""

NEWS = 20
"""Steps after which new shards are taken in."""

REPORT = 20.0
"""Seconds from one line about the progress, and one checkpoint, to the next."""

HALF_PIXEL = 0.5
"""The middle of a crop's first pixel lies at 0, that of its first place at half a place: a quarter
turn moves one against the other by twice this many pixels."""


class Prepared(NamedTuple):
    """Crops of one shard as the GPU keeps them.

    `images` uint8 (n, 3, 256, 256), `goals` and `weights` float16 (n, 11, 64, 64), see `targets`;
    `cornered` whether a card shows more than two of its indices, bool (n,).
    """

    images: npt.NDArray[np.uint8]
    goals: npt.NDArray[np.float16]
    weights: npt.NDArray[np.float16]
    cornered: npt.NDArray[np.bool_]


def prepared(path: Path) -> Prepared:
    """The crops of a shard that are of a fitting size."""
    crops = [crop for crop in load(path) if is_fitting(crop)]
    goals, weights = zip(*map(targets, crops), strict=True)
    return Prepared(
        np.stack([crop.image.transpose(2, 0, 1) for crop in crops]),
        np.stack(goals).astype(np.float16),
        np.stack(weights).astype(np.float16),
        np.array([has_more_corners(crop) for crop in crops]),
    )


class Store:
    """The newest crops of a folder, in the GPU's memory."""

    def __init__(self, folder: Path, most: int, readers: Executor) -> None:
        self._folder, self._readers = folder, readers
        self._known: set[Path] = set()
        self._coming: list[Future[Prepared]] = []
        self._images = torch.empty(most, 3, SIZE, SIZE, dtype=torch.uint8, device=DEVICE)
        maps = (most, len(CHANNELS), PLACES, PLACES)
        self._goals = torch.empty(maps, dtype=torch.float16, device=DEVICE)
        self._weights = torch.empty(maps, dtype=torch.float16, device=DEVICE)
        self._cornered = torch.zeros(most, dtype=torch.bool)
        self._corners = torch.zeros(0, dtype=torch.long, device=DEVICE)
        self.seen = 0
        """Crops that were loaded so far."""

    def __len__(self) -> int:
        return min(self.seen, len(self._images))

    def refresh(self, *, wait: bool = False) -> None:
        """Take in what was read meanwhile, and have new shards read; `wait` for all of them."""
        new = [path for path in shards(self._folder) if path not in self._known]
        self._known.update(new)
        self._coming += [self._readers.submit(prepared, path) for path in new]
        done = [job for job in self._coming if wait or job.done()]
        self._coming = [job for job in self._coming if job not in done]
        for job in done:
            self._take(job.result())
        if done:
            self._corners = torch.nonzero(self._cornered)[:, 0].to(DEVICE)

    def _take(self, new: Prepared) -> None:
        places = torch.arange(self.seen, self.seen + len(new.images)) % len(self._images)
        self._cornered[places] = torch.from_numpy(new.cornered)
        slots = places.to(DEVICE)
        self._images[slots] = torch.from_numpy(new.images).to(DEVICE)
        self._goals[slots] = torch.from_numpy(new.goals).to(DEVICE)
        self._weights[slots] = torch.from_numpy(new.weights).to(DEVICE)
        self.seen += len(new.images)

    def some(self, count: int, cornered: float) -> tuple[torch.Tensor, ...]:
        """Draw `count` crops by chance: images, goals, weights. A share has more corners."""
        chosen = torch.randint(len(self), (count,), device=DEVICE)
        if len(self._corners):
            of_them = torch.randint(len(self._corners), (count,), device=DEVICE)
            wanted = torch.rand(count, device=DEVICE) < cornered
            chosen = torch.where(wanted, self._corners[of_them], chosen)
        return self._images[chosen], self._goals[chosen], self._weights[chosen]


def turned(
    images: torch.Tensor, goals: torch.Tensor, weights: torch.Tensor, turns: int
) -> tuple[torch.Tensor, ...]:
    """Turn crops and their targets by `turns` quarters against the clock."""
    images, goals, weights = (
        torch.rot90(stack, turns, (2, 3)) for stack in (images, goals, weights)
    )
    goals = goals.clone()
    for _ in range(turns % 4):
        for across, down, shift in (
            (DX, DY, 2 * HALF_PIXEL / STRIDE),
            (UPX, UPY, 0.0),
            (VOTEX, VOTEY, 2 * HALF_PIXEL / CENTRE_UNIT),
        ):
            goals[:, across], goals[:, down] = goals[:, down].clone(), -goals[:, across] - shift
    return images, goals, weights


def coloured(images: torch.Tensor) -> torch.Tensor:
    """Images (n, 3, h, w), 0 to 1, in other colours and light, or seen by worse cameras."""
    count, device = len(images), images.device

    def chance(low: float, high: float) -> torch.Tensor:
        return torch.empty(count, 1, 1, 1, device=device).uniform_(low, high)

    def now_and_then(share: float, other: torch.Tensor, images: torch.Tensor) -> torch.Tensor:
        return torch.where(chance(0, 1) < share, other, images)

    order = torch.rand(count, 3, device=device).argsort(dim=1)
    swapped = images.gather(1, order[:, :, None, None].expand_as(images))
    images = now_and_then(0.15, swapped, images)
    images = now_and_then(0.03, 1 - images, images)
    images = now_and_then(0.1, images.mean(dim=1, keepdim=True).expand_as(images), images)
    images = now_and_then(0.2, images.clamp(min=1e-4) ** torch.exp(chance(-0.5, 0.5)), images)
    images = now_and_then(0.5, images * chance(0.6, 1.3) + chance(-0.1, 0.1), images)
    soft = nn.functional.avg_pool2d(images, 3, 1, 1, count_include_pad=False)
    images = now_and_then(0.2, images + (soft - images) * chance(0.2, 1), images)
    noisy = images + torch.randn_like(images) * chance(0, 0.04)
    return now_and_then(0.25, noisy, images).clamp(0, 1)


def batch(drawn: Store, photos: Store | None, share: float) -> tuple[torch.Tensor, ...]:
    """Images, goals and weights of one step, a quarter of them turned each way."""
    of_photos = 0 if photos is None else round(CROPS * share)
    parts = [drawn.some(CROPS - of_photos, CORNERED)]
    if photos is not None:
        parts.append(photos.some(of_photos, 0.0))
    order = torch.randperm(CROPS, device=DEVICE)
    mixed = [torch.cat(part)[order] for part in zip(*parts, strict=True)]
    quarters = zip(*(part.chunk(4) for part in mixed), strict=True)
    rotations = [turned(*quarter, turns) for turns, quarter in enumerate(quarters)]
    images, goals, weights = (torch.cat(part) for part in zip(*rotations, strict=True))
    return coloured(images.float() / 255), goals.float(), weights.float()


class Learner:
    """One finder and what moves its weights."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder.to(DEVICE).to(memory_format=torch.channels_last).train()
        self._mover = torch.optim.AdamW(finder.parameters(), weight_decay=DECAY, fused=True)

    def learn(
        self, images: torch.Tensor, goals: torch.Tensor, weights: torch.Tensor, rate: float
    ) -> torch.Tensor:
        """One step; gives how wrong the finder was."""
        for group in self._mover.param_groups:
            group["lr"] = rate
        with torch.autocast(DEVICE, torch.bfloat16):
            maps = self.finder(images)
        loss = finder_loss(maps.float(), goals, weights)
        self._mover.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.finder.parameters(), STEEPEST)
        self._mover.step()
        return loss.detach()


def learners_of(finder: Finder) -> dict[str, Learner]:
    """A large finder alone, or a small one and a large one grown out of the small one."""
    if finder.size == LARGE:
        return {"large": Learner(finder)}
    return {"large": Learner(grown(finder, LARGE)), "small": Learner(finder)}


def train(
    learners: dict[str, Learner], drawn: Store, photos: Store | None, plan: Plan
) -> Iterator[str]:
    """Train until the plan's minutes are over; says how it goes on."""
    start = reported = time.monotonic()
    losses: list[torch.Tensor] = []
    step = 0
    while (done := (time.monotonic() - start) / (60 * plan.minutes)) < 1:
        images, goals, weights = batch(drawn, photos, plan.share)
        images = images.contiguous(memory_format=torch.channels_last)
        rate = plan.rate_at(step, done)
        losses.append(
            torch.stack(
                [learner.learn(images, goals, weights, rate) for learner in learners.values()]
            )
        )
        step += 1
        if step % NEWS == 0:
            drawn.refresh()
            losses = [torch.stack(losses).mean(dim=0)]
            float(losses[0][0])  # waits for the GPU
        if time.monotonic() - reported > REPORT:
            reported = time.monotonic()
            mean = torch.stack(losses).mean(dim=0).tolist()
            losses.clear()
            wrong = "  ".join(f"{name} {far:.3f}" for name, far in zip(learners, mean, strict=True))
            yield f"{(reported - start) / 60:5.1f} min  step {step}  {drawn.seen} crops  {wrong}"
    crops = f"{drawn.seen} drawn crops, {0 if photos is None else photos.seen} of photographs"
    yield f"end at step {step}: {crops}"


def save(learners: dict[str, Learner], start: dict[str, Any], folder: Path) -> None:
    """Write a checkpoint for each finder, to a folder of its name, with the namer of `start`."""
    for name, learner in learners.items():
        weights = {
            key: value.cpu().contiguous() for key, value in learner.finder.state_dict().items()
        }
        (folder / name).mkdir(parents=True, exist_ok=True)
        torch.save({**start, "finder": weights}, folder / name / "checkpoint.pt")


def main() -> int:
    """Train one finder or both, saving checkpoints for training.train; gives the exit status."""
    parser = argparse.ArgumentParser(prog="training.gpu", description=__doc__)
    parser.add_argument("--shards", type=Path, required=True, help="folder of drawn crops")
    parser.add_argument("--photos", type=Path, help="folder of crops of photographs")
    parser.add_argument("--share", type=float, default=0.3, help="of photographs in a batch")
    parser.add_argument("--start", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--out", type=Path, required=True, help="folder of the new checkpoints")
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, the highest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1500, help="drawn crops to begin with")
    parser.add_argument("--kept", type=int, default=170_000, help="newest drawn crops: 0.4 MB each")
    parser.add_argument("--most", type=int, default=20_000, help="newest crops of photographs")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.backends.cudnn.benchmark = True
    try:
        start = torch.load(options.start / "checkpoint.pt", map_location="cpu")
    except OSError as error:
        print(f"{error.filename} can't be read ({error.strerror})", file=sys.stderr)
        return 1
    learners = learners_of(finder_of(start["finder"]))
    with ProcessPoolExecutor(READERS, get_context("spawn")) as readers:
        photos = Store(options.photos, options.most, readers) if options.photos else None
        if photos is not None:
            photos.refresh(wait=True)
        drawn = Store(options.shards, options.kept, readers)
        while len(drawn) < options.first:
            drawn.refresh()
            time.sleep(1)
        plan = Plan(options.minutes, options.rate, options.share, options.seed)
        for line in train(learners, drawn, photos, plan):
            print(line, flush=True)
            save(learners, start, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
