"""Messages: each printed sentence is in `domains/messages/`, and the code fills its slots."""

from __future__ import annotations

import ast
import functools
import string
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest
from source_trees import PACKAGES, ROOT, list_nodes, parse_module

from ferryplan.domains.messages import FOLDER, format_message, read_messages
from ferryplan.generator.grid.puzzle_file import ChoiceTable, SimpleClueTable
from ferryplan.generator.themes.grammar import FORMS, find_slots

MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
FILES = sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem != "examples")
PHRASES = ("stories", "rules", "clues", "themed-clues")
"""files whose slots are nouns in some form, as `format_phrase` fills them; an entry may be a list of wordings"""
CLUES = ("clues", "themed-clues")
"""files whose entries are kinds of clues"""


def find_calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield each call of `format_message` with a literal key, and its location."""
    for path in MODULES:
        for node in list_nodes(parse_module(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "format_message":
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def find_literals() -> set[str]:
    """Return all string literals in the code, including keys that are chosen at run time.

    Where the code combines a key from a file and an entry, as in `f"lint.{kind}"`, the entry counts as the key.
    """
    nodes = [node for path in MODULES for node in list_nodes(parse_module(path))]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    first_parts = [
        ast.literal_eval(node.values[0])
        for node in nodes
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant)
    ]
    starts = {part for part in first_parts if part.startswith(tuple(f"{file}." for file in FILES))}
    return texts | {f"{start}{text}" for start in starts for text in texts}


def list_forms(key: str) -> list[str]:
    """Return the texts of a message: one, or two where it has a plural form."""
    file, _, entry = key.partition(".")
    text: Any = read_messages(file)[entry]
    return [text] if isinstance(text, str) else [text["one"], text["other"]]


@functools.cache
def list_slots(key: str) -> set[str]:
    """Return the names of a message's slots, with `count` where it has two forms."""
    forms = list_forms(key)
    names = {
        name.partition(".")[0].partition("[")[0]
        for text in forms
        for _, name, _, _ in string.Formatter().parse(text)
        if name
    }
    return names | ({"count"} if len(forms) > 1 else set())


def test_message_calls_fill_exactly_the_placeholders_of_the_message() -> None:
    found = []
    for where, call in find_calls():
        key = call.args[0]
        if isinstance(key, ast.Constant) and not any(one.arg is None for one in call.keywords):
            given = {str(one.arg) for one in call.keywords}
            found += [] if given == list_slots(key.value) else [f"{where}: {key.value}: {sorted(given)}"]
    assert not found


def test_code_uses_every_message() -> None:
    keys = {f"{file}.{entry}" for file in FILES if file not in CLUES for entry in read_messages(file)}
    assert keys - find_literals() == set()


def test_each_message_is_one_text_or_a_singular_and_plural_form() -> None:
    found = [
        f"{file}.{entry}"
        for file in FILES
        if file not in PHRASES
        for entry, text in read_messages(file).items()
        if not isinstance(text, str) and set(text) != {"one", "other"}
    ]
    assert not found


def test_message_placeholders_use_only_known_forms() -> None:
    found = [
        f"{file}.{entry}: {wording}"
        for file in PHRASES
        for entry, text in read_messages(file).items()
        for wording in ([text] if isinstance(text, str) else text)
        if not isinstance(wording, str) or not {form for form, _ in find_slots(wording)} <= {"", *FORMS}
    ]
    assert not found


@pytest.mark.parametrize("file", CLUES)
def test_every_kind_of_clue_has_a_wording(file: str) -> None:
    """A kind that joins two clues, or compares by a number, may have an entry of its own."""
    known = {
        kind for table in get_args(SimpleClueTable | ChoiceTable) for kind in get_args(get_type_hints(table)["clue"])
    }
    derived = {f"{kind}{suffix}" for kind in known for suffix in ("-of-two", "-by")}
    entries = {*read_messages(file)}
    assert entries <= known | derived
    assert file != "clues" or known <= entries, "each kind has a wording"


def test_message_without_slot_values_raises_key_error() -> None:
    with pytest.raises(KeyError, match="name"):
        format_message("examples.greeting")
