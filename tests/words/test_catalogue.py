"""The catalogue and the code agree: every code has its words, with just the values that it gets."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po
from catalogues import CATALOGUE_FOLDERS
from house import Module, modules

from appliance.command_line import command_modules, parser_of
from appliance.core.question import Kind
from appliance.table.stages.survey.state import SURVEYS
from appliance.words.catalogue import LANGUAGES
from bluffing.cards import Rank, Suit
from bluffing.rulesets import RULESETS
from bluffing.words import NOUN_FORMS, files_of
from lab.words import words_of

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parents[2]
ROOMS = modules(ROOT / "appliance") + modules(ROOT / "lab")
MAKERS = {"message", "Message", "words", "_words", "_say", "rule", "of", "_unless"}
"""Functions that make or say a message of the code in their first argument. `of` is an error's."""

ELSEWHERE = {"argparse.po"}
"""Words of the standard library, which has sentences for codes: `test_language` asks for them."""

FOR_PROGRAMS = "selftest."
"""Findings carry figures for `doubtit check --json`, too, that no sentence tells."""

ARGUMENTS = "command.{}.{}"
"""Codes of what the arguments of a command are for."""


def allowed(key: str) -> set[object]:
    """Every word that the house option of that key may be, in any game."""
    options = (option for game in RULESETS.values() for option in game.options)
    return {word for option in options if option.key == key for word in option.allowed}


COUNTED: dict[str, Callable[[], Iterable[object]]] = {
    "{}.{}.{}": lambda: [
        noun.form(form).code for noun in (*Rank, *Suit) for form in (*NOUN_FORMS, "count")
    ],
    "number.{}": lambda: range(9),
    "option.{}": lambda: [option.key for game in RULESETS.values() for option in game.options],
    "{}.source": lambda: [
        option.says.code for game in RULESETS.values() for option in game.options
    ],
    "rules.leads.{}": lambda: allowed("after_challenge"),
    "rules.rank-after.{}": lambda: allowed("rank_after_challenge") - {"other"},
    "rules.X15.{}": lambda: allowed("leaver"),
    "menteur.SU4.{}": lambda: allowed("who_may_doubt"),
    "menteur.suit-after.{}": lambda: ("other", "free"),
    "verish.lead.{}": lambda: allowed("after_challenge"),
    "rules.starts.{}": lambda: allowed("starts"),
    "sequence.next.{}": lambda: allowed("next_claim"),
    "doubt-it.question_kind.{}": lambda: allowed("question_kind"),
    "doubt-it.starter.{}": lambda: allowed("sudden_death_starter"),
    "command.{}": command_modules,
    "question.{}": lambda: Kind,
    "survey.{}": lambda: SURVEYS,
}
"""Codes that are put together, by their pattern: the values of the braces.

A pattern that is not here may be put together in a part of the house that has no table to ask yet.
"""


@dataclass(frozen=True)
class Said:
    """One place where a message is made: the codes that it may have, and the names of its values.

    None: that they are not written out there.
    """

    where: str
    codes: tuple[str, ...]
    names: frozenset[str] | None


@cache
def parts(language: str) -> tuple[tuple[Path, Catalog], ...]:
    """The files of a language, and their messages."""

    def read(part: Path) -> Catalog:
        with part.open("rb") as file:
            return read_po(file, locale=language)

    return tuple((part, read(part)) for part in files_of(language, CATALOGUE_FOLDERS))


def code_of(entry: Entry) -> str:
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def forms_of(entry: Entry) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def placeholders(text: str) -> set[str]:
    """The names of the values that a sentence has: "seat" of "{seat.first}"."""
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(text) if name}


ENGLISH = {
    code_of(entry): entry
    for part, catalog in parts("en")
    if part.name not in ELSEWHERE
    for entry in catalog
    if entry.id
}


def literals(node: ast.expr, scope: ast.AST) -> list[str]:
    """The codes that an argument may be, where they are written out: here or in a variable."""
    match node:
        case ast.Constant(value=str(code)):
            return [code]
        case ast.IfExp(body=body, orelse=orelse):
            return literals(body, scope) + literals(orelse, scope)
        case ast.Name(id=name):
            given = (node for node in ast.walk(scope) if isinstance(node, ast.Assign))
            values = [code.value for code in given if ast.unparse(code.targets[0]) == name]
            return [code for value in values for code in literals(value, ast.Module([], []))]
        case _:
            return []


def called(node: ast.Call) -> str:
    match node.func:
        case ast.Attribute(value=ast.Name(id="pen"), attr="words"):
            return ""  # draws words that are said already
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def messages_in(room: Module) -> Iterator[Said]:
    functions = [node for node in room.nodes if isinstance(node, ast.FunctionDef)]
    inside = {id(node): scope for scope in functions for node in ast.walk(scope)}
    for node in room.nodes:
        if isinstance(node, ast.Call) and called(node) == "rules":  # each is a code of its own
            for code in (code for argument in node.args for code in literals(argument, room.tree)):
                yield Said(f"{room.name}:{node.lineno}", (code,), frozenset())
        if not isinstance(node, ast.Call) or called(node) not in MAKERS or not node.args:
            continue
        open_ended = len(node.args) > 1 or any(keyword.arg is None for keyword in node.keywords)
        names = None if open_ended else frozenset(str(keyword.arg) for keyword in node.keywords)
        if called(node) == "Message":
            names = None
        codes = literals(node.args[0], inside.get(id(node), room.tree))
        if not codes:
            continue
        yield Said(f"{room.name}:{node.lineno}", tuple(codes), names)
        if called(node) == "of":
            todo = tuple(f"{code}.todo" for code in codes)
            yield Said(f"{room.name}:{node.lineno}", todo, frozenset())


