"""JSON outputs and their schemas in `domains/schemas`: every output conforms, and every key occurs.

The runs are those of `cases/json.toml`: for each output, the commands that print it and, for files, the names
of the files that the commands write.
"""

from __future__ import annotations

import itertools
import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from budget import draw_cases
from conftest import RunCommand, assert_refused
from json_keys import ORDER
from support import CASES

import ferryplan
from ferryplan import Pddl, domains
from ferryplan.generator.puzzle import load
from ferryplan.planner.benchmarking.suites import write_suite
from ferryplan.planner.cli.option_types import OneOf
from ferryplan.planner.cli.verbs import load_verbs
from ferryplan.planner.output_schemas import FOLDER, OUTPUTS, load_output_schema

RUNS = tomllib.loads((CASES / "json.toml").read_text(encoding="utf-8"))
VALIDATORS = {name: jsonschema.Draft202012Validator(load_output_schema(name)) for name in OUTPUTS}
SHARED = json.loads((FOLDER / "shared.json").read_text(encoding="utf-8"))["$defs"]
LINES = ("solve-stream", "search-trace", "pose", "score-line")
"""Outputs in which each line is a JSON value."""
FEW = 2
"""The number of runs for an output in quick tests."""
LOOKS = 3
"""The number of calls of `should_stop` before it stops a suite."""


