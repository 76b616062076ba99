"""A puppet in a mood as SVG: paper behind, then body, head, face, scarf and paws."""

import io
import math

from appliance.display.cast.faces import EXPRESSIONS, Expression, Mood, Mouth, Paw
from appliance.display.cast.puppets import CAST, Ears, Puppet
from appliance.display.cast.shapes import (
    BRASS,
    CARDBOARD,
    OUTLINE,
    WHITE,
    Piece,
    group,
    mirrored,
    oval,
    rim,
    svg,
)
from appliance.display.quiet import pygame
from appliance.themes import Colour

CANVAS = (-46, -61, 372, 387)
"""Left, top, width and height of the visible part of a drawing, for every mood."""

_WOOD, _BARK, _LEAF = "#d99a55", "#9a5f2c", "#7cc043"
_TONGUE, _THROAT, _SWEAT, _BLUSH = "#ff7d8a", "#5a1230", "#7fd8ff", "#ff6f61"

_SHOULDERS = "M70 322C70 262 96 226 140 226S210 262 210 322Z"
_BELLY = "M108 322C108 290 118 276 140 276S172 290 172 322Z"
_SCARF = (
    "M82 232C104 250 176 250 198 232C210 238 212 256 202 264C176 282 104 282 78 264C68 256 70 238 "
    "82 232Z"
)
_TAIL = "M166 262L196 256L204 306L172 310Z"
_DROPS = ((66, 92), (208, 78))
_STARS = ((6, 90, 17), (276, 70, 22), (262, 150, 11), (20, 150, 9))
_CHIN = (
    "M58 326C62 286 82 250 106 232C116 224 134 226 136 238C138 250 124 254 118 262C108 278 100 "
    "300 98 326Z"
)
_POINT = (
    "M172 326C176 292 196 272 226 270L282 258C296 258 296 276 284 280L250 288C246 304 232 316 "
    "222 326Z"
)
_ARM = (
    "M226 326C222 288 200 264 168 262L96 270C80 272 80 298 98 300L160 298C170 302 176 314 178 326Z"
)
_WATCH = (
    Piece("M104 262L136 260L138 304L106 304Z", "#7d1732"),
    Piece(oval(121, 282, 21, 22), WHITE, OUTLINE, 6),
    Piece("M121 282L121 268M121 282L131 287", width=5),
)
_UP = "M92 326C40 300 8 250 12 200C14 178 44 176 46 198C48 236 72 262 110 276Z"
_PAWS = {
    Paw.DOWN: (),
    Paw.CHIN: (_CHIN,),
    Paw.POINT: (_POINT,),
    Paw.UP: (_UP, mirrored(_UP)),
    Paw.WATCH: (_ARM,),
}


def figure(name: str, mood: Mood, scarf: str, size: tuple[int, int]) -> str:
    """The puppet of that name in that mood, with a scarf of that colour, `size` pixels large."""
    puppet, face = CAST[name], EXPRESSIONS[mood]
    fur = puppet.moods.get(mood, puppet.fur)
    head = _head_turn(puppet, face)
    paws = "".join(svg(Piece(paw, puppet.paws or fur)) for paw in _PAWS[face.paw])
    if face.paw is Paw.WATCH:
        paws += "".join(map(svg, _WATCH))
    body = svg(Piece(_SHOULDERS, puppet.body or fur)) + svg(Piece(_BELLY, puppet.light, "none"))
    around = svg(Piece(_TAIL, scarf)) + svg(Piece(_SCARF, scarf))
    if puppet.wears.at_scarf:
        around += "".join(map(svg, puppet.wears.pieces))
    top = group(head, _head(puppet, face, fur))
    behind = "".join(svg(_dyed(part, puppet.fur, fur)) for part in puppet.behind)
    layers = [
        _paper(puppet, face, head),
        behind,
        paws if face.paw is Paw.UP else "",
        body,
        *((around, top) if puppet.over_scarf else (top, around)),
        "" if face.paw is Paw.UP else paws,
        _sparkles() if face.sparkle else "",
    ]
    box = " ".join(map(str, CANVAS))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"'
        f' width="{size[0]}" height="{size[1]}">{"".join(layers)}</svg>'
    )


