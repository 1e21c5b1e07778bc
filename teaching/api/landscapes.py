"""Heuristics held against the true distances of all states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import Value
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.planner.api.sources import PuzzleSource, load_request
from ferryplan.planner.api.spaces import ReadableState, Space
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited
from ferryplan.teaching.api.heuristics import check_search, find_function, make_heuristic
from ferryplan.teaching.searching import landscapes
from ferryplan.teaching.searching.searched import Searched, choose_heuristic, strips_asked_for
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS, Heuristic, Known
from ferryplan.teaching.textbook.landscape import Landscape
from ferryplan.teaching.textbook.landscape import landscape as find_landscape


class StateEstimate(NamedTuple):
    """A state with a heuristic's estimate and the true distance; infinite where no goal can be reached."""

    state: ReadableState
    estimate: float
    distance: float


@dataclass(frozen=True, slots=True, repr=False)
class HeuristicLandscape(RenderableSequence[StateEstimate]):
    """A heuristic compared with the true distances: a sequence of all states, each with its ``estimate`` and its ``distance``."""

    formats = ("text", "markdown", "json", "svg")
    renderer = "ferryplan.teaching.api.landscapes:render_landscape"

    searched: Searched
    """The task whose states these are."""
    heuristic: str
    """The name of the heuristic."""
    estimates: tuple[float, ...]
    """The estimate of each state, in the task's own unit of cost."""
    found: Landscape = field(compare=False)
    """The states with their true distances, and where the heuristic misleads."""
    notes: tuple[str, ...] = ()
    """Remarks, such as why the default heuristic was not taken; the command prints them on standard error."""

    def __reduce__(self) -> tuple[Callable[..., HeuristicLandscape], tuple[Any, ...]]:
        """Pickle it without its states, which a copy finds again."""
        return _restore_landscape, (self.searched, self.heuristic, self.estimates, self.notes)

    @property
    def items(self) -> tuple[StateEstimate, ...]:
        """The states in the order in which the search found them, the initial one first."""
        own, scale = Space(self.searched.instance), self.searched.task.in_one
        rows = zip(self.found.graph.states, self.found.h, self.found.true, strict=True)
        return tuple(StateEstimate(ReadableState(state, own), h / scale, true / scale) for state, h, true in rows)

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self.estimates)

    def __repr__(self) -> str:
        """Return the puzzle and the heuristic."""
        return f"HeuristicLandscape({self.searched.instance!r}, {self.heuristic!r}, states={len(self)})"

    @property
    def is_admissible(self) -> bool:
        """Whether the heuristic never exceeds the true distance."""
        return not self.found.inadmissible

    @property
    def is_consistent(self) -> bool:
        """Whether no move lowers the heuristic by more than the move costs."""
        return not self.found.inconsistent


def _restore_landscape(
    searched: Searched, name: str, estimates: tuple[float, ...], notes: tuple[str, ...]
) -> HeuristicLandscape:
    """Return the landscape with the estimates of all states, in the order in which they are found."""

    def estimate_by_table(known: Known) -> Callable[[Any], float]:
        return dict(zip(known.states.graph.states, estimates, strict=True)).__getitem__

    found = find_landscape(searched.known, Heuristic(estimate_by_table, False, name))
    return HeuristicLandscape(searched, name, estimates, found, notes)


def render_landscape(found: HeuristicLandscape, form: str, *, layout: Layout = PLAIN) -> str:
    """Return a heuristic beside the true distances in a format."""
    return landscapes.told(found.searched, found.heuristic, found.found, form, layout)


def landscape(
    puzzle: PuzzleSource,
    parameters: Mapping[str, Value] | None = None,
    *,
    heuristic: str | Callable[[ReadableState], float] | None = None,
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: Value,
) -> HeuristicLandscape:
    """Compare a heuristic with the true distances of all states.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        heuristic: The name of one of ferryplan's heuristics, or a function of your own, as for `search`. None takes lmcut, and ``"goal-count"``
            if the task cannot be compiled to plain STRIPS.
        dialect: The dialect of the PDDL that is searched. None chooses.
        encoding: The encoding of the PDDL. None chooses.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `HeuristicLandscape`: whether the heuristic is admissible and consistent, where it misleads, and each state with estimate and distance.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: There are more than 200,000 states, or the heuristic cannot take the task.
        TimeIsUpError, MemoryError: A limit was reached.

    >>> from ferryplan import landscape
    >>> found = landscape("hanoi", discs=3, heuristic=lambda state: 0)
    >>> found.is_admissible, found.is_consistent
    (True, True)
    """
    source, given = load_request(puzzle, parameters, keywords, landscape)
    own = None if heuristic is None else find_function(heuristic)
    check_search(dialect, encoding, 1.0, 1, timeout, memory)
    note = ""
    with limited(timeout, memory):
        instance = instantiate_smallest(source, given)
        if own is None:
            searched, name = Searched(instance, dialect, encoding), str(heuristic)
            if heuristic is None:  # a landscape of the blind heuristic would show nothing
                name, note = choose_heuristic(searched, "goal-count")
            asked = HEURISTICS[name]
        else:
            searched, asked = Searched.by_rules(instance), make_heuristic(own, False, instance)
            name = asked.name
        with strips_asked_for("heuristic", name):
            found = find_landscape(searched.known, asked)
    return HeuristicLandscape(searched, name, tuple(found.h), found, (note,) if note else ())
