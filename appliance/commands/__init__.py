"""The commands of `doubtit`: one module each, with `add_arguments` and `execute`."""
