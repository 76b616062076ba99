"""Entry point of `doubtit`: prepares the process before other modules are imported."""

import _signal  # what `signal` is made of: that takes 5 ms more, in which Ctrl-C is a traceback
import gc
import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # an import that only types need would be time in which Ctrl-C is a traceback
    from collections.abc import Sequence

    from appliance.words import Words


def main(argv: "Sequence[str] | None" = None, words: "Words | None" = None) -> int:
    """Run `doubtit`; return the exit code.

    Without `argv` the line is that of the process, and the process is ours alone. `words` is the
    language of all output; None: the language of the line, its settings or else the environment.
    """
    if argv is None:
        argv = sys.argv[1:]
        take_over(argv)
    try:
        from appliance.command_line import run  # noqa: PLC0415 - once the process is ready for it
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a broken file does
        return report_unloaded(error)
    return run(argv, words)


def report_unloaded(error: BaseException) -> int:
    """Report a part without which nothing can be loaded, not even the catalogue.

    Returns the exit code. A service shows it on the screen, too.
    """
    fault = f"A part of the program can't be loaded: {error!r}."
    todo = "Install the program again: sudo apt install --reinstall doubtit"
    print(f"doubtit: {fault} {todo}", file=sys.stderr)
    if "NOTIFY_SOCKET" in os.environ:
        try:
            from appliance.display.last_screen import show  # noqa: PLC0415 - only now

            show((fault, todo))
        except (Exception, SystemExit) as worse:  # noqa: BLE001 - as above
            print(f"doubtit: no screen can show that: {worse!r}", file=sys.stderr)
    return UNLOADED


UNLOADED = 16
"""The exit code of a program that can't be loaded, as `errors.LoadError` has it."""


def take_over(argv: "Sequence[str]") -> None:
    """Prepare this process so that all of our lines can be printed, and no others are.

    - Until a command begins, Ctrl-C ends it without a word: nothing is open yet.
    - The collector of garbage rests until a command begins: imports leave none.
    - Its three standard files are open: else the next file that is opened, a journal perhaps,
      would be taken for one of them.
    - What the encoding of the terminal lacks is printed as its number.
    - The output of libraries below Python (libpng, ALSA, SDL) is discarded, except in the service,
      whose standard error is its log, and with DOUBTIT_TRACE set. OpenCV writes nothing there: it
      has a line for each attempt to open a missing camera, and would wait for a log that is full.
    """
    gc.disable()  # imports leave no garbage
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")  # before it is imported
    for number, mode in enumerate("rww"):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        name = ("stdin", "stdout", "stderr")[number]
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))
    for file in (sys.stdout, sys.stderr):
        if isinstance(file, io.TextIOWrapper):
            file.reconfigure(errors="backslashreplace")
    if "run" not in argv and "DOUBTIT_TRACE" not in os.environ:
        ours = os.dup(2)
        sys.stderr = os.fdopen(ours, "w", 1, sys.stderr.encoding, "backslashreplace")
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 2)
        os.close(nothing)


if __name__ == "__main__":
    sys.exit(main())
