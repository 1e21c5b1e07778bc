"""What the methods of a family return besides instances, spaces and words: trials, views, changes, conflicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Teller

SomeInstance = TypeVar("SomeInstance", bound=AnyInstance)
SearchKind = Literal["rules", "symbolic", "timed rules"]
"""What is likely to solve an instance sooner: a search of the rules, a symbolic search, or one that reasons about rules in time."""


class Trial(NamedTuple):
    """An instance that is tried."""

    instance: Any
    searched: str | None = None
    """the parameter of which the smallest value that works is looked for, if so"""
    alone: Any = None
    """the instance by which the rules tell whether that value works, if it is not this one"""


class View(NamedTuple, Generic[SomeInstance]):
    """Another way to look at what may happen in an instance."""

    space: Callable[[SomeInstance], StateSpace[Any, Any]]
    teller: Callable[[SomeInstance], Teller[Any, Any]]


class Words(Protocol):
    """What is said of one puzzle, in the words of a theme if there is one."""

    def missing(self) -> Mapping[str, Any]:
        """Return what its file leaves out, by its keys."""

    def recast(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return new names by the old ones, for each thing named, and what the file says without what goes with the old ones.

        Raises PuzzleError where the theme has too few names.
        """


class Change(NamedTuple):
    """An instance with one thing changed."""

    says: str
    """the change in words, behind "it would work": ``with a boat for 3 travelers``"""
    instance: AnyInstance


class Conflict(NamedTuple):
    """Rules that cannot all be kept, where that alone is why there is no solution."""

    rules: tuple[str, ...] = ()
    """in words; none where none are known"""
    smallest: bool = False
    """whether no fewer contradict each other"""


ABILITIES = {
    "difficulty": ("grade_difficulty", "puzzles.no-difficulty"),
    "backward": ("reverse", "puzzles.no-backward"),
    "style": ("lay_out_textbook", "puzzles.no-style"),
    "pddl": ("make_state_reader", "puzzles.no-pddl-states"),
}
"""the method that a family overrides to have an ability, and the key of the message that says why a family lacks it"""

EXPECTED = {"backward": "one whose moves can be undone"}
"""what puzzles of families that have an ability are, for errors"""
