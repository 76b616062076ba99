"""The twelve puppets: shapes and colours about the middle x = 140 of a drawing 280 wide.

The scarf lies at y = 232 to 282, and the feet at 322. The right is the left, mirrored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from appliance.display.cast.faces import Mood
from appliance.display.cast.shapes import (
    BRASS,
    CARDBOARD,
    OUTLINE,
    WHITE,
    Piece,
    bristles,
    mirrored,
    oval,
)


@dataclass(frozen=True, slots=True)
class Ears:
    """The left ear, and so the right one: it turns about (x, y) by `share` of the face's ears."""

    outline: str
    inner: str = ""
    inside: str = ""
    x: float = 140.0
    y: float = 100.0
    share: float = 1.0
    over: bool = False  # it stands before the head, and eyes are on it


@dataclass(frozen=True, slots=True)
class Wears:
    """A puppet's outfit in every mood. On the head it may `hop`; else it hangs at the scarf."""

    pieces: tuple[Piece, ...]
    turn: str = ""
    hops: bool = False
    at_scarf: bool = False


@dataclass(frozen=True, slots=True)
class Puppet:
    """One of the cast. `moods` are other colours of the fur, which give some away.

    `eyes` are half the distance between them, their height and radius; `mouth` its height and how
    wide it is; `nose` the place where a liar's nose grows.
    """

    fur: str
    light: str
    head: str
    wears: Wears
    ears: Ears | None = None
    ear_fill: str = ""
    body: str = ""
    paws: str = ""
    eyes: tuple[float, float, float] = (34.0, 128.0, 23.0)
    skin: str = ""
    brows: str = OUTLINE
    brows_lift: float = 1.0
    marks: tuple[Piece, ...] = ()
    mouth: tuple[float, float] = (182.0, 1.0)
    nose: tuple[float, float] = (140.0, 160.0)
    snout: tuple[Piece, ...] = ()
    behind: tuple[Piece, ...] = ()
    neck: float = 1.0
    over_scarf: bool = False
    moods: Mapping[Mood, str] = field(default_factory=dict)


def _flat(path: str, fill: str) -> Piece:
    return Piece(path, fill, "none")


def _line(path: str, colour: str = OUTLINE, width: float = 5.0) -> Piece:
    return Piece(path, "none", colour, width)


def _both(*pieces: Piece) -> tuple[Piece, ...]:
    """Each, and the same on the other side."""
    return (*pieces, *(piece._replace(path=mirrored(piece.path)) for piece in pieces))


def _button(x: float, y: float, k: float = 1.0) -> tuple[Piece, ...]:
    """A dark nose about (x, y), with a light on it."""
    a, b, c = 15 * k, 8 * k, 3 * k
    shape = (
        f"M{x - a:g} {y - b:g}C{x - b:g} {y - 2 * b:g} {x + b:g} {y - 2 * b:g} {x + a:g} {y - b:g}"
        f"C{x + a:g} {y + b:g} {x + c:g} {y + 9 * k:g} {x:g} {y + 9 * k:g}"
        f"C{x - c:g} {y + 9 * k:g} {x - a:g} {y + b:g} {x - a:g} {y - b:g}Z"
    )
    return (_flat(shape, OUTLINE), _flat(oval(x - 5 * k, y - 6 * k, 4 * k, 2.4 * k), "#8d7aa0"))


_BOWLER = "#5b3a8c"
_BRIM = "M88 100C108 90 172 90 192 100C172 114 108 114 88 100Z"
_RED, _DEEP = "#e23b4e", "#a3213f"

