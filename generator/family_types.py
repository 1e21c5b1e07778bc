"""The return types of a family's methods: candidates, views, words, relaxations and conflicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.space import StateSpace

SomeInstance = TypeVar("SomeInstance", bound=AnyInstance)
SearchKind = Literal["rules", "symbolic", "timed rules"]
"""The kind of search that is likely to solve an instance soonest: a search by the rules, a symbolic search, or a search by rules with time."""


class CandidateInstance(NamedTuple):
    """A candidate instance: the program tries candidates in order until one has a solution."""

    instance: Any
    free_parameter: str | None = None
    """the parameter whose smallest possible value the search determines, if there is one"""
    probe_instance: Any = None
    """the instance whose state space shows whether the value works, if it is not `instance`"""


class SpaceView(NamedTuple, Generic[SomeInstance]):
    """An alternative state space of an instance, with its narrator."""

    space: Callable[[SomeInstance], StateSpace[Any, Any]]
    narrator: Callable[[SomeInstance], Narrator[Any, Any]]


class PuzzleWords(Protocol):
    """The words for one puzzle, from a theme if there is one."""

    def make_missing_texts(self) -> Mapping[str, Any]:
        """Return the texts that the puzzle's file leaves out, by their keys."""

    def recast_names(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return the new names for each kind of named thing, and the file's data for these names.

        The new names are in mappings from the old names. The data leave out texts that go with the old names. Raises PuzzleError if the theme has too
        few names.
        """


class PuzzleRelaxation(NamedTuple):
    """A relaxed instance: an instance with one change."""

    description: str
    """the change in words, as a continuation of "it would work": ``with a boat for 3 travelers``"""
    instance: AnyInstance


class RuleConflict(NamedTuple):
    """Rules that contradict each other, so that this alone rules out a solution."""

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
"""for each ability, the method that a family overrides to have it, and the key of the message that says why other families lack it"""

EXPECTED_PUZZLES = {"backward": "one whose moves can be undone"}
"""for error messages: the kind of puzzle that has an ability"""
