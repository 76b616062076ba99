"""Otto the owl, the host: head and bow tie on cream paper, looking at whom he speaks to."""

import io

from appliance.display.cast.shapes import BRASS, OUTLINE, WHITE, Piece, mirrored, oval, rim, svg
from appliance.display.quiet import pygame

_BODY = "M60 300C40 200 70 110 140 110C210 110 240 200 220 300Z"
_TUFT = "M84 130C70 100 66 80 70 60C94 72 112 86 122 108Z"
_BELLY = "M92 300C88 250 104 224 140 224C176 224 192 250 188 300Z"
_BEAK = "M128 182C132 176 148 176 152 182C150 196 144 206 140 210C136 206 130 196 128 182Z"
_TIE = "M140 238L104 222L104 258Z"
_FEATHERS, _DARK, _PALE, _ORANGE = "#a9724c", "#8a5a3c", "#f3d9b1", "#ff7a1a"

_FRAME = (40, 44, 200, 200)
"""Left, top, width and height of the visible part of the drawing."""


def owl(side: int, look: tuple[float, float] = (0.7, 0.5)) -> pygame.Surface:
    """Return a square picture of Otto's head, whose eyes `look` so far to the right and down.

    -1 is the maximum to the left, or up.
    """
    feathers = (_BODY, _TUFT, mirrored(_TUFT))
    pieces = (
        *(Piece(path, _DARK) for path in feathers[1:]),
        Piece(_BODY, _FEATHERS),
        Piece(_BELLY, _PALE, "none"),
        *_eye(103, look),
        *_eye(177, look),
        Piece(_BEAK, BRASS),
        Piece(_TIE, _ORANGE),
        Piece(mirrored(_TIE), _ORANGE),
        Piece(oval(140, 240, 10, 11), _ORANGE),
    )
    drawing = "".join(map(rim, feathers)) + "".join(map(svg, pieces))
    box = " ".join(map(str, _FRAME))
    code = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{side}" height="{side}">'
        f"{drawing}</svg>"
    )
    sheet = pygame.Surface((side, side), pygame.SRCALPHA)
    sheet.blit(pygame.image.load(io.BytesIO(code.encode()), "owl.svg"), (0, 0))
    return sheet


def _eye(x: float, look: tuple[float, float]) -> tuple[Piece, ...]:
    at, high = x + look[0] * 12, 164 + look[1] * 12
    return (
        Piece(oval(x, 164, 42, 42), _PALE),
        Piece(oval(x, 164, 27, 27), WHITE),
        Piece(oval(at, high, 14, 15), OUTLINE, "none"),
        Piece(oval(at - 5, high - 6, 4, 4), WHITE, "none"),
    )
