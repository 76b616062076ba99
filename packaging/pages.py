"""The manual pages and bash's completion, made from the program's own parsers: they stay true.

    python packaging/pages.py PACKAGE FOLDER

Writes a page for each command of PACKAGE, doubtit or doubtit-lab, and its completion into FOLDER;
the table's package has doubtit.1, too, and its completion finds that of the laboratory beside it.
doubtit-venue and doubtit-board have one page each.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from appliance.command_line import COMMANDS, LABORATORY, parser_of
from board.__main__ import argument_parser as board_parser
from lab.words import words_of
from venue.__main__ import argument_parser as venue_parser

WORDS = words_of("en")

PACKAGES = {"doubtit": ("", *COMMANDS), "doubtit-lab": LABORATORY}
"""The commands of each package; "" is the whole line."""

PROGRAMS = {"venue": venue_parser, "board": board_parser}
"""The parsers of programs with one page, by the last part of its name."""

SUMMARIES = {
    "": "the Doubt It! table",
    "venue": "publish the public facts of a table to a broker, or store those of all tables",
    "board": "show all tables of a venue in a browser, with leagues",
}
"""Summaries of the pages that are about a whole program."""

FILES = {
    "": {
        "/etc/doubtit/table.toml": "the settings of the table that doubtit.service runs",
        "/var/lib/doubtit": "its evenings, and what was changed at the table",
    },
    "venue": {
        "/etc/doubtit-venue/venue.toml": "the settings of both services",
        "/var/lib/doubtit-venue": "the stored events",
        "/usr/share/doc/doubtit-venue/venue.md": "the manual",
    },
    "board": {
        "/etc/doubtit-venue/venue.toml": "the settings, the same as the venue's",
        "/var/lib/doubtit-venue": "the stored events, people and leagues",
        "/usr/share/doc/doubtit-venue/venue.md": "the manual",
    },
}
"""Files of these programs."""


def parsers(package: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the parsers of a package's commands, each with its name."""
    for name in PACKAGES[package]:
        if not name:
            yield "", parser_of([], WORDS)
            continue
        [commands] = [
            action
            for action in parser_of([name], WORDS)._actions  # noqa: SLF001 - argparse has no list
            if isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 - nor a name for it
        ]
        yield name, commands.choices[name]


def arguments(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options and the positional arguments, but not the commands."""
    return [
        action
        for action in parser._actions  # noqa: SLF001 - as above
        if not isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 - as above
    ]


# --- manual pages -------------------------------------------------------------------------------


def roff(text: str) -> str:
    """The text as troff reads it as plain text."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", plain, flags=re.MULTILINE)


def page(name: str, parser: argparse.ArgumentParser) -> str:
    """The manual page of a command, or of the program."""
    title = f"doubtit-{name}" if name else "doubtit"
    usage = " ".join(parser.format_usage().split()[1:])
    about = parser.description or ""
    summary = SUMMARIES.get(name) or WORDS(f"command.{name}")
    lines = [
        f'.TH {roff(title).upper()} 1 "" "Doubt It! table"',
        ".SH NAME",
        f"{roff(title)} \\- {roff(summary)}",
        ".SH SYNOPSIS",
        roff(usage),
        ".SH DESCRIPTION",
        roff(about),
    ]
    if not name:
        lines += [".SH COMMANDS"]
        for command in COMMANDS:
            lines += [
                ".TP",
                f"\\fBdoubtit\\-{roff(command)}\\fR(1)",
                roff(WORDS(f"command.{command}")),
            ]
        pages = ", ".join(f"\\fBdoubtit\\-{roff(command)}\\fR(1)" for command in LABORATORY)
        lines += [".SH LABORATORY", f"The package doubtit\\-lab brings more: {pages}."]
    elif name in PROGRAMS:
        lines += of_program(parser)
    lines += [".SH OPTIONS"]
    formatter = parser._get_formatter()  # noqa: SLF001 - says a help's %(default)s
    for argument in arguments(parser):
        called = ", ".join(argument.option_strings) or str(argument.metavar or argument.dest)
        value = (
            "" if argument.nargs == 0 or not argument.option_strings else f" {value_of(argument)}"
        )
        text = formatter._expand_help(argument) if argument.help else ""  # noqa: SLF001 - as above
        lines += [".TP", f"\\fB{roff(called)}\\fR{roff(value)}", roff(text)]
    files = FILES.get(name, {})
    lines += [".SH FILES"] if files else []
    for path, content in files.items():
        lines += [".TP", roff(path), content]
    related = ["doubtit"] if name else ["systemctl"]
    lines += [".SH SEE ALSO", ", ".join(f"\\fB{page}\\fR(1)" for page in related)]
    return "\n".join(lines) + "\n"


