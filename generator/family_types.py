"""The types that a family's methods return: candidates, views, words, relaxations and conflicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.space import StateSpace

SomeInstance = TypeVar("SomeInstance", bound=AnyInstance)
SearchKind = Literal["rules", "symbolic", "timed rules"]
"""A kind of search: ferryplan's own search by the puzzle's rules, a planner's symbolic search, or ferryplan's search by rules with durations."""


class CandidateInstance(NamedTuple):
    """One of the instances that the program tries in turn until one has a solution."""

    instance: Any
    free_parameter: str | None = None
    """the parameter whose smallest value with a solution the program looks for; None if all parameters have values"""
    probe_instance: Any = None
    """the instance to search in order to learn whether `instance` has a solution; None for `instance` itself"""


class SpaceView(NamedTuple, Generic[SomeInstance]):
    """A different state space for an instance, such as one with the boat as a place, and its narrator."""

    space: Callable[[SomeInstance], StateSpace[Any, Any]]
    narrator: Callable[[SomeInstance], Narrator[Any, Any]]


class PuzzleWords(Protocol):
    """The words for one puzzle's story, rules and names, from a theme if there is one."""

    def make_missing_texts(self) -> Mapping[str, Any]:
        """Return the values for the keys that the puzzle's file leaves out, such as ``title`` and ``story``."""

    def assign_theme_names(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return the theme's names for the puzzle's things, and the file's data without texts with old names.

        The first result has, for each kind of named thing, such as ``kind`` or ``place``, a mapping from old to new
        names. Raises PuzzleError if the theme has too few names.
        """


class PuzzleRelaxation(NamedTuple):
    """An instance that is easier to solve because of one change, such as a bigger boat."""

    description: str
    """the change in words, as a continuation of "it would work": ``with a boat for 3 travelers``"""
    instance: AnyInstance


class RuleConflict(NamedTuple):
    """A set of rules or clues that contradict each other, so that the instance has no solution."""

    rules: tuple[str, ...] = ()
    """the contradictory rules in words; empty if they are unknown"""
    is_minimal: bool = False
    """whether no smaller set of rules is contradictory"""


ABILITIES = {
    "difficulty": ("grade_difficulty", "puzzles.no-difficulty"),
    "backward": ("reverse", "puzzles.no-backward"),
    "style": ("lay_out_textbook", "puzzles.no-style"),
    "pddl": ("make_state_reader", "puzzles.no-pddl-states"),
}
"""by ability: the method that a family overrides to have the ability, and the key of the message that says why other families lack it"""

EXPECTED_PUZZLES = {"backward": "one whose moves can be undone"}
"""by ability: a description, for error messages, of the puzzles that have the ability"""
