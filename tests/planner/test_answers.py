"""Uniform behavior of all results of the Python functions: as values, text, JSON and pictures.

The expected text and JSON are the output of the command `plan` for the same question.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import json
import pickle
import re
import shutil
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import RunCommand

import ferryplan

PLAN = """(cross-2 farmer goat left-bank right-bank)
(cross-1 farmer right-bank left-bank)
(cross-2 farmer wolf left-bank right-bank)
(cross-2 farmer goat right-bank left-bank)
(cross-2 farmer cabbage left-bank right-bank)
(cross-1 farmer right-bank left-bank)
(cross-2 farmer goat left-bank right-bank)
"""
HIKERS = """
family = "crossing"
name = "hikers"
places = [{ name = "near side" }, { name = "far side" }]
kinds = [{ name = "hiker", count = 2, names = "Hiker {{ number }}" }]
boat = { capacity = 1 }
start = { boat = "near side", everyone = "near side" }
goal = { everyone = "far side" }
"""
UNDECLARED = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (q)))\n"


class Case(NamedTuple):
    """A call of the library and the command for the same question."""

    function: Callable[..., Any]
    call: Callable[[], Any]
    command: str | None
    """None if no command prints the result."""


CASES = {
    "solve": Case(
        ferryplan.solve,
        lambda: ferryplan.solve("wolf-goat-cabbage"),
        "solve wolf-goat-cabbage",
    ),
    "solve-zebra": Case(
        ferryplan.solve, lambda: ferryplan.solve("zebra", engine="rules"), "solve zebra --engine rules"
    ),
    "solve-unsolvable": Case(
        ferryplan.solve,
        lambda: ferryplan.solve("jealous-couples", couples=4, capacity=2),
        "solve jealous-couples --couples 4 --capacity 2",
    ),
    "solve-backward": Case(
        ferryplan.solve,
        lambda: ferryplan.solve("jealous-couples", couples=2, backward=True),
        "solve jealous-couples --couples 2 --backward",
    ),
    "solve-pddl": Case(
        ferryplan.solve,
        lambda: ferryplan.solve("foreign/p01.pddl", engine="rules"),
        "solve foreign/p01.pddl --engine rules",
    ),
    "all_solutions": Case(
        ferryplan.all_solutions, lambda: ferryplan.all_solutions("wolf-goat-cabbage"), "solve --all wolf-goat-cabbage"
    ),
    "all_solutions-slack": Case(
        ferryplan.all_solutions,
        lambda: ferryplan.all_solutions("wolf-goat-cabbage", slack=2),
        "solve --all wolf-goat-cabbage --slack 2",
    ),
    "all_solutions-classes": Case(
        ferryplan.all_solutions,
        lambda: ferryplan.all_solutions("jealous-couples", couples=2, up_to_symmetry=True),
        "solve --all jealous-couples --couples 2 --up-to-symmetry",
    ),
    "all_solutions-count": Case(
        ferryplan.all_solutions,
        lambda: ferryplan.all_solutions("jealous-couples", couples=2),
        "solve --all jealous-couples --couples 2 --count",
    ),
    "all_solutions-count-classes": Case(
        ferryplan.all_solutions,
        lambda: ferryplan.all_solutions("jealous-couples", couples=2, up_to_symmetry=True),
        "solve --all jealous-couples --couples 2 --count --up-to-symmetry",
    ),
    "all_solutions-zebra": Case(
        ferryplan.all_solutions, lambda: ferryplan.all_solutions("zebra"), "solve --all zebra --count"
    ),
    "why-pddl": Case(ferryplan.why, lambda: ferryplan.why("foreign/p01.pddl"), "why foreign/p01.pddl"),
    "why": Case(
        ferryplan.why,
        lambda: ferryplan.why("jealous-couples", couples=4, capacity=2),
        "why jealous-couples --couples 4 --capacity 2",
    ),
    "graph": Case(ferryplan.graph, lambda: ferryplan.graph("wolf-goat-cabbage"), "graph wolf-goat-cabbage"),
    "graph-partial": Case(
        ferryplan.graph, lambda: ferryplan.graph("hanoi", max_states=5), "graph hanoi --max-states 5"
    ),
    "graph-boat": Case(
        ferryplan.graph,
        lambda: ferryplan.graph("wolf-goat-cabbage", boat_as_place=True),
        "graph wolf-goat-cabbage --boat-as-place",
    ),
    "graph-pddl": Case(
        ferryplan.graph,
        lambda: ferryplan.graph("jealous-couples", couples=2, pddl=True, dialect="adl", encoding="named"),
        "graph jealous-couples --couples 2 --pddl --dialect adl --encoding named",
    ),
    "graph-classes": Case(
        ferryplan.graph,
        lambda: ferryplan.graph("jealous-couples", couples=3, up_to_symmetry=True),
        "graph jealous-couples --couples 3 --up-to-symmetry",
    ),
    "graph-counted": Case(
        ferryplan.graph,
        lambda: ferryplan.graph("jealous-couples", couples=2, pddl=True, encoding="counted"),
        "graph jealous-couples --couples 2 --pddl --encoding counted",
    ),
    "search": Case(
        ferryplan.search,
        lambda: ferryplan.search("wolf-goat-cabbage", heuristic="lmcut"),
        "search wolf-goat-cabbage --heuristic lmcut",
    ),
    "search-weight": Case(
        ferryplan.search,
        lambda: ferryplan.search("hanoi", discs=2, algorithm="wastar", weight=2, heuristic="hadd"),
        "search hanoi --discs 2 --algorithm wastar --weight 2 --heuristic hadd",
    ),
    "search-greedy": Case(
        ferryplan.search,
        lambda: ferryplan.search("wolf-goat-cabbage", algorithm="gbfs", heuristic="hff"),
        "search wolf-goat-cabbage --algorithm gbfs --heuristic hff",
    ),
    "search-trace": Case(
        ferryplan.search,
        lambda: ferryplan.search("hanoi", discs=2, algorithm="bfs", trace=True),
        "search hanoi --discs 2 --algorithm bfs --trace",
    ),
    "compare_searches": Case(
        ferryplan.compare_searches,
        lambda: ferryplan.compare_searches("hanoi", discs=3, algorithms=["bfs", "astar"], heuristics=["blind", "hmax"]),
        "search hanoi --discs 3 --compare --algorithm bfs,astar --heuristic blind,hmax",
    ),
    "landscape": Case(
        ferryplan.landscape,
        lambda: ferryplan.landscape("hanoi", discs=3, heuristic="goal-count"),
        "search hanoi --discs 3 --landscape --heuristic goal-count",
    ),
    "landscape-default": Case(
        ferryplan.landscape, lambda: ferryplan.landscape("wolf-goat-cabbage"), "search wolf-goat-cabbage --landscape"
    ),
    "check": Case(
        ferryplan.check,
        lambda: ferryplan.check("wolf-goat-cabbage", "p01.pddl"),
        "check wolf-goat-cabbage --problem p01.pddl",
    ),
    "check-rubric": Case(
        ferryplan.check,
        lambda: ferryplan.check("wolf-goat-cabbage", "p01.pddl", rubric="rubric.toml"),
        "check wolf-goat-cabbage --problem p01.pddl --rubric rubric.toml",
    ),
    "check_submissions": Case(
        ferryplan.check_submissions,
        lambda: ferryplan.check_submissions("wolf-goat-cabbage", "course", rubric="rubric.toml"),
        "check wolf-goat-cabbage --submissions course --rubric rubric.toml",
    ),
    "lint": Case(ferryplan.lint, lambda: ferryplan.lint("bad.pddl"), "lint bad.pddl"),
    "lint_draft": Case(ferryplan.lint_draft, lambda: ferryplan.lint_draft(Path("bad.pddl").read_text()), None),
    "lint_draft-puzzle": Case(
        ferryplan.lint_draft, lambda: ferryplan.lint_draft(puzzle=Path("foreign/hikers.toml").read_text()), None
    ),
    "find_symbols": Case(ferryplan.find_symbols, lambda: ferryplan.find_symbols(Path("bad.pddl").read_text()), None),
    "find_puzzle_key": Case(
        ferryplan.find_puzzle_key,
        lambda: ferryplan.find_puzzle_key(Path("foreign/hikers.toml").read_text(), 1, 1),
        None,
    ),
    "find_puzzle_names": Case(
        ferryplan.find_puzzle_names,
        lambda: ferryplan.find_puzzle_names(Path("foreign/hikers.toml").read_text()),
        None,
    ),
    "lint-two": Case(ferryplan.lint, lambda: ferryplan.lint("slip.pddl", "p01.pddl"), "lint slip.pddl p01.pddl"),
    "lint-puzzle": Case(ferryplan.lint, lambda: ferryplan.lint("foreign/hikers.toml"), "lint foreign/hikers.toml"),
    "validate": Case(ferryplan.validate, lambda: ferryplan.validate("p01.pddl", "plan"), "validate p01.pddl plan"),
    "validate-foreign": Case(
        ferryplan.validate, lambda: ferryplan.validate("foreign/p01.pddl", "plan"), "validate foreign/p01.pddl plan"
    ),
    "validate-slip": Case(
        ferryplan.validate, lambda: ferryplan.validate("foreign/comma.pddl", "plan"), "validate foreign/comma.pddl plan"
    ),
    "validate-folder": Case(
        ferryplan.validate, lambda: ferryplan.validate("course/ada", "plan"), "validate course/ada plan"
    ),
    "narrate-foreign": Case(
        ferryplan.narrate, lambda: ferryplan.narrate("foreign/p01.pddl", "plan"), "narrate foreign/p01.pddl plan"
    ),
    "narrate-slip": Case(
        ferryplan.narrate, lambda: ferryplan.narrate("foreign/comma.pddl", "plan"), "narrate foreign/comma.pddl plan"
    ),
    "narrate": Case(ferryplan.narrate, lambda: ferryplan.narrate("p01.pddl", "plan"), "narrate p01.pddl plan"),
    "engines": Case(ferryplan.engines, ferryplan.engines, "engines"),
    "compare": Case(
        ferryplan.compare,
        lambda: ferryplan.compare("wolf-goat-cabbage", engines=["rules"]),
        "compare wolf-goat-cabbage --engines rules",
    ),
    "puzzles": Case(ferryplan.puzzles, ferryplan.puzzles, "list"),
    "puzzles-folder": Case(ferryplan.puzzles, lambda: ferryplan.puzzles(folder="."), "list"),
    "puzzles-board": Case(ferryplan.puzzles, lambda: ferryplan.puzzles("board"), "list --family board"),
    "show": Case(
        ferryplan.show,
        lambda: ferryplan.show("wolf-goat-cabbage", difficulty=True),
        "show wolf-goat-cabbage --difficulty",
    ),
    "show-queens": Case(ferryplan.show, lambda: ferryplan.show("queens", difficulty=True), "show queens --difficulty"),
    "show-theme": Case(
        ferryplan.show,
        lambda: ferryplan.show("wolf-goat-cabbage", theme="space-station", seed=3),
        "show wolf-goat-cabbage --theme space-station --seed 3",
    ),
    "show-own": Case(ferryplan.show, lambda: ferryplan.show("foreign/hikers.toml"), "show foreign/hikers.toml"),
    "invent": Case(ferryplan.invent, lambda: ferryplan.invent("queens", seed=7), "invent queens --seed 7"),
    "invent-none": Case(
        ferryplan.invent,
        lambda: ferryplan.invent("queens", seed=7, engine=None),
        "invent queens --seed 7 --engine none",
    ),
    "pose": Case(ferryplan.pose, lambda: ferryplan.pose("wolf-goat-cabbage", ask=["length", "solvable"]), None),
    "score_answers": Case(
        ferryplan.score_answers,
        lambda: ferryplan.score_answers("questions.jsonl", "answers.jsonl"),
        "score questions.jsonl answers.jsonl",
    ),
    "exercise": Case(ferryplan.exercise, lambda: ferryplan.exercise("wolf-goat-cabbage", kinds=["plan"]), None),
    "generate": Case(ferryplan.generate, lambda: ferryplan.generate("wolf-goat-cabbage"), None),
    "suite": Case(
        ferryplan.suite,
        lambda: ferryplan.suite("jealous-couples", "suites", couples=[2, 3]),
        None,
    ),
    "score": Case(
        ferryplan.score, lambda: ferryplan.score(ferryplan.pose("wolf-goat-cabbage", ask="length")[0], "7"), None
    ),
    "question": Case(ferryplan.pose, lambda: ferryplan.pose("wolf-goat-cabbage", ask="length")[0], None),
}
NO_ANSWERS = {
    "format_pddl": "a PDDL text",
    "command": "the printed text and the exit code of any command",
    "load": "a puzzle",
    "instantiate": "an instance",
    "space": "states, asked for one by one",
    "schema": "a JSON Schema",
    "find_domain": "a path",
}
"""The functions without an answer, each with a description of its result."""
TIMES = re.compile(r'\b\d+\.\d+\b( *s)?|[\d,]+ +MiB|(?<=mebibytes)  +[\d,]+|(?<="peak_mebibytes": )\d+')
TIMED = ("solve", "all_solutions", "search", "compare", "invent")
"""the beginnings of the names of cases whose answers contain times, memory sizes, or the call that made them"""
MADE = re.compile(r"# Made by ferryplan [^\\\n]*")
"""the line of a puzzle file that names the command or the call"""

pytestmark = pytest.mark.usefixtures("reused_worker")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with models, a plan, a puzzle file and a question with its answer."""
    folder = tmp_path_factory.mktemp("files")
    ferryplan.generate("wolf-goat-cabbage", dialect="adl").save(folder)
    names = ("domain.pddl", "p01.pddl")
    pddl = ferryplan.Pddl(*(re.sub("(?m)^;.*\n", "", (folder / name).read_text()) for name in names))
    pddl.save(folder / "foreign")
    pddl.save(folder / "course" / "ada")
    (folder / "foreign" / "comma.pddl").write_text(pddl.problem.replace("(:goal (and", "(:goal (and,"))
    (folder / "slip.pddl").write_text(pddl.domain.replace("(at ", "(att ", 1))
    (folder / "plan").write_text(PLAN)
    (folder / "bad.pddl").write_text(UNDECLARED)
    (folder / "rubric.toml").write_text("points = 20\n")
    (folder / "foreign" / "hikers.toml").write_text(HIKERS)
    line = ferryplan.pose("wolf-goat-cabbage", ask="length")[0].line()
    (folder / "questions.jsonl").write_text(line)
    (folder / "answers.jsonl").write_text(json.dumps({"id": json.loads(line)["id"], "answer": "7"}))
    return folder


