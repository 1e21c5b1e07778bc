"""Sweeps over many instances of one puzzle for a benchmark suite, with their optima.

The instances are in order of size, and each occurs once.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, FerryplanError, ParameterError, PuzzleError, UnsuitableError
from ferryplan.generator.families import family_of, instantiate, instantiate_smallest, list_candidates, strategy_of
from ferryplan.generator.formulation import Optimum
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.search.uniform_cost_search import explore_cheapest_first

MAX_INSTANCES = 10_000
MAX_STATES_FOR_SMALLEST = 2_000
STATE_LIMITS = (100, 1_000, 10_000)
MAX_STATES = 60_000

Track = Callable[[Sequence[Any], str], Iterable[Any]]
"""A function that yields the items of a sequence and shows the progress; the text describes the work."""

Explore = Callable[[Sequence[tuple[Mapping[str, ParameterValue], int]]], Iterable[tuple[Optimum, int]]]
"""A function that calls ``explore_parameters`` for pairs of parameters and the largest number of states."""


def pass_through(items: Sequence[Any], text: str) -> Iterable[Any]:
    """Return the items and show no progress."""
    return items


class ExcludedParameters(NamedTuple):
    """Parameters that are excluded from a sweep because they give no problem of their own."""

    parameters: dict[str, Any]
    kind: str
    """``duplicate``, ``senseless``, ``not in this dialect`` (which cannot express the instance), ``too large`` for the dialect, or ``not wanted``"""
    reason: str

    @classmethod
    def from_error(cls, parameters: Mapping[str, Any], error: FerryplanError) -> ExcludedParameters:
        """Return the record of parameters for which an instance, or its PDDL, could not be made."""
        kinds = {UnsuitableError: "not in this dialect", EncodingError: "too large"}
        kind = next((told for refusal, told in kinds.items() if isinstance(error, refusal)), "senseless")
        return cls(dict(parameters), kind, str(error))


@dataclass(frozen=True, slots=True)
class Sweep:
    """The instances of a sweep, and the excluded parameters."""

    instances: tuple[AnyInstance, ...]
    """sorted by size, then by the parameters"""
    excluded: tuple[ExcludedParameters, ...]


def choose_dialect(puzzle: PuzzleFile, sets: Iterable[Mapping[str, Any]]) -> str:
    """Return the family's choice of a dialect for the first valid parameters; else ``strips``.

    Raises PddlError for a puzzle whose own PDDL is invalid.
    """
    for parameters in sets:
        with contextlib.suppress(EncodingError, ParameterError, PuzzleError):
            return family_of(puzzle).choose_dialect(next(list_candidates(puzzle, parameters)).instance)
    return "strips"


def sweep_parameters(puzzle: PuzzleFile, sets: Sequence[Mapping[str, Any]], track: Track = pass_through) -> Sweep:
    """Return the instances for sets of parameters, sorted by their sizes, then by the parameters.

    Parameters that a set does not give have their defaults. The sweep excludes invalid sets, and sets whose instance differs from an earlier one
    only in the values, such as a boat for five and two travelers. A free parameter has the smallest value that works; if the search for it needs more
    than 2,000 states, up to symmetry, the set is excluded, too. Raises ParameterError for more than 10,000 sets.
    """
    if len(sets) > MAX_INSTANCES:
        raise ParameterError(
            where=puzzle.name,
            about="parameters",
            found=f"{len(sets):,} sets of parameters",
            expected=f"at most {MAX_INSTANCES:,}",
        )
    instances, left_out = list[AnyInstance](), list[ExcludedParameters]()
    for parameters in track(sets, "instances"):
        try:
            instances.append(instantiate_smallest(puzzle, parameters, MAX_STATES_FOR_SMALLEST))
        except (EncodingError, ParameterError, PuzzleError) as error:
            left_out.append(ExcludedParameters.from_error(parameters, error))
    sizes, first = family_of(puzzle).count_sizes, dict[AnyInstance, AnyInstance]()
    for instance in sorted(instances, key=lambda one: (*sizes(one).values(), [value for _, value in one.parameters])):
        earlier = first.setdefault(_strip_values(instance), instance)
        if earlier is not instance:
            reason = format_message("puzzles.same-instance", difference=_describe_difference(earlier, instance))
            left_out.append(ExcludedParameters(dict(instance.parameters), "duplicate", reason))
    return Sweep(tuple(first.values()), tuple(left_out))


def _strip_values(instance: AnyInstance) -> AnyInstance:
    """Return the instance without its values, story and reference; the result is equal for equal puzzles."""
    bare: AnyInstance = replace(cast(Any, instance), parameters=(), story="", reference="")
    return bare


def find_ineffective_parameters(puzzle: PuzzleFile, given: Mapping[str, ParameterValue]) -> Iterator[str]:
    """Yield the given parameters that make no difference, since the instance is the same without them.

    Only parameters with yes or no, and parameters whose default depends on others, are considered.
    """
    for key, value in given.items():
        default = puzzle.parameters[key].default
        if isinstance(default, bool) or (isinstance(value, int) and isinstance(default, str) and default != "smallest"):
            others = {other: given[other] for other in given if other != key}
            try:
                found, plain = (next(list_candidates(puzzle, some)).instance for some in (given, others))
            except (ParameterError, PuzzleError):
                continue  # the other parameters alone are not valid
            if dict(plain.parameters)[key] != value and _strip_values(found) == _strip_values(plain):
                yield key


def _describe_difference(earlier: AnyInstance, later: AnyInstance) -> str:
    """Return the values of the earlier of two instances in which the later one differs."""
    other = dict(later.parameters)
    parts = (f"{key} = {str(value).lower()}" for key, value in earlier.parameters if value != other[key])
    return ", ".join(parts) or format_message("puzzles.same-values")


def find_optima(
    puzzle: PuzzleFile, instances: Sequence[AnyInstance], track: Track = pass_through, explore: Explore | None = None
) -> list[Optimum]:
    """Return the optimum of each instance: from the puzzle's file, or else from an exploration.

    If a theorem gives a best solution, there is no search. All other instances without a quoted optimum are explored with at most 100 states, up to
    symmetry, the remaining ones with 1,000, then with 10,000, in the given order and with at most 60,000 states in total, so the result is the
    same in every run. ``explore`` gets as many instances at once as this budget allows.
    """
    family = family_of(puzzle)
    quoted = {_strip_values(instantiate_smallest(puzzle, of)): known for of, known in family.list_optima(puzzle)}
    optima = [quoted.get(_strip_values(instance), Optimum()) for instance in instances]
    budget = MAX_STATES
    for states in STATE_LIMITS:
        unknown = [number for number, known in enumerate(optima) if known.solvable is None]
        while unknown and budget > 0:
            most, many = min(states, budget), max(1, budget // states)
            wanted, unknown = [(number, instances[number]) for number in unknown[:many]], unknown[many:]
            asked = [(dict(instance.parameters), most) for _, instance in wanted]
            told = iter(explore(asked)) if explore else (explore_instance(instance, most) for _, instance in wanted)
            for number, _ in track(wanted, "optima"):
                optima[number], taken = next(told)
                budget -= taken
    return optima


def explore_parameters(
    puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue], max_states: int
) -> tuple[Optimum, int]:
    """Return what an exploration of at most ``max_states`` states of an instance shows about its optimum.

    The second part of the result is the number of explored states.
    """
    return explore_instance(instantiate(puzzle, parameters), max_states)


def explore_instance(instance: AnyInstance, max_states: int) -> tuple[Optimum, int]:
    """Return what an exploration of at most ``max_states`` states of an instance shows about its optimum.

    Unknown facts are None. The second part of the result is the number of explored states.
    """
    strategy = strategy_of(instance)
    source = format_message(strategy.evidence_key)
    if (path := strategy.find_best_by_theorem()) and path.total:
        return Optimum(True, path.total.moves, None, path.theorem), 0
    try:
        if strategy.space.has_unit_costs:
            reach = strategy.explore_to_goal(max_states, lambda found: True)
            complete, states, total = reach.complete, reach.orbit_count, reach.total
        else:
            found = explore_cheapest_first(strategy.space, max_states, to_goal=True, up_to_symmetry=True)
            complete, states, total = found.complete, len(found.depths), found.goal_depth
    except EncodingError:  # several boats, too many loads
        return Optimum(), 0
    if total is not None:
        return Optimum(True, total.moves, None if strategy.space.has_unit_costs else total.cost, source), states
    return Optimum(False, source=source) if complete else Optimum(), states
