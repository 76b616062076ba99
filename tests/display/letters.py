"""Fonts, and words that were set already, for all tests: each makes only its pictures anew."""

from appliance.display.pen import Kit

KIT = Kit()
