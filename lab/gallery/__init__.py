"""The gallery: moments of told evenings, so that every screen can be looked at in any language."""
