"""Parity with the command line: each option has a Python argument, an answer's method, or a reason.

The reason says why Python needs no counterpart of the option.

The options come from the commands, so the tests fail for a new option without a row and for a row without an option.
"""

from __future__ import annotations

import ast
import enum
import inspect
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import click
import pytest
from conftest import RunCommand

import ferryplan
from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.cli.option_types import format_option_name
from ferryplan.planner.cli.verbs import load_verbs


class Reason(enum.Enum):
    """A reason why the library has no counterpart of an option."""

    TERMINAL = "only a terminal has colors, a cursor, or keys"
    WRITES = "Python code writes files itself, or with the answer's `save`"
    EXIT_CODE = "it changes the exit code alone, and Python code looks at the answer"
    SHELL = "it sets up a shell"
    ON_REQUEST = "a space only makes the states that somebody asks for"
    START = "it lays out files that a person goes on to edit"
    SITE = "a web site is a folder of files, and no value"
    SERVER = "it limits what an agent may do, and Python code calls the functions themselves"


Row: TypeAlias = str | tuple[str, ...] | Reason
"""``function(argument)``, ``Class.member`` or ``function``; several if an option has several counterparts; or the reason why it has none"""

TERMINAL, WRITES, EXIT_CODE, SHELL, ON_REQUEST, START, SITE, SERVER = Reason
PDDL_FILES: dict[str, Row] = {"--domain": "load(puzzle)", "--problem": "load(puzzle)"}
"""two PDDL files replace a puzzle; Python takes a pair of them"""
FILES: dict[str, Row] = {"--output": WRITES, "--force": WRITES}


def puzzle_of(function: str) -> dict[str, Row]:
    return {"PUZZLE": f"{function}(puzzle)", **PDDL_FILES}


def limits_of(function: str) -> dict[str, Row]:
    return {"--timeout": f"{function}(timeout)", "--memory": f"{function}(memory)"}


def workers_of(function: str) -> dict[str, Row]:
    return {option: f"{function}({option[2:]})" for option in ("--jobs", "--cluster", "--journal")}


