"""The window on a real X server: opened again after it was closed, and drawn without OpenGL."""

from pathlib import Path

from appliance.config import Display
from appliance.display.quiet import pygame
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.table import Table, TableSettings
from lab.words import words_of


def check_it_is_opened_again_and_shows_the_same_without_opengl() -> None:
    window, view = Window(Display(1280, 720)), view_of(Table(TableSettings()), 0, words_of("en"))
    seen = []
    for _ in range(2):
        window.open()
        assert window.is_open
        assert not window.has_screen_alone
        assert window.show(view, 0)
        window.poll()
        seen.append(pygame.image.tobytes(pygame.display.get_surface(), "RGB"))
        window.close()
        assert not window.is_open
    assert seen[0] == seen[1]
    assert len(set(seen[0])) > 50
    maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    assert "libX11" in maps
    assert "LLVM" not in maps, "94 MiB of a graphics card that is not there"
