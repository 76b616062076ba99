"""Who did what: counts per name and game out of the evenings, and the file that keeps them."""
