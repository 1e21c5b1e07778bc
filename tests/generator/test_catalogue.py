"""The index of the catalogue: what it says is what the puzzle files say, and never what they said before."""

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
from ferryplan.generator import catalogue
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.families import FAMILIES, family_of
from ferryplan.generator.mistakes import model_of
from ferryplan.generator.puzzle import load, read
from ferryplan.generator.tables import Table
from ferryplan.planner.cli.verbs import verbs

NAMES = [*domains.puzzle_files()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the catalogue."""
    copy = tmp_path / "domains"
    shutil.copytree(domains.FOLDER, copy)
    monkeypatch.setattr(domains, "FOLDER", copy)
    return copy


def told(one: catalogue.Entry) -> tuple[object, ...]:
    return (one, one.asked(), one.defaults())


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_is_what_the_file_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = catalogue.entry_of(load(name))
    monkeypatch.setattr("ferryplan.generator.puzzle.load", None)  # who reads the file fails
    one = catalogue.entry(name)
    assert told(one) == told(read)
    data = tomllib.loads(domains.puzzle_files()[name].read_text())
    assert (one.name, one.family, one.title) == (data["name"], data["family"], data["title"])
    assert [*one.parameters] == [*one.defaults()] == [*data.get("parameters", {})]
    for key, choice in one.parameters.items():
        spec = data["parameters"][key]
        assert (choice.type, choice.help) == (spec["type"], spec["help"])
        if choice.type == "integer":
            assert (choice.minimum, choice.maximum) == (spec.get("minimum", 0), spec["maximum"])
        if isinstance(spec["default"], int) and not isinstance(spec["default"], bool):
            assert one.defaults()[key] == str(spec["default"])
    assert one.asked().endswith((".", "?"))


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
def test_a_file_that_was_touched_is_read(folder: Path, before: str, after: str) -> None:
    file = folder / "crossing" / "jealous-couples.toml"
    file.write_text(file.read_text().replace(before, after, 1))
    one = catalogue.entry("jealous-couples")
    data = tomllib.loads(file.read_text())
    assert one.title == data["title"]
    assert one.parameters["couples"].maximum == data["parameters"]["couples"]["maximum"]
    assert load("jealous-couples").title == data["title"]
    assert "9999" in one.parameters["couples"].takes or data["parameters"]["couples"]["maximum"] != 9999


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('title = "', 'titel = "', "unknown key 'titel'"),
        ('capacity = "', 'capacity = -0.5 # "', "boat.capacity: found -0.5, expected a whole number"),
        ("[boat]", "[boat", "invalid TOML"),
    ],
)
def test_a_file_that_was_touched_is_checked(folder: Path, before: str, after: str, says: str) -> None:
    file = folder / "crossing" / "jealous-couples.toml"
    load("jealous-couples")
    file.write_text(re.sub(f"^{re.escape(before)}", after, file.read_text(), count=1, flags=re.MULTILINE))
    with pytest.raises(PuzzleError, match=f"^jealous-couples:[0-9]+:[0-9]+: {re.escape(says)}"):
        load("jealous-couples")


@pytest.mark.parametrize("name", domains.puzzle_files())
def test_the_catalogue_has_no_mistakes_and_says_the_same_unchecked(name: str) -> None:
    """Files in the index are not checked when they are loaded: that is done here, and both ways give the same."""
    checked = read(domains.puzzle_files()[name].read_text(encoding="utf-8"), name)
    assert load(name) == checked
    family = family_of(checked)
    model = model_of(family.file).model_validate(dict(checked.said()))
    for key in family.file.fields():
        assert plain(getattr(load(name), key)) == plain(getattr(model, key))


def plain(value: object) -> object:
    """Tables, of ours or of pydantic's, as dictionaries."""
    match value:
        case Table():
            return {key: plain(getattr(value, key)) for key in value.fields()}
        case BaseModel():
            return {key: plain(getattr(value, key)) for key in type(value).model_fields}
        case dict():
            return {key: plain(one) for key, one in value.items()}
        case list() | tuple():
            return [type(value).__name__, *map(plain, value)]
        case _:
            return value


def test_a_new_file_is_read_and_one_that_is_gone_is_not_listed(folder: Path) -> None:
    zebra = folder / "grid" / "zebra.toml"
    text = zebra.read_text().replace('name = "zebra"', 'name = "okapi"').replace('title = "', 'title = "Okapi: ')
    (folder / "grid" / "okapi.toml").write_text(text)
    zebra.unlink()
    found = {one.name: one.title for one in catalogue.entries()}
    assert "zebra" not in found
    assert found["okapi"].startswith("Okapi: ")


@pytest.mark.parametrize("index", [None, "", '{"families": {', "{}"])
def test_without_an_index_the_files_are_read(folder: Path, index: str | None) -> None:
    expected = [told(one) for one in catalogue.entries()], [catalogue.offers(family) for family in FAMILIES]
    file = folder / domains.INDEX
    file.unlink()
    if index is not None:
        file.write_text(index)
    domains._index.cache_clear()
    found = [told(one) for one in catalogue.entries()], [catalogue.offers(family) for family in FAMILIES]
    assert found == expected


@pytest.mark.parametrize("name", FAMILIES)
def test_what_is_offered_is_what_the_family_has(name: str) -> None:
    family, offered = FAMILIES[name], catalogue.offers(name)
    options = {option.lstrip("-") for verb in verbs().values() for param in verb.params for option in param.opts}
    assert {*offered.refused} == {option for option in options if family.why_not(option)}
    assert {*offered.dialects} == {one.dialect for one in family.formulations}
    assert {*offered.encodings} == {one.encoding for one in family.formulations}
