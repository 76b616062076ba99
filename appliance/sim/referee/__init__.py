"""A second referee who knows the truth, and catches the table when it is wrong."""