CAST: Mapping[str, Puppet] = {
    "fox": Puppet(
        "#f2762e", "#fff3e2",
        "M140 58C196 58 222 104 232 150C220 190 172 222 140 226C108 222 60 190 48 150C58 104 84 58 "
        "140 58Z",
        Wears((_line(oval(178, 128, 30, 31), BRASS, 6), _line("M202 148C214 170 214 190 206 206",
               BRASS, 4))),
        Ears("M66 108C52 66 50 34 58 14C84 26 108 46 122 74Z",
            "M74 86C68 62 66 46 68 36C82 44 92 54 100 68Z", "#b8431b", 92, 96),
        eyes=(38, 128, 22), mouth=(190, 1), nose=(140, 174), snout=_button(140, 174),
        marks=(
            *_both(_flat("M48 150C60 150 92 146 112 164C124 176 130 200 140 226C108 222 60 190 48 "
                         "150Z", "#fff3e2")),
            _flat("M140 58C150 84 150 100 140 116C130 100 130 84 140 58Z", "#b8431b"),
        ),
    ),
    "hare": Puppet(
        "#b9a3e3", "#f3ebff",
        "M140 76C192 76 214 116 214 152C214 196 184 224 140 224C96 224 66 196 66 152C66 116 88 76 "
        "140 76Z",
        Wears((
            *(Piece(oval(*at, 11, 11), "#ffffff", OUTLINE, 3.5)
              for at in ((186, 80), (201, 90), (196, 107), (177, 107), (171, 91))),
            Piece(oval(186, 95, 8, 8), BRASS, OUTLINE, 3),
        )),
        Ears("M92 104C64 72 54 14 78 -18C104 -4 122 50 124 92Z",
            "M94 80C80 56 74 22 82 2C98 18 106 50 108 80Z", "#ff9fb0", 108, 100, 1.25),
        eyes=(33, 138, 24), mouth=(190, 1), nose=(140, 172),
        snout=(Piece("M129 166C134 160 146 160 151 166C148 176 144 180 140 180C136 180 132 176 129 "
                     "166Z", "#ff7d8a"),),
        marks=(
            Piece("M126 80C130 68 136 66 140 56C144 66 150 68 154 80", "#b9a3e3", OUTLINE, 4),
            _flat(oval(140, 186, 40, 29), "#f3ebff"),
            *_both(_line("M78 178L98 182M78 192L98 190", "#7c62b8", 3.5)),
        ),
    ),
    "toad": Puppet(
        "#6fbf4b", "#e4f5b5",
        "M140 100C210 96 244 130 244 168C244 208 200 226 140 226C80 226 36 208 36 168C36 130 70 96 "
        "140 100Z",
        Wears((
            Piece("M112 98C110 58 122 46 140 46C158 46 170 58 168 98Z", _BOWLER),
            Piece("M112 84C128 90 152 90 168 84L168 98C152 104 128 104 112 98Z", BRASS, OUTLINE, 4),
            Piece(_BRIM, _BOWLER),
        ), "translate(58 -38) rotate(10 140 100) scale(0.8) translate(30 26)", hops=True),
        Ears(oval(90, 100, 40, 40), over=True, share=0),
        eyes=(50, 100, 30), brows_lift=0.15, mouth=(196, 1.5), nose=(140, 158),
        snout=_both(_flat(oval(131, 158, 3, 4), OUTLINE)),
        marks=(
            *(_flat(oval(*at), "#3c8a34") for at in (
                (62, 152, 9, 7), (78, 142, 5, 4), (218, 152, 9, 7), (203, 142, 5, 4),
                (140, 116, 10, 6), (124, 128, 4, 3))),
            _flat(oval(140, 190, 86, 30), "#e4f5b5"),
        ),
    ),
    "badger": Puppet(
        "#f6f1e6", "#ffffff",
        "M140 54C186 54 216 84 222 124C228 164 196 188 184 206C172 222 158 230 140 230C122 230 108 "
        "222 96 206C84 188 52 164 58 124C64 84 94 54 140 54Z",
        Wears((
            *_both(_line(oval(102, 132, 28, 28), BRASS, 6)), _line("M128 128C134 122 146 122 152 "
                                                                  "128",
                                                                  BRASS, 6),
        )),
        Ears(oval(78, 76, 22, 20), oval(74, 70, 11, 9), "#ffffff", 100, 110),
        "#3b3550", "#8b8797", "#3b3550", (38, 132, 19), "#3b3550", WHITE, 0.8,
        mouth=(202, 1), nose=(140, 186), snout=_button(140, 186),
        marks=_both(_flat("M112 60C92 66 64 88 58 126C56 150 70 168 84 184C96 194 110 190 114 "
                          "172C122 "
                          "146 120 100 112 60Z", "#3b3550")),
    ),
    "goose": Puppet(
        "#f4f1ea", "#ffffff",
        "M140 22C178 22 194 50 192 84C190 116 172 130 168 152C164 186 170 226 190 268L90 268C110 "
        "226 "
        "116 186 112 152C108 130 90 116 88 84C86 50 102 22 140 22Z",
        Wears((
            *_both(Piece("M140 30C124 12 108 6 102 12C96 22 100 44 108 46C118 46 130 40 140 30Z",
                         "#ff5d8f")),
            Piece(oval(140, 31, 10, 9), "#ff5d8f"),
        ), "rotate(14 140 30)"),
        eyes=(24, 76, 20), mouth=(122, 1.1), nose=(140, 108), neck=2.2,
        snout=_both(_flat(oval(130, 109, 4, 3), OUTLINE)),
        marks=(Piece(oval(140, 120, 66, 26), "#ff9a2e"),),
    ),
    "hedgehog": Puppet(
        "#eccfa6", "#f8e6c8",
        "M140 96C192 96 210 132 206 166C200 204 170 226 140 226C110 226 80 204 74 166C70 132 88 96 "
        "140 96Z",
        Wears((
            Piece("M204 62C218 52 240 60 240 82C240 104 222 116 206 110C190 116 172 104 172 "
                  "82C172 60 "
                  "190 52 204 62Z", _RED),
            _line("M205 62C204 52 208 44 214 38"),
            Piece("M210 50C218 38 232 38 240 42C234 54 222 58 210 50Z", "#7cc043", OUTLINE, 4),
        ), hops=True),
        Ears(bristles(140, 156, 96, 134, (-140, 12)), x=140, y=170, share=0.35),
        "#7a5540", "#7a5540", "#eccfa6", (32, 142, 21), mouth=(196, 0.9), nose=(140, 178),
        snout=_button(140, 178, 1.15),
        marks=(_flat("M140 96C176 96 196 112 203 136C182 118 160 126 140 112C120 126 98 118 77 "
                     "136C84 "
                     "112 104 96 140 96Z", "#7a5540"),),
    ),
    "cat": Puppet(
        "#7d8aa5", "#e8edf5",
        "M140 74C204 74 236 108 236 150C238 166 248 178 262 186C246 196 228 196 218 200C198 220 "
        "170 "
        "228 140 228C110 228 82 220 62 200C52 196 34 196 18 186C32 178 42 166 44 150C44 108 76 "
        "74 140 "
        "74Z",
        Wears((
            Piece(oval(140, 268, 20, 20), BRASS), _line("M122 264L158 264"),
            _flat(oval(140, 276, 5, 5), OUTLINE), _line("M140 278L140 286", OUTLINE, 4),
        ), at_scarf=True),
        Ears("M52 124C40 92 38 66 42 48C68 54 92 66 110 84Z",
            "M60 104C54 88 53 76 55 68C68 72 78 77 88 84Z", "#ff9fb0", 84, 110),
        eyes=(42, 140, 26), mouth=(192, 1), nose=(140, 176),
        snout=(Piece("M129 170C134 165 146 165 151 170C148 180 144 184 140 184C136 184 132 180 129 "
                     "170Z", "#ff7d8a"),),
        marks=(
            _flat(oval(140, 194, 44, 26), "#e8edf5"),
            *_both(_line("M74 176L24 168M74 188L22 200", OUTLINE, 4)),
            _flat("M132 74L148 74L140 108Z", "#4d5872"),
            *_both(_flat("M104 79L118 76L118 98Z", "#4d5872")),
        ),
    ),
    "bear": Puppet(
        "#9a6a43", "#e8c9a0",
        "M140 66C206 66 232 108 232 150C232 200 190 228 140 228C90 228 48 200 48 150C48 108 74 "
        "66 140 "
        "66Z",
        Wears((
            Piece("M84 92C88 34 192 34 196 92Z", _RED),
            Piece("M78 84C104 74 176 74 202 84L204 104C176 94 104 94 76 104Z", CARDBOARD),
            Piece(oval(140, 34, 19, 18), CARDBOARD),
        ), hops=True),
        Ears(oval(64, 84, 35, 35), oval(62, 82, 18, 18), "#6f4528", 86, 116, 0.7),
        eyes=(36, 134, 20), mouth=(194, 1), nose=(140, 172), snout=_button(140, 172, 1.2),
        marks=(_flat(oval(140, 190, 50, 36), "#e8c9a0"),),
    ),
    "mole": Puppet(
        "#6c6285", "#a79bbd",
        "M140 40C172 40 222 110 226 166C228 206 186 228 140 228C94 228 52 206 54 166C58 110 108 "
        "40 140 "
        "40Z",
        Wears((
            Piece("M88 88C92 22 188 22 192 88Z", BRASS),
            Piece("M72 84C100 74 180 74 208 84C214 96 206 102 196 102C172 94 108 94 84 102C74 "
                  "102 66 96 "
                  "72 84Z", "#ff9a2e"),
            Piece(oval(140, 56, 19, 19), "#c9c3d6"),
            Piece(oval(140, 56, 11, 11), WHITE, OUTLINE, 4),
        ), hops=True),
        None, "", "", "#ff9fb0", (34, 132, 15), brows=WHITE, mouth=(198, 1), nose=(140, 168),
        snout=(
            Piece(oval(140, 166, 26, 20), "#ff7d8a"), _flat(oval(131, 159, 7, 4), "#ffc2d6"),
            _line("M140 186L140 196"),
        ),
        marks=(_flat(oval(140, 196, 52, 28), "#a79bbd"),),
    ),
    "raccoon": Puppet(
        "#8d8f9c", "#f2f1f4",
        "M140 68C186 68 214 90 222 122L254 134L234 154L260 172L234 182L242 204L206 206C188 220 "
        "166 228 "
        "140 228C114 228 92 220 74 206L38 204L46 182L20 172L46 154L26 134L58 122C66 90 94 68 140 "
        "68Z",
        Wears((
            Piece("M84 90C84 50 150 40 184 62C200 72 206 86 232 90C222 108 194 106 176 96C146 86 "
                  "112 84 "
                  "84 90Z", "#3f6fb5"),
            _line("M128 56C134 66 136 76 134 86M176 96C178 88 184 80 192 76", OUTLINE, 4),
        ), hops=True),
        Ears("M70 112C50 84 46 56 52 38C78 42 102 58 116 82Z",
            "M72 94C62 78 60 64 62 56C76 60 88 68 96 78Z", "#3a3a4a", 90, 104),
        "", "", "#3a3a4a", (38, 138, 20), "#3a3a4a", WHITE, 0.8,
        mouth=(198, 1), nose=(140, 178), snout=_button(140, 178),
        marks=(
            *_both(_flat("M130 136C116 102 72 104 50 146C60 176 118 176 130 136Z", "#3a3a4a")),
            _flat(oval(140, 192, 36, 28), "#f2f1f4"),
        ),
        behind=(
            Piece("M180 322C240 334 286 300 288 250C290 218 276 200 258 200C238 200 230 220 234 "
                  "244C238 "
                  "270 216 282 190 276Z", "#8d8f9c"),
            _flat("M286 228L234 232L236 250L288 256Z", "#3a3a4a"),
            _flat("M282 284L234 262L222 276L262 308Z", "#3a3a4a"),
        ),
    ),
    "octopus": Puppet(
        "#e0608f", "#ffc2d6",
        "M140 24C206 24 232 82 226 132C222 160 208 178 218 212C198 234 82 234 62 212C72 178 58 "
        "160 54 "
        "132C48 82 74 24 140 24Z",
        Wears((
            Piece("M100 34C88 2 192 2 180 34Z", CARDBOARD),
            Piece("M88 30C112 22 168 22 192 30L190 50C168 42 112 42 90 50Z", "#3a4fb0"),
            Piece(oval(140, 36, 8, 8), BRASS, OUTLINE, 3.5),
        ), "rotate(-8 140 40)", hops=True),
        eyes=(36, 126, 26), mouth=(182, 1.1), nose=(140, 158),
        marks=(
            *(_flat(oval(*at), "#a93a68") for at in (
                (88, 74, 9, 7), (104, 92, 5, 4), (196, 84, 8, 6), (184, 66, 5, 4))),
        ),
        behind=_both(
            Piece("M96 322C52 330 -4 308 -6 258C-6 226 26 216 38 234C46 248 34 258 40 266C54 280 "
                  "74 262 "
                  "92 248Z", "#e0608f"),
            Piece("M110 324C86 330 58 324 46 306C60 304 70 292 78 278Z", "#e0608f"),
        ),
        moods={
            Mood.CAUGHT: "#f6dfe8", Mood.NERVOUS: "#e3a9c0", Mood.LOADED: "#9b8099",
            Mood.WINNING: "#ff8f4a", Mood.SMUG: "#c457c9", Mood.ASLEEP: "#8f86c9",
        },
    ),
    "walrus": Puppet(
        "#6aa6ad", "#d9ece8",
        "M140 70C190 70 212 98 216 136C246 148 258 184 244 210C226 236 180 234 140 234C100 234 "
        "54 236 36 "
        "210C22 184 34 148 64 136C68 98 90 70 140 70Z",
        Wears((
            Piece("M102 74L104 2C124 -4 156 -4 176 2L178 74Z", "#33264a"),
            Piece("M103 52C124 58 156 58 177 52L178 74C156 80 124 80 102 74Z", _DEEP, OUTLINE, 4),
            Piece(oval(140, 78, 68, 12), "#33264a"),
        ), "rotate(6 140 80)", hops=True),
        eyes=(32, 126, 19), mouth=(196, 0.8), nose=(140, 158), snout=_button(140, 156),
        over_scarf=True,
        marks=(
            *_both(Piece("M92 202C88 236 94 262 104 274C114 260 122 234 120 204Z", WHITE)),
            *_both(Piece(oval(98, 184, 46, 33), "#d9ece8")),
            *_both(*(_flat(oval(*at, 3.5, 3.5), OUTLINE)
                     for at in ((78, 178), (94, 192), (74, 194)))),
            *_both(_line("M60 176L30 166M58 190L26 196", OUTLINE, 4)),
        ),
    ),
}  # fmt: skip
"""Each by the name of its animal, in the order of the seats."""


def puppet_of(buzzer: int) -> str:
    """Name of the puppet of the player at `buzzer`: no two of twelve are the same."""
    return tuple(CAST)[buzzer % len(CAST)]