@pytest.fixture(autouse=True)
def _copied_files(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test in a copy of the folder."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


@functools.cache
def ask(name: str) -> Any:
    """Return the answer of a case; all tests share it, since answers are immutable."""
    return CASES[name].call()


def without_times(text: str) -> str:
    """Return a text with seconds, memory sizes, their column widths and the line about the command normalized."""
    return re.sub(r" {2,}", "  ", TIMES.sub("N", MADE.sub("", text))).rstrip("\n")


answers = pytest.mark.parametrize("name", CASES)


def test_every_public_function_that_returns_an_answer_has_a_test_case() -> None:
    functions = {name for name in ferryplan.__all__ if inspect.isfunction(getattr(ferryplan, name))}
    assert {case.function.__name__ for case in CASES.values()} == functions - {*NO_ANSWERS}


@answers
def test_answers_are_hashable_equal_and_picklable(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Equal calls return equal answers with equal hashes, and so does a pickled copy; no call prints anything."""
    answer = ask(name)
    capfd.readouterr()
    again = CASES[name].call()
    assert capfd.readouterr() == ("", "")
    assert answer == again
    assert hash(answer) == hash(again)
    copy = pickle.loads(pickle.dumps(answer))
    assert copy == answer
    assert hash(copy) == hash(answer)
    assert without_times(str(copy)) == without_times(str(answer))
    assert answer != ask("show-own" if name != "show-own" else "validate")
    assert answer != object()
    assert len(repr(answer)) < 300
    assert repr(answer).startswith(f"{type(answer).__name__}(")


def test_answers_are_frozen() -> None:
    for name in CASES:
        answer = ask(name)
        fields = [one.name for one in dataclasses.fields(answer)] if dataclasses.is_dataclass(answer) else ["id"]
        for field in fields:
            with pytest.raises((AttributeError, ValueError)):
                setattr(answer, field, None)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.command])
def test_answer_objects_print_the_same_as_their_commands(
    name: str, plan: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]
    answer, arguments = ask(name), str(case.command).split()
    monkeypatch.setenv("COLUMNS", "80")
    printed = plan(*arguments, environment={"COLUMNS": "80"})
    assert printed.stdout, printed.stderr
    in_json = plan(*arguments, "--format", "json").stdout
    for mine, theirs in ((str(answer), printed.stdout), (answer.to_json(), in_json)):
        if name.startswith(TIMED):
            assert without_times(mine) == without_times(theirs)
        else:
            assert mine.rstrip("\n") == theirs.rstrip("\n")
    assert without_times(json.dumps(answer.to_dict())) == without_times(json.dumps(json.loads(answer.to_json())))


def test_pddl_and_suite_objects_print_the_same_as_their_commands(plan: RunCommand) -> None:
    """PDDL and suites print the same text from Python as from the command line.

    These commands write files and have no `--format json`; the JSON of a suite is its metadata.json.
    """
    assert CASES["generate"].call().render() == plan("generate", "wolf-goat-cabbage").stdout
    made = CASES["suite"].call()
    assert made.render() == plan("suite", "jealous-couples", "--couples", "2..3", "-o", "suites").stdout
    assert made.to_json() == Path("suites/jealous-couples-strips/metadata.json").read_text()
    assert [one["parameters"]["couples"] for one in made] == [2, 3]


def test_score_object_has_the_same_json_keys_as_the_score_command(plan: RunCommand) -> None:
    printed = json.loads(plan("score", "questions.jsonl", "answers.jsonl", "--format", "jsonl").stdout.splitlines()[0])
    assert printed.items() >= CASES["score"].call().to_dict().items()
    assert str(CASES["score"].call()) == "right: Correct."


def test_all_results_are_frozen_dataclasses_that_render() -> None:
    """All results of public functions are frozen dataclasses that implement the `Answer` protocol.

    The return annotation names the class. Functions without an answer are listed with a reason in `NO_ANSWERS`.
    """
    returned = {
        kind
        for name in ferryplan.__all__
        if inspect.isfunction(function := getattr(ferryplan, name)) and name not in NO_ANSWERS
        for kind in classes_in(typing.get_type_hints(function)["return"])
    }
    assert ferryplan.Answer in returned
    for kind in returned:
        assert dataclasses.is_dataclass(kind), kind
        assert kind.__dataclass_params__.frozen, kind
        for member in ("render", "to_dict", "to_json", "_repr_html_", "formats"):
            assert hasattr(kind, member), (kind, member)
        assert kind.__hash__ is not None


def classes_in(annotation: Any) -> list[type]:
    """Return the classes in an annotation: one class, or the members of a union."""
    parts = typing.get_args(annotation) if isinstance(annotation, types.UnionType) else (annotation,)
    return [typing.get_origin(part) or part for part in parts]


@answers
def test_answers_render_in_all_their_formats(name: str) -> None:
    answer = ask(name)
    assert "json" in answer.formats
    assert without_times(answer.render()) == without_times(answer.render(answer.formats[0]))
    for form in answer.formats:
        if form != "png" and (name, form) != ("compare", "svg"):
            assert isinstance(rendered := answer.render(form), str)
            assert rendered
    with pytest.raises(ferryplan.ArgumentValueError, match="form: found 'pdf'") as wrong:
        answer.render("pdf")
    assert wrong.value.argument == "form"
    assert re.match(r"<(div|pre|svg|table)\b", answer._repr_html_().lstrip())


@pytest.mark.browser
def test_answers_render_as_png() -> None:
    drawn = {name: ask(name).render("png") for name in CASES if name != "compare" and "png" in ask(name).formats}
    assert {"solve", "graph", "graph-classes"} <= {*drawn}, "docs/answers.md and docs/state-spaces.md promise these"
    assert {picture[:4] for picture in drawn.values()} == {b"\x89PNG"}


@pytest.mark.integrations
def test_comparisons_render_as_pictures() -> None:
    assert "<svg" in ask("compare").render("svg")
    assert ask("compare").render("png").startswith(b"\x89PNG")


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if name in (
    "all_solutions", "all_solutions-slack", "all_solutions-classes", "all_solutions-zebra", "graph", "graph-partial", "graph-boat",
    "graph-pddl", "graph-classes", "compare_searches", "landscape", "landscape-default", "lint", "engines",
    "compare", "puzzles", "puzzles-board", "invent", "suite", "check_submissions", "lint-puzzle", "pose", "score_answers",
)])  # fmt: skip
def test_answer_objects_with_several_parts_act_as_sequences(name: str) -> None:
    answer = ask(name)
    parts = list(answer)
    assert len(answer) == len(parts) > 0
    assert answer[0] == parts[0]
    assert answer[-1] == parts[-1]
    assert tuple(answer[:2]) == tuple(parts[:2])
    assert tuple(answer[-1:]) == tuple(parts[-1:])
    assert tuple(answer[::-1]) == tuple(reversed(answer)) == tuple(reversed(parts))
    assert parts[0] in answer
    for part in parts[:3]:
        assert pickle.loads(pickle.dumps(part)) == part
    for beyond in (len(parts), -len(parts) - 1):
        with pytest.raises(IndexError):
            answer[beyond]


@pytest.mark.parametrize("puzzle", ["hanoi", "jealous-couples", "queens", "zebra", "send-more-money", "sudoku"])
def test_answers_of_every_family_can_be_pickled(puzzle: str) -> None:
    for answer in (
        ferryplan.solve(puzzle),
        ferryplan.all_solutions(puzzle),
        ferryplan.show(puzzle),
        ferryplan.space(puzzle),
    ):
        assert pickle.loads(pickle.dumps(answer)) == answer
