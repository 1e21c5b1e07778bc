"""The identity of generated files: the fingerprint in the header of a problem, and the problem's name."""

from __future__ import annotations

import functools
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support import CASES

from ferryplan import domains
from ferryplan.generator import generation
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.reversal import reverse_instance
from ferryplan.generator.errors import EncodingError, PddlError
from ferryplan.generator.families import family_of, instantiate, instantiate_smallest
from ferryplan.generator.generation import compute_fingerprint, generate, make_domain_name, make_problem_name
from ferryplan.generator.header import ProblemHeader, has_puzzle_changed, read_header, restore_instance
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.puzzle import load, load_catalog

Edited = Callable[..., AnyInstance]


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """Return a function that loads a puzzle of the catalog with replaced pieces of its file."""

    def make(
        puzzle: str, *changes: tuple[str, str], parameters: Mapping[str, ParameterValue] | None = None
    ) -> AnyInstance:
        (original,) = Path(domains.__file__).parent.rglob(f"{puzzle}.toml")
        text = original.read_text()
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        path = tmp_path / f"{puzzle}.toml"
        path.write_text(text)
        return instantiate_smallest(load(str(path)), parameters or {})

    return make


@functools.cache
def fingerprint_of(puzzle: str) -> str:
    """Return the fingerprint of a puzzle of the catalog."""
    return compute_fingerprint(instantiate_smallest(load(puzzle), {}))


# Edits that change the wording of a puzzle, but not its meaning.
WORDING = [
    ("wolf-goat-cabbage", ("A farmer wants to take", "Some farmer must bring")),
    ("wolf-goat-cabbage", ('title = "The wolf', 'title = "A wolf')),
    ("wolf-goat-cabbage", ('name = "wolf-goat-cabbage"', 'name = "alcuins-puzzle"')),
    ("wolf-goat-cabbage", ('source = "Alcuin of York, ', 'source = "Alcuin, ')),
    ("wolf-goat-cabbage", ("The goat is not with the wolf unless", "Never goat and wolf unless")),
    ("wolf-goat-cabbage", ('plural = "wolves"\ncalled = "the {{ traveller }}"', 'plural = "WOLVES"')),
    ("wolf-goat-cabbage", ("[parameters.capacity]", "[parameters.unused]\ntype='integer'\ndefault=1\nmaximum=2\nhelp='x'\n[parameters.capacity]")),
    ("wolf-goat-cabbage", ("maximum = 4", "maximum = 5")),
    ("wolf-goat-cabbage", ('name = "goat"', 'name = "goat"\nnames = "Goat"')),
    ("bridge-torch", ('unit = "minute"', 'unit = "Minute"')),
    ("four-houses", ('asks = "Who keeps the rabbit?"', 'asks = "Whose is the rabbit?"')),
    ("four-houses", ('says = "Ada lives at one end of the row."', 'says = "Ada has but one neighbour."')),
    ("four-houses", ('name = "pet"', 'name = "Pet"')),
]  # fmt: skip

# Edits that change the meaning of a puzzle or its names in PDDL.
MEANING = [
    ("wolf-goat-cabbage", ("default = 2", "default = 3")),
    ("wolf-goat-cabbage", ('threats = ["goat"]', 'threats = ["wolf"]')),
    ("wolf-goat-cabbage", ('threats = ["goat"]\nguardian = "farmer"', 'threats = ["goat"]\nguardian = "wolf"')),
    ("wolf-goat-cabbage", ('name = "goat"', 'name = "goat"\nnames = "sheep"')),
    ("wolf-goat-cabbage", ('name = "goat"', 'name = "goat"\ncount = 2\nnames = "goat{{ number }}"')),
    ("wolf-goat-cabbage", ('plural = "cabbages"\ncalled = "the {{ traveller }}"\nrows = false', 'plural = "cabbages"')),
    ("wolf-goat-cabbage", ('[goal]\neveryone = "right bank"', '[goal]\nboat = "left bank"\neveryone = "right bank"')),
    ("wolf-goat-cabbage", ('[goal]\neveryone = "right bank"', '[goal]\nkinds = { cabbage = "right bank" }')),
    ("wolf-goat-cabbage", ('[start]\nboat = "left bank"', '[start]\nboat = "right bank"')),
    ("wolf-goat-cabbage", ('name = "left bank"', 'name = "left bank"\n[[places]]\nname = "island"')),
    ("wolf-goat-cabbage", ('capacity = "capacity"', 'capacity = "capacity"\nrules = false')),
    ("wolf-goat-cabbage", ('capacity = "capacity"', 'capacity = "capacity"\nminutes = 5')),
    ("jealous-couples", ('paired_with = "husband"\nnames = "{{ partner }}w"', 'names = "{{ letter }}w"')),
    ("jealous-couples", ('threats = ["husband", "single man"]', 'threats = ["single man"]')),
    ("perishables", ('kinds = ["ice"]\nplace = "left bank"', 'kinds = ["ice"]\nplace = "right bank"')),
    ("perishables", ('crossings = "ice_lasts"', 'crossings = "ice_lasts + 1"')),
    ("perishables", ('crossings = "tide"', 'crossings = "tide - 1"')),
    ("perishables", ('kinds = ["fish"]', 'kinds = ["fish", "cat"]')),
    ("bridge-torch", ("[1, 2, 5, 10]", "[1, 2, 5, 11]")),
    ("paid-oars", ('crossing = "rower"', 'crossing = "slowest"')),
    ("weights", ('weight = "strength"', 'weight = "strength + 1"')),
    ("missionaries-cannibals", ('threats = ["cannibal"]\nothers = ["missionary"]', 'threats = ["missionary"]\nothers = ["cannibal"]')),
    ("four-houses", ('clue = "next-to"', 'clue = "different"')),
    ("four-houses", ("distance = 2", "distance = 1")),
    ("four-houses", ('value = "drum"\nposition = 1', 'value = "drum"\nposition = 2')),
    ("four-houses", ('"flute"', '"oboe"')),
    ("four-houses", ('  { clue = "same", values = ["Ben", "parrot"] },', '  { clue = "different", values = ["Ben", "parrot"] },')),
    ("four-houses", ('name = "house"', 'name = "hut"')),
    ("send-more-money", ("SEND + MORE = MONEY", "SEND + MORE = MOMEY")),
    ("queens", ("default = 8", "default = 9")),
]  # fmt: skip


