"""Many instances of one puzzle, as a benchmark suite wants them: in order of size, each once, and what is known of their optima."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, FerryplanError, ParameterError, PuzzleError, UnsuitableError
from ferryplan.generator.families import family_of, instantiate, instantiate_smallest, strategy_of, trials
from ferryplan.generator.formulation import Optimum
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.search.cheapest import cheapest

MOST_INSTANCES = 10_000
MOST_STATES_FOR_SMALLEST = 2_000
ROUNDS = (100, 1_000, 10_000)
MOST_STATES = 60_000

Track = Callable[[Sequence[Any], str], Iterable[Any]]
"""Passes the items of a sequence on, and shows how far that is; the text says what is done with them."""

Explore = Callable[[Sequence[tuple[Mapping[str, Value], int]]], Iterable[tuple[Optimum, int]]]
"""Says what is ``explored`` of instances with these parameters, each looking at so many states."""


def untracked(items: Sequence[Any], text: str) -> Iterable[Any]:
    """Pass the items on and show nothing."""
    return items


class LeftOut(NamedTuple):
    """Parameters that give no problem of their own."""

    parameters: dict[str, Any]
    kind: str
    """``duplicate``, ``senseless``, ``not in this dialect``, which does not say what is asked, ``too large`` for it, or ``not wanted``"""
    reason: str

    @classmethod
    def refused(cls, parameters: Mapping[str, Any], error: FerryplanError) -> LeftOut:
        """Return parameters of which no instance, or no PDDL, could be made."""
        kinds = {UnsuitableError: "not in this dialect", EncodingError: "too large"}
        kind = next((told for refusal, told in kinds.items() if isinstance(error, refusal)), "senseless")
        return cls(dict(parameters), kind, str(error))


@dataclass(frozen=True, slots=True)
class Sweep:
    """The instances that a sweep gives, and what it leaves out."""

    instances: tuple[AnyInstance, ...]
    """by size, then by the parameters"""
    left_out: tuple[LeftOut, ...]


def dialect_of(puzzle: PuzzleFile, sets: Iterable[Mapping[str, Any]]) -> str:
    """Return the dialect in which the family puts the first parameters that make sense; that of most, if none do.

    Raises PddlError for a puzzle that brings its own PDDL, which is none.
    """
    for parameters in sets:
        with contextlib.suppress(EncodingError, ParameterError, PuzzleError):
            return family_of(puzzle).choose_dialect(next(trials(puzzle, parameters)).instance)
    return "strips"


def sweep(puzzle: PuzzleFile, sets: Sequence[Mapping[str, Any]], track: Track = untracked) -> Sweep:
    """Return the instances for each set of parameters, by the sizes that its family tells, then by the parameters.

    Parameters that a set does not give have their defaults. Left out are sets that make no sense and those whose instance differs
    from an earlier one in nothing but the values: a boat for five and two travelers. A parameter that is left open is the smallest that
    works; where that takes over 2,000 states, up to symmetry, to find out, the set is left out too. Raises ParameterError for over 10,000 sets.
    """
    if len(sets) > MOST_INSTANCES:
        raise ParameterError(
            where=puzzle.name,
            about="parameters",
            found=f"{len(sets):,} sets of parameters",
            expected=f"at most {MOST_INSTANCES:,}",
        )
    instances, left_out = list[AnyInstance](), list[LeftOut]()
    for parameters in track(sets, "instances"):
        try:
            instances.append(instantiate_smallest(puzzle, parameters, MOST_STATES_FOR_SMALLEST))
        except (EncodingError, ParameterError, PuzzleError) as error:
            left_out.append(LeftOut.refused(parameters, error))
    sizes, first = family_of(puzzle).count_sizes, dict[AnyInstance, AnyInstance]()
    for instance in sorted(instances, key=lambda one: (*sizes(one).values(), [value for _, value in one.parameters])):
        earlier = first.setdefault(_same_but_for_values(instance), instance)
        if earlier is not instance:
            reason = format_message("puzzles.same-instance", difference=_difference(earlier, instance))
            left_out.append(LeftOut(dict(instance.parameters), "duplicate", reason))
    return Sweep(tuple(first.values()), tuple(left_out))


def _same_but_for_values(instance: AnyInstance) -> AnyInstance:
    """Return the instance without its values, story and reference: equal for instances that are the same puzzle."""
    bare: AnyInstance = replace(cast(Any, instance), parameters=(), story="", reference="")
    return bare


def without_effect(puzzle: PuzzleFile, given: Mapping[str, Value]) -> Iterator[str]:
    """Yield, of the parameters given that ask for yes or no or whose default depends on others, those without which the instance is the same."""
    for key, value in given.items():
        default = puzzle.parameters[key].default
        if isinstance(default, bool) or (isinstance(value, int) and isinstance(default, str) and default != "smallest"):
            others = {other: given[other] for other in given if other != key}
            try:
                found, plain = (next(trials(puzzle, some)).instance for some in (given, others))
            except (ParameterError, PuzzleError):
                continue  # without it, the others make no puzzle
            if dict(plain.parameters)[key] != value and _same_but_for_values(found) == _same_but_for_values(plain):
                yield key


def _difference(earlier: AnyInstance, later: AnyInstance) -> str:
    """Return the values of an instance in which a later one differs from it."""
    other = dict(later.parameters)
    parts = (f"{key} = {str(value).lower()}" for key, value in earlier.parameters if value != other[key])
    return ", ".join(parts) or format_message("puzzles.same-values")


def known_optima(
    puzzle: PuzzleFile, instances: Sequence[AnyInstance], track: Track = untracked, explore: Explore | None = None
) -> list[Optimum]:
    """Return for each instance the optimum that the puzzle's file quotes, or else what exploring its states tells.

    Where a theorem gives a best solution, nothing is searched. All else that is not quoted is explored with at most 100 states, up to
    symmetry, then what is left with 1,000, then with 10,000, in the order given and with at most 60,000 states together: the same on
    every run. As many as that allows are put to ``explore`` together.
    """
    family = family_of(puzzle)
    quoted = {_same_but_for_values(instantiate_smallest(puzzle, of)): known for of, known in family.list_optima(puzzle)}
    optima = [quoted.get(_same_but_for_values(instance), Optimum()) for instance in instances]
    budget = MOST_STATES
    for states in ROUNDS:
        unknown = [number for number, known in enumerate(optima) if known.solvable is None]
        while unknown and budget > 0:
            most, many = min(states, budget), max(1, budget // states)
            wanted, unknown = [(number, instances[number]) for number in unknown[:many]], unknown[many:]
            asked = [(dict(instance.parameters), most) for _, instance in wanted]
            told = iter(explore(asked)) if explore else (explored_instance(instance, most) for _, instance in wanted)
            for number, _ in track(wanted, "optima"):
                optima[number], taken = next(told)
                budget -= taken
    return optima


def explored(puzzle: PuzzleFile, parameters: Mapping[str, Value], most: int) -> tuple[Optimum, int]:
    """Return what looking at so many states of an instance tells, and how many that were."""
    return explored_instance(instantiate(puzzle, parameters), most)


def explored_instance(instance: AnyInstance, most: int) -> tuple[Optimum, int]:
    """Return what looking at so many states tells, and how many that were."""
    strategy = strategy_of(instance)
    source = format_message(strategy.evidence)
    if (path := strategy.best_by_theorem()) and path.total:
        return Optimum(True, path.total.moves, None, path.theorem), 0
    try:
        if strategy.space.unit_costs:
            reach = strategy.reach(most, lambda found: True)
            complete, states, total = reach.complete, reach.orbits, reach.total
        else:
            found = cheapest(strategy.space, most, to_goal=True, up_to_symmetry=True)
            complete, states, total = found.complete, len(found.depths), found.least
    except EncodingError:  # several boats, too many loads
        return Optimum(), 0
    if total is not None:
        return Optimum(True, total.moves, None if strategy.space.unit_costs else total.cost, source), states
    return Optimum(False, source=source) if complete else Optimum(), states
