"""Nobody sits at the table."""
