"""Otto the owl, the host: head and bow tie on cream paper, alone or in his box at the stage."""

import io
import math

from appliance.display.cast.faces import EXPRESSIONS, Expression, Mood, Mouth
from appliance.display.cast.shapes import BRASS, OUTLINE, WHITE, Piece, mirrored, oval, rim, svg
from appliance.display.quiet import pygame

_BODY = "M60 300C40 200 70 110 140 110C210 110 240 200 220 300Z"
_TUFT = "M84 130C70 100 66 80 70 60C94 72 112 86 122 108Z"
_BELLY = "M92 300C88 250 104 224 140 224C176 224 192 250 188 300Z"
_BEAK = "M128 182C132 176 148 176 152 182C150 196 144 206 140 210C136 206 130 196 128 182Z"
_TIE = "M140 238L104 222L104 258Z"
_FEATHERS, _DARK, _PALE, _ORANGE = "#a9724c", "#8a5a3c", "#f3d9b1", "#ff7a1a"

_BEAK_OPEN = "M127 188C127 234 153 234 153 188Z"
_THROAT = "#5a1230"

_ALCOVE = "M36 300V126C36 62 84 40 140 40C196 40 244 62 244 126V300Z"
_DRAPE = "M36 250V126C36 62 84 40 140 40C96 58 76 96 68 150C62 196 54 226 36 250Z"
_WALL = "M26 262H254V318H26Z"
_RAIL = "M22 252H258V266H22Z"
_NIGHT, _CLOTH, _CLOTH_DARK = "#1c1030", "#a3213f", "#7d1732"

_HEAD_FRAME = (40, 44, 200, 200)
_BOX_FRAME = (18, 34, 244, 276)
"""Left, top, width and height of the visible part of the drawing."""

BOX_RATIO = _BOX_FRAME[2] / _BOX_FRAME[3]
"""Width of his box by its height."""

_OPEN = {Mouth.OH, Mouth.LAUGH, Mouth.GAPE}

Look = tuple[float, float]
"""How far he looks to the right and down: -1 is the maximum to the left, or up."""


def owl(side: int, look: Look = (0.7, 0.5)) -> pygame.Surface:
    """Return a square picture of Otto's head, whose eyes `look` there."""
    return _drawn(_bird(Mood.IDLE, look), _HEAD_FRAME, (side, side))


def owl_in_box(
    size: tuple[int, int], mood: Mood, look: Look, *, speaks: bool = False
) -> pygame.Surface:
    """Return Otto in his box in that mood; his beak is open while he `speaks`."""
    back = Piece(_ALCOVE, _NIGHT), Piece(_DRAPE, _CLOTH), Piece(mirrored(_DRAPE), _CLOTH)
    front = Piece(_WALL, _CLOTH_DARK), Piece(_RAIL, BRASS)
    parts = "".join(map(svg, back)) + _bird(mood, look, speaks=speaks) + "".join(map(svg, front))
    return _drawn(parts, _BOX_FRAME, size)


def _drawn(parts: str, frame: tuple[int, int, int, int], size: tuple[int, int]) -> pygame.Surface:
    box = " ".join(map(str, frame))
    code = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{size[0]}"'
        f' height="{size[1]}">{parts}</svg>'
    )
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    sheet.blit(pygame.image.load(io.BytesIO(code.encode()), "owl.svg"), (0, 0))
    return sheet


def _bird(mood: Mood, look: Look, *, speaks: bool = False) -> str:
    face, feathers = EXPRESSIONS[mood], (_BODY, _TUFT, mirrored(_TUFT))
    opens = speaks or face.mouth in _OPEN
    pieces = (
        *(Piece(path, _DARK) for path in feathers[1:]),
        Piece(_BODY, _FEATHERS),
        Piece(_BELLY, _PALE, "none"),
        *_eye(103, look, face),
        *_eye(177, look, face),
        _brow(103, -face.brows[0], face.lift[0]),
        _brow(177, face.brows[1], face.lift[1]),
        *((Piece(_BEAK_OPEN, _THROAT),) if opens else ()),
        Piece(_BEAK, BRASS),
        Piece(_TIE, _ORANGE),
        Piece(mirrored(_TIE), _ORANGE),
        Piece(oval(140, 240, 10, 11), _ORANGE),
    )
    return "".join(map(rim, feathers)) + "".join(map(svg, pieces))


def _eye(x: float, look: Look, face: Expression) -> tuple[Piece, ...]:
    ring, far = Piece(oval(x, 164, 42, 42), _PALE), 27 * min(1.15, face.size)
    if face.closed:
        bow = -12 if face.mouth is Mouth.LAUGH else 12
        shut = f"M{x - 22} {164 - bow / 3}Q{x} {164 + bow} {x + 22} {164 - bow / 3}"
        return ring, Piece(shut, width=7)
    at, high, wide = x + look[0] * 12, 164 + look[1] * 12, face.pupil
    return (
        ring,
        Piece(oval(x, 164, far, far), WHITE),
        Piece(oval(at, high, 14 * wide, 15 * wide), OUTLINE, "none"),
        Piece(oval(at - 5 * wide, high - 6 * wide, 4 * wide, 4 * wide), WHITE, "none"),
        *((Piece(_lid(x, far, face.lid), _FEATHERS),) if face.lid > 0.2 else ()),
    )


def _lid(x: float, far: float, covers: float) -> str:
    """Return the part of a round eye that its upper lid covers, 0 to 1 of its height."""
    end = math.acos(1 - 2 * covers)
    turns = [end * (step / 8 - 1) for step in range(17)]
    rim_of_eye = (f"{x + far * math.sin(t):.1f} {164 - far * math.cos(t):.1f}" for t in turns)
    return f"M{'L'.join(rim_of_eye)}Z"


def _brow(x: float, turn: float, lift: float) -> Piece:
    """Return a brow `lift` higher than usual, turned clockwise by `turn` degrees."""
    wide, high = math.cos(math.radians(turn)) * 24, math.sin(math.radians(turn)) * 24
    y = 126 - lift * 0.5
    return Piece(f"M{x - wide:.1f} {y - high:.1f}L{x + wide:.1f} {y + high:.1f}", width=10)
