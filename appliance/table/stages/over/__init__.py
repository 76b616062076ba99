"""The game is over."""
