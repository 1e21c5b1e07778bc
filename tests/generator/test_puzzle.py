"""Puzzle files: the catalogue, the schema, and what is said of bad ones."""

from __future__ import annotations

import tomllib
from pathlib import Path

import jsonschema
import pytest
from support import CASES, make

import domains
from generator import puzzle
from generator.crossing.instantiation import instantiate
from generator.errors import FerryplanError, ParameterError, PuzzleError
from generator.parameters import check_parameters

BAD = sorted((CASES / "puzzles" / "bad").glob("*.toml"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_puzzle_files_get_an_error_that_says_where_and_what(path: Path) -> None:
    expected = path.read_text().splitlines()[0].removeprefix("# expected: ")
    with pytest.raises(FerryplanError) as caught:
        instantiate(puzzle.load(str(path)), {})
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert expected in message
    assert "\n" not in message
    assert len(message) < 500


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\x00\xff\xfe binary", "not text in UTF-8"),
        (b"x = " + b"[" * 5000, "found no valid TOML"),
        (b"#" * 2_000_000, "found over 1,000,000 bytes"),
        (b"a" + b".a" * 200_000 + b" = 1", "a key of over 30 parts"),  # which Python takes minutes to read
        (b"x = { 'a' . \"b\"" + b" . c" * 100_000 + b" = 1 }", "a key of over 30 parts"),
    ],
    ids=["binary", "deep", "large", "long key", "long quoted key"],
)
def test_files_that_are_no_puzzles(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_bytes(content)
    with pytest.raises(PuzzleError, match=expected):
        puzzle.load(str(path))


@pytest.mark.parametrize("table", ["[[places]]\nname = 'p'\n", "[[kinds]]\nname = 'k'\nplural = 'k'\n"])
def test_more_tables_than_a_puzzle_needs(table: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text(domains.puzzle_files()["wolf-goat-cabbage"].read_text() + "\n" + table * 20_000)
    with pytest.raises(PuzzleError, match="at most 1000 items"):
        puzzle.load(path)


def test_missing_file_folder_and_unknown_name(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for name, expected in (
        (str(tmp_path / "none.toml"), "No such file"),
        (str(folder), "cannot be read"),
        ("famliy", "did you mean 'family'?"),
    ):
        with pytest.raises(PuzzleError, match=expected):
            puzzle.load(name)


def test_a_file_name_that_would_break_out_of_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "a\n(oops).toml"
    path.write_text((CASES / "puzzles" / "ducks.toml").read_text())
    with pytest.raises(PuzzleError, match="without control characters"):
        puzzle.load(str(path))


def test_catalogue_fits_the_schema() -> None:
    for path in domains.puzzle_files().values():
        data = tomllib.loads(path.read_text())
        assert data["family"] == path.parent.name
        schema = puzzle.json_schema(data["family"])
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        validator.validate(data)
        assert list(validator.iter_errors({"family": data["family"]}))


def test_catalogue_is_complete_and_sourced() -> None:
    puzzles = puzzle.catalogue()
    assert {p.name for p in puzzles} >= {
        "jealous-couples",
        "missionaries-cannibals",
        "wolf-goat-cabbage",
        "fox-goose-beans",
        "family",
        "bridge-torch",
        "paid-oars",
        "zebra",
        "einstein",
        "send-more-money",
        "queens",
        "sudoku",
    }
    assert all(entry.optima for entry in puzzle.crossings())
    for entry in puzzles:
        assert entry.source
        assert entry.name == Path(domains.puzzle_files()[entry.name]).stem


def test_a_users_puzzle() -> None:
    instance = instantiate(puzzle.load(str(CASES / "puzzles" / "ducks.toml")), {"ducklings": 3})
    assert [traveller.name for traveller in instance.travellers] == [
        "Ente Nr. 1",
        "Ente Nr. 2",
        "1. Küken",
        "2. Küken",
        "3. Küken",
        "At",
    ]
    assert [t.symbol for t in instance.travellers] == [
        "ente-nr-1",
        "ente-nr-2",
        "traveller-1-kuken",
        "traveller-2-kuken",
        "traveller-3-kuken",
        "traveller-at",
    ]
    assert [place.symbol for place in instance.places] == ["north-shore", "seerosen-schilf", "south-shore"]
    assert instance.routes == ((0, 1), (1, 0), (1, 2), (2, 1))
    assert instance.start.companies == (0b011111, 0, 0b100000)
    assert instance.goal.travellers == (None, None, 2, 2, 2, None)
    assert instance.goal.boat == 0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"couples": 0}, "couples: found 0, expected 1 to 1000"),
        ({"couples": 10**12}, "expected 1 to 1000"),
        ({"couples": -3}, "expected 1 to 1000"),
        ({"couples": True}, "couples: found True, expected a whole number"),
        ({"couples": "3"}, "couples: found '3', expected a whole number"),
        ({"couples": 3.0}, "expected a whole number"),
        ({"bypass": 1}, "bypass: found 1, expected true or false"),
        ({"cuples": 3}, "did you mean 'couples'?"),
    ],
)
def test_bad_parameters(given: dict[str, object], expected: str) -> None:
    with pytest.raises(ParameterError) as caught:
        check_parameters(puzzle.load("jealous-couples"), given)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("paces", "expected"),
    [
        ([], "paces: found 0 numbers, expected 1 to 100"),
        ([1] * 101, "paces: found 101 numbers"),
        ([1, 0], "paces[1]: found 0, expected 1 to 1000"),
        ([1, True], "paces[1]: found True, expected a whole number"),
        ([1, [2]], "paces[1]: found [2], expected a whole number"),
        ("1,2", "paces: found '1,2', expected a list of whole numbers"),
        (3, "paces: found 3, expected a list"),
    ],
)
def test_bad_lists(paces: object, expected: str) -> None:
    with pytest.raises(ParameterError) as caught:
        check_parameters(puzzle.load("bridge-torch"), {"paces": paces})
    assert expected in str(caught.value)


