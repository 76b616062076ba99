"""How each shipped fact that can be worked out is: the share by the question's id."""
