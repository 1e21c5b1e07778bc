"""Puzzle files: the catalog, the schema, and the messages about invalid files."""

from __future__ import annotations

import pickle
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from support import CASES, load_crossings, make_instance

from ferryplan import domains
from ferryplan.generator import puzzle
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.errors import FerryplanError, ParameterError, PuzzleError
from ferryplan.generator.families import instantiate as instantiate_any
from ferryplan.generator.parameters import complete_parameters
from ferryplan.generator.toml_positions import TomlPositions


def test_invalid_puzzle_files_are_reported_with_position_and_cause() -> None:
    """The first line of each file states the expected message."""
    wrong = {}
    for path in sorted((CASES / "puzzles" / "bad").glob("*.toml")):
        expected = path.read_text().splitlines()[0].removeprefix("# expected: ")
        try:
            instantiate(puzzle.load(str(path)), {})
        except FerryplanError as error:
            lines = str(error).splitlines()
            placed = all(re.match(rf"{re.escape(str(path))}:\d+:\d+: ", line) and len(line) < 500 for line in lines)
            if not placed or expected not in str(error):
                wrong[path.stem] = str(error)
        else:
            wrong[path.stem] = "no error"
    assert wrong == {}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\x00\xff\xfe binary", "not text in UTF-8"),
        (b"x = " + b"[" * 5000, "values nest too deeply"),
        (b"x = " + b"9" * 5000, "a number has thousands of digits"),
        (b"#" * 2_000_000, "it has over 1,000,000 bytes"),
        (b"a" + b".a" * 200_000 + b" = 1", "a key has over 30 parts"),  # Python takes minutes to read it
        (b"x = { 'a' . \"b\"" + b" . c" * 100_000 + b" = 1 }", "a key has over 30 parts"),
    ],
    ids=["binary", "deep", "digits", "large", "long key", "long quoted key"],
)
def test_unreadable_puzzle_file_is_rejected(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_bytes(content)
    with pytest.raises(PuzzleError, match=expected):
        puzzle.load(str(path))


@pytest.mark.parametrize(
    ("name", "changes", "keys"),
    [
        (
            "wolf-goat-cabbage",
            (('capacity = "capacity"', 'capacity = "capacity // 0"'), ('plural = "wolves"', 'plural = "wolves"\ncount = -3'),
             ('plural = "goats"', 'plural = "goats"\nnames = "{{ name * 2 }}"')),
            {"boat.capacity": '"capacity // 0"', "kinds[1].count": "-3", "kinds[2].names": '"{{ name * 2 }}"'},
        ),
        (
            "zebra",
            (('clue = "same"\nsays = "The Englishman', 'clue = "same"\nwhen = "1 // 0"\nsays = "The Englishman'),
             ('answer = "{{ found }} drinks', 'answer = "{{ found % 2 }} drinks')),
            {"clues[0].when": '"1 // 0"', "questions[0].answer": '"{{ found % 2 }} drinks'},
        ),
        (
            "send-more-money",
            (('text = "SEND', 'base = "4 * 10"\nleading_zeros = "1 // 0"\ntext = "SEND'),),
            {"sum.base": '"4 * 10"', "sum.leading_zeros": '"1 // 0"'},
        ),
        (
            "queens",
            (('size = "queens"', 'size = "queens * 0"'), ("{{ queens }} by", "{{ queens // 0 }} by")),
            {"story": '"""', "board.size": '"queens * 0"'},
        ),
    ],
)  # fmt: skip
def test_instantiation_reports_all_mistakes_together(
    name: str, changes: tuple[tuple[str, str], ...], keys: dict[str, str]
) -> None:
    text = domains.puzzle_files()[name].read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(PuzzleError) as caught:
        instantiate_any(puzzle.parse_puzzle_text(text, "my.toml"), {})
    found = [re.fullmatch(r"my\.toml:(\d+):(\d+): ([^: ]+): \S.*", line) for line in caught.value.mistakes]
    told = {one[3]: text.splitlines()[int(one[1]) - 1][int(one[2]) - 1 :] for one in found if one}
    assert len(told) == len(found)
    assert told.keys() == keys.keys()
    assert all(told[key].startswith(there) for key, there in keys.items())
    assert caught.value.mistakes == tuple(sorted(caught.value.mistakes, key=lambda line: int(line.split(":")[1])))


@pytest.mark.parametrize("table", ["[[places]]\nname = 'p'\n", "[[kinds]]\nname = 'k'\nplural = 'k'\n"])
def test_too_many_tables_are_rejected(table: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text(domains.puzzle_files()["wolf-goat-cabbage"].read_text() + "\n" + table * 1_001)
    with pytest.raises(PuzzleError, match="expected at most 1000"):
        puzzle.load(path)


ODD = '''family = 'crossing'\r
story = """\r
a = [ # no comment\r
"" \\" """"\r
"quoted key" = [ 1, # a comment ] with "marks'
  [2, "]"], { a.b = 'x', "c d" = '\\' },
]
a . 'b' = 1979-05-27 07:32:00
[[tables]]
name = "first" # [
[[tables]]
[tables.inner]
deep = \'\'\''quoted ' \'\'\'
[[tables.more]]
number = 3
[[tables.more]]
number = +4.5e-1
'''


def test_positions_point_at_the_values() -> None:
    """The text from each position on reads as the value, by the standard library."""
    texts = [path.read_text() for path in domains.puzzle_files().values()]
    for text in [ODD, *texts]:
        lines = text.replace("\r\n", "\n").split("\n")
        positions = TomlPositions(text)
        for key, value in leaves(tomllib.loads(text)):
            line, column = positions.find_position(key)
            rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
            begun = (rest[:end] for end in range(len(rest) + 1) if end == len(rest) or rest[end] in "\n,]}#")
            assert any(read_alone(part) == value for part in begun), (key, line, column)


def leaves(data: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Yield every value with its key, except tables and lists with elements."""
    match data:
        case dict():
            for name, inner in data.items():
                yield from leaves(inner, f"{key}.{name}" if key else name)
        case [_, *_]:
            for number, inner in enumerate(data):
                yield from leaves(inner, f"{key}[{number}]")
        case _:
            yield key, data


def read_alone(text: str) -> object:
    try:
        return tomllib.loads(f"x = {text}")["x"]
    except tomllib.TOMLDecodeError:
        return None


def test_all_mistakes_are_reported_together_misspelled_keys_first(tmp_path: Path) -> None:
    path = tmp_path / "dogs.toml"
    text = (CASES / "puzzles" / "dogs.toml").read_text()
    for old, new in (
        ('name = "dogs"', 'nmae = "dogs"'),  # the key is not reported as missing as well
        ("[boat]", "[baot]"),
        ('count = "dogs"', 'count = "dogz // 2"'),
        ("default = 5", "default = 5.0"),
        ('kinds = ["dog"]', 'kinds = ["cat", "dog"]'),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text)

    def where(line_with: str, column_of: str) -> str:
        lines = text.splitlines()
        (number,) = (number for number, line in enumerate(lines) if line_with in line)
        return f"{path}:{number + 1}:{lines[number].index(column_of) + 1}: "

    with pytest.raises(PuzzleError) as caught:
        puzzle.load(path)
    assert list(caught.value.mistakes) == [
        where("nmae", "nmae") + "unknown key 'nmae'; did you mean 'name'?",
        where("[baot]", "[baot]") + "unknown key 'baot'; did you mean 'boat'?",
        where("default = 5.0", "5.0") + "parameters.dogs.default: found 5.0, expected a whole number or an expression",
        where("dogz", '"dogz') + "kinds[1].count: unknown name 'dogz' in 'dogz // 2'; did you mean 'dogs'?",
        where("cat", '"cat"') + "rules[0].kinds[0]: there is no kind named 'cat'; expected one of shepherd, dog",
    ]


def test_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "bom.toml"
    path.write_text((CASES / "puzzles" / "dogs.toml").read_text(), encoding="utf-8-sig")
    assert puzzle.load(path) == puzzle.load(CASES / "puzzles" / "dogs.toml")


def test_all_catalog_files_parse_without_mistakes() -> None:
    for name, path in domains.puzzle_files().items():
        assert puzzle.parse_puzzle_text(path.read_text(), f"{name}.toml") == puzzle.load(name)


def test_missing_file_folder_or_unknown_name_raises_a_puzzle_error(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for name, expected in (
        (str(tmp_path / "none.toml"), "No such file"),
        (str(folder), "cannot be read"),
        ("famliy", "did you mean 'family'?"),
    ):
        with pytest.raises(PuzzleError, match=expected):
            puzzle.load(name)


def test_file_name_with_control_characters_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "a\n(oops).toml"
    path.write_text((CASES / "puzzles" / "ducks.toml").read_text())
    with pytest.raises(PuzzleError, match="without control characters"):
        puzzle.load(str(path))


def test_catalog_matches_the_json_schema() -> None:
    validators = {}
    for path in domains.puzzle_files().values():
        data = tomllib.loads(path.read_text())
        family = data["family"]
        assert family == path.relative_to(domains.FOLDER).parts[0]
        if family not in validators:
            schema = puzzle.make_json_schema(family)
            jsonschema.Draft202012Validator.check_schema(schema)
            validators[family] = jsonschema.Draft202012Validator(schema)
            assert list(validators[family].iter_errors({"family": family}))
        validators[family].validate(data)


def test_catalog_is_complete_and_names_its_sources() -> None:
    puzzles = puzzle.load_catalog()
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
    assert all(entry.optima for entry in load_crossings())
    for entry in puzzles:
        assert entry.source
        path = domains.puzzle_files()[entry.name]
        assert entry.name == (path.parent.name if path.name == "puzzle.toml" else path.stem)


def test_custom_puzzle_file_is_instantiated() -> None:
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
def test_invalid_parameter_is_reported(given: dict[str, object], expected: str) -> None:
    with pytest.raises(ParameterError) as caught:
        complete_parameters(puzzle.load("jealous-couples"), given)
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
def test_invalid_list_parameter_is_reported(paces: object, expected: str) -> None:
    with pytest.raises(ParameterError) as caught:
        complete_parameters(puzzle.load("bridge-torch"), {"paces": paces})
    assert expected in str(caught.value)


def test_list_parameter_sets_paces_and_costs() -> None:
    instance = make_instance("bridge-torch", paces=[4, 3, 3])
    assert dict(instance.parameters) == {"paces": (4, 3, 3), "capacity": 2, "boats": 1}
    assert hash(instance) == hash(make_instance("bridge-torch", paces=(4, 3, 3)))
    assert [traveller.name for traveller in instance.travellers] == ["A", "B", "C"]
    assert "They take 4, 3 and 3 minutes to cross" in instance.story
    assert instance.tariff is not None
    assert [instance.crossing_cost(load) for load in (0b001, 0b011, 0b110, 0b111)] == [4, 4, 3, 4]
    assert [instance.tariff.format_amount(amount) for amount in (0, 1, 17)] == ["0 minutes", "1 minute", "17 minutes"]


def test_crossing_costs_the_fee_of_a_rower(tmp_path: Path) -> None:
    text = (
        (domains.FOLDER / "crossing" / "paid-oars.toml")
        .read_text()
        .replace('fee = "missionary_fee"', "rows = 1\nfee = 'number'")
    )
    (tmp_path / "x.toml").write_text(text)
    instance = instantiate(
        puzzle.load(str(tmp_path / "x.toml")), {"missionaries": 3, "cannibals": 1, "cannibal_fee": 7}
    )
    assert [instance.crossing_cost(load) for load in (0b0001, 0b0011, 0b1000, 0b1110, 0b1111)] == [1, 1, 7, 7, 1]


def test_defaults_may_depend_on_parameters_before_them() -> None:
    values = complete_parameters(puzzle.load("missionaries-cannibals"), {"missionaries": 5})
    assert values["rowing_missionaries"] == 5
    assert values["capacity"] is None


def test_equal_instances_are_equal_and_hashable() -> None:
    assert make_instance("family", capacity=2) == make_instance("family", capacity=2)
    assert (
        len(
            {
                make_instance("family", capacity=2),
                make_instance("family", capacity=2),
                make_instance("family", capacity=3),
            }
        )
        == 2
    )


@pytest.mark.parametrize("name", ["wolf-goat-cabbage", "zebra", "queens", "send-more-money"])
def test_pickled_tables_are_equal_and_repr_round_trips(name: str) -> None:
    file, again = puzzle.load(name), pickle.loads(pickle.dumps(puzzle.load(name)))
    assert file == again
    assert file != puzzle.load("bridge-torch")
    for optimum in getattr(file, "optima", ()):
        assert optimum == eval(repr(optimum), {type(optimum).__name__: type(optimum)})
