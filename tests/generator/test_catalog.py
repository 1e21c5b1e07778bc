"""The index of the catalog: it agrees with the current puzzle files."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from pydantic import BaseModel

from ferryplan import domains
from ferryplan.generator import puzzle_index
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.families import FAMILIES, family_of
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.schema_validation import get_pydantic_model
from ferryplan.generator.toml_tables import TomlTable
from ferryplan.planner.cli.verbs import load_verbs

NAMES = [*domains.puzzle_files()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the catalog that replaces the original during the test."""
    copy = tmp_path / "domains"
    shutil.copytree(domains.FOLDER, copy)
    monkeypatch.setattr(domains, "FOLDER", copy)
    return copy


def told(one: puzzle_index.CatalogEntry) -> tuple[object, ...]:
    return (one, one.summarize_story(), one.format_defaults())


@pytest.mark.parametrize("name", NAMES)
def test_catalog_entry_equals_the_puzzle_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = puzzle_index.make_catalog_entry(load(name))
    monkeypatch.setattr("ferryplan.generator.puzzle.load", None)  # any attempt to read the file fails
    one = puzzle_index.find_catalog_entry(name)
    assert told(one) == told(read)
    data = tomllib.loads(domains.puzzle_files()[name].read_text())
    assert (one.name, one.family, one.title) == (data["name"], data["family"], data["title"])
    assert [*one.parameters] == [*one.format_defaults()] == [*data.get("parameters", {})]
    for key, choice in one.parameters.items():
        spec = data["parameters"][key]
        assert (choice.type, choice.help) == (spec["type"], spec["help"])
        if choice.type == "integer":
            assert (choice.minimum, choice.maximum) == (spec.get("minimum", 0), spec["maximum"])
        if isinstance(spec["default"], int) and not isinstance(spec["default"], bool):
            assert one.format_defaults()[key] == str(spec["default"])
    assert one.summarize_story().endswith((".", "?"))


def test_index_has_hash_of_each_puzzle_file() -> None:
    indexed = json.loads((domains.FOLDER / domains.INDEX).read_text())["puzzles"]
    files = domains.puzzle_files()
    assert [*indexed] == [*files]
    alone = {name: path for name, path in files.items() if path.name != domains.PUZZLE}
    assert {name: indexed[name]["sha256"] for name in alone} == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in alone.items()
    }
    assert all(map(domains.is_published, files.values()))


@pytest.mark.parametrize(
    ("before", "after"),
    [('title = "', 'title = "Another, '), ("maximum = 10000", "maximum = 9999"), ("\n", "\n# more\n")],
)
def test_changed_puzzle_file_is_read_again(folder: Path, before: str, after: str) -> None:
    file = folder / "crossing" / "jealous-couples.toml"
    file.write_text(file.read_text().replace(before, after, 1))
    one = puzzle_index.find_catalog_entry("jealous-couples")
    data = tomllib.loads(file.read_text())
    assert one.title == data["title"]
    assert one.parameters["couples"].maximum == data["parameters"]["couples"]["maximum"]
    assert load("jealous-couples").title == data["title"]
    assert "9999" in one.parameters["couples"].value_range or data["parameters"]["couples"]["maximum"] != 9999


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('title = "', 'titel = "', "unknown key 'titel'"),
        ('capacity = "', 'capacity = -0.5 # "', "boat.capacity: found -0.5, expected a whole number"),
        ("[boat]", "[boat", "invalid TOML"),
    ],
)
def test_changed_puzzle_file_is_checked(folder: Path, before: str, after: str, says: str) -> None:
    file = folder / "crossing" / "jealous-couples.toml"
    load("jealous-couples")
    file.write_text(re.sub(f"^{re.escape(before)}", after, file.read_text(), count=1, flags=re.MULTILINE))
    with pytest.raises(PuzzleError, match=f"^jealous-couples:[0-9]+:[0-9]+: {re.escape(says)}"):
        load("jealous-couples")


def test_catalog_puzzles_load_the_same_with_and_without_checks() -> None:
    """The catalog loads files in the index without checks, and the result is the same as with checks.

    The index holds only checked files, so this test checks them all.
    """
    different = []
    for name, path in domains.puzzle_files().items():
        checked = parse_puzzle_text(path.read_text(encoding="utf-8"), name)
        loaded = load(name)
        if loaded != checked:
            different.append(name)
        family = family_of(checked)
        model = get_pydantic_model(family.file).model_validate(dict(checked.given_values()))
        different += [
            f"{name}: {key}"
            for key in family.file.fields()
            if plain(getattr(loaded, key)) != plain(getattr(model, key))
        ]
    assert different == []


def plain(value: object) -> object:
    """Return the value with tables, ours or pydantic's, as dictionaries."""
    match value:
        case TomlTable():
            return {key: plain(getattr(value, key)) for key in value.fields()}
        case BaseModel():
            return {key: plain(getattr(value, key)) for key in type(value).model_fields}
        case dict():
            return {key: plain(one) for key, one in value.items()}
        case list() | tuple():
            return [type(value).__name__, *map(plain, value)]
        case _:
            return value


def test_catalog_lists_new_file_and_omits_deleted_file(folder: Path) -> None:
    zebra = folder / "grid" / "zebra.toml"
    text = zebra.read_text().replace('name = "zebra"', 'name = "okapi"').replace('title = "', 'title = "Okapi: ')
    (folder / "grid" / "okapi.toml").write_text(text)
    zebra.unlink()
    found = {one.name: one.title for one in puzzle_index.list_catalog_entries()}
    assert "zebra" not in found
    assert found["okapi"].startswith("Okapi: ")


@pytest.mark.parametrize("index", [None, '{"families": {', "{}"])
def test_catalog_reads_puzzle_files_without_a_valid_index(folder: Path, index: str | None) -> None:
    expected = (
        [told(one) for one in puzzle_index.list_catalog_entries()],
        [puzzle_index.get_family_capabilities(family) for family in FAMILIES],
    )
    file = folder / domains.INDEX
    file.unlink()
    if index is not None:
        file.write_text(index)
    domains._index.cache_clear()
    found = (
        [told(one) for one in puzzle_index.list_catalog_entries()],
        [puzzle_index.get_family_capabilities(family) for family in FAMILIES],
    )
    assert found == expected


@pytest.mark.parametrize("name", FAMILIES)
def test_index_lists_options_dialects_and_encodings_of_family(name: str) -> None:
    family, offered = FAMILIES[name], puzzle_index.get_family_capabilities(name)
    options = {option.lstrip("-") for verb in load_verbs().values() for param in verb.params for option in param.opts}
    assert {*offered.refused_options} == {option for option in options if family.why_not(option)}
    assert {*offered.dialects} == {one.dialect for one in family.formulations}
    assert {*offered.encodings} == {one.encoding for one in family.formulations}
