"""The Python functions: a bad argument, whatever it is, raises what the docstrings say; a good one never does."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from answering import farmer, question

import ferryplan
from ferryplan import (
    enumerate_solutions,
    generate,
    instantiate,
    judge,
    load,
    score,
    solve,
    state_graph,
    tell,
    textbook,
    why,
)
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import ArgumentError, FerryplanError
from ferryplan.planner.formats import FORMATS
from ferryplan.planner.result import FamilyError

FAMILY = load("wolf-goat-cabbage")
BAD: list[Any] = [
    None, True, -1, 0, 1.5, math.nan, math.inf, 10**30, "", "5", "foo", "a\x1b[2J\udcff", b"strips", [], ["strips"], {}, {"foo": 1}, {1: 2},
    {"capacity": "x"}, {"capacity": math.nan}, {"capacity": [2]}, {"capacity": 10**30}, {"capacity": {}}, set(), object(), Path("nowhere"), FAMILY,
    load, ValueError,
]  # fmt: skip


def solved(**how: Any) -> Any:
    return solve(FAMILY, {}, **how)


FUNCTIONS: dict[Callable[..., Any], dict[str, Any]] = {
    load: {"name": "family", "domain": None},
    instantiate: {"puzzle": FAMILY, "parameters": {}},
    generate: {"instance": instantiate(FAMILY, {"capacity": 2}), "dialect": "strips", "encoding": "named"},
    textbook: {"instance": instantiate(FAMILY, {"capacity": 2}), "dialect": "adl"},
    solve: {
        "puzzle": FAMILY, "parameters": {}, "engine": "auto", "dialect": None, "encoding": None, "timeout": 1e-9, "memory": 4096,
        "session": None, "advise": True, "backward": False, "actions": False,
    },
    enumerate_solutions: {"puzzle": FAMILY, "parameters": {}},
    judge: {"problem": "", "plan": "", "problem_name": "p", "plan_name": "q", "plan_number": 1, "domain": None, "domain_name": "d"},
    tell: {"result": None, "form": "text", "explain": False, "layout": str},
    state_graph: {"instance": instantiate(FAMILY, {"capacity": 2}), "most": None, "up_to_symmetry": False},
    score: {"question": question(farmer(), "plan", 7), "answer": "unsolvable"},
    why: {"puzzle": FAMILY, "parameters": {}, "most": 1, "timeout": 1, "memory": 4096},
}  # fmt: skip


def fits(function: Callable[..., Any], name: str, value: Any) -> bool:
    """Whether a value is none of those that are refused for what they are; it may be refused for more."""
    match name:
        case "parameters":
            return value is None or (value == {} and isinstance(value, dict))
        case "puzzle":
            return value is FAMILY
        case "engine" | "reference" | "problem_name" | "plan_name" | "domain_name":
            return isinstance(value, str)
        case "domain" | "encoding" | "dialect" if function in (generate, load, textbook):
            return value is None
        case "encoding" | "dialect" | "session":
            return value is None
        case "layout":
            return callable(value)
        case "answer":
            return value is None or isinstance(value, bool | int | float | str | list | dict)
        case "most":
            return (value is None and function is state_graph) or (
                isinstance(value, int) and not isinstance(value, bool) and value > 0
            )
        case "timeout":
            return isinstance(value, int | float) and not isinstance(value, bool) and value > 0 and value < math.inf
        case "memory":
            return isinstance(value, int) and not isinstance(value, bool) and value > 0
        case "actions" | "advise" | "backward" | "explain" | "up_to_symmetry":
            return isinstance(value, bool)
    return False


def cases() -> list[Any]:
    return [
        pytest.param(function, name, value, id=f"{function.__name__}-{name}-{number}")
        for function, good in FUNCTIONS.items()
        for name in good
        for number, value in enumerate(BAD)
        if not fits(function, name, value)
    ]


@pytest.mark.parametrize(("function", "name", "value"), cases())
def test_bad_arguments(function: Callable[..., Any], name: str, value: Any) -> None:
    with pytest.raises(FerryplanError) as caught:
        function(**{**FUNCTIONS[function], name: value})
    assert str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_functions_and_arguments_are_here() -> None:
    public = [getattr(ferryplan, name) for name in ferryplan.__all__]
    assert {*FUNCTIONS} == {one for one in public if inspect.isfunction(one)}
    for function, good in FUNCTIONS.items():
        declared = [*inspect.signature(function).parameters]
        assert declared == [*good], function


def test_what_is_documented() -> None:
    """The documented exceptions, one for each kind of argument."""
    for wrong, raised in (
        (lambda: solved(dialect="foo"), ArgumentError),
        (lambda: solved(timeout="5"), ArgumentError),
        (lambda: solved(timeout=math.nan), ArgumentError),
        (lambda: solved(memory=0.5), ArgumentError),
        (lambda: solved(wait=3), TypeError),
        (lambda: solve(load("zebra"), {}, backward=True), FamilyError),
        (lambda: CrossingSpace(instantiate(load("zebra"), {})), ArgumentError),
        (lambda: tell(solve(FAMILY, {}, timeout=1e-9), "pdf"), ArgumentError),
    ):
        with pytest.raises(raised):
            wrong()
    assert issubclass(ArgumentError, TypeError)
    assert issubclass(ArgumentError, ValueError)


def test_a_path_is_as_good_as_a_name() -> None:
    path = Path(__file__).parents[1] / "domains" / "crossing" / "wolf-goat-cabbage.toml"
    assert load(path) == load(str(path)) == FAMILY


def test_every_format_is_told() -> None:
    result = solve(FAMILY, {})
    assert all(tell(result, form) for form in FORMATS)
