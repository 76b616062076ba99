"""Doubt/it!, the percentage game: guess, wager, and doubt what others guess."""

from bluffing.games.doubt_it.game import DOUBT_IT

__all__ = ["DOUBT_IT"]
