"""Values between the table and the world: frozen signals, effects, readings and questions."""
