"""What the camera saw of the cards, as a screen may show it: pictures, and nothing behind them."""

from dataclasses import dataclass

from appliance.display.quiet import pygame


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The whole reveal box, and each card cut out of it and turned upright.

    `crops` come in the order of a View's `cards`. Two are the same only if they are one object.
    """

    whole: pygame.Surface
    crops: tuple[pygame.Surface, ...]
