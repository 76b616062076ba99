"""The networks of the card reader: small, plain, and old enough for all that may run them.

`Finder` looks at the whole picture and says where indices are, which way is up, and which pixels
belong to which card. `Namer` looks at one index, upright and of a known size, and names it.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from appliance.vision.find.index import INDEX_HEIGHT, INDEX_WIDTH, LABELS, SUITS
from training.targets import AREAS, CARD, CHANNELS, GLYPH, INDEX

FILES = ("finder.onnx", "namer.onnx")
"""Networks that the reader loads: `finder` and `namer`."""

LARGE_FILE = "large_finder.onnx"
"""Network that the reader loads for photographs."""

OPSET = 12
"""Operators known to ONNX Runtime, which the reader uses, and to OpenCV 4.10 and 5.0."""

RARE, USUAL_GLYPH, USUAL_CARD = -4.0, 2.8, 4.9
"""The finder's output before it has learned anything: a logit, and logarithms of pixels."""


def _layer(into: int, out: int, stride: int = 1, size: int = 3, far: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, far * (size // 2), far, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    """Two convolutions around which the picture also passes unchanged.

    The first reaches `far` places: 1 to its neighbours.
    """

    def __init__(self, width: int, far: int = 1) -> None:
        super().__init__()
        self.one = _layer(width, width, far=far)
        self.two = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.two(self.one(x)))


@dataclass(frozen=True, slots=True)
class Size:
    """Size of a finder: the channels at an eighth and a sixteenth of the picture's size.

    `reach` has a block at a sixteenth for each number, its reach in places.
    """

    eighth: int
    sixteenth: int
    reach: tuple[int, ...]


SMALL, LARGE = Size(48, 72, (1, 1)), Size(64, 96, (1, 1, 2, 1))
"""For a frame of the box, which must be read at once; for a photograph, which need not."""


class Finder(nn.Module):
    """(n, 3, h, w) BGR, 0 to 1, sides divisible by 16 -> (n, 11, h / 4, w / 4), see `targets`."""

    def __init__(self, size: Size = SMALL) -> None:
        super().__init__()
        self.size = size
        self.stem = nn.Sequential(_layer(3, 16, 2), _layer(16, 24, 2), _layer(24, 24))
        self.eighth = nn.Sequential(_layer(24, size.eighth, 2), _Block(size.eighth))
        blocks = (_Block(size.sixteenth, far) for far in size.reach)
        self.sixteenth = nn.Sequential(_layer(size.eighth, size.sixteenth, 2), *blocks)
        self.from_sixteenth = nn.Conv2d(size.sixteenth, size.eighth, 1)
        self.mid = _layer(size.eighth, size.eighth)
        self.from_eighth = nn.Conv2d(size.eighth, 24, 1)
        self.last = _layer(24, 24)
        self.head = nn.Conv2d(24, len(CHANNELS), 1)
        with torch.no_grad():
            self.head.bias.zero_()
            self.head.bias[INDEX] = RARE
            self.head.bias[GLYPH], self.head.bias[CARD] = USUAL_GLYPH, USUAL_CARD

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """Logits and values for each place."""
        fourth = self.stem(picture - 0.45)
        eighth = self.eighth(fourth)
        deep = self.from_sixteenth(self.sixteenth(eighth))
        eighth = self.mid(eighth + nn.functional.interpolate(deep, scale_factor=2.0))
        deep = self.from_eighth(eighth)
        return self.head(self.last(fourth + nn.functional.interpolate(deep, scale_factor=2.0)))


def finder_of(weights: dict[str, torch.Tensor]) -> Finder:
    """The finder whose `state_dict` this is, of either size."""
    wide = len(weights["from_sixteenth.bias"])
    finder = Finder(next(size for size in (SMALL, LARGE) if size.eighth == wide))
    finder.load_state_dict(weights)
    return finder


def grown(small: Finder, size: Size) -> Finder:
    """A larger finder that says the same as `small` before it learns on.

    Old channels take nothing from new ones, and new blocks add nothing.
    """
    large, old = Finder(size), small.state_dict()
    weights = large.state_dict()
    for name, values in weights.items():
        if name not in old:
            if name.endswith("two.1.weight"):
                values.zero_()
            continue
        kept = old[name]
        if values.dim() > 1:
            values[: len(kept)] = 0
        values[tuple(slice(side) for side in kept.shape)] = kept
    large.load_state_dict(weights)
    return large


class FinderWithChances(nn.Module):
    """The finder with its first three maps as chances: what is exported."""

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = finder

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """See Finder."""
        maps = self.finder(picture)
        return torch.cat([torch.sigmoid(maps[:, : AREAS.stop]), maps[:, AREAS.stop :]], dim=1)


class Namer(nn.Module):
    """(n, 3, 56, 48), each with mean 0 and deviation 1 -> logits (n, len(LABELS) + len(SUITS))."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _layer(3, 24, 2, 5),
            _layer(24, 32),
            _layer(32, 64, 2),
            _layer(64, 64),
            _layer(64, 96, 2),
            _layer(96, 96),
        )
        self.drop = nn.Dropout(0.2)
        places = (INDEX_HEIGHT // 8) * (INDEX_WIDTH // 8)
        self.rank = nn.Linear(96 * places, len(LABELS))
        # with features of its own: the features that distinguish ranks are blind to the suits below
        self.suit = nn.Sequential(
            _layer(3, 16, 2, 5),
            _layer(16, 24, 2),
            _layer(24, 32, 2),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(32 * places, len(SUITS)),
        )

    def forward(self, indices: torch.Tensor) -> torch.Tensor:
        """Logits of the names, then of the suits, for each index."""
        ranks = self.rank(self.drop(self.features(indices).flatten(1)))
        return torch.cat([ranks, self.suit(indices)], dim=1)


class NamerWithChances(nn.Module):
    """The namer with chances: those of the names, and those of the suits, each sum to 1."""

    def __init__(self, namer: Namer) -> None:
        super().__init__()
        self.namer = namer

    def forward(self, indices: torch.Tensor) -> torch.Tensor:
        """See Namer."""
        answers = self.namer(indices)
        names, suits = answers[:, : len(LABELS)], answers[:, len(LABELS) :]
        return torch.cat([torch.softmax(names, dim=1), torch.softmax(suits, dim=1)], dim=1)


def standard(patches: torch.Tensor) -> torch.Tensor:
    """Uint8 (n, h, w, 3) -> float32 (n, 3, h, w) with mean 0 and deviation about 1."""
    values = patches.float().permute(0, 3, 1, 2)
    mean = values.mean(dim=(1, 2, 3), keepdim=True)
    spread = values.std(dim=(1, 2, 3), keepdim=True, unbiased=False)
    return (values - mean) / (spread + 8.0)


def export(finder: Finder, namer: Namer, folder: Path) -> None:
    """Write both networks as ONNX, the finder for any picture, the namer for any number.

    The reader loads a small finder and a large one: one replaces the other if that is missing.
    """
    whole = torch.zeros(1, 3, 256, 256)
    sizes = {"in": {2: "h", 3: "w"}, "out": {2: "h4", 3: "w4"}}
    mine, rest = (folder / FILES[0], folder / LARGE_FILE)[:: 1 if finder.size == SMALL else -1]
    _write(FinderWithChances(finder), whole, sizes, mine)
    if not rest.exists():
        shutil.copy2(mine, rest)
    two = torch.zeros(2, 3, INDEX_HEIGHT, INDEX_WIDTH)
    numbers = {"in": {0: "n"}, "out": {0: "n"}}
    _write(NamerWithChances(namer), two, numbers, folder / FILES[1])


def _write(
    net: nn.Module, example: torch.Tensor, free: dict[str, dict[int, str]], path: Path
) -> None:
    torch.onnx.export(
        net.eval(),
        (example,),
        str(path),
        opset_version=OPSET,
        dynamo=False,  # the older exporter knows this opset
        input_names=["in"],
        output_names=["out"],
        dynamic_axes=free,
    )
