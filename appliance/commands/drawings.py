"""Where `--draw` puts its pictures, found out before anything is read; and putting them there."""

from collections.abc import Sequence
from pathlib import Path

import cv2

from appliance.drivers import Image
from appliance.errors import ConfigError, PictureError, reason
from appliance.message import message

ENDINGS = (".png", ".jpg", ".jpeg")


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
    """Where the drawing of each photo goes: `out` for one; for several into the folder `out`.

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
        path.write_bytes(data.tobytes())
    except OSError as error:
        why = message("draw.unwritable", path=str(path), error=reason(error))
        raise PictureError(why) from error


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one.absolute() == other.absolute()
