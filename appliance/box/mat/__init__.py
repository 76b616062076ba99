"""The mat of the reveal box: its design in millimetres, and its print."""