def outputs(name: str, plan: RunCommand, folder: Path, few: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield the outputs of the runs, each with its command; with `few`, only of the first runs."""
    shutil.copytree(CASES / "json", folder, dirs_exist_ok=True)
    for command in RUNS[name].get("before", ()):
        run = plan(*shlex.split(command))
        assert run.returncode in (0, 10, 14), (command, run.stderr)
    for command in RUNS[name]["commands"][: FEW if few else None]:
        run = plan(*shlex.split(command))
        assert "Traceback" not in run.stderr, command
        assert "bug" not in run.stderr, (command, run.stderr)
        texts = [run.stdout]
        if "files" in RUNS[name]:
            texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob(RUNS[name]["files"]))]
        for text in texts:
            assert text, (command, run.stderr)
            parts = text.splitlines() if name in LINES else [text]
            yield from ((command, json.loads(part)) for part in parts)


def mistakes(name: str, data: Any) -> list[str]:
    """Return the violations of the schema in an output."""
    found = map(jsonschema.exceptions.best_match, ([one] for one in VALIDATORS[name].iter_errors(data)))
    return [f"{'/'.join(map(str, one.absolute_path))}: {one.message[:300]}" for one in found]


class Keys:
    """The keys of a schema, each with the part of the schemas that contains it.

    Examples are (``graph``, ``nodes``) and (``crossing_step``, ``aboard``).
    """

    def __init__(self, name: str) -> None:
        self.name, self.schema = name, load_output_schema(name)
        self.seen = set[tuple[str, str]]()

    def expected(self) -> set[tuple[str, str]]:
        """Return all keys of the schema."""
        found, known = set[tuple[str, str]](), set[str]()

        def walk(schema: Any, part: str) -> None:
            match schema:
                case {"$ref": str(reference)} if reference not in known:
                    known.add(reference)
                    walk(self.part(reference), self.place(reference))
                case dict():
                    for key, inner in schema.get("properties", {}).items():
                        found.add((part, key))
                        walk(inner, f"{part}.{key}")
                    for kind in ("items", "additionalProperties"):
                        walk(schema.get(kind), part)
                    for number, inner in enumerate((*schema.get("oneOf", ()), *schema.get("anyOf", ()))):
                        walk(inner, f"{part}|{number}" if "properties" in inner else part)

        walk(self.schema, self.name)
        return found

    def see(self, data: Any) -> None:
        """Record the keys of an output."""
        self._see(self.schema, data, self.name)

    def _see(self, schema: Any, data: Any, part: str) -> None:
        if not isinstance(schema, dict):
            return
        if "$ref" in schema:
            self._see(self.part(schema["$ref"]), data, self.place(schema["$ref"]))
        for number, inner in enumerate((*schema.get("oneOf", ()), *schema.get("anyOf", ()))):
            if VALIDATORS[self.name].evolve(schema={**inner, "$defs": self.schema["$defs"]}).is_valid(data):
                self._see(inner, data, f"{part}|{number}" if "properties" in inner else part)
        if isinstance(data, list):
            for one in data:
                self._see(schema.get("items"), one, part)
        elif isinstance(data, dict):
            known = schema.get("properties", {})
            for key, value in data.items():
                if key in known:
                    self.seen.add((part, key))
                    self._see(known[key], value, f"{part}.{key}")
                else:
                    self._see(schema.get("additionalProperties"), value, part)

    def part(self, reference: str) -> Any:
        """Return the part of the schema that a reference names."""
        return self.schema["$defs"][reference.rpartition("/")[2]]

    def place(self, reference: str) -> str:
        """Return the name of a part; a shared part has the same name in all schemas."""
        name = reference.rpartition("/")[2]
        return name if name in SHARED else f"{self.name}#{name}"


ELSEWHERE = {("suite", "partial"), ("solve-pddl", "cost")}
"""Keys with tests of their own, because no run produces them reliably."""


@pytest.mark.engines
def test_all_json_outputs_conform_to_schema_and_have_every_key(plan: RunCommand, tmp_path: Path) -> None:
    """All outputs conform to their schemas, and every key of the schemas occurs in some output.

    A key without an output would be a promise that the program does not keep.
    """
    wrong = []
    every = {name: Keys(name) for name in RUNS}
    for name, keys in every.items():
        for command, data in outputs(name, plan, tmp_path):
            wrong += [(command, mistake) for mistake in mistakes(name, data)]
            keys.see(data)
        for path in tmp_path.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    seen = set[tuple[str, str]]().union(*(keys.seen for keys in every.values()))
    expected = set[tuple[str, str]]().union(*(keys.expected() for keys in every.values()))
    assert wrong == []
    assert expected - seen == ELSEWHERE


@pytest.mark.parametrize(
    "name", sorted(RUNS.keys() - {"validate", "certificate", "check", "check-submissions", "solve-pddl"})
)
def test_sample_of_json_outputs_conforms_to_schema(name: str, plan: RunCommand, tmp_path: Path) -> None:
    for command, data in outputs(name, plan, tmp_path, few=True):
        assert mistakes(name, data) == [], command


@pytest.mark.parametrize("puzzle", draw_cases(domains.puzzle_files(), 5))
def test_json_outputs_for_catalog_puzzles_conform_to_schema(puzzle: str, plan: RunCommand) -> None:
    for name, command in (
        ("show", f"show {puzzle} --timeout 5"),
        ("solve", f"solve {puzzle} --engine rules --timeout 5"),
        ("solve-all", f"solve {puzzle} --limit 1 --timeout 5"),
        ("why", f"why {puzzle} --timeout 5"),
        ("graph", f"graph {puzzle} --max-states 50 --timeout 5"),
    ):
        run = plan(*command.split(), "--format", "json")
        assert run.stdout or run.returncode in (20, 30), (command, run.stderr)
        if run.stdout:
            assert mistakes(name, json.loads(run.stdout)) == [], command


def test_every_json_output_has_a_schema_and_cases() -> None:
    assert {*OUTPUTS} == {*RUNS} | {"answer"}
    described = {name.partition("-")[0] for name in OUTPUTS}
    printing = {name for name, verb in load_verbs().items() if "json" in formats_of(verb)}
    assert printing - {"narrate"} <= described  # it prints the output of solve
    assert printing >= {"solve", "graph", "lint", "show", "invent"}


def formats_of(verb: click.Command) -> tuple[str, ...]:
    """Return the formats that a verb offers."""
    options = (one for one in verb.params if "--format" in one.opts)
    return next((one.type.known for one in options if isinstance(one.type, OneOf)), ())


@pytest.mark.parametrize("name", [*OUTPUTS, "shared"])
def test_schemas_are_strict_and_described(name: str) -> None:
    """Schemas permit no other keys in an object and describe every key."""
    schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))

    def check(part: Any) -> None:
        for key, inner in part.get("properties", {}).items():
            assert re.fullmatch("[a-z][a-z_]*", key)
            known = SHARED.get(inner.get("$ref", "").rpartition("/")[2], {})
            assert inner.get("description", known.get("description", "")).endswith("."), (name, key)
        assert part.get("additionalProperties") is False or "properties" not in part or name == "answer"
        for inner in part.values():
            for one in inner.values() if isinstance(inner, dict) else inner if isinstance(inner, list) else ():
                if isinstance(one, dict):
                    check(one)

    check(schema)
    if name in OUTPUTS:
        jsonschema.Draft202012Validator.check_schema(load_output_schema(name))


def test_schema_verb_prints_self_contained_schemas(plan: RunCommand) -> None:
    run = plan("schema", "solve")
    assert (run.returncode, run.stderr) == (0, "")
    jsonschema.validate(json.loads(plan("show", "--format", "json").stdout), json.loads(plan("schema", "show").stdout))
    assert "shared.json" not in run.stdout
    assert_refused(plan("schema", "solve", "--family", "grid"), "--family")
    assert_refused(plan("schema", "sovle"), "did you mean 'solve'")


def test_schema_rejects_output_with_a_missing_or_additional_key() -> None:
    data = ferryplan.solve("wolf-goat-cabbage", engine="rules").to_dict()
    assert mistakes("solve", data) == []
    for key in ("status", "steps", "crossings", "seconds"):
        renamed = {f"{key}_": value for one, value in data.items() if one == key} | data
        assert mistakes("solve", renamed), key
        assert mistakes("solve", {one: value for one, value in data.items() if one != key}), key
    data["steps"][0]["load"] = data["steps"][0].pop("aboard")
    assert mistakes("solve", data)


def test_json_of_python_api_answers_conforms_to_schema() -> None:
    wolf, costs = (
        "wolf-goat-cabbage",
        Pddl(*((CASES / "json" / f"{name}.pddl").read_text() for name in ("roads-domain", "roads"))),
    )
    answers: list[tuple[str, Any]] = [
        ("solve", ferryplan.solve(wolf, engine="rules")),
        ("solve-all", ferryplan.all_solutions(wolf)),
        ("why", ferryplan.why("jealous-couples", couples=4, capacity=2)),
        ("graph", ferryplan.graph(wolf)),
        ("search", ferryplan.search(wolf)),
        ("search-compare", ferryplan.compare_searches("hanoi", discs=2, algorithms=["bfs"])),
        ("search-landscape", ferryplan.landscape("hanoi", discs=2)),
        ("lint", ferryplan.lint(costs)),
        ("check", ferryplan.check(wolf, ferryplan.generate(wolf, dialect="adl"))),
        ("show", ferryplan.show(wolf)),
        ("list", ferryplan.puzzles()),
        ("engines", ferryplan.engines()),
        ("validate", ferryplan.validate(costs, "(drive home mill)")),
        ("solve-pddl", ferryplan.validate(costs, "(drive home mill)").result),
    ]
    for name, answer in answers:
        assert mistakes(name, answer.to_dict()) == [], name
    assert answers[-1][1].to_dict()["cost"] == 2  # as the metric of the problem says


def test_partial_suite_is_marked_in_metadata(tmp_path: Path) -> None:
    begun = itertools.count()
    write_suite(
        tmp_path, load("queens"), [{"queens": 4}, {"queens": 5}, {"queens": 6}], should_stop=lambda: next(begun) > LOOKS
    )
    [path] = tmp_path.glob("*/metadata.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["partial"] is True
    assert mistakes("suite", data) == []


def test_documentation_lists_every_schema_key() -> None:
    """The tables of the documentation page list every key of the schemas."""
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    cells = {cell.split(".")[-1].removesuffix("[]") for cell in re.findall(r"^\| `([^`]*)`", page, re.MULTILINE)}
    assert {*ORDER} == {*OUTPUTS}
    assert {key for name in OUTPUTS for _, key in Keys(name).expected()} <= cells
