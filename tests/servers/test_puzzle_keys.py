"""The keys and values that may stand at a place of a puzzle file."""

from __future__ import annotations

import pytest

from ferryplan import domains, find_puzzle_key, lint, lint_draft, schema

FARMER = (domains.FOLDER / "crossing" / "wolf-goat-cabbage.toml").read_text(encoding="utf-8")


def words_at(text: str) -> list[str]:
    """Return the words that may stand at the mark ``|`` of a text."""
    offset = text.index("|")
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return [one.word for one in find_puzzle_key(text.replace("|", ""), line, column)]


def test_keys_of_a_table_are_those_of_the_schema_that_are_missing() -> None:
    known = {*schema("crossing")["$defs"]["BoatTable"]["properties"]}
    assert {*words_at(FARMER.replace("[boat]\n", "[boat]\nw|\n"))} == known - {"capacity"}


def test_required_keys_come_first() -> None:
    assert words_at('family = "crossing"\n[[rules]]\nrule = "guard"\n|')[:2] == ["victims", "threats"]


def test_kind_of_a_rule_is_completed_with_all_rules() -> None:
    rules = schema("crossing")["properties"]["rules"]["items"]["discriminator"]["mapping"]
    assert {*words_at(FARMER.replace('rule = "guard"', "rule = |", 1))} == {f'"{rule}"' for rule in rules}


def test_heading_is_completed_with_tables() -> None:
    words = words_at(f"{FARMER}\n[[|")
    assert {"rules", "kinds", "places", "boat"} <= {*words}
    assert "title" not in words


def test_truth_value_is_completed() -> None:
    assert words_at(FARMER.replace("rows = false", "rows = |", 1)) == ["true", "false"]


@pytest.mark.parametrize(
    ("text", "place", "key"),
    [(FARMER, 'guardian = "farmer"', "rules[0].guardian"), (FARMER, 'capacity = "capacity"', "boat.capacity")],
)
def test_key_at_a_place_has_its_description(text: str, place: str, key: str) -> None:
    line = text.count("\n", 0, text.index(place)) + 1
    found = find_puzzle_key(text, line, 3)
    assert found.key == key
    assert found.description


def test_draft_of_a_puzzle_reports_mistakes_and_edits() -> None:
    (found,) = lint_draft(puzzle=FARMER.replace("rows = false", "rwos = false", 1))
    assert (found.kind, found.fix) == ("unknown-key", "rows")
    assert [edit.text for edit in found.edits] == ["rows"]


@pytest.mark.parametrize("capacity", ["0", '"capacity // 0"'])
def test_draft_reports_a_value_that_makes_no_instance(capacity: str) -> None:
    """Such a value fits its key, and is wrong only where the puzzle is put together: in line 49, after the equals sign."""
    text = FARMER.replace('capacity = "capacity"', f"capacity = {capacity}")
    (found,) = lint_draft(puzzle=text)
    assert (found.kind, found.severity, found.line, found.column) == ("wrong-value", "error", 49, 12)
    (same,) = lint(text)
    assert same.message == found.message


def test_draft_that_is_no_toml_has_one_finding() -> None:
    assert [one.kind for one in lint_draft(puzzle="family = [")] == ["invalid-toml"]


@pytest.mark.parametrize("name", ["wolf-goat-cabbage", "zebra", "sudoku", "hanoi"])
def test_catalog_has_no_mistakes_as_a_draft(name: str) -> None:
    assert [*lint_draft(puzzle=domains.puzzle_files()[name].read_text(encoding="utf-8"))] == []
