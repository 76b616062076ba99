"""The cast: twelve cardboard puppets, drawn by code; any of them can show any mood."""
