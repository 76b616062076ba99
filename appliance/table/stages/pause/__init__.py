"""The game is paused: time stands still, and people set right what went wrong."""