def test_lists() -> None:
    instance = make("bridge-torch", paces=[4, 3, 3])
    assert dict(instance.parameters) == {"paces": (4, 3, 3), "capacity": 2, "boats": 1}
    assert hash(instance) == hash(make("bridge-torch", paces=(4, 3, 3)))
    assert [traveller.name for traveller in instance.travellers] == ["A", "B", "C"]
    assert "They take 4, 3 and 3 minutes to cross" in instance.story
    assert instance.tariff is not None
    assert [instance.cost(load) for load in (0b001, 0b011, 0b110, 0b111)] == [4, 4, 3, 4]
    assert [instance.tariff.told(amount) for amount in (0, 1, 17)] == ["0 minutes", "1 minute", "17 minutes"]


def test_who_rows_is_paid(tmp_path: Path) -> None:
    text = (
        (domains.FOLDER / "crossing" / "paid-oars.toml")
        .read_text()
        .replace('fee = "missionary_fee"', "rows = 1\nfee = 'number'")
    )
    (tmp_path / "x.toml").write_text(text)
    instance = instantiate(
        puzzle.load(str(tmp_path / "x.toml")), {"missionaries": 3, "cannibals": 1, "cannibal_fee": 7}
    )
    assert [instance.cost(load) for load in (0b0001, 0b0011, 0b1000, 0b1110, 0b1111)] == [1, 1, 7, 7, 1]


def test_defaults_may_depend_on_parameters_before_them() -> None:
    values = check_parameters(puzzle.load("missionaries-cannibals"), {"missionaries": 5})
    assert values["rowing_missionaries"] == 5
    assert values["capacity"] is None


def test_equal_instances_are_equal_and_hashable() -> None:
    assert make("family", capacity=2) == make("family", capacity=2)
    assert len({make("family", capacity=2), make("family", capacity=2), make("family", capacity=3)}) == 2
