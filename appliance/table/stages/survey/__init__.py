"""A house survey: the people at the table vote, and their answers become a question."""
