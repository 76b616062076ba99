"""A practice round: pretend cards, real buzzers. Nothing of it counts."""
