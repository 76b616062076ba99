"""The finder's error."""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from training.targets import AREAS, AT_INDEX, INDEX, ON_CARD

AREA_SHARE, PLACE_SHARE, VOTE_SHARE = 0.7, 0.6, 0.6
"""Weights of the areas, an index's place and its card's, where finding indices counts 1."""

PLACE_SCALE = (0.5, 0.5, 1.5, 1.5, 1.5)
"""Weights of an index's figures: dx, dy (in places), up x, up y, logarithm of the height."""

TELLING, FORGIVING = 2, 4
"""Exponents of CenterNet's focal loss (Zhou, Wang, Kraehenbuehl: Objects as Points, 2019): what
is nearly right already, and what is near an index, counts less."""


def finder_loss(maps: torch.Tensor, goal: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Focal loss for the indices, cross entropy for the areas, distances for all else.

    All three are (n, 11, h, w); `maps` with logits, the others from `targets`.
    """
    areas = binary_cross_entropy_with_logits(
        maps[:, AREAS], goal[:, AREAS], weight=weight[:, AREAS]
    )
    apart = (maps - goal).abs() * weight
    scale = torch.tensor(PLACE_SCALE, device=maps.device).view(1, -1, 1, 1)
    places = (apart[:, AT_INDEX] * scale).sum() / _count(weight[:, AT_INDEX])
    votes = apart[:, ON_CARD].sum() / _count(weight[:, ON_CARD])
    points = _focal(maps[:, INDEX], goal[:, INDEX], weight[:, INDEX])
    return points + AREA_SHARE * areas + PLACE_SHARE * places + VOTE_SHARE * votes


def _focal(logits: torch.Tensor, goal: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """The loss of each index that is to be found; `goal` is 1 at its middle."""
    chance = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    hit = (goal > 0.99).float() * weight
    hits = (1 - chance) ** TELLING * torch.log(chance) * hit
    near = (1 - goal) ** FORGIVING
    empty = near * chance**TELLING * torch.log(1 - chance) * (1 - hit) * weight
    return -(hits.sum() + empty.sum()) / hit.sum().clamp(min=1)


def _count(weight: torch.Tensor) -> torch.Tensor:
    """Number of places that count, at least one channel's worth of one."""
    return weight.sum().clamp(min=1) / weight.shape[1]
