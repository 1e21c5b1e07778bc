"""The answer to one question about an instance of whatever family: how it ended, what came of it, how it shows itself in Jupyter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar, assert_never

from generator.errors import FerryplanError
from generator.family import SomeInstance
from generator.instance import Value
from planner.plans.plan import Action

Said: TypeAlias = Literal["optimal", "solved", "unsolvable", "unknown", "timeout", "memory"]
"""What an engine, or a search, says: a plan proven to be best, a plan; a proof that there is none; neither, neither in time, neither
within the memory."""

Status: TypeAlias = Said | Literal["valid", "error", "interrupted"]
"""How a question ends: so, or a plan from elsewhere is judged to be one, or what an engine says is refuted, or Ctrl-C."""

Ending: TypeAlias = Status | Literal["bad-input"]
"""How a command ends: so, or with an input refused."""


def gives_plan(status: Status) -> bool:
    """Return whether there is a plan."""
    match status:
        case "optimal" | "solved" | "valid":
            return True
        case "unsolvable" | "unknown" | "timeout" | "memory" | "error" | "interrupted":
            return False
        case _:
            assert_never(status)


def is_final(status: Status) -> bool:
    """Return whether there is a plan, or a proof that there is none."""
    match status:
        case "optimal" | "solved" | "valid" | "unsolvable":
            return True
        case "unknown" | "timeout" | "memory" | "error" | "interrupted":
            return False
        case _:
            assert_never(status)


def exit_code(ending: Ending) -> int:
    """Return the exit code of the command."""
    match ending:
        case "optimal" | "solved" | "valid":
            return 0
        case "unsolvable":
            return 10
        case "unknown":
            return 12
        case "timeout":
            return 20
        case "memory":
            return 21
        case "bad-input":
            return 30
        case "error":
            return 31
        case "interrupted":
            return 130
        case _:
            assert_never(ending)


class Shown:
    """Something that a notebook shows as HTML, once it is known who writes that: `planner.families` sees to it."""

    __slots__ = ()
    cell: ClassVar[Callable[[Any], str] | None] = None
    """what writes the HTML of anything shown"""

    def _repr_html_(self) -> str | None:
        """Return what Jupyter shows; None where it is to show the text that Python has for it."""
        return None if Shown.cell is None else Shown.cell(self)


class Steps(Protocol):
    """What a solution consists of."""

    @property
    def steps(self) -> tuple[Any, ...]:
        """The moves, in order."""


SomeSolution = TypeVar("SomeSolution", bound=Steps)


@dataclass(frozen=True, slots=True)
class Result(Shown, Generic[SomeInstance, SomeSolution]):
    """The answer to one question. ``status`` is one of those of ``plan solve --format json``."""

    instance: SomeInstance
    status: Status
    engine: str
    dialect: str
    encoding: str
    solution: SomeSolution | None = None
    plan: tuple[Action, ...] = ()
    """the engine's plan, as it came"""
    notes: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    """for ``generate``, ``read``, ``solve``, ``total``, and ``ground`` and ``search`` where the engine tells them"""
    expanded: int | None = None
    """states that the engine expanded, for all the instances tried; None if it does not tell"""

    @property
    def parameters(self) -> dict[str, Value | None]:
        """Every parameter with the value used."""
        return dict(self.instance.parameters)


AnyResult: TypeAlias = Result[Any, Any]


class FamilyError(FerryplanError, ValueError):
    """Something was asked of a puzzle whose family does not have it.

    >>> from ferryplan import load, solve
    >>> solve(load("zebra"), backward=True)
    Traceback (most recent call last):
    planner.result.FamilyError: backward: found a puzzle of the family grid, expected one whose moves can be undone
    """


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine says of PDDL that was not generated here. Its plan is carried out on the PDDL, not replayed by rules that are not there."""

    status: Status
    engine: str
    plan: tuple[Action, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    cost: Fraction | None = None
    """what the plan costs by the problem's metric, where it has one and that is known"""
