"""Statistics: counts of the evenings per name and game, and the file that keeps them."""
