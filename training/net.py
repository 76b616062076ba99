"""The network that names one corner of a card: small, plain, and old enough for OpenCV 4.10."""

import torch
from torch import nn

LABELS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker", "none")
"""The classes in the order of the network's outputs; "none" is everything that is no index."""

WIDTH, HEIGHT = 56, 72
"""A corner's size in pixels, of a card rectified to 160 x 224."""


class CornerNet(nn.Module):
    """(n, 3, 72, 56) float32, each corner with mean 0 and deviation 1 -> (n, 15) logits."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for into, out, size, stride in (
            (3, 24, 5, 2),
            (24, 32, 3, 2),
            (32, 48, 3, 1),
            (48, 64, 3, 2),
            (64, 96, 3, 1),
            (96, 96, 3, 1),
        ):
            layers += [
                nn.Conv2d(into, out, size, stride, size // 2, bias=False),
                nn.BatchNorm2d(out),
                nn.ReLU(),
            ]
        self.features = nn.Sequential(*layers)
        self.pool = nn.AvgPool2d((3, 3), (3, 2))
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(96 * 3 * 3, len(LABELS))

    def forward(self, corners: torch.Tensor) -> torch.Tensor:
        """Logits for each corner."""
        return self.head(self.drop(self.pool(self.features(corners)).flatten(1)))


def standard(corners: torch.Tensor) -> torch.Tensor:
    """Uint8 (n, h, w, 3) -> float32 (n, 3, h, w) with mean 0 and deviation about 1."""
    values = corners.float().permute(0, 3, 1, 2)
    mean = values.mean(dim=(1, 2, 3), keepdim=True)
    spread = values.std(dim=(1, 2, 3), keepdim=True, unbiased=False)
    return (values - mean) / (spread + 8.0)
