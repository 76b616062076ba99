"""Drawings for `--draw`: readings in their pictures, in files that are checked beforehand."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from appliance.core.reading import Quad, Reading
from appliance.drivers import Image
from appliance.errors import ConfigError, PictureError, reason
from appliance.whole_file import write_whole
from bluffing.message import message

ENDINGS = (".png", ".jpg", ".jpeg")

Colour = tuple[int, int, int]
"""Blue, green and red, 0 to 255."""

SURE_COLOUR, UNSURE_COLOUR, ASK_COLOUR = (0xB6, 0xC4, 0x2E), (0x7A, 0x7A, 0xFF), (0x00, 0xC4, 0xFF)
"""Colours of sure cards, of unsure cards, and of a doubtful place."""

_INK, _PLATE = (0xF7, 0xF7, 0xF5), (0x1C, 0x16, 0x12)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def one_target(out: Path, photos: Sequence[Path]) -> Path:
    """The file that `--draw` names, for one picture.

    Raises:
        ConfigError: no picture can be written there, or it is one of `photos` itself.
    """
    if out.is_dir():
        raise ConfigError(message("draw.folder", out=str(out), such=str(out / "read.png")))
    if out.suffix.lower() not in ENDINGS:
        raise ConfigError(message("draw.ending", out=str(out), known=", ".join(ENDINGS)))
    if not out.parent.is_dir():
        raise ConfigError(message("draw.no-folder", out=str(out), folder=str(out.parent)))
    if any(_same(out, photo) for photo in photos):
        raise ConfigError(message("draw.overwrites", out=str(out)))
    return out


def targets(out: Path, photos: Sequence[Path]) -> list[Path]:
    """Return the path of each drawing: `out` for one photo, else files in the folder `out`.

    Raises:
        ConfigError: there is no such folder, or a drawing would overwrite a photo.
    """
    if len(photos) == 1 and not out.is_dir():
        return [one_target(out, photos)]
    if not out.is_dir():
        raise ConfigError(message("draw.needs-folder", out=str(out), n=len(photos)))
    names: list[str] = []
    for photo in photos:
        name, number = f"{photo.stem}.png", 2
        while name in names:
            name, number = f"{photo.stem}-{number}.png", number + 1
        names.append(name)
    places = [out / name for name in names]
    for place in places:
        one_target(place, photos)
    return places


def save(path: Path, image: Image) -> None:
    """Write `image` to `path`, in the format of its ending.

    Raises:
        PictureError: it can't be written.
    """
    _, data = cv2.imencode(path.suffix.lower(), image)
    try:
        write_whole(data.tobytes(), path, folders=False)
    except OSError as error:
        why = message("draw.unwritable", path=str(path), error=reason(error))
        raise PictureError(why) from error


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one.absolute() == other.absolute()


def overlay(image: Image, reading: Reading, words: str = "", at: Quad | None = None) -> Image:
    """A copy of `image` (BGR) with every card of `reading`, and `words` along its foot.

    Each card has its outline, its rank and how sure that is; `at` is outlined too. A picture
    without a reading's size is given back with the words alone.
    """
    drawn = image.copy()
    unit = max(drawn.shape[:2]) / 1000
    thick = max(1, round(3 * unit))
    for card in reading.cards:
        colour = UNSURE_COLOUR if card.known is None else SURE_COLOUR
        _outline(drawn, card.quad, colour, thick)
    if at is not None:
        _outline(drawn, at, ASK_COLOUR, 2 * thick)
    for card in reading.cards:
        colour = UNSURE_COLOUR if card.known is None else SURE_COLOUR
        rank = "?" if card.rank is None else card.rank.value
        x, y = np.array(card.quad).mean(axis=0)
        _plate(drawn, f"{rank} {card.sure:.2f}", (x, y), colour, unit)
    if words:
        height, width = drawn.shape[:2]
        _plate(drawn, words, (width / 2, height - 24 * unit), ASK_COLOUR, unit)
    return drawn


def _outline(drawn: Image, quad: Quad, colour: Colour, thick: int) -> None:
    corners = np.round(np.array(quad, np.float64)).astype(np.int32)
    cv2.polylines(drawn, [corners], True, colour, thick, cv2.LINE_AA)  # noqa: FBT003 - closed


def _plate(
    drawn: Image, words: str, centre: tuple[float, float], colour: Colour, unit: float
) -> None:
    """Draw `words` on a plate about `centre`, within the picture and no wider than it."""
    height, width = drawn.shape[:2]
    plain = words.encode("ascii", "replace").decode()  # the font has no other letters
    size, thick = 0.9 * unit, max(1, round(2 * unit))
    (wide, tall), _ = cv2.getTextSize(plain, _FONT, size, thick)
    if wide > 0.94 * width:
        size *= 0.94 * width / wide
        (wide, tall), _ = cv2.getTextSize(plain, _FONT, size, thick)
    rim = round(0.4 * tall) + 1
    left = round(min(max(centre[0] - wide / 2, rim), max(rim, width - wide - rim)))
    foot = round(min(max(centre[1] + tall / 2, tall + rim), max(tall + rim, height - rim)))
    box = (left - rim, foot - tall - rim), (left + wide + rim, foot + rim)
    cv2.rectangle(drawn, *box, _PLATE, cv2.FILLED)
    cv2.rectangle(drawn, *box, colour, thick)
    cv2.putText(drawn, plain, (left, foot), _FONT, size, _INK, thick, cv2.LINE_AA)
