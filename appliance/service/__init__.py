"""What runs an open table: what it starts with, keeps, does beside the game, and how it is left."""
