"""What follows from an instance is made once on the way of a verb, and parameters are checked once."""

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
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.instance import Value
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.puzzle import load
from ferryplan.planner.questions.enumerating import enumerate_solutions
from ferryplan.planner.questions.listing import tell_all
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.questions.why import why
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.telling import Wanted

Made = Counter[tuple[str, Instance | str]]

MADE = (CrossingSpace, ExchangeOfTravellers, Quotient, QuotientSpace)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """How often each was made, of which instance; and under ``checked`` how often which parameter was looked at."""
    found: Made = Counter()

    def counting(before: Callable[..., None], name: str) -> Callable[..., None]:
        def init(self: object, instance: Instance) -> None:
            found[name, instance] += 1
            before(self, instance)

        return init

    for one in MADE:
        monkeypatch.setattr(one, "__init__", counting(one.__init__, one.__name__))
    for name in ("_checked", "_default"):
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
def test_solve(puzzle: str, given: dict[str, Value], dialect: str, encoding: str, made: Made) -> None:
    result = solve(load(puzzle), given, dialect=dialect, encoding=encoding, advise=False)
    assert result.status == ("unsolvable" if "islands" in given else "optimal")
    for form in ("text", "json"):
        result.render(form)
    counted = {"ExchangeOfTravellers", "Quotient"} if encoding == "counted" or "islands" in given else set()
    assert_once(made, {"CrossingSpace", *counted, *(["QuotientSpace"] if "islands" in given else [])})


def test_all_solutions(made: Made) -> None:
    found = enumerate_solutions(load("missionaries-cannibals"), {})
    assert len([*found.each(up_to_symmetry=True)]) == 4  # Fraley, Cooke and Detrick 1966
    assert len([*found.each()]) == found.cheapest.count
    assert len([*found.numbers(further=1)]) == 1
    assert_once(made, {"CrossingSpace", "ExchangeOfTravellers", "Quotient", "QuotientSpace"})


def test_all_solutions_told(made: Made) -> None:
    digits = sys.get_int_max_str_digits()
    with Stopping(600) as stop:
        assert tell_all(
            load("missionaries-cannibals"),
            {},
            Wanted("json", True, None, False, False, False, 1),
            stop,
            [("json", PLAIN, print)],
        )
    assert_once(made, {"CrossingSpace", "ExchangeOfTravellers", "Quotient", "QuotientSpace"})
    assert sys.get_int_max_str_digits() == digits, "what numbers may be read elsewhere is as before"


def test_why(made: Made) -> None:
    why(load("four-elopements"), {"islands": 0, "capacity": 2})
    assert {what: times for what, times in made.items() if times > 1 and what[0] != "checked"} == {}