def of_program(parser: argparse.ArgumentParser) -> list[str]:
    """Return the lines of the commands of a program, if it has any: each with its usage."""
    lines = [".SH COMMANDS"]
    for action in parser._actions:  # noqa: SLF001 - as above
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            for choice in action._choices_actions:  # noqa: SLF001 - as above
                usage = action.choices[choice.dest].format_usage().replace(" [-h]", "").split()[2:]
                lines += [".TP", f"\\fB{roff(' '.join(usage))}\\fR", roff(choice.help or "")]
    return lines if len(lines) > 1 else []


def value_of(one: argparse.Action) -> str:
    """Return the placeholder of an option's value."""
    if isinstance(one.metavar, tuple):
        return " ".join(one.metavar)
    choices = one.choices and "{" + ",".join(map(str, one.choices)) + "}"
    return one.metavar or choices or one.dest.upper()


# --- completion ---------------------------------------------------------------------------------

COMPLETION = """\
# Completion of doubtit(1) for bash, made from its own parsers.
declare -gA _doubtit_options _doubtit_values
{entries}
"""

FINDS = """
_doubtit() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=- at
  for at in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ -z $at || -z ${_doubtit_options[$at]+known} ]] || { command=$at && break; }
  done
  local known=${_doubtit_values[$command $before]-${_doubtit_options[$command]}}
  mapfile -t COMPREPLY < <(compgen -W "$known" -- "$word")
}
complete -o default -F _doubtit doubtit
[[ ! -r ${BASH_SOURCE[0]}-lab ]] || . "${BASH_SOURCE[0]}-lab"
"""


def completion(package: str) -> str:
    """For bash: commands, their options, and the values that those may have; else files."""
    entries = []
    for name, parser in parsers(package):
        command, known = name or "-", [] if name else list(COMMANDS)
        for argument in arguments(parser):
            choices = " ".join(map(str, argument.choices or ()))
            if not argument.option_strings:
                known += choices.split()
                continue
            known += argument.option_strings
            if argument.nargs != 0:
                entries += [
                    f'_doubtit_values["{command} {option}"]="{choices}"'
                    for option in argument.option_strings
                ]
        entries.append(f'_doubtit_options[{command}]="{" ".join(known)}"')
    table = "" in PACKAGES[package]
    if not table:
        entries.append(f'_doubtit_options[-]+=" {" ".join(PACKAGES[package])}"')
    return COMPLETION.format(entries="\n".join(entries)) + (FINDS if table else "")


def main() -> None:
    """Write them all."""
    package, folder = sys.argv[1], Path(sys.argv[2])
    program = package.removeprefix("doubtit-")
    if program in PROGRAMS:
        text = page(program, PROGRAMS[program]())
        (folder / f"{package}.1").write_text(text, encoding="utf-8")
        return
    for name, parser in parsers(package):
        file = f"doubtit-{name}.1" if name else "doubtit.1"
        (folder / file).write_text(page(name, parser), encoding="utf-8")
    (folder / package).write_text(completion(package), encoding="utf-8")


if __name__ == "__main__":
    main()
