"""Child processes of this program."""

import sys


def python_line(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command line that runs `module` in a new Python.

    The child imports from the folders that this process imports from, in their order. Neither the
    environment nor a file that another program has installed for Python changes that.
    """
    start = (
        f"import runpy, sys; sys.path[:] = {[folder for folder in sys.path if folder]!r}; "
        f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    )
    return (sys.executable, "-I", "-S", "-c", start, *arguments)
