"""How to play, as pages that people turn with any buzzer between games."""