ROWS: dict[str, dict[str, Row]] = {
    "solve": {
        **puzzle_of("solve"), **limits_of("solve"), **FILES,
        "--engine": "solve(engine)", "--engine-command": "Engine.command",
        "--dialect": "solve(dialect)", "--encoding": "solve(encoding)", "--backward": "solve(backward)",
        "--all": "all_solutions", "--limit": "AllSolutions.__getitem__", "--count": "AllSolutions.__len__",
        "--stream": "AllSolutions.__iter__", "--up-to-symmetry": "all_solutions(up_to_symmetry)", "--slack": "all_solutions(slack)",
        "--format": "Result.render", "--explain": "Result.render",
    },
    "why": {
        **puzzle_of("why"), **limits_of("why"), "--max-states": "why(max_states)", "--format": "Why.render",
        "--certificate": "Why.certificate", "--force": WRITES,
    },
    "explore": {
        **puzzle_of("space"), "--boat-as-place": "space(boat_as_place)", "--timeout": ON_REQUEST, "--memory": ON_REQUEST,
    },
    "engines": {"--format": "EngineList.render"},
    "compare": {
        **puzzle_of("compare"), **limits_of("compare"), **workers_of("compare"), **FILES,
        "--engines": "compare(engines)", "--dialects": "compare(dialects)", "--encodings": "compare(encodings)", "--format": "Comparison.render",
    },
    "list": {"--family": "puzzles(family)", "--format": "Catalogue.render"},
    "show": {
        **puzzle_of("show"), **FILES, **limits_of("show"),
       "--difficulty": "show(difficulty)", "--format": "Description.render", "--theme": "show(theme)", "--seed": "show(seed)",
    },
    "lint": {
        "PUZZLE": "lint(puzzle)", "FILES": ("lint(problem)", "lint(plan)"), **limits_of("lint"),
        "--style": "lint(style)", "--strict": EXIT_CODE, "--fix": "LintReport.fixed", "--diff": "LintReport.diff", "--format": "LintReport.render",
    },
    "format": {"FILES": "format_pddl(text)", "--check": WRITES, "--diff": WRITES},
    "check": {
        "PUZZLE": "check(puzzle)", "--domain": "check(domain)", "--problem": "check(problem)", **limits_of("check"), **FILES,
        "--submissions": "check_submissions(folder)", "--rubric": "check(rubric)", **workers_of("check_submissions"),
        "--hint": "check(hint)", "--hint-time": "check(hint_time)", "--map": "check(map)", "--show-map": "check(show_map)",
        "--format": "ModelCheck.render",
    },
    "exercise": {
        **puzzle_of("exercise"), **limits_of("exercise"), **FILES,
        "--kind": "exercise(kinds)", "--gaps": "exercise(gaps)", "--seed": "exercise(seed)", "--dialect": "exercise(dialect)",
    },
    "invent": {
        "KIND": "invent(kind)", **limits_of("invent"), "--number": "invent(number)", "--seed": "invent(seed)",
        "--difficulty": "invent(difficulty)", "--theme": "invent(theme)", "--max-drafts": "invent(max_drafts)",
        **{f"--{size}": ("invent(sizes)",) for size in ("travelers", "crossings", "positions", "categories", "words", "box", "size")},
        "--rules": ("invent(parts)",), "--clues": ("invent(parts)",), "--minimal": "invent(minimal)", "--unsolvable": "invent(unsolvable)",
        "--unique": "invent(unique)", "--max-classes": "invent(max_classes)", "--new": ("invent(known)", "invent(repeats)"),
        "--engine": "invent(engine)", "--solution": "InventedPuzzles.render", "--format": "InventedPuzzles.render",
        "--output": "InventedPuzzles.save", **workers_of("invent"),
    },
    "pose": {
        "PUZZLE": "pose(puzzle)", **limits_of("pose"), "--output": "QuestionSet.save", "--force": "QuestionSet.save",
        "--all-puzzles": ("pose(puzzle)", "puzzles"), "--set": "pose(set)", "--sizes": "pose(sizes)", "--invent": "pose(kinds)",
        "--number": "pose(number)", "--unsolvable": "pose(unsolvable)", "--new": ("pose(known)", "pose(repeats)"), "--ask": "pose(ask)",
        "--seed": "pose(seed)", "--theme": "pose(theme)", "--obfuscate": ("pose(theme)",), "--paraphrase": "pose(paraphrase)",
        "--language": "pose(language)", "--pddl": "pose(pddl)", "--split": "pose(split)", "--certificates": "pose(certificates)",
        **workers_of("pose"),
    },
    "score": {
        "QUESTIONS": "score_answers(questions)", "ANSWERS": "score_answers(answers)", "--partial": "score_answers(partial)",
        "--format": "ScoreReport.render", **FILES, **workers_of("score_answers"),
    },
    "graph": {
        **puzzle_of("graph"), **limits_of("graph"), **FILES, "--up-to-symmetry": "graph(up_to_symmetry)", "--max-states": "graph(max_states)",
        "--boat-as-place": "graph(boat_as_place)", "--pddl": "graph(pddl)", "--dialect": "graph(dialect)", "--encoding": "graph(encoding)",
        "--layout": "PuzzleGraph.render", "--format": "PuzzleGraph.render",
    },
    "search": {
        **puzzle_of("search"), **limits_of("search"), **FILES,
        "--algorithm": ("search(algorithm)", "compare_searches(algorithms)"),
        "--heuristic": ("search(heuristic)", "compare_searches(heuristics)", "landscape(heuristic)"),
        "--weight": "search(weight)", "--trace": "search(trace)", "--max-nodes": "search(max_nodes)",
        "--compare": "compare_searches", "--landscape": "landscape", "--dialect": "search(dialect)", "--encoding": "search(encoding)",
        "--format": "SearchRun.render",
    },
    "sentences": {"DOMAIN": START, **dict.fromkeys(("--output", "--force", "--timeout", "--memory"), START)},
    "new": {"FAMILY": START, "NAME": START},
    "lsp": {},
    "mcp": dict.fromkeys(("--folder", "--timeout", "--memory"), SERVER),
    "generate": {
        **puzzle_of("generate"), **FILES, **limits_of("generate"), "--dialect": "generate(dialect)",
        "--encoding": "generate(encoding)", "--style": "generate(style)", "--backward": "generate(backward)",
    },
    "suite": {
        **puzzle_of("suite"), **limits_of("suite"), "--dialect": "suite(dialect)", "--encoding": "suite(encoding)",
        "--output": "suite(output)", "--force": "suite(overwrite)", "--known-only": "suite(known_only)",
        "--solvable-only": "suite(solvable_only)", "--lab": "suite(lab)", **workers_of("suite"),
    },
    "validate": {
        "PROBLEM": "validate(problem)", "PLAN": "validate(plan)", "--domain": "validate(domain)", "--plan-number": "validate(plan_number)",
        **limits_of("validate"), "--format": "Result.render",
    },
    "narrate": {
        "PROBLEM": "narrate(problem)", "PLAN": "narrate(plan)", "--domain": "narrate(domain)", "--plan-number": "narrate(plan_number)",
        **limits_of("narrate"), "--format": "Result.render", "--explain": "Result.render", **FILES,
    },
    "site": {"PUZZLES": SITE, **FILES},
    "schema": {"OUTPUT": "schema(output)", "--family": "schema(family)"},
    "completion": {"SHELL": SHELL, "--install": SHELL},
}  # fmt: skip

