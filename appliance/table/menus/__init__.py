"""The table's menu: its pages, what can be changed there, and how one button walks through it."""
