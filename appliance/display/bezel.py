"""The place of the picture on the screen: inside its margins, and turned by quarters."""

from appliance.display.quiet import pygame

MARGIN = (0, 0, 0)
"""The colour of the margins: an edge that a television cuts off shows nothing."""

MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
FINGERS = (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION)
"""Events that have a place: in pixels of the screen, and in parts of its width and height."""

Place = tuple[float, float]


class Bezel:
    """Mapping of a picture to the `screen` that shows it.

    `margin_percent` of the screen's width and height stay empty at each edge, and the picture is
    turned clockwise by `rotation` degrees. Draw on `picture`, then `reveal` its new parts.
    """

    def __init__(self, screen: pygame.Surface, margin_percent: int, rotation: int) -> None:
        self.screen, self._quarters = screen, rotation // 90
        width, height = screen.get_size()
        left, top = (round(side * margin_percent / 100) for side in (width, height))
        self._inside = pygame.Rect(left, top, width - 2 * left, height - 2 * top)
        whole = self._inside.size == screen.get_size()
        part = screen if whole else screen.subsurface(self._inside)
        size = self._inside.size[::-1] if self._quarters % 2 else self._inside.size
        self.picture = pygame.Surface(size, 0, screen) if self._quarters else part
        if not whole:
            screen.fill(MARGIN)
            pygame.display.flip()

    def reveal(self, new: list[pygame.Rect]) -> None:
        """Show the new parts of the picture on the screen."""
        if not self._quarters:
            pygame.display.update([area.move(self._inside.topleft) for area in new])
            return
        shown = []
        for area in new:
            part = self.picture.subsurface(area)
            turned = pygame.transform.rotate(part, -90 * self._quarters)
            corners = self._outward(area.topleft), self._outward(area.bottomright)
            left, top = (min(pair) for pair in zip(*corners, strict=True))
            shown.append(self.screen.blit(turned, (left, top)))
        pygame.display.update(shown)

    def _outward(self, place: tuple[int, int]) -> tuple[int, int]:
        """Map a corner between pixels of the picture to the screen."""
        x, y = place
        width, height = self.picture.get_size()
        for _ in range(self._quarters):
            x, y, width, height = height - y, x, height, width
        return x + self._inside.left, y + self._inside.top

    def inward(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return an event with its place in the picture."""
        if self.picture is self.screen or event.type not in (*MOUSE, *FINGERS):
            return event
        width, height = self.screen.get_size()
        if event.type in MOUSE:
            x, y = self._turned_back((event.pos[0] + 0.5, event.pos[1] + 0.5))
            return pygame.event.Event(event.type, {**event.dict, "pos": (int(x), int(y))})
        x, y = self._turned_back((event.x * width, event.y * height))
        wide, high = self.picture.get_size()
        return pygame.event.Event(event.type, {**event.dict, "x": x / wide, "y": y / high})

    def _turned_back(self, place: Place) -> Place:
        """Return the place in the picture, in pixels, of one on the screen."""
        x, y = place[0] - self._inside.left, place[1] - self._inside.top
        width, height = self._inside.size
        for _ in range(self._quarters):
            x, y, width, height = y, width - x, height, width
        return x, y
