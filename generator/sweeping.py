"""Sweeps: many instances of one puzzle, one for each set of parameter values, with their optima.

Benchmark suites consist of such instances. They are in order of size, and equal instances occur only once.
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

TrackProgress = Callable[[Sequence[Any], str], Iterable[Any]]
"""A function that yields the items of a sequence and shows a progress bar; the text describes the work."""

ExploreForOptima = Callable[[Sequence[tuple[Mapping[str, ParameterValue], int]]], Iterable[tuple[Optimum, int]]]
"""A function that calls ``find_optimum_for_parameters``, perhaps in parallel, for pairs of parameter values and a largest number of states."""


def hide_progress(items: Sequence[Any], text: str) -> Iterable[Any]:
    """Return the items unchanged; the `TrackProgress` function of callers without a progress bar."""
    return items


class ExcludedParameters(NamedTuple):
    """A set of parameter values that a sweep excludes because it gives no new problem, and the reason."""

    parameters: dict[str, Any]
    kind: str
    """``duplicate`` (of an earlier instance), ``senseless`` (invalid values), ``not in this dialect`` (the dialect cannot express the instance),
    ``too large`` (for the dialect) or ``not wanted`` (by the user)"""
    reason: str

    @classmethod
    def from_error(cls, parameters: Mapping[str, Any], error: FerryplanError) -> ExcludedParameters:
        """Return the record of parameter values whose instance or PDDL could not be made, with the error."""
        kinds = {UnsuitableError: "not in this dialect", EncodingError: "too large"}
        kind = next((told for refusal, told in kinds.items() if isinstance(error, refusal)), "senseless")
        return cls(dict(parameters), kind, str(error))


@dataclass(frozen=True, slots=True)
class Sweep:
    """The result of a sweep: its instances, and the excluded sets of parameter values with the reasons."""

    instances: tuple[AnyInstance, ...]
    """the different instances, sorted by size, then by the parameter values"""
    excluded: tuple[ExcludedParameters, ...]


def choose_sweep_dialect(puzzle: PuzzleFile, parameter_sets: Iterable[Mapping[str, Any]]) -> str:
    """Return the dialect for a sweep: the family's default for the first valid set of parameter values.

    If no set is valid, it is ``strips``. Raises PddlError for a puzzle whose own PDDL is invalid.
    """
    for parameters in parameter_sets:
        with contextlib.suppress(EncodingError, ParameterError, PuzzleError):
            return family_of(puzzle).choose_dialect(next(list_candidates(puzzle, parameters)).instance)
    return "strips"


def sweep_parameters(
    puzzle: PuzzleFile, parameter_sets: Sequence[Mapping[str, Any]], track: TrackProgress = hide_progress
) -> Sweep:
    """Return the different instances for sets of parameter values, sorted by size, then by the values.

    Each set is a mapping from parameters to values; the other parameters have their defaults. A set is excluded if it
    is invalid, or if its instance differs from an earlier one only in values without effect, such as places in the
    boat when there are only two travelers. A free parameter gets the smallest value with a solution; if the search
    for that value needs more than 2,000 states, up to symmetry, the set is excluded. Raises ParameterError for more
    than 10,000 sets.
    """
    if len(parameter_sets) > MAX_INSTANCES:
        raise ParameterError(
            where=puzzle.name,
            about="parameters",
            found=f"{len(parameter_sets):,} sets of parameters",
            expected=f"at most {MAX_INSTANCES:,}",
        )
    instances, left_out = list[AnyInstance](), list[ExcludedParameters]()
    for parameters in track(parameter_sets, "instances"):
        try:
            instances.append(instantiate_smallest(puzzle, parameters, MAX_STATES_FOR_SMALLEST))
        except (EncodingError, ParameterError, PuzzleError) as error:
            left_out.append(ExcludedParameters.from_error(parameters, error))
    sizes, first = family_of(puzzle).count_sizes, dict[AnyInstance, AnyInstance]()
    for instance in sorted(instances, key=lambda one: (*sizes(one).values(), [value for _, value in one.parameters])):
        earlier = first.setdefault(_strip_parameter_values(instance), instance)
        if earlier is not instance:
            reason = format_message("puzzles.same-instance", difference=_describe_differing_values(earlier, instance))
            left_out.append(ExcludedParameters(dict(instance.parameters), "duplicate", reason))
    return Sweep(tuple(first.values()), tuple(left_out))


def _strip_parameter_values(instance: AnyInstance) -> AnyInstance:
    """Return a copy of an instance without parameter values, story and reference, to compare instances.

    The copies of two instances are equal if the instances differ only in values without effect.
    """
    bare: AnyInstance = replace(cast(Any, instance), parameters=(), story="", reference="")
    return bare


def find_ineffective_parameters(puzzle: PuzzleFile, given: Mapping[str, ParameterValue]) -> Iterator[str]:
    """Yield the names of the given parameters whose values have no effect on the instance.

    If such a value were left out, the parameter's default would give the same instance. Only yes/no parameters and parameters whose default is an
    expression are checked.
    """
    for key, value in given.items():
        default = puzzle.parameters[key].default
        if isinstance(default, bool) or (isinstance(value, int) and isinstance(default, str) and default != "smallest"):
            others = {other: given[other] for other in given if other != key}
            try:
                found, plain = (next(list_candidates(puzzle, some)).instance for some in (given, others))
            except (ParameterError, PuzzleError):
                continue  # the other parameters alone are not valid
            if dict(plain.parameters)[key] != value and _strip_parameter_values(found) == _strip_parameter_values(
                plain
            ):
                yield key


def _describe_differing_values(earlier: AnyInstance, later: AnyInstance) -> str:
    """Return as text the parameter values of ``earlier`` that differ from those of ``later``.

    An example is ``capacity = 5, boats = 1``.
    """
    other = dict(later.parameters)
    parts = (f"{key} = {str(value).lower()}" for key, value in earlier.parameters if value != other[key])
    return ", ".join(parts) or format_message("puzzles.same-values")


def find_optima(
    puzzle: PuzzleFile,
    instances: Sequence[AnyInstance],
    track: TrackProgress = hide_progress,
    explore: ExploreForOptima | None = None,
) -> list[Optimum]:
    """Return the optimum of each instance: from the puzzle's file, a theorem or an exploration.

    An instance without a quoted optimum or a theorem is explored up to symmetry: first all such instances with at
    most 100 states, then those still without an optimum with 1,000, then with 10,000. In total, at most 60,000 states
    are explored. There is no time limit, so every run gives the same optima. All fields of an unknown optimum are
    None. ``explore`` carries out the explorations of as many instances at once as the total allows; by default, they
    run one after the other.
    """
    family = family_of(puzzle)
    quoted = {
        _strip_parameter_values(instantiate_smallest(puzzle, of)): known for of, known in family.list_optima(puzzle)
    }
    optima = [quoted.get(_strip_parameter_values(instance), Optimum()) for instance in instances]
    budget = MAX_STATES
    for states in STATE_LIMITS:
        unknown = [number for number, known in enumerate(optima) if known.solvable is None]
        while unknown and budget > 0:
            most, many = min(states, budget), max(1, budget // states)
            wanted, unknown = [(number, instances[number]) for number in unknown[:many]], unknown[many:]
            asked = [(dict(instance.parameters), most) for _, instance in wanted]
            told = iter(explore(asked)) if explore else (find_optimum(instance, most) for _, instance in wanted)
            for number, _ in track(wanted, "optima"):
                optima[number], taken = next(told)
                budget -= taken
    return optima


def find_optimum_for_parameters(
    puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue], max_states: int
) -> tuple[Optimum, int]:
    """Return the optimum of the instance for some parameter values, and the number of explored states.

    The function makes the instance and calls ``find_optimum``.
    """
    return find_optimum(instantiate(puzzle, parameters), max_states)


def find_optimum(instance: AnyInstance, max_states: int) -> tuple[Optimum, int]:
    """Return the optimum of an instance, and the number of states explored to find it.

    The exploration stops after ``max_states`` states, up to symmetry; facts that are still unknown are None in the optimum. If a theorem gives the
    optimum, no state is explored.
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
