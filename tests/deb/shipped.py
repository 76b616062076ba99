"""Checks that what is tested is what ships: the package's own libraries, and Debian's.

As pytest's plugin (`-p shipped`) it lets no test begin with other ones. `python3 -m shipped` prints
their versions and folders.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

OWNERS = {
    "/usr/lib/doubtit": ("appliance", "bluffing", "lab", "gpiozero", "onnxruntime"),
    "/usr/lib/python3/dist-packages": (
        "colorzero", "cv2", "evdev", "numpy", "pygame", "segno", "serial",
    ),
}  # fmt: skip
"""The folders of libraries, and what has to come from each."""


def pytest_configure() -> None:
    """Raise SystemExit where a library is not the one that ships; the tests import none sooner."""
    for folder, names in OWNERS.items():
        for name in names:
            spec = find_spec(name)
            origin = None if spec is None else spec.origin
            if origin is None or not Path(origin).is_relative_to(folder):
                sys.exit(f"{name} is not in {folder}: {origin}")


def main() -> None:
    """Print all versions."""
    pytest_configure()
    print(f"Python {sys.version.split()[0]}")
    for folder, names in OWNERS.items():
        told = [f"{name} {getattr(import_module(name), '__version__', '')}" for name in names]
        print(f"{folder}: {', '.join(map(str.strip, told))}")
    pygame = import_module("pygame")
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    letters = ".".join(map(str, pygame.font.get_sdl_ttf_version()))
    print(f"SDL {sdl}, SDL_ttf {letters}")


if __name__ == "__main__":
    main()