@pytest.mark.parametrize(("puzzle", "change"), WORDING, ids=str)
def test_wording_does_not_change_the_fingerprint(edited: Edited, puzzle: str, change: tuple[str, str]) -> None:
    assert compute_fingerprint(edited(puzzle, change)) == fingerprint_of(puzzle)


@pytest.mark.parametrize(("puzzle", "change"), MEANING, ids=str)
def test_change_of_meaning_changes_the_fingerprint_of_a_puzzle(
    edited: Edited, puzzle: str, change: tuple[str, str]
) -> None:
    assert compute_fingerprint(edited(puzzle, change)) != fingerprint_of(puzzle)


def test_fingerprint_ignores_order_of_rules_and_clues(edited: Edited) -> None:
    crossing = edited("perishables")
    assert isinstance(crossing, Instance)
    assert len(crossing.rules) == len(crossing.deadlines) == 2
    again = replace(crossing, rules=crossing.rules[::-1], deadlines=crossing.deadlines[::-1])
    assert compute_fingerprint(again) == compute_fingerprint(crossing)
    houses = edited("four-houses")
    assert not isinstance(houses, Instance)
    assert compute_fingerprint(replace(houses, clues=houses.clues[::-1])) == compute_fingerprint(houses)


def test_reversed_instance_has_another_fingerprint_and_name() -> None:
    instance = instantiate(load("bridge-torch"), {})
    assert isinstance(instance, Instance)
    backward = reverse_instance(instance)
    assert compute_fingerprint(backward) != compute_fingerprint(instance)
    assert make_problem_name(backward) != make_problem_name(instance)
    header = read_header(generate(backward, "strips").problem, "p.pddl")
    assert not has_puzzle_changed(header, restore_instance(header, "p.pddl"))


