"""Misspelled names in puzzle files, reported with their positions at all keys that take names."""

from __future__ import annotations

import functools
import json
import operator
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from support import draw_with_each

from ferryplan import domains
from ferryplan.generator.errors import FerryplanError, PuzzleError
from ferryplan.generator.families import instantiate_smallest, narrator_of, state_space_of
from ferryplan.generator.puzzle import parse_puzzle_text
from ferryplan.generator.puzzle_warnings import find_warnings

HEAD = """\
family = "crossing"
name = "river"
title = "A river"
story = "Four of them."
source = "made for this test"
places = [{ name = "near" }, { name = "isle" }, { name = "far" }]
boat = { capacity = 2 }
"""
KINDS = """\
kinds = [
  { name = "farmer", plural = "farmers" },
  { name = "wolf", plural = "wolves", paired_with = "farmer" },
  { name = "goat", plural = "goats" },
  { name = "cabbage", plural = "cabbages" },
]
"""
RULES = """\
rules = [
  { rule = "guard", says = "x", victims = ["goat"], threats = ["wolf"], guardian = "farmer", where = ["isle"] },
  { rule = "guard", says = "x", victims = ["goat"], threats = ["wolf"], guardians = ["farmer", "cabbage"] },
  { rule = "outnumber", says = "x", threats = ["wolf"], others = ["goat"] },
  { rule = "at-most", says = "x", kinds = ["wolf", "goat"], number = 1, where = ["boat", "isle"] },
  { rule = "never-row-alone", says = "x", kinds = ["wolf"] },
  { rule = "must-cross-with", says = "x", kinds = ["wolf"], companions = ["farmer"] },
  { rule = "never-cross-with", says = "x", kinds = ["wolf"], others = ["goat"] },
  { rule = "first", says = "x", kinds = ["wolf"], before = ["cabbage"] },
  { rule = "first", says = "x", kinds = ["wolf"] },
  { rule = "last", says = "x", kinds = ["goat"], after = ["cabbage"] },
  { rule = "last", says = "x", kinds = ["goat"] },
  { rule = "deadline", says = "x", kinds = ["wolf"], place = "isle", crossings = 9 },
]
"""
REST = """\
routes = [{ between = ["near", "isle"] }, { between = ["isle", "far"] }]
boats = [{ name = "skiff", rowers = ["farmer"] }, { name = "canoe" }]
start = { boat = "near", everyone = "near", kinds = { wolf = "near" } }
goal = { boat = "far", everyone = "far", kinds = { goat = "far" } }
"""
REFERENCES = RULES + REST
"""Rules and other tables in which each name must be that of a kind or of a place."""
NAMES = [
    found
    for found in re.finditer(r"\b(farmer|wolf|goat|cabbage|near|isle|far)\b", REFERENCES)
    if f"{{ {found[0]} = " not in REFERENCES[found.start() - 2 : found.end() + 3]  # no keys; their values are listed
]


def whole(references: str = REFERENCES, kinds: str = KINDS) -> str:
    return HEAD + kinds + references


def test_puzzle_file_without_misspelled_names_is_valid() -> None:
    assert len(NAMES) > 35
    parse_puzzle_text(whole(), "my.toml")


@pytest.mark.parametrize("name", NAMES, ids=lambda found: f"{found[0]} at {found.start()}")
def test_misspelled_name_is_reported_at_its_position(name: re.Match[str]) -> None:
    text = whole(f"{REFERENCES[: name.start()]}{name[0]}x{REFERENCES[name.end() :]}")
    before = text[: len(HEAD + KINDS) + name.start()]
    line, quote = before.count("\n") + 1, len(before.rpartition("\n")[2])
    what = "place" if name[0] in ("near", "isle", "far") else "kind"
    with pytest.raises(PuzzleError) as caught:
        parse_puzzle_text(text, "my.toml")
    (said,) = str(caught.value).splitlines()
    assert said.startswith(f"my.toml:{line}:{quote}: ")
    assert f": there is no {what} named '{name[0]}x'; " in said
    assert f"did you mean '{name[0]}'?" in said


@pytest.mark.parametrize("lost", ["farmer", "wolf", "goat", "cabbage"])
def test_kind_replaced_by_duplicate_is_reported_at_each_use(lost: str) -> None:
    """Each use of the lost name is reported.

    The duplicate name is reported, too. The message about a partner may differ, so each line must be about one of the two.
    """
    other = "farmer" if lost != "farmer" else "wolf"
    text = whole(kinds=KINDS.replace(f'{{ name = "{lost}"', f'{{ name = "{other}"'))
    with pytest.raises(PuzzleError) as caught:
        parse_puzzle_text(text, "my.toml")
    said = str(caught.value).splitlines()
    assert any(f"the name '{other}' appears twice; choose another name" in line for line in said)
    missing = sum(f"there is no kind named '{lost}'" in line for line in said)
    values = len(re.findall(rf'"{lost}"', RULES + REST)) + text.count(f'paired_with = "{lost}"')
    keys = len(re.findall(rf"\b{lost} = ", REST))
    assert missing == values + keys


def strings(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all texts in a file except prose."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, one in inside:
        yield from strings(one, (*path, key))
    if isinstance(data, str) and path[-1] not in ("story", "title", "source", "help", "says", "asks", "answer"):
        yield path


def to_toml(data: Any) -> str:
    match data:
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {to_toml(one)}" for key, one in data.items()) + "}"
        case list():
            return f"[{', '.join(map(to_toml, data))}]"
        case bool() | str():
            return json.dumps(data)
        case _:
            return repr(data)


def misspelled_catalog_files() -> Iterator[tuple[str, tuple[Any, ...], str]]:
    """Yield the name of a puzzle, the path of a text in its file, and the misspelled text."""
    for name, path in sorted(domains.puzzle_files().items()):
        data = tomllib.loads(path.read_text("utf-8"))
        for way in strings(data):
            word = functools.reduce(operator.getitem, way, data)
            yield from ((name, way, misspelled) for misspelled in (f"{word}x", word[1:]))


def test_misspelled_catalog_puzzles_are_read_or_rejected() -> None:
    """A file with any misspelled text is rejected with a reason, or gives a puzzle that can be shown."""
    refused = set()
    drawn = draw_with_each([*misspelled_catalog_files()], 20, lambda case: case[0])
    for name, (*way, key), misspelled in drawn:
        data = tomllib.loads(domains.puzzle_files()[name].read_text("utf-8"))
        functools.reduce(operator.getitem, way, data)[key] = misspelled
        text = "".join(f"{json.dumps(key)} = {to_toml(one)}\n" for key, one in data.items())
        try:
            puzzle = parse_puzzle_text(text, "my.toml")
            if puzzle.family != "classical":  # planning tasks need their templates in the same folder
                instance = instantiate_smallest(puzzle, {})
                narrator_of(instance).make_task_sheet(state_space_of(instance))
                find_warnings(puzzle, instance)
        except FerryplanError:
            refused.add(name)
    assert len(refused) > len(domains.puzzle_files()) / 2
