"""A verb builds each object derived from an instance once and checks each parameter once."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from ferryplan.generator import parameters
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.puzzle import load
from ferryplan.planner.answer_formatting import ListingOptions
from ferryplan.planner.questions.solution_enumeration import enumerate_solutions
from ferryplan.planner.questions.solution_listing import write_all_solutions
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.questions.why import explain_unsolvability
from ferryplan.planner.system.stoppable import StoppableBlock

Made = Counter[tuple[str, Instance | str]]

SMALL = {"missionaries": 2, "cannibals": 2}
MADE = (CrossingSpace, TravelerSymmetry, Quotient, QuotientSpace)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Return how often each object was built for each instance.

    The entries under ``checked`` count the checks of each parameter.
    """
    found: Made = Counter()

    def counting(before: Callable[..., None], name: str) -> Callable[..., None]:
        def init(self: object, instance: Instance) -> None:
            found[name, instance] += 1
            before(self, instance)

        return init

    for one in MADE:
        monkeypatch.setattr(one, "__init__", counting(one.__init__, one.__name__))
    for name in ("_check_value", "_compute_default"):
        look = getattr(parameters, name)

        def looking(puzzle: Any, key: str, *more: Any, look: Any = look) -> Any:
            found["checked", key] += 1
            return look(puzzle, key, *more)

        monkeypatch.setattr(parameters, name, looking)
    return found


def assert_once(made: Made, kinds: set[str]) -> None:
    assert {name for name, _ in made} == {"checked", *kinds}
    assert {what: times for what, times in made.items() if times > 1} == {}


@pytest.mark.parametrize(
    ("puzzle", "given", "dialect", "encoding"),
    [
        ("missionaries-cannibals", {}, "strips", "counted"),
        ("missionaries-cannibals", {}, "strips", "named"),
        ("paid-oars", {}, "strips", "named"),
        ("four-elopements", {"islands": 0, "capacity": 2}, "strips", "counted"),  # unsolvable: explored for the proof
    ],
    ids=str,
)
@pytest.mark.usefixtures("reused_worker")
def test_solve_creates_each_object_once(
    puzzle: str, given: dict[str, ParameterValue], dialect: str, encoding: str, made: Made
) -> None:
    result = solve(load(puzzle), given, dialect=dialect, encoding=encoding, advise=False)
    assert result.status == ("unsolvable" if "islands" in given else "optimal")
    for form in ("text", "json"):
        result.render(form)
    counted = {"TravelerSymmetry", "Quotient"} if encoding == "counted" or "islands" in given else set()
    assert_once(made, {"CrossingSpace", *counted, *(["QuotientSpace"] if "islands" in given else [])})


def test_enumerate_solutions_creates_each_object_once(made: Made) -> None:
    found = enumerate_solutions(load("missionaries-cannibals"), SMALL)
    assert sum(one.class_size for one in found.numbered_solutions(up_to_symmetry=True)) == found.cheapest.count
    assert len([*found.numbered_solutions()]) == found.cheapest.count
    assert len([*found.count_by_cost(slack=1)]) == 1
    assert_once(made, {"CrossingSpace", "TravelerSymmetry", "Quotient", "QuotientSpace"})


def test_printing_all_solutions_creates_each_object_once(made: Made) -> None:
    digits = sys.get_int_max_str_digits()
    with StoppableBlock(600) as stop:
        assert write_all_solutions(
            load("missionaries-cannibals"),
            SMALL,
            ListingOptions("json", True, None, False, False, False, 1),
            stop,
            [("json", PLAIN, print)],
        )
    assert_once(made, {"CrossingSpace", "TravelerSymmetry", "Quotient", "QuotientSpace"})
    assert sys.get_int_max_str_digits() == digits, "what numbers may be read elsewhere is as before"


def test_why_creates_each_object_once(made: Made) -> None:
    explain_unsolvability(load("four-elopements"), {"islands": 0, "capacity": 2})
    assert {what: times for what, times in made.items() if times > 1 and what[0] != "checked"} == {}
