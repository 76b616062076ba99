"""From a picture of the reveal box to the ranks in it: locate, name, look for what is left."""