def drawn(name: str, mood: Mood, scarf: Colour, height: int) -> pygame.Surface:
    """Return the puppet as a picture, `height` pixels tall."""
    red, green, blue = scarf
    size = (round(height * CANVAS[2] / CANVAS[3]), height)
    code = figure(name, mood, f"#{red:02x}{green:02x}{blue:02x}", size)
    picture = pygame.image.load(io.BytesIO(code.encode()), "puppet.svg")
    sheet = pygame.Surface(size, pygame.SRCALPHA)  # in the order of bytes that blits fastest
    sheet.blit(picture, (0, 0))
    return sheet


def _dyed(piece: Piece, was: str, now: str) -> Piece:
    return piece._replace(fill=now) if piece.fill == was else piece


def _head_turn(puppet: Puppet, face: Expression) -> str:
    """Return the transform of the head on the shoulders."""
    wide, tall = face.squash
    return (
        f"translate(0 {face.sink * puppet.neck:g}) rotate({face.lean:g} 140 222)"
        f" translate(140 222) scale({wide:g} {tall:g}) translate(-140 -222)"
    )


def _ears(ear: Ears | None, face: Expression) -> tuple[tuple[str, str, str], ...]:
    """Outline, inner and turn of each ear."""
    if ear is None:
        return ()
    left, right = (turn * ear.share for turn in face.ears)
    return (
        (ear.outline, ear.inner, f"rotate({left:g} {ear.x:g} {ear.y:g})"),
        (
            mirrored(ear.outline),
            mirrored(ear.inner),
            f"rotate({right:g} {280 - ear.x:g} {ear.y:g})",
        ),
    )


def _hat_turn(puppet: Puppet, face: Expression) -> str:
    hop = f"translate(0 {-face.hop:g}) " if puppet.wears.hops and face.hop else ""
    return hop + puppet.wears.turn


def _paper(puppet: Puppet, face: Expression, head: str) -> str:
    """The cut edge of paper: the outlines of all that stands out, wide and cream."""
    out = rim(_SHOULDERS) + "".join(rim(part.path) for part in puppet.behind)
    top = "".join(rim(outline, turn) for outline, _, turn in _ears(puppet.ears, face))
    top += rim(puppet.head)
    if not puppet.wears.at_scarf:
        worn = "".join(rim(part.path) for part in puppet.wears.pieces if part.fill != "none")
        top += group(_hat_turn(puppet, face), worn)
    if face.nose:
        x, y = puppet.nose
        top += svg(
            Piece(f"M{x:g} {y:g}L{x + 150 * face.nose:g} {y + 12:g}", CARDBOARD, CARDBOARD, 44)
        )
        top += svg(
            Piece(f"M{x + 100:g} {y - 22:g}L{x + 106:g} {y - 26:g}", CARDBOARD, CARDBOARD, 46)
        )
    return out + group(head, top) + "".join(rim(paw) for paw in _PAWS[face.paw])


def _head(puppet: Puppet, face: Expression, fur: str) -> str:
    ears = "".join(
        group(turn, svg(Piece(outline, puppet.ear_fill or fur)) + _inner(puppet.ears, inner))
        for outline, inner, turn in _ears(puppet.ears, face)
    )
    marks = "".join(svg(mark) for mark in puppet.marks)
    skull = svg(Piece(puppet.head, fur)) + marks + svg(Piece(puppet.head))
    if puppet.ears is not None and puppet.ears.over:  # its lower half grows out of the head
        half, high, radius = puppet.eyes
        skull += ears + "".join(
            svg(Piece(oval(140 + side * half, high + 24, radius + 5, 23), fur, "none"))
            for side in (-1, 1)
        )
    else:
        skull = ears + skull
    out = skull + _cheeks(puppet, face) + _eyes(puppet, face, fur)
    if not puppet.wears.at_scarf:
        out += group(_hat_turn(puppet, face), "".join(map(svg, puppet.wears.pieces)))
    out += _mouth(puppet, face.mouth)
    out += _branch(puppet, face.nose) if face.nose else "".join(map(svg, puppet.snout))
    return out + "".join(_drop(*at) for at in _DROPS[: face.sweat])


