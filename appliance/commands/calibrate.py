"""`doubtit calibrate`: print the mat, locate the box in its pictures, check its place."""

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from appliance.box.bump_check import check_box
from appliance.box.calibrate import MAT_PICTURES, Calibration, Sighting, lacking, sight, solve
from appliance.box.file import load, save
from appliance.box.mat.design import MARKERS, RULER_LENGTH
from appliance.box.mat.pdf import PAPERS, mat_pdf
from appliance.config import Config
from appliance.drivers import Image, opened
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import CalibrationError, ConfigError, PictureError, reason
from appliance.owner import as_owner
from appliance.service.equip import BOX_NAME, box_file, camera_of, for_camera
from appliance.whole_file import write_whole
from appliance.words import Words
from bluffing.message import message

TRIES = 60
"""Number of pictures without enough of the mat after which a person has to act."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--photo", type=Path, nargs="+", metavar="FILE")
    out = words("command.calibrate.out", default=BOX_NAME)
    parser.add_argument("--out", type=Path, metavar="FILE", help=out)
    parser.add_argument("--ruler", type=float, default=RULER_LENGTH, metavar="MM")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--mat", type=Path, metavar="OUT.pdf")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Print, measure or check; return 0 only if the box is usable."""
    if args.mat is not None:
        return _print_mat(args.mat, args.paper, words)
    config = for_camera(args.config)
    path = args.out or box_file(config)
    if args.check:
        return _check(load(path), args, config, words)
    sightings = list(_sightings(args, config, words))
    calibration = solve(sightings, args.ruler)
    with as_owner(path.parent):
        save(calibration, path)
    _tell(calibration, args, path, words)
    if not args.json and box_file(config) != path:
        print(words("command.calibrate.use", path=str(path.resolve())))
    return 0


def _print_mat(path: Path, paper: str, words: Words) -> int:
    try:
        write_whole(mat_pdf(paper), path, folders=False)
    except OSError as error:
        why = message("command.calibrate.mat-unwritable", path=str(path), error=reason(error))
        raise ConfigError(why) from error
    sheets = PAPERS[paper][2]
    print(words("command.calibrate.printed", path=str(path), n=sheets, paper=paper.upper()))
    return 0


def _check(calibration: Calibration, args: argparse.Namespace, config: Config, words: Words) -> int:
    """Report if the box is still in its place, and well lit."""
    image = next(_images(args, config))
    look = check_box(image, calibration)
    trouble, moved = look.trouble, None if look.moved is None else round(look.moved, 2)
    if look.moved is None:
        trouble = message("command.calibrate.lost")
    elif look.bumped:
        causes = trouble or message("command.calibrate.allowed-for")
        trouble = message("command.calibrate.bumped", moved_mm=look.moved, what=causes)
    trouble_text = None if trouble is None else words.say(trouble)
    if args.json:
        report = {"moved_mm": moved, "markers": len(look.markers), "bumped": look.bumped}
        print(json.dumps(report | {"trouble": trouble_text}))
    else:
        fine = words(
            "command.calibrate.as-it-was", markers=len(look.markers), moved_mm=moved or 0.0
        )
        print(trouble_text or fine)
    return CalibrationError.exit_code if trouble else 0


def _sightings(args: argparse.Namespace, config: Config, words: Words) -> Iterator[Sighting]:
    """Yield the pictures that show enough of the mat, and print a line of progress for each.

    Photographs are taken all, for each may show another part.
    """
    good = 0
    for count, image in enumerate(_images(args, config), start=1):
        sighting = sight(image)
        why = lacking(sighting.markers)
        counts = {"seen": len(sighting.markers), "of": len(MARKERS)}
        print(words("command.calibrate.picture", number=count, **counts), file=sys.stderr)
        good += why is None
        if args.photo is not None or why is None:
            yield sighting
        if args.photo is None and good == MAT_PICTURES:
            return
        if args.photo is None and why is not None and count - good >= TRIES:
            raise why


def _images(args: argparse.Namespace, config: Config) -> Iterator[Image]:
    """The photographs named, or the camera's pictures without end."""
    if args.photo is not None:
        yield from map(load_picture, args.photo)
        return
    with opened(camera_of(config, "command.calibrate.no-camera")) as camera:
        failed = 0
        while True:
            try:
                yield camera.capture().image
            except PictureError:
                failed += 1
                if failed == TRIES:
                    raise


def _tell(calibration: Calibration, args: argparse.Namespace, path: Path, words: Words) -> None:
    plane, light = calibration.plane, calibration.light
    trouble = light.trouble(plane.size)
    if args.json:
        report = {
            "file": str(path),
            "size": plane.size,
            "px_per_mm": round(calibration.px_per_mm, 3),
            "error_mm": round(calibration.error, 3),
            "worst_mm": round(calibration.worst, 3),
            "markers": len(calibration.markers),
            "lanes": calibration.lanes,
            "bend": round(plane.bend, 4),
            "bend_known": calibration.lens_known,
            "light": dataclasses.asdict(light),
            "trouble": None if trouble is None else words.say(trouble),
        }
        print(json.dumps(report))
        return
    lens = "command.calibrate.lens" if calibration.lens_known else "command.calibrate.no-lens"
    print(
        words(
            "command.calibrate.told",
            px_per_mm=calibration.px_per_mm,
            width=plane.size[0],
            height=plane.size[1],
            error=calibration.error,
            worst=calibration.worst,
            seen=len(calibration.markers),
            of=len(MARKERS),
            lens=message(lens, bend=plane.bend),
            path=str(path),
            **dataclasses.asdict(light),
        )
    )
    if trouble:
        print(words("command.calibrate.better", what=trouble))
