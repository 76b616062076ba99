"""Commands of the laboratory, which `doubtit` finds by their entry points."""
