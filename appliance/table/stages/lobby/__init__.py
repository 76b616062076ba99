"""People sit down, and are ready."""
