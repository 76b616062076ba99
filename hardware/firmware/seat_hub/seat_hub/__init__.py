"""The seat hub's firmware; board.py and protocol.py come from the table's own sources."""