def test_fingerprints_of_catalog_puzzles_never_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that users have generated hold them. The expected ones are those of version 0.2.0.

    Every class in a fingerprint has an explicit key: a class that is renamed without its key would change the fingerprints.
    """
    classes = set[str]()
    make_canonical_form = generation._make_canonical_form

    def record_name(names: Sequence[str], fields: Iterable[tuple[str, object]]) -> list[object]:
        classes.add(names[0])
        return make_canonical_form(names, fields)

    monkeypatch.setattr(generation, "_make_canonical_form", record_name)
    expected = json.loads((CASES / "fingerprints.json").read_text(encoding="utf-8"))
    assert {puzzle.name: compute_fingerprint(instantiate_smallest(puzzle, {})) for puzzle in load_catalog()} == expected
    assert len(classes) > 30
    assert classes - generation._load_fingerprint_rules()["keys"].keys() == set()


def test_fingerprint_is_the_same_in_every_run() -> None:
    code = (
        "import sys; from ferryplan.generator.puzzle import load; from ferryplan.generator.families import instantiate_smallest\n"
        "from ferryplan.generator.generation import compute_fingerprint, make_problem_name\n"
        "for name in sys.argv[1:]:\n"
        "    instance = instantiate_smallest(load(name), {}); print(compute_fingerprint(instance), make_problem_name(instance))"
    )
    names = [
        "wolf-goat-cabbage",
        "jealous-couples",
        "bridge-torch",
        "four-houses",
        "send-more-money",
        "queens",
        "gripper",
    ]
    run = subprocess.run(
        [sys.executable, "-c", code, *names],
        env={**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"},
        capture_output=True,
        text=True,
        check=True,
    )
    one = run.stdout.splitlines()
    own = [instantiate_smallest(load(name), {}) for name in names]
    assert one == [f"{compute_fingerprint(instance)} {make_problem_name(instance)}" for instance in own]
    assert len({*one}) == len(names)
    assert all(re.fullmatch(r"1-[0-9a-f]{16} [a-z][a-z0-9-]{0,110}", line) for line in one)


def test_changed_puzzle_is_detected_by_header_fingerprint(edited: Edited) -> None:
    problem = generate(edited("wolf-goat-cabbage"), "adl").problem
    header = read_header(problem, "p.pddl")
    assert header.fingerprint
    assert not has_puzzle_changed(header, restore_instance(header, "p.pddl"))
    edited("wolf-goat-cabbage", ("The cabbage is not", "Never is the cabbage"))
    assert not has_puzzle_changed(header, restore_instance(header, "p.pddl"))
    edited("wolf-goat-cabbage", ('threats = ["goat"]', 'threats = ["wolf"]'))
    assert has_puzzle_changed(header, restore_instance(header, "p.pddl"))


def test_header_without_fingerprint_never_counts_as_changed(edited: Edited) -> None:
    instance = edited("wolf-goat-cabbage")
    problem = generate(instance, "adl").problem
    older = re.sub("; fingerprint: .*\n", "", problem)
    assert older != problem
    header = read_header(older, "p.pddl")
    assert header.fingerprint is None
    assert not has_puzzle_changed(header, instance)


def test_fingerprint_of_another_version_is_ignored(edited: Edited) -> None:
    header = ProblemHeader("wolf-goat-cabbage", {}, "adl", "named", fingerprint="2-0123456789abcdef")
    assert not has_puzzle_changed(header, edited("wolf-goat-cabbage"))


@pytest.mark.parametrize("found", ["x", "1-0123", "1-0123456789ABCDEF", "1-0123456789abcdef 2"])
def test_a_malformed_fingerprint_is_refused(edited: Edited, found: str) -> None:
    problem = re.sub("; fingerprint: .*", f"; fingerprint: {found}", generate(edited("wolf-goat-cabbage")).problem)
    with pytest.raises(PddlError, match=f"p.pddl: found '; fingerprint: {found}', expected"):
        read_header(problem, "p.pddl")


SETS: dict[str, list[dict[str, ParameterValue]]] = {
    "jealous-couples": [
        {}, {"couples": 2}, {"couples": 11}, {"couples": 1, "single_men": 1}, {"couples": 1, "single_women": 1}, {"islands": 1},
        {"islands": 1, "bypass": False}, {"islands": 1, "boat_rules": False}, {"capacity": 4}, {"boats": 2},
    ],
    "bridge-torch": [{}, {"paces": (1, 2, 5, 1)}, {"paces": (1, 2, 51)}, {"paces": (12, 5, 10)}, {"paces": tuple(range(1, 21))}],
    "weights": [{}, {"strength": 50}],
    "wolf-goat-cabbage": [{"capacity": 2}, {"capacity": 3}],
    "queens": [{}, {"queens": 5}, {"queens": 15}],
    "cryptarithm": [{"sum": "AB+BC=CDD"}, {"sum": "ABB+C=CDD"}, {"sum": "AB+BC=CDD", "base": 11}, {"sum": "AB+BC=CDD", "leading_zeros": True}],
    "zebra": [{}],
}  # fmt: skip


@pytest.mark.parametrize("puzzle", SETS)
def test_problem_names_differ_by_parameters(puzzle: str) -> None:
    found = [make_problem_name(instantiate_smallest(load(puzzle), values)) for values in SETS[puzzle]]
    assert len(set(found)) == len(found)
    assert all(re.fullmatch("[a-z][a-z0-9-]{0,110}", name) and name.startswith(f"{puzzle}-") for name in found)
    problem = generate(instantiate_smallest(load(puzzle), SETS[puzzle][0])).problem
    assert f"\n(define (problem {found[0]})\n" in problem


def test_problem_name_lists_the_parameter_values() -> None:
    assert make_problem_name(instantiate(load("missionaries-cannibals"), {"capacity": 2, "boat_rules": False})) == (
        "missionaries-cannibals-3-3-3-3-0-2-no-yes"
    )


@pytest.mark.parametrize("puzzle", ["wolf-goat-cabbage", "bridge-torch", "zebra", "queens"])
def test_generated_files_contain_domain_and_problem_names(puzzle: str) -> None:
    instance = instantiate_smallest(load(puzzle), {})
    found = set()
    for one in family_of(instance).formulations:
        try:
            pddl = generate(instance, one.dialect, one.encoding)
        except EncodingError:
            continue
        name = make_domain_name(instance, one.dialect, one.encoding)
        assert f"\n(define (domain {name})\n" in pddl.domain
        assert f"\n(define (problem {make_problem_name(instance)})\n  (:domain {name})\n" in pddl.problem
        assert name not in found
        found.add(name)
    assert len(found) > 1
