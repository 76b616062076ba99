"""The cards are turned up, and read by the camera or entered by hand."""
