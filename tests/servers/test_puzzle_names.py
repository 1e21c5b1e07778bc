"""The names in puzzle files: where they are declared and used, and how they are renamed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from budget import draw_cases

from ferryplan import PuzzleError, domains, find_puzzle_names, lint_draft, load, solve
from ferryplan.generator.file_edits import apply_file_edits

CATALOG = {name: path.read_text(encoding="utf-8") for name, path in domains.puzzle_files().items()}
FARMER = CATALOG["wolf-goat-cabbage"]
ISLES = """family = "crossing"
name = "isles"
parameters.seats = { type = "integer", default = 2, minimum = 2, maximum = 4, help = "seats" }
parameters.paces = { type = "list", default = [1, 2], maximum = 9, longest = 4, help = "paces" }
places = [{ name = 'near side' }, { name = "isle", holds = "seats + 1" }, { name = "far side" }]
routes = [{ between = ["near side", "isle"] }, { between = ["isle", "far side"], when = "seats > 1" }]
story = \"\"\"
There is room for {{ seats }} of the {{ paces_count }} \\
  {{ "seats" if seats > 1 else "seat" }}.
\"\"\"

[[kinds]]
name = "cat"
pace = "paces"
count = "paces_count"

[[kinds]]
name = "bl\\u00e9"
paired_with = "cat"
count = "paces_count"

[boat]
capacity = "seats"

[[boats]]
name = "raft"
rowers = ["cat"]

[[rules]]
rule = "guard"
victims = ["cat"]
threats = ["bl\\u00e9"]
where = ["isle"]

[[rules]]
rule = "last"
kinds = ["cat"]

[start]
boat = "near side"
everyone = "near side"

[goal.kinds]
cat = "far side"
"bl\\u00e9" = "isle"