DIFFERENT_DEFAULTS = {
    (
        "invent",
        "--seed",
    ): "the command draws a seed and prints it; a function that returns something else each time would surprise",
    ("pose", "--unsolvable"): "not to give it is the share 0",
}
"""options whose defaults differ between the command line and Python, with the reason"""
ARGUMENT = re.compile(r"(\w+)\((\w+)\)")


def options() -> dict[str, dict[str, click.Parameter]]:
    """Return all options and arguments of all verbs by the names of their rows, arguments in capitals."""
    return {
        verb: {
            format_option_name(one)
            if isinstance(one, click.Option)
            else (one.name or "").removesuffix("_file").upper(): one
            for one in command.params
            if one.name != "color"
        }
        for verb, command in load_verbs().items()
    }


OPTIONS = options()


def test_parity_table_has_every_verb_with_its_options() -> None:
    assert {verb: {*rows} for verb, rows in ROWS.items()} == {verb: {*found} for verb, found in OPTIONS.items()}


def named_in(row: Row) -> tuple[str, ...]:
    match row:
        case str():
            return (row,)
        case tuple():
            return row
        case Reason():
            return ()


def is_public(name: str) -> bool:
    """Return whether the library has an argument of a function, a member of a class, or a function."""
    if found := ARGUMENT.fullmatch(name):
        return found[2] in inspect.signature(function_called(found[1])).parameters
    if "." in name:
        owner, _, member = name.partition(".")
        return owner in ferryplan.__all__ and hasattr(getattr(ferryplan, owner), member)
    return callable(function_called(name))


def test_python_counterpart_of_each_option_exists() -> None:
    missing = [
        f"{verb} {option}: {name}"
        for verb, rows in ROWS.items()
        for option, row in rows.items()
        for name in named_in(row)
        if not is_public(name)
    ]
    assert missing == []


def function_called(name: str) -> Callable[..., Any]:
    assert name in ferryplan.__all__
    function: Callable[..., Any] = getattr(ferryplan, name)
    return function


def default_of(option: click.Parameter) -> Any:
    """Return the default of an option as Python states it: a list as a tuple, an empty list as None."""
    context = click.Context(click.Command("a verb"))
    value = option.get_default(context)
    if isinstance(value, enum.Enum):  # click's own sign for an option without a default
        value = None
    value = option.type_cast_value(context, value)
    return plain(False if value is None and getattr(option, "is_flag", False) and not option.secondary_opts else value)


def plain(value: Any) -> Any:
    match value:
        case os.PathLike():
            return os.fspath(value)
        case [one]:
            return one
        case list() | tuple():
            return tuple(value) or None
    return value