def _inner(ear: Ears | None, inner: str) -> str:
    return svg(Piece(inner, ear.inside, "none")) if ear is not None and inner else ""


def _cheeks(puppet: Puppet, face: Expression) -> str:
    half, high, radius = puppet.eyes
    if not face.blush:
        return ""
    return "".join(
        svg(
            Piece(oval(140 + side * (half + 22), high + radius + 20, 14, 9), _BLUSH, "none"),
            "",
            0.75,
        )
        for side in (-1, 1)
    )


def _eyes(puppet: Puppet, face: Expression, fur: str) -> str:
    half, y, radius = puppet.eyes
    r, skin = radius * face.size, puppet.skin or fur
    out = []
    for side, turn, lift in zip((-1, 1), face.brows, face.lift, strict=True):
        x = 140 + side * half
        if face.closed:  # a laugh bends up, sleep hangs down
            bend = y + r * (-0.75 if face.mouth is Mouth.LAUGH else 0.95)
            a, b = r * 0.8, r * 0.5
            arc = (
                f"M{x - a:.1f} {y + r * 0.2:.1f}C{x - b:.1f} {bend:.1f} {x + b:.1f} {bend:.1f}"
                f" {x + a:.1f} {y + r * 0.2:.1f}"
            )
            out.append(svg(Piece(arc, line=puppet.brows, width=8)))
        else:
            out.append(_open_eye(x, y, r, face))
            out.append(_lid((x, y), r, face.lid, skin, -1) + _lid((x, y), r, face.low, skin, 1))
        top = y - r - 9 - lift * puppet.brows_lift
        brow = f"M{x - 17:g} {top + 2:.1f}Q{x:g} {top - 6:.1f} {x + 17:g} {top + 2:.1f}"
        out.append(
            svg(Piece(brow, line=puppet.brows, width=8), f"rotate({turn * side:g} {x:g} {top:.1f})")
        )
    return "".join(out)


def _open_eye(x: float, y: float, r: float, face: Expression) -> str:
    """The white, the pupil, and the light on it."""
    p = r * 0.56 * face.pupil
    at = x + face.look[0] * (r - p) * 0.85
    high = y + face.look[1] * (r - p) * 0.85 + r * face.lid * 0.35
    out = svg(Piece(oval(x, y, r * 0.92, r), WHITE))
    out += svg(Piece(oval(at, high, p, p * 1.08), OUTLINE, "none"))
    if p > 6:
        light = oval(at - p * 0.34, high - p * 0.4, p * 0.3, p * 0.3)
        out += svg(Piece(light, WHITE, "none"))
    return out


def _lid(at: tuple[float, float], r: float, part: float, skin: str, side: int) -> str:
    """A flat lid over a part of the eye, from above (-1) or below: a segment, cut straight."""
    if not part:
        return ""
    (x, y), cut = at, (1 - 2 * part) * r
    half = math.sqrt(max(0.0, r * r - cut * cut)) * 0.92
    large, sweep, level = int(part > 0.5), int(side < 0), y + side * cut
    path = (
        f"M{x - half:.1f} {level:.1f}A{r * 0.92:.1f} {r:.1f} 0 {large} {sweep} {x + half:.1f}"
        f" {level:.1f}Z"
    )
    return svg(Piece(path, skin))


def _mouth(puppet: Puppet, mouth: Mouth) -> str:
    """One of the mouths, which stands about x = 140."""
    y, w = puppet.mouth
    if mouth is Mouth.GAPE:
        y += 8
    return "".join(
        group(f"translate(140 {y:g}) scale({w:g} 1)", svg(piece)) for piece in _MOUTHS[mouth]
    )


