"""The public function `landscape`, which compares a heuristic with the goal distances of all states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.planner.api.puzzle_sources import PuzzleSource, load_puzzle_and_parameters
from ferryplan.planner.api.spaces import ReadableState, Space
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits
from ferryplan.teaching.api.heuristics import check_search_arguments, get_heuristic_function, wrap_heuristic_function
from ferryplan.teaching.searching import landscape_report
from ferryplan.teaching.searching.searched_task import SearchedTask, choose_heuristic, convert_strips_errors
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS, Heuristic, TaskKnowledge
from ferryplan.teaching.textbook.landscape import Landscape
from ferryplan.teaching.textbook.landscape import compute_landscape as find_landscape


class StateEstimate(NamedTuple):
    """A state with a heuristic's estimate and the goal distance, which is infinite in dead ends."""

    state: ReadableState
    estimate: float
    distance: float


@dataclass(frozen=True, slots=True, repr=False)
class HeuristicLandscape(RenderableSequence[StateEstimate]):
    """A sequence of all states, each with a heuristic's ``estimate`` and the goal ``distance``."""

    formats = ("text", "markdown", "json", "svg")
    renderer = "ferryplan.teaching.api.landscapes:render_landscape"

    searched: SearchedTask
    """The task that the states belong to."""
    heuristic: str
    """The name of the heuristic."""
    estimates: tuple[float, ...]
    """The estimate of each state, in the integer cost unit of the task."""
    found: Landscape = field(compare=False)
    """The analysis of the heuristic: the states, their goal distances, and the states in which the heuristic misleads a search."""
    notes: tuple[str, ...] = ()
    """Remarks for the user, such as why the default heuristic was not used; the command line prints them to standard error."""

    def __reduce__(self) -> tuple[Callable[..., HeuristicLandscape], tuple[Any, ...]]:
        """Return what pickle stores: the task and the estimates; unpickling computes the states again."""
        return _restore_landscape, (self.searched, self.heuristic, self.estimates, self.notes)

    @property
    def items(self) -> tuple[StateEstimate, ...]:
        """The states with their heuristic value and distance to the goal; the initial state comes first."""
        own, scale = Space(self.searched.instance), self.searched.task.cost_scale
        rows = zip(self.found.graph.states, self.found.estimates, self.found.goal_distances, strict=True)
        return tuple(StateEstimate(ReadableState(state, own), h / scale, true / scale) for state, h, true in rows)

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self.estimates)

    def __repr__(self) -> str:
        """Return a short description with the puzzle, the heuristic and the number of states."""
        return f"HeuristicLandscape({self.searched.instance!r}, {self.heuristic!r}, states={len(self)})"

    @property
    def is_admissible(self) -> bool:
        """Whether the heuristic's estimate exceeds the goal distance in no state."""
        return not self.found.inadmissible_states

    @property
    def is_consistent(self) -> bool:
        """Whether no move lowers the heuristic's estimate by more than the move costs."""
        return not self.found.inconsistent_moves


def _restore_landscape(
    searched: SearchedTask, name: str, estimates: tuple[float, ...], notes: tuple[str, ...]
) -> HeuristicLandscape:
    """Rebuild an unpickled landscape: explore the task again, and add the stored estimates.

    ``estimates`` has the estimate of each state, in the order in which the exploration finds the states. ``name`` is the name of the
    heuristic.
    """

    def estimate_by_table(known: TaskKnowledge) -> Callable[[Any], float]:
        return dict(zip(known.graph_analysis.graph.states, estimates, strict=True)).__getitem__

    found = find_landscape(searched.knowledge, Heuristic(estimate_by_table, False, name))
    return HeuristicLandscape(searched, name, estimates, found, notes)


def render_landscape(found: HeuristicLandscape, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the report on a landscape in the format ``form``, one of `HeuristicLandscape.formats`."""
    return landscape_report.format_landscape(found.searched, found.heuristic, found.found, form, layout)


def landscape(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    heuristic: str | Callable[[ReadableState], float] | None = None,
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> HeuristicLandscape:
    """Compare a heuristic with the goal distances of all states.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        heuristic: The name of one of ferryplan's heuristics, or a function of your own, as for `search`. None selects lmcut, or ``"goal-count"``
            if the task cannot be compiled to plain STRIPS.
        dialect: The dialect of the PDDL that is searched. With None, ferryplan chooses.
        encoding: The encoding of the PDDL. With None, ferryplan chooses.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `HeuristicLandscape`: whether the heuristic is admissible and consistent, where it misleads, and the estimate and distance of each state.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: There are more than 200,000 states, or the heuristic does not support the task.
        TimeIsUpError, MemoryError: A limit was reached.

    >>> from ferryplan import landscape
    >>> found = landscape("hanoi", discs=3, heuristic=lambda state: 0)
    >>> found.is_admissible, found.is_consistent
    (True, True)
    """
    source, given = load_puzzle_and_parameters(puzzle, parameters, keywords, landscape)
    own = None if heuristic is None else get_heuristic_function(heuristic)
    check_search_arguments(dialect, encoding, 1.0, 1, timeout, memory)
    note = ""
    with enforce_limits(timeout, memory):
        instance = instantiate_smallest(source, given)
        if own is None:
            searched, name = SearchedTask(instance, dialect, encoding), str(heuristic)
            if heuristic is None:  # a landscape of the blind heuristic would show nothing
                name, note = choose_heuristic(searched, "goal-count")
            asked = HEURISTICS[name]
        else:
            searched, asked = SearchedTask.from_rules(instance), wrap_heuristic_function(own, False, instance)
            name = asked.name
        with convert_strips_errors("heuristic", name):
            found = find_landscape(searched.knowledge, asked)
    return HeuristicLandscape(searched, name, tuple(found.estimates), found, (note,) if note else ())
