"""Trains the corner network on the shards of `training.make` and exports it as ONNX.

`python -m training.train --shards DIR --out model.onnx`; stopped, it goes on where it was.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.net import HEIGHT, LABELS, WIDTH, CornerNet, standard

NONE = LABELS.index("none")
REAL = 6
"""How often a corner from a photo is shown for each time that a drawn one is."""


def load(folder: Path) -> tuple[torch.Tensor, torch.Tensor]:
    """All corners and labels of the shards that are finished; the last one is kept apart."""
    corners, labels = [], []
    for path in sorted(folder.glob("shard-[0-9][0-9].npz")):
        with np.load(path) as shard:
            corners.append(shard["corners"])
            labels.append(shard["labels"])
    if (folder / "photos.npz").exists():
        with np.load(folder / "photos.npz") as shard:
            corners += [shard["corners"]] * REAL
            labels += [shard["labels"]] * REAL
    return torch.from_numpy(np.concatenate(corners)), torch.from_numpy(np.concatenate(labels))


def varied(corners: torch.Tensor, chance: random.Random) -> torch.Tensor:
    """A few cheap changes of a standardised batch: gray, swapped or turned-over colours, noise."""
    if chance.random() < 0.25:
        corners = corners.mean(dim=1, keepdim=True).expand(-1, 3, -1, -1)
    elif chance.random() < 0.3:
        corners = corners[:, chance.sample(range(3), 3)]
    if chance.random() < 0.12:
        corners = -corners
    shift = (chance.randint(-1, 1), chance.randint(-1, 1))
    corners = torch.roll(corners, shift, dims=(2, 3))
    return corners + torch.randn_like(corners) * chance.choice([0.0, 0.05, 0.12])


def export(net: CornerNet, path: Path) -> None:
    """The network with its softmax, at an opset that OpenCV 4.10 and 5.0 both read."""
    whole = nn.Sequential(net, nn.Softmax(dim=1)).eval()
    example = torch.zeros(2, 3, HEIGHT, WIDTH)
    torch.onnx.export(
        whole,
        (example,),
        str(path),
        opset_version=12,
        dynamo=False,
        input_names=["corners"],
        output_names=["chances"],
        dynamic_axes={"corners": {0: "n"}, "chances": {0: "n"}},
    )


def main() -> None:
    """Train for so many minutes, saving as it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    chance = random.Random(options.seed)
    net = CornerNet()
    saved = options.shards / "checkpoint.pt"
    steps = 0
    if saved.exists():
        state = torch.load(saved)
        net.load_state_dict(state["net"])
        steps = state["steps"]
        print(f"goes on at step {steps}")
    adam = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.02)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    start = time.monotonic()
    limit = options.minutes * 60
    spent = 0.0
    while spent < limit:
        corners, labels = load(options.shards)
        order = torch.randperm(len(labels))
        right, seen, total = 0, 0, 0.0
        net.train()
        for part in order.split(128):
            spent = time.monotonic() - start
            if spent > limit:
                break
            done = spent / limit
            rate = options.rate * min(1.0, (steps + 1) / 200) * (0.02 + 0.98 * (1 - done))
            for group in adam.param_groups:
                group["lr"] = rate
            logits = net(varied(standard(corners[part]), chance))
            loss = loss_of(logits, labels[part])
            adam.zero_grad()
            loss.backward()
            adam.step()
            steps += 1
            total += float(loss.detach()) * len(part)
            right += int((logits.argmax(dim=1) == labels[part]).sum())
            seen += len(part)
        if seen:
            print(
                f"{spent:5.0f} s  step {steps}  {len(labels)} corners  "
                f"loss {total / seen:.4f}  right {right / seen:.4f}",
                flush=True,
            )
        torch.save({"net": net.state_dict(), "steps": steps}, saved)
        export(net, options.out)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
