"""Errors of all kinds, raised from Python: their data and the message composed from it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ferryplan as fp
from ferryplan import FerryplanError
from ferryplan.planner.system.limits import enforce_limits

SUM = 'family = "arithmetic"\nname = "mine"\ntitle = "Mine"\nstory = "A sum."\nsource = "Me."\nsum.text = "{text}"\n'
DOMAIN = "(define (domain d)\n  (:predicates (p))\n  (:action a :parameters () :effect (p)))\n"
PROBLEM = "(define (problem p)\n  (:domain d)\n  (:init)\n  (:goal (p)))\n"

Case = tuple[Callable[[], Any], type[Exception], dict[str, Any], str]


def sum_of(text: str) -> str:
    return SUM.format(text=text)


def wait_too_long() -> None:
    with enforce_limits(0.05):
        while True:
            pass


CASES: dict[str, Case] = {
    # names
    "puzzle": (
        lambda: fp.load("zebar"), fp.PuzzleError, {"key": "puzzle", "found": "'zebar'", "file": None},
        "there is no puzzle named 'zebar'; did you mean 'zebra'? (or give the path of a .toml file)",
    ),
    "parameter": (
        lambda: fp.solve("jealous-couples", {"cuples": 3}), fp.ParameterError, {"key": "cuples", "advice": "did you mean 'couples'?"},
        "jealous-couples: there is no parameter named 'cuples'; did you mean 'couples'?",
    ),
    "engine": (
        lambda: fp.solve("family", engine="pyperpln"), fp.MissingEngineError, {"key": "engine", "found": "'pyperpln'"},
        "neither ferryplan nor unified-planning has an engine named 'pyperpln'; did you mean 'pyperplan'?",
    ),
    "dialect": (
        lambda: fp.generate("family", dialect="stripes"), fp.EncodingError, {"key": "dialect", "found": "'stripes'"},
        "dialect: found 'stripes'; did you mean 'strips'?",
    ),
    "style": (
        lambda: fp.generate("family", style="textbok"), fp.ArgumentValueError, {"key": "style", "found": "'textbok'"},
        "style: found 'textbok'; did you mean 'textbook'?",
    ),
    "argument": (
        lambda: fp.solve("zebra", engin="auto"), fp.ArgumentTypeError, {"key": "engin"},
        "engin: there is no such argument; did you mean 'engine'?",
    ),
    # values of parameters
    "too small": (
        lambda: fp.solve("jealous-couples", couples=0), fp.ParameterError,
        {"key": "couples", "found": "0", "expected": "1 to 10000"}, "jealous-couples: couples: found 0, expected 1 to 10000",
    ),
    "text for a number": (
        lambda: fp.solve("jealous-couples", couples="3"), fp.ParameterError,
        {"key": "couples", "found": "'3'", "expected": "a whole number"}, "jealous-couples: couples: found '3', expected a whole number",
    ),
    "number for a truth value": (
        lambda: fp.solve("jealous-couples", islands=1, bypass=1), fp.ParameterError,
        {"key": "bypass", "found": "1", "expected": "true or false"}, "jealous-couples: bypass: found 1, expected true or false",
    ),
    "item of a list": (
        lambda: fp.solve("bridge-torch", paces=[1, 0]), fp.ParameterError,
        {"key": "paces", "found": "0", "expected": "1 to 1000"}, "bridge-torch: paces[1]: found 0, expected 1 to 1000",
    ),
    "no list": (
        lambda: fp.solve("bridge-torch", paces=3), fp.ParameterError,
        {"key": "paces", "found": "3", "expected": "a list of whole numbers"},
        "bridge-torch: paces: found 3, expected a list of whole numbers",
    ),
    "twice": (
        lambda: fp.solve("queens", {"queens": 4}, queens=5), fp.ArgumentValueError, {"key": "queens"},
        "queens: appears both in parameters and as a keyword; give it once",
    ),
    # values of arguments
    "timeout": (
        lambda: fp.solve("zebra", timeout=-1), fp.ArgumentValueError,
        {"key": "timeout", "found": "-1", "expected": "a number of seconds above 0"},
        "timeout: found -1, expected a number of seconds above 0",
    ),
    "memory": (
        lambda: fp.solve("zebra", memory=1.5), fp.ArgumentTypeError,
        {"key": "memory", "found": "1.5", "expected": "a whole number of MiB above 0"},
        "memory: found 1.5, expected a whole number of MiB above 0",
    ),
    "slack": (
        lambda: fp.all_solutions("wolf-goat-cabbage", slack=-2), fp.ArgumentValueError,
        {"key": "slack", "found": "-2", "expected": "a whole number of moves, at least 0"},
        "slack: found -2, expected a whole number of moves, at least 0",
    ),
    "parameters": (
        lambda: fp.solve("zebra", 3), fp.ArgumentTypeError, {"key": "parameters", "found": "3", "expected": "a mapping from names to values"},
        "parameters: found 3, expected a mapping from names to values",
    ),
    "no source": (
        lambda: fp.pose(), fp.ArgumentValueError, {"key": "puzzle"}, "puzzle: give a puzzle, a set, or kinds of puzzles to invent",
    ),
    "engine command": (
        lambda: fp.Engine.command("planner {domain}"), fp.ArgumentValueError,
        {"key": "template", "found": "'planner {domain}'", "expected": "a command such as 'my-planner {domain} {problem} {plan}'"},
        "template: found 'planner {domain}', expected a command such as 'my-planner {domain} {problem} {plan}'",
    ),
    "hint": (
        lambda: fp.check("wolf-goat-cabbage", fp.generate("wolf-goat-cabbage"), hint=4), fp.ArgumentValueError,
        {"key": "hint", "found": "4", "expected": "a level from 0 to 3"}, "hint: found 4, expected a level from 0 to 3",
    ),
    "informed": (
        lambda: fp.search("zebra", algorithm="bfs", heuristic=lambda state: 0), fp.ArgumentValueError, {"key": "heuristic"}, "heuristic: ",
    ),
    "domain missing": (
        lambda: fp.check("wolf-goat-cabbage", PROBLEM), fp.ArgumentValueError, {"key": "domain", "expected": "a text or a path"},
        "domain: a problem that is given as a string needs its domain, too",
    ),
    # features that a family or an encoding lacks
    "backward": (
        lambda: fp.generate("zebra", backward=True), FerryplanError,
        {"key": "backward", "found": "a puzzle of the family grid", "expected": "one whose moves can be undone"},
        "backward: its start and its goal cannot be swapped",
    ),
    "family without a dialect": (
        lambda: fp.generate("zebra", dialect="temporal"), fp.EncodingError, {"key": "dialect", "found": "'temporal'"},
        "dialect: found 'temporal', expected strips or adl for the family grid",
    ),
    "dialect without an encoding": (
        lambda: fp.generate("zebra", dialect="strips", encoding="counted"), fp.EncodingError,
        {"key": "encoding", "found": "'counted'", "expected": "'named' for the 'strips' dialect"},
        "encoding: found 'counted', expected 'named' for the 'strips' dialect",
    ),
    "dialect of an engine": (
        lambda: fp.solve("wolf-goat-cabbage", dialect="numeric", engine="pyperplan"), fp.DialectError,
        {"key": "engine", "found": "'pyperplan'", "expected": "one that takes numeric"},
        "engine: 'pyperplan' supports only the dialects 'strips' and 'adl', not 'numeric'; "
        "for the 'numeric' dialect, choose an engine such as 'enhsp'",
    ),
    "size": (
        lambda: fp.generate("jealous-couples", dialect="strips", encoding="named", couples=40, capacity=20), fp.EncodingError,
        {"found": "80 travelers"}, "jealous-couples: found 80 travelers, expected at most 20",
    ),
    # puzzle files
    "not TOML": (
        lambda: fp.load("family = \n"), fp.PuzzleError, {"file": "the puzzle", "line": 1, "column": 10},
        "the puzzle:1:10: invalid TOML: expected a value",
    ),
    "unknown key": (
        lambda: fp.load(SUM.format(text="A + A = B") + "colour = 1\n"), fp.PuzzleError,
        {"file": "the puzzle", "line": 7, "column": 1, "key": "colour"},
        "the puzzle:7:1: unknown key 'colour'",
    ),
    "misspelled key": (
        lambda: fp.load(sum_of("A + A = B").replace("sum.text", "sum.txet")), fp.PuzzleError, {"line": 6, "column": 1, "key": "sum.txet"},
        "the puzzle:6:1: sum: unknown key 'txet'; did you mean 'text'?",
    ),
    "missing key": (
        lambda: fp.load(sum_of("A + A = B").replace('name = "mine"\n', "")), fp.PuzzleError, {"line": 1, "column": 1, "key": "name"},
        "the puzzle:1:1: missing key 'name'",
    ),
    "missing key of a mapping": (
        lambda: fp.load({"family": "arithmetic", "name": "mine"}), fp.PuzzleError, {"file": "the puzzle", "line": None, "key": "sum"},
        "the puzzle: missing key 'sum'",
    ),
    "wrong type": (
        lambda: fp.load(sum_of("A + A = B").replace('title = "Mine"', "title = 3")), fp.PuzzleError,
        {"line": 3, "column": 9, "key": "title", "found": "3", "expected": "a text"},
        "the puzzle:3:9: title: found 3, expected a text",
    ),
    "no sum": (
        lambda: fp.solve(sum_of("SEND + MORE")), fp.PuzzleError,
        {"line": 6, "column": 12, "key": "sum.text", "found": "'SEND + MORE'"},
        "the puzzle:6:12: sum.text: 'SEND + MORE' is not a sum; write a sum such as SEND + MORE = MONEY",
    ),
    "family": (
        lambda: fp.load(sum_of("A + A = B").replace("arithmetic", "arithmetik")), fp.PuzzleError, {"line": 1, "column": 10, "key": "family"},
        "the puzzle:1:10: family: found 'arithmetik'; did you mean 'arithmetic'?",
    ),
    # PDDL
    "unclosed": (
        lambda: fp.validate("(define (problem", ["(a)"], "(define (domain river))"), fp.PddlError,
        {"line": 1, "column": 9},
        "the problem:1:9: '(' is never closed; add the missing ')'",
    ),
    "undeclared": (
        lambda: fp.solve((DOMAIN.replace(":effect (p)", ":effect (q)"), PROBLEM)), fp.PddlError, {"line": 3, "column": 37},
        "the domain:3:37: predicate 'q' is not declared",
    ),
    "no header": (
        lambda: fp.validate(PROBLEM, ["(a)"]), fp.PddlError, {"key": "puzzle", "found": "no comment line"},
        "the problem: there is no comment line '; puzzle: …'; give a problem that `plan generate` wrote",
    ),
    # plans
    "empty plan": (
        lambda: fp.validate(PROBLEM, "\n", DOMAIN), fp.PlanError, {"file": "the plan", "found": "no action", "expected": "a plan"},
        "the plan: the file holds no action",
    ),
    "foreign action": (
        lambda: fp.validate(PROBLEM, ["(swim)"], DOMAIN), fp.InvalidPlanError, {"file": "the plan", "line": 1, "found": "(swim)"},
        "the plan: line 1: (swim) cannot be applied: the domain has no such action",
    ),
    "unmet goal": (
        lambda: fp.validate(PROBLEM, "; cost = 0 (unit cost)\n", DOMAIN), fp.InvalidPlanError, {"file": "the plan"},
        "the plan: ",
    ),
    "plan number": (
        lambda: fp.validate(PROBLEM, "(a)\n", DOMAIN, plan_number=2), fp.PlanError,
        {"key": "plan_number", "found": "2", "expected": "1", "file": "the plan"},
        "the plan: there is no plan 2; the file holds 1 plan",
    ),
    # time
    "time": (
        lambda: wait_too_long(), fp.TimeIsUpError,
        {"key": "timeout", "found": "0.05 s"}, "stopped at the time limit of 0.05 s",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_error_has_its_data_as_attributes_and_in_its_message(name: str) -> None:
    call, kind, held, says = CASES[name]
    with pytest.raises(FerryplanError) as caught:
        call()
    error = caught.value
    assert isinstance(error, kind)
    assert {key: getattr(error, key) for key in held} == held
    assert str(error).startswith(says)
    assert "--" not in str(error), "Python has arguments, not options"


@pytest.mark.parametrize("name", ["puzzle", "wrong type", "foreign action", "time"])
def test_errors_survive_pickling(name: str) -> None:
    with pytest.raises(FerryplanError) as caught:
        CASES[name][0]()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.key, again.found) == (
        type(caught.value),
        str(caught.value),
        caught.value.key,
        caught.value.found,
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda path: fp.load(f"{path}.toml"),
        lambda path: fp.solve((f"{path}.pddl", f"{path}-problem.pddl")),
        lambda path: fp.validate(PROBLEM, Path(f"{path}.plan"), DOMAIN),
    ],
)
def test_missing_file_raises_file_not_found_error(call: Callable[[Path], Any], tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        call(tmp_path / "nowhere")
    error: Any = caught.value
    assert isinstance(error, FerryplanError)
    assert isinstance(error, ValueError)
    assert error.filename == error.file
    assert Path(error.file).parent == tmp_path
    assert str(error) == f"{error.file}: cannot be read: No such file or directory"


@pytest.mark.parametrize(
    ("slip", "instead", "line", "found", "expected"),
    [
        (":effect (p)", ":effect (p) :weather (p)", 3, "':weather'", ":parameters, :precondition or :effect"),
        (":effect (p)", ":effect (q)", 3, "'q'", None),
        (":effect (p)", ":effect (p a)", 3, "1", "0 arguments"),
        ("(:predicates (p))", "(:predicates p)", 2, "'p'", None),
        ("(:predicates (p))", "(:predicates (p ?x - s))", 2, "'s'", None),
    ],
)
def test_pddl_error_has_position_found_and_expected(
    slip: str, instead: str, line: int, found: str, expected: str | None
) -> None:
    domain = DOMAIN.replace(slip, instead)
    with pytest.raises(fp.PddlError) as caught:
        fp.solve((domain, PROBLEM))
    error = caught.value
    assert (error.file, error.line, error.found) == ("the domain", line, found), str(error)
    assert domain.splitlines()[line - 1][(error.column or 0) - 1 :], error.column
    assert error.expected == expected
