"""The sentences on the screens, a file for each part of an evening. They read a table."""
