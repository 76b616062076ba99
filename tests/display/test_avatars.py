"""The signs that people choose: distinct without colour, and never instead of a number."""

from itertools import combinations

import numpy as np
import pygame.surfarray
import pytest

from appliance.config import Seats
from appliance.display.cast.avatars import SILHOUETTES
from appliance.display.cast.faces import Mood
from appliance.display.lettering import MOST_IN_PUPPETS
from appliance.display.pen import Kit, Pen
from appliance.display.quiet import pygame
from appliance.table import state
from bluffing.errors import SettingError

SIZE = 64


def drawn(avatar: str) -> np.ndarray:
    """Return how dark a small silhouette is at each place, 0 to 1."""
    sheet = pygame.Surface((SIZE, SIZE))
    sheet.fill((255, 255, 255))
    pen = Pen(sheet, Kit(), 1.0)
    pen.silhouette((SIZE / 2, SIZE / 2), SIZE * 0.4, avatar, (255, 255, 255))
    grey: np.ndarray = 1 - pygame.surfarray.array3d(sheet).mean(axis=2) / 255
    return grey


def badge(
    buzzer: int, avatar: str, least: int = 0, radius: int = 60, mood: Mood | None = None
) -> bytes:
    sheet = pygame.Surface((200, 200))
    Pen(sheet, Kit(), 1.0, least).badge((100, 100), radius, buzzer, avatar=avatar, mood=mood)
    return pygame.image.tobytes(sheet, "RGB")


def test_every_sign_that_can_be_chosen_is_drawn() -> None:
    assert tuple(SILHOUETTES) == state.AVATARS
    assert len(SILHOUETTES) >= 12, "one for each who can sit down"


def test_signs_differ_in_shape_alone_even_when_they_are_small() -> None:
    shapes = {name: drawn(name) for name in SILHOUETTES}
    for first, second in combinations(shapes, 2):
        differs = np.abs(shapes[first] - shapes[second]).sum()
        assert differs > 0.25 * max(shapes[first].sum(), shapes[second].sum()), (first, second)


def test_every_sign_stays_within_its_disc() -> None:
    reach = max(
        x * x + y * y for parts in SILHOUETTES.values() for _, outline in parts for x, y in outline
    )
    assert reach**0.5 * 0.74 < 1.06


def test_a_seat_keeps_its_number_beside_a_sign() -> None:
    signs = {badge(buzzer, "owl") for buzzer in range(12)}
    assert len(signs) == 12
    assert badge(3, "owl") != badge(3, "fox") != badge(3, "")


def test_where_the_number_could_not_be_read_beside_it_there_is_the_number_alone() -> None:
    assert badge(3, "owl", least=20, radius=24) == badge(3, "", least=20, radius=24)


# --- the cast ------------------------------------------------------------------------------------


def puppet(buzzer: int, mood: Mood = Mood.IDLE, *, least: int = 0, dim: float = 0.0) -> bytes:
    sheet = pygame.Surface((300, 300))
    Pen(sheet, Kit(), 1.0, least).badge((150, 150), 60, buzzer, dim, mood=mood)
    return pygame.image.tobytes(sheet, "RGB")


def test_who_sits_down_without_a_sign_is_a_puppet_with_the_number_of_the_seat() -> None:
    assert len({puppet(buzzer) for buzzer in range(13)}) == 13, "the thirteenth has another number"
    assert puppet(3) != puppet(3, Mood.SMUG) != puppet(3, dim=0.5)
    assert badge(3, "owl", mood=Mood.SMUG) == badge(3, "owl"), "what was chosen stays"


def test_a_puppet_has_a_place_only_where_its_number_can_be_read() -> None:
    assert badge(3, "", least=30, radius=24, mood=Mood.IDLE) == badge(3, "", least=30, radius=24)


def test_so_many_puppets_are_kept_and_no_more() -> None:
    kit = Kit()
    pen = Pen(pygame.Surface((800, 800)), kit, 1.0)
    for mood in Mood:
        for buzzer in range(3):
            pen.badge((400, 400), 250, buzzer, mood=mood)
    assert MOST_IN_PUPPETS * 0.8 < kit.puppets.pixels <= MOST_IN_PUPPETS
    assert MOST_IN_PUPPETS * 4 <= 8 << 20, "bytes"
    assert kit.afresh().puppets is kit.puppets


@pytest.mark.parametrize("avatars", [("dragon",), ("cat", "cat")])
def test_settings_name_signs_that_there_are_once_each(avatars: tuple[str, ...]) -> None:
    with pytest.raises(SettingError):
        Seats(avatars=avatars)
    assert Seats(avatars=("", "", "cat")).avatars[2] == "cat"
