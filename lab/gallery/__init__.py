"""The gallery: moments of scripted evenings, which show every screen in any language."""