def patterns_in(room: Module) -> Iterator[str]:
    """Codes that are put together, as patterns: "rank.{}.count"."""
    for node in room.nodes:
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            whole = "".join(map(str, parts))
            if re.fullmatch(r"[a-z_{}-]+(\.[\w{}-]+)+", whole):
                yield whole


@cache
def made() -> list[Said]:
    return [said for room in ROOMS for said in messages_in(room)]


def test_every_code_has_its_words() -> None:
    assert not [
        (message.where, code) for message in made() for code in message.codes if code not in ENGLISH
    ]


def test_every_code_that_is_put_together_has_its_words() -> None:
    for pattern, values in COUNTED.items():
        for value in values():
            code = re.sub(r"\{\}(\.\{\})+", "{}", pattern).replace("{}", str(value))
            if pattern == "option.{}":
                continue  # a game may have words of its own for a key: see the next test
            assert code in ENGLISH, f"{pattern}: {code}"


def test_every_sentence_with_a_number_n_has_its_plurals() -> None:
    """`n` picks the plural: a number on which no plural depends has another name."""
    whole = [entry for entry in ENGLISH.values() if not isinstance(entry.id, tuple)]
    assert not [code_of(text) for text in whole if "n" in placeholders(forms_of(text)[0])]
    given = (
        (message.where, code)
        for message in made()
        for code in message.codes
        if "n" in (message.names or ())
    )
    assert not [found for found in given if not isinstance(ENGLISH[found[1]].id, tuple)]


def test_every_sentence_differs_from_its_code() -> None:
    assert not [code for code, entry in ENGLISH.items() if code in forms_of(entry)]


def test_every_option_preset_and_game_has_its_words() -> None:
    for game in RULESETS.values():
        said = [game.title, game.summary, *(game.says(preset) for preset in game.presets)]
        said += [text for option in game.options for text in (option.says, option.source)]
        assert not [text.code for text in said if text.code not in ENGLISH]


def test_a_message_is_given_just_the_values_that_its_words_have() -> None:
    for message in made():
        if message.names is None or not all(code in ENGLISH for code in message.codes):
            continue
        wanted: set[str] = set()
        for entry in (ENGLISH[code] for code in message.codes):
            wanted |= set().union(*map(placeholders, forms_of(entry)))
            wanted |= {"n"} if isinstance(entry.id, tuple) else set()
        exact = not message.codes[0].startswith(FOR_PROGRAMS)
        assert wanted <= message.names, f"{message.where} {message.codes}"
        assert not exact or wanted == message.names, f"{message.where} {message.codes}"


def arguments() -> Iterator[str]:
    """The codes of what the arguments of the commands are for."""
    for name in command_modules():
        whole = parser_of([name], words_of("en"))
        [commands] = [
            action.choices for action in whole._actions if isinstance(action.choices, dict)
        ]
        for action in commands[name]._actions:
            yield ARGUMENTS.format(name, action.dest.replace("_", "-"))


def test_no_words_are_unused() -> None:
    patterns = {pattern for room in ROOMS for pattern in patterns_in(room)}
    assert ARGUMENTS in patterns
    patterns -= {ARGUMENTS}
    known = [re.escape(pattern).replace(re.escape("{}"), r"[\w.-]+") for pattern in patterns]
    put_together = re.compile("|".join(known))
    told = {
        rule.text.code
        for game in RULESETS.values()
        for preset in game.presets
        for rule in game.explain(dict(preset.options))
    }
    written = {
        node.value
        for room in ROOMS
        for node in room.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    used = written | told | set(arguments())
    assert not [code for code in ENGLISH if code not in used and not put_together.fullmatch(code)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_stands_in_two_files(language: str) -> None:
    seen: dict[str, Path] = {}
    for part in files_of(language, CATALOGUE_FOLDERS):
        text = part.read_text(encoding="utf-8")
        for code in re.findall(r'^msgid "(.+)"$', text, re.MULTILINE):
            assert code not in seen, f"{code} in {seen[code].name} and {part.name}"
            seen[code] = part


def test_english_has_its_plurals() -> None:
    """As the others have, see test_translations.py."""
    for part, catalog in parts("en"):
        if part.name in ELSEWHERE:
            continue
        for entry in catalog:
            if not entry.id:
                continue
            code, forms = code_of(entry), forms_of(entry)
            assert len(forms) == (catalog.num_plurals if isinstance(entry.id, tuple) else 1), code
            assert all(forms), f"{code} has an empty form"
