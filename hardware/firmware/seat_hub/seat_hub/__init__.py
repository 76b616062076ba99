"""The seat hub's firmware; hub_board.py and hub_protocol.py come from the table's own sources."""
