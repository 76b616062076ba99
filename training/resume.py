"""Turns exported networks back into a checkpoint, so that training can go on from what ships.

`python -m training.resume --networks FOLDER --shards SHARDS --out MODELS`. The export folds each
batch normalisation into the convolution before it. Here each convolution gets the folded weights.
The normalisation after it gets the mean and variance that it meets in crops, and a scale and shift
that cancel them. So the network says the same as before, and can learn again.
"""

import argparse
import random
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from appliance.vision.find.runner import NETWORKS
from training.crops import EACH, load, shards
from training.nets import FILES, LARGE, LARGE_FILE, SMALL, Finder, Namer, standard
from training.patches import patches
from training.train import pictures

SEEN = 1024
"""Crops in which the normalisations' means and spreads are measured."""

BATCH = 32

Filter = tuple[torch.Tensor, torch.Tensor]
"""Return a layer's exported weights and biases."""


def exported(path: Path) -> list[Filter]:
    """The weights and biases of each convolution and linear layer of a network, in their order."""
    graph = onnx.load(path).graph
    values = {
        tensor.name: torch.tensor(numpy_helper.to_array(tensor)) for tensor in graph.initializer
    }
    layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [(values[node.input[1]], values[node.input[2]]) for node in layers]


def unfold(network: nn.Module, filters: list[Filter], batches: list[torch.Tensor]) -> None:
    """Load `filters` into `network`; its normalisations are measured on `batches` of its input.

    Raises:
        ValueError: the network has other layers.
    """
    layers = [module for module in network.modules() if isinstance(module, nn.Conv2d | nn.Linear)]
    norms: list[tuple[nn.BatchNorm2d, torch.Tensor]] = []
    after = _followers(network)
    for layer, (weight, bias) in zip(layers, filters, strict=True):
        if layer.weight.shape != weight.shape:
            raise ValueError(f"a layer of {tuple(weight.shape)} where {layer} is wanted")
        layer.weight.data = weight.clone()
        norm = after.get(layer)
        if norm is None:
            layer.bias.data = bias.clone()
            continue
        norms.append((norm, bias))
        _pass_on(norm, bias)
    measured = [(_Moments(norm), bias) for norm, bias in norms]
    network.eval()
    with torch.no_grad():
        for batch in batches:
            network(batch)
    for moments, bias in measured:
        moments.settle(bias)


class _Moments:
    """The mean and the variance of what reaches a normalisation, channel by channel."""

    def __init__(self, norm: nn.BatchNorm2d) -> None:
        self._norm = norm
        self._sums = torch.zeros(3, norm.num_features, dtype=torch.float64)
        self._hook = norm.register_forward_pre_hook(self._meet)

    def _meet(self, _: nn.Module, given: tuple[torch.Tensor, ...]) -> None:
        values = given[0].double()
        self._sums[0] += values.sum(dim=(0, 2, 3))
        self._sums[1] += (values**2).sum(dim=(0, 2, 3))
        self._sums[2] += values.numel() // values.shape[1]

    def settle(self, bias: torch.Tensor) -> None:
        """Normalise what was met, and undo that: what comes out is what came in, and `bias`."""
        self._hook.remove()
        total, squares, count = self._sums
        mean = (total / count).float()
        spread = (squares / count - (total / count) ** 2).clamp(min=1e-8).float()
        self._norm.running_mean.copy_(mean)
        self._norm.running_var.copy_(spread)
        self._norm.weight.data = torch.sqrt(spread + self._norm.eps)
        self._norm.bias.data = bias + mean


def _pass_on(norm: nn.BatchNorm2d, bias: torch.Tensor) -> None:
    """Let `norm` do nothing but add `bias`, while what reaches it is measured."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.data.fill_(1)
    norm.bias.data = bias.clone()


def _followers(network: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """The normalisation after each convolution that has one."""
    rows = [row for row in network.modules() if isinstance(row, nn.Sequential)]
    pairs = [pair for row in rows for pair in pairwise(row)]
    return {row: after for row, after in pairs if isinstance(after, nn.BatchNorm2d)}


def main() -> int:
    """Write the checkpoint; gives the exit status."""
    parser = argparse.ArgumentParser(prog="training.resume", description=__doc__)
    parser.add_argument("--networks", type=Path, default=NETWORKS, help="folder of the networks")
    parser.add_argument("--shards", type=Path, required=True, help="folder of drawn crops")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--large", action="store_true", help="of the finder for photographs")
    options = parser.parse_args()
    size, name = (LARGE, LARGE_FILE) if options.large else (SMALL, FILES[0])
    crops = [crop for path in shards(options.shards)[: SEEN // EACH] for crop in load(path)]
    if not crops:
        print(f"{options.shards} holds no shard of training.make", file=sys.stderr)
        return 1
    try:
        of_finder, of_namer = (exported(options.networks / file) for file in (name, FILES[1]))
    except OSError as error:
        print(f"{error.filename} can't be read ({error.strerror})", file=sys.stderr)
        return 1
    batches = [crops[at : at + BATCH] for at in range(0, len(crops), BATCH)]
    rng = random.Random(1)
    cuts = [[cut.image for crop in batch for cut in patches(crop, rng)] for batch in batches]
    finder, namer = Finder(size), Namer()
    unfold(finder, of_finder, [pictures(batch) for batch in batches])
    unfold(namer, of_namer, [standard(torch.from_numpy(np.stack(batch))) for batch in cuts])
    options.out.mkdir(parents=True, exist_ok=True)
    state = {"finder": finder.state_dict(), "namer": namer.state_dict(), "step": 0}
    torch.save(state, options.out / "checkpoint.pt")
    print(f"wrote {options.out / 'checkpoint.pt'}, from {len(crops)} crops")
    return 0


if __name__ == "__main__":
    sys.exit(main())
