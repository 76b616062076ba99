"""The game is paused: time stops, and people correct mistakes."""
