"""How to play, as pages that people turn with any buzzer while nobody plays."""
