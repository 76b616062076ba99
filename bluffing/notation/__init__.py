"""Games as text that people read and programs parse: `write` and `read` a `Record`."""