def test_python_defaults_match_the_command_line() -> None:
    different = set()
    for verb, rows in ROWS.items():
        for option, row in rows.items():
            if (found := ARGUMENT.fullmatch(str(row))) and not isinstance(OPTIONS[verb][option], click.Argument):
                default = inspect.signature(function_called(found[1])).parameters[found[2]].default
                if default is not inspect.Parameter.empty and plain(default) != default_of(OPTIONS[verb][option]):
                    different.add((verb, option))
    assert different == DIFFERENT_DEFAULTS.keys()


CALLED = {
    "planner.cli.overview_verbs": {"puzzles", "engines", "show", "schema"}, "planner.cli.generate": {"generate"},
    "planner.cli.plan_verbs": {"validate"}, "planner.cli.solve": {"solve", "write_all_solutions"}, "planner.cli.why": {"why"},
    "teaching.verbs.search": {"landscape", "SearchRequest"},
}  # fmt: skip
"""for each module of verbs, the public functions that it calls or the objects that it shares with them

`SearchRequest` keeps the result of a search at Ctrl-C, while the public functions raise; `write_all_solutions` prints during the search.
"""
BEHIND = {"solve", "solve_files", "why", "judge", "search", "compare", "landscape", "generate"}
"""internal functions that have the name of a public function or do its work"""
HOMES = ("ferryplan.planner.api.", "ferryplan.teaching.api.", "ferryplan.planner.puzzle_catalog")


@pytest.mark.parametrize("module", CALLED)
def test_verbs_call_public_functions(module: str) -> None:
    """A verb that bypasses the public functions would have its own defaults, limits and errors."""
    tree = ast.parse(Path(ferryplan.__path__[0], f"{module.replace('.', '/')}.py").read_text())
    imports = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    named = {alias.name for one in imports for alias in one.names}
    called = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    called |= {one.attr for one in ast.walk(tree) if isinstance(one, ast.Attribute)}
    assert CALLED[module] <= called
    assert CALLED[module] - named <= {"write_all_solutions"}  # it is in the module `solution_listing`
    for one in imports:
        behind = BEHIND & {alias.name for alias in one.names}
        assert not behind or str(one.module).startswith(HOMES), f"{one.module}: {behind}"


@pytest.mark.parametrize("weight", [0.5, 1001])
def test_weight_limits_match_the_command_line(weight: float, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ferryplan.ArgumentValueError, match="from 1 to 1000"):
        ferryplan.search("hanoi", algorithm="wastar", weight=weight)
    assert run_command_line(["search", "hanoi", "--algorithm", "wastar", "--weight", str(weight)]) == 30
    assert capsys.readouterr().out == ""


def test_bfs_rejects_a_heuristic_without_trace(plan: RunCommand) -> None:
    """Breadth-first search uses no heuristic, but its trace may show one."""
    with pytest.raises(ferryplan.ArgumentValueError, match="bfs"):
        ferryplan.search("hanoi", algorithm="bfs", heuristic="hmax")
    assert plan("search", "hanoi", "--algorithm", "bfs", "--heuristic", "hmax").returncode == 30
    assert ferryplan.search("hanoi", algorithm="bfs", heuristic="hmax", trace=True).trace
    assert plan("search", "hanoi", "--algorithm", "bfs", "--heuristic", "hmax", "--trace").returncode == 0


def test_search_notes_why_the_default_heuristic_was_chosen(plan: RunCommand) -> None:
    """Numbers are not part of STRIPS, to which lmcut compiles a task."""
    (note,) = ferryplan.search("jealous-couples", couples=2, dialect="numeric", encoding="counted").notes
    run = plan("search", "--couples", "2", "--dialect", "numeric", "--encoding", "counted")
    assert run.stderr == f"plan: note: {note}\n"


@pytest.mark.usefixtures("reused_worker")
def test_solve_with_actions_returns_a_pddl_plan(plan: RunCommand) -> None:
    """A Python program requests PDDL actions with an argument; the command adds them for `--format plan`."""
    crowd = {"missionaries": 60, "cannibals": 60}
    quick, asked = (ferryplan.solve("missionaries-cannibals", crowd, actions=actions) for actions in (False, True))
    assert (quick.engine, quick.plan) == ("rules", ())
    options = ("--missionaries", "60", "--cannibals", "60", "--format", "plan")
    assert asked.render("plan") == plan("solve", "missionaries-cannibals", *options).stdout