_MOUTHS = {
    Mouth.SMILE: (Piece("M-22 4C-14 16 14 16 22 4", width=6),),
    Mouth.ASIDE: (Piece("M-4 10C4 4 14 4 22 9", width=6),),
    Mouth.SMIRK: (
        Piece("M-14 9C2 16 24 10 30 -8", width=6),
        Piece("M12 10L17 19L22 7Z", WHITE, OUTLINE, 3.5),
        Piece("M25 -13C30 -14 34 -12 36 -8"),
    ),
    Mouth.WOBBLE: (Piece("M-26 12L-18 4L-9 12L0 4L9 12L18 4L26 12", width=6),),
    Mouth.OH: (Piece(oval(0, 10, 12, 15), _THROAT), Piece(oval(0, 18, 7, 5), _TONGUE, "none")),
    Mouth.BREATH: (Piece(oval(4, 8, 7, 6), _THROAT),),
    Mouth.FROWN: (Piece("M-20 14C-12 2 12 2 20 14", width=6),),
    Mouth.GAPE: (
        Piece("M-25 2C-26 -6 26 -6 25 2C30 38 -30 38 -25 2Z", _THROAT),
        Piece("M-21 -1L21 -1L18 7L-18 7Z", WHITE, "none"),
        Piece("M-14 24C-8 15 8 15 14 24C8 30 -8 30 -14 24Z", _TONGUE, "none"),
    ),
    Mouth.LAUGH: (
        Piece("M-34 -6C-16 1 16 1 34 -6C34 36 -34 36 -34 -6Z", _THROAT),
        Piece("M-28 -3C-12 2 12 2 28 -3L25 6C10 9 -10 9 -25 6Z", WHITE, "none"),
        Piece("M-17 19C-8 9 8 9 17 19C10 26 -10 26 -17 19Z", _TONGUE, "none"),
    ),
}


def _branch(puppet: Puppet, part: float) -> str:
    """The liar's nose: a branch with two leaves."""
    x, y = puppet.nose
    end = x + 128 * part
    wood = (
        f"M{x - 10:g} {y - 12:g}L{end:g} {y + 6:g}C{end + 9:g} {y + 8:g} {end + 9:g} {y + 22:g}"
        f" {end:g} {y + 21:g}L{x - 10:g} {y + 11:g}C{x - 17:g} {y + 6:g} {x - 17:g} {y - 6:g}"
        f" {x - 10:g} {y - 12:g}Z"
    )
    grain = (
        f"M{x + 8:g} {y - 1:g}l26 4M{x + 58 * part:g} {y + 8:g}l22 3"
        f"M{x + 36 * part:g} {y - 6:g}l14 2"
    )
    at, high = x + 79 * part, y + 2
    pieces = (
        Piece(f"M{at:g} {high:g}l10 -16"),
        Piece(wood, _WOOD),
        Piece(grain, "none", _BARK, 3.5),
        Piece(
            f"M{at + 10:g} {high - 16:g}c-2 -18 8 -28 26 -28c2 16 -6 28 -26 28Z", _LEAF, OUTLINE, 4
        ),
        Piece(f"M{end:g} {y + 14:g}c8 -12 22 -14 32 -4c-8 12 -20 14 -32 4Z", _LEAF, OUTLINE, 4),
    )
    return "".join(map(svg, pieces))


def _drop(x: float, y: float) -> str:
    """A drop of sweat."""
    path = (
        f"M{x} {y - 16}C{x + 4} {y - 6} {x + 10} {y} {x + 10} {y + 6}C{x + 10} {y + 18} {x - 10}"
        f" {y + 18} {x - 10} {y + 6}C{x - 10} {y} {x - 4} {y - 6} {x} {y - 16}Z"
    )
    return svg(Piece(path, _SWEAT, OUTLINE, 4))


def _sparkles() -> str:
    out = ""
    for x, y, k in _STARS:
        a = k * 0.18
        path = (
            f"M{x} {y - k}Q{x + a:.1f} {y - a:.1f} {x + k} {y}Q{x + a:.1f} {y + a:.1f} {x} {y + k}"
            f"Q{x - a:.1f} {y + a:.1f} {x - k} {y}Q{x - a:.1f} {y - a:.1f} {x} {y - k}Z"
        )
        out += svg(Piece(path, BRASS, OUTLINE, 4))
    return out