[[optima]]
parameters = { seats = 2 }
crossings = 5
source = "nobody, about the cat"
"""
"""a puzzle file with names at all places where names may stand"""
PLACES = {
    "seats": ["parameters.seats", "places[1].holds", "routes[1].when", "story", "story", "boat.capacity", "optima[0].parameters.seats"],
    "paces": ["parameters.paces", "story", "kinds[0].pace", "kinds[0].count", "kinds[1].count"],
    "near side": ["places[0].name", "routes[0].between[0]", "start.boat", "start.everyone"],
    "isle": ["places[1].name", "routes[0].between[1]", "routes[1].between[0]", "rules[0].where[0]", "goal.kinds.blé"],
    "cat": ["kinds[0].name", "kinds[1].paired_with", "boats[0].rowers[0]", "rules[0].victims[0]", "rules[1].kinds[0]", "goal.kinds.cat"],
    "blé": ["kinds[1].name", "rules[0].threats[0]", "goal.kinds.blé"],
}  # fmt: skip
"""by name: the keys at its places, by hand"""


def rename(text: str, name: str, new: str, kind: str = "") -> str:
    names = find_puzzle_names(text)
    [found] = [one for one in names if one.name == name and kind in ("", one.kind)]
    return apply_file_edits(text, names.rename(found, new))


@pytest.mark.parametrize("name", PLACES)
def test_all_places_of_a_name_are_found(name: str) -> None:
    [found] = [one for one in find_puzzle_names(ISLES) if one.name == name]
    assert [use.key for use in found.uses] == PLACES[name]
    assert [use.key for use in found.declarations] == PLACES[name][:1]
    lines = ISLES.split("\n")
    written = {lines[use.line - 1][use.column - 1 : use.end_column - 1] for use in found.uses}
    assert written == {name.replace("é", "\\u00e9")}


@pytest.mark.parametrize(
    ("puzzle", "name", "keys"),
    [
        ("zebra", "colour", ["categories[1].name"]),
        ("zebra", "red", ["categories[1].values[0]", "clues[0].values[1]"]),
        ("sudoku", "givens", ["parameters.givens", "board.givens"]),
        ("wolf-goat-cabbage", "goat", ["kinds[2].name", "rules[0].victims[0]", "rules[1].threats[0]"]),
    ],
)
def test_names_of_every_family_are_found(puzzle: str, name: str, keys: list[str]) -> None:
    [found] = [one for one in find_puzzle_names(CATALOG[puzzle]) if one.name == name]
    assert [use.key for use in found.uses] == keys


def test_named_positions_of_a_grid_are_found() -> None:
    text = CATALOG["einstein"].replace("count = 5", 'count = 5\nnames = ["A", "B", "C", "D", "{{ number }}"]')
    text += '\n[[clues]]\nclue = "at"\nvalue = "Dane"\nposition = "B"\n'
    positions = [one for one in find_puzzle_names(text) if one.kind == "position"]
    assert [one.name for one in positions] == ["A", "B", "C", "D"]
    assert [len(one.uses) for one in positions] == [1, 2, 1, 1]


def test_place_of_a_name_reaches_from_its_first_character_to_its_last() -> None:
    names, line = find_puzzle_names(ISLES), ISLES.split("\n").index('paired_with = "cat"') + 1
    column = len('paired_with = "') + 1
    assert [names.find_name(line, one) is not None for one in range(column - 1, column + 5)] == [
        False, True, True, True, True, False,
    ]  # fmt: skip


def walk_texts(data: Any) -> Iterator[str]:
    """Yield all keys and texts in the data of a file."""
    match data:
        case dict():
            yield from data
            yield from (one for value in data.values() for one in walk_texts(value))
        case list():
            yield from (one for value in data for one in walk_texts(value))
        case str():
            yield data


def list_renamable_names() -> Iterator[tuple[str, str, str]]:
    """Yield the names of the catalog, except parameters of puzzles with templates."""
    for puzzle, text in CATALOG.items():
        if 'family = "classical"' not in text:
            yield from ((puzzle, one.kind, one.name) for one in find_puzzle_names(text))


@pytest.mark.parametrize(("puzzle", "kind", "name"), draw_cases(list_renamable_names(), 40))
def test_renamed_names_of_the_catalog_leave_no_place_out(puzzle: str, kind: str, name: str) -> None:
    """A parameter that an expression still calls by its old name would be a mistake."""
    text, new = CATALOG[puzzle], "renamed_thing"
    changed = rename(text, name, new, kind)
    assert [one for one in lint_draft(puzzle=changed) if one.severity == "error"] == []
    if kind != "parameter":
        before, after = (walk_texts(tomllib.loads(one)) for one in (text, changed))
        assert [new if one == name else one for one in before] == [*after]
    assert rename(changed, new, name, kind) == text


def test_renamed_puzzle_has_the_same_solutions() -> None:
    changed = rename(rename(FARMER, "goat", "old goat"), "left bank", "jetty")
    assert [len(solve(load(text)).solution.steps) for text in (FARMER, changed)] == [7, 7]
    assert "old goat" in str(solve(load(changed)))


def test_quotes_stay_where_they_allow_the_new_name() -> None:
    changed = rename(ISLES, "near side", "it's near")
    assert """name = "it's near" }""" in changed
    changed = rename(ISLES, "near side", "dock")
    assert "name = 'dock' }" in changed
    changed = rename(ISLES, "cat", "big cat")
    assert '"big cat" = "far side"' in changed
    changed = rename(ISLES, "blé", "dog")
    assert '"dog" = "isle"' in changed
    assert 'threats = ["dog"]' in changed
    assert tomllib.loads(rename(ISLES, "cat", "a\\b"))["kinds"][0]["name"] == "a\\b"


def test_parameters_are_renamed_in_expressions_but_not_in_their_strings() -> None:
    changed = rename(rename(ISLES, "seats", "room"), "paces", "speeds")
    assert 'There is room for {{ room }} of the {{ speeds_count }} \\\n  {{ "seats" if room > 1' in changed
    assert 'holds = "room + 1"' in changed
    assert "parameters = { room = 2 }" in changed


def test_sentences_and_windows_line_ends_stay() -> None:
    changed = rename(ISLES.replace("\n", "\r\n"), "cat", "lion")
    assert "nobody, about the cat" in changed
    assert changed.count("\r\n") == changed.count("\n") == ISLES.count("\n")


REFUSED = [
    ("cat", "blé", "'blé' is declared already"),
    ("isle", "near side", "'near side' is declared already"),
    ("isle", "boat", "'boat' has another meaning in puzzle files; choose another name"),
    ("isle", "", "'' cannot be the name: "),
    ("isle", "two\nlines", "cannot be the name: "),
    ("seats", "Seats", "cannot be the name: "),
    ("seats", "paces_count", "'paces_count' cannot be the name: "),
    ("seats", "capacity limit", "'capacity limit' cannot be the name: "),
    ("seats", "true", "cannot be the name: "),
]  # fmt: skip


@pytest.mark.parametrize(("name", "new", "reason"), REFUSED)
def test_names_that_the_puzzle_forbids_are_refused(name: str, new: str, reason: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        rename(ISLES, name, new)
    assert reason in str(refused.value)


def test_name_of_another_traveler_is_refused() -> None:
    """Two goats are called goat 1 and goat 2, so the wolf cannot be called so."""
    text = FARMER.replace('name = "goat"\n', 'name = "goat"\ncount = 2\n')
    with pytest.raises(PuzzleError, match="two travelers have the name 'goat 1'"):
        rename(text, "wolf", "goat 1")


def test_parameters_of_templates_are_refused() -> None:
    with pytest.raises(PuzzleError, match="templates beside the puzzle file may use it"):
        rename(CATALOG["hanoi"], "discs", "plates")


def test_draft_with_a_mistake_can_be_renamed() -> None:
    text = FARMER.replace("crossings = 7", "crossings = 'seven'")
    assert 'guardian = "shepherd"' in rename(text, "farmer", "shepherd")


@pytest.mark.parametrize("text", ["", "family = [", 'family = "crossing"\nkinds = 3\nplaces = [1, {}]\nrules = {}\n'])
def test_unfinished_files_have_no_names(text: str) -> None:
    assert [*find_puzzle_names(text)] == []
    assert find_puzzle_names(text).find_name(1, 1) is None
