"""The mat of the reveal box: what it looks like, in millimetres, and how it comes onto paper."""
