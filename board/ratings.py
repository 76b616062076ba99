"""The ratings of a league, from its finished games alone.

OpenSkill rates games for any number of players with places and ties. The order is by `ordinal`,
a skill that a player has at least: mu - 3 sigma.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any  # OpenSkill's own ratings

from openskill.models import PlackettLuce

PROVISIONAL_GAMES = 10
"""Games below which a rating is provisional."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game: the player of each seat, None for a guest, and the place of each seat."""

    players: tuple[str | None, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A line of the standings; players with the same `ordinal` share a `place`."""

    place: int
    name: str
    ordinal: float
    games: int
    wins: int

    @property
    def provisional(self) -> bool:
        """True while the player has played few games."""
        return self.games < PROVISIONAL_GAMES


def standings(games: Iterable[RatedGame]) -> list[PlayerRating]:
    """Return the standings after `games`, in the order in which they were played.

    A guest plays with a new player's rating each time. A game without a player changes nothing.
    """
    model = PlackettLuce()
    ratings: dict[str, Any] = {}  # OpenSkill's own
    counts: dict[str, tuple[int, int]] = {}
    for game in games:
        names = [name for name in game.players if name is not None]
        if not names or len(game.places) < 2 or len(set(names)) < len(names):
            continue
        teams = [[ratings.get(name or "") or model.rating()] for name in game.players]
        rated = model.rate(teams, ranks=[*map(float, game.places)])
        for name, place, [rating] in zip(game.players, game.places, rated, strict=True):
            if name is not None:
                ratings[name] = rating
                played, won = counts.get(name, (0, 0))
                counts[name] = played + 1, won + (place == 1)
    ordinals = {name: round(rating.ordinal(), 2) for name, rating in ratings.items()}
    rows = sorted(ordinals, key=lambda name: (-ordinals[name], name.casefold()))
    return [
        PlayerRating(
            1 + sum(better > ordinals[name] for better in ordinals.values()),
            name, ordinals[name], *counts[name],
        )
        for name in rows
    ]  # fmt: skip
