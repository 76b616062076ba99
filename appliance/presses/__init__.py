"""From raw edges to presses, gestures, and who was first."""
