"""Many instances of one puzzle, of whatever family: in order of size, each once; and what is known of them, found within a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, cast

from generator.errors import EncodingError, ParameterError, PuzzleError, UnsuitableError
from generator.formulation import SomeInstance
from generator.puzzle_file import PuzzleFile

__all__ = ["LeftOut", "Sweep", "Track", "explore_in_rounds", "same_but_for_values", "sweep_of", "untracked"]

MOST_INSTANCES = 10_000

Track = Callable[[Sequence[Any], str], Iterable[Any]]
"""Passes the items of a sequence on, and shows how far that is; the text says what is done with them."""


def untracked(items: Sequence[Any], text: str) -> Iterable[Any]:
    """Pass the items on and show nothing."""
    return items


class LeftOut(NamedTuple):
    """Parameters that give no problem of their own."""

    parameters: dict[str, Any]
    kind: str
    """``duplicate``, ``senseless``, ``not in this dialect``, which does not say what is asked, or ``too large`` for it"""
    reason: str


@dataclass(frozen=True, slots=True)
class Sweep(Generic[SomeInstance]):
    """The instances that a sweep gives, and what it leaves out."""

    instances: tuple[SomeInstance, ...]
    """by size, then by the parameters"""
    left_out: tuple[LeftOut, ...]


def sweep_of(
    puzzle: PuzzleFile,
    sets: Sequence[Mapping[str, Any]],
    make: Callable[[Mapping[str, Any]], SomeInstance],
    size: Callable[[SomeInstance], tuple[int, ...]],
    track: Track = untracked,
) -> Sweep[SomeInstance]:
    """Return the instances that ``make`` makes of each set of parameters, by ``size``, then by the parameters.

    Left out are sets that make no sense and those whose instance differs from an earlier one in nothing but the values.
    Raises ParameterError for over 10,000 sets.
    """
    if len(sets) > MOST_INSTANCES:
        raise ParameterError(
            f"{puzzle.name}: found {len(sets):,} sets of parameters, expected at most {MOST_INSTANCES:,}"
        )
    instances, left_out = list[SomeInstance](), list[LeftOut]()
    for parameters in track(sets, "instances"):
        try:
            instances.append(make(parameters))
        except (EncodingError, ParameterError, PuzzleError) as error:
            kind = (
                "not in this dialect"
                if isinstance(error, UnsuitableError)
                else "too large"
                if isinstance(error, EncodingError)
                else "senseless"
            )
            left_out.append(LeftOut(dict(parameters), kind, str(error)))
    first = dict[SomeInstance, SomeInstance]()
    for instance in sorted(instances, key=lambda one: (*size(one), tuple(value for _, value in one.parameters))):
        earlier = first.setdefault(same_but_for_values(instance), instance)
        if earlier is not instance:
            reason = f"the same as with {_difference(earlier, instance)}"
            left_out.append(LeftOut(dict(instance.parameters), "duplicate", reason))
    return Sweep(tuple(first.values()), tuple(left_out))


def same_but_for_values(instance: SomeInstance) -> SomeInstance:
    """Return the instance without its values, story and reference: equal for instances that are the same puzzle."""
    bare: SomeInstance = replace(cast(Any, instance), parameters=(), story="", reference="")
    return bare


def _difference(earlier: SomeInstance, later: SomeInstance) -> str:
    """Return the values of an instance in which a later one differs from it."""
    other = dict(later.parameters)
    parts = (f"{key} {str(value).lower()}" for key, value in earlier.parameters if value != other[key])
    return ", ".join(parts) or "the same values"


def explore_in_rounds(
    open_: Sequence[int],
    explored: Callable[[int, int], tuple[bool, int]],
    rounds: Sequence[int],
    most: int,
    track: Track,
) -> None:
    """Explore each number that is open with at most as many states as the first round allows, what is left as in the next, and so on.

    ``explored`` is told a number and how many states it may take; it returns whether that number is settled, and how many it took. All
    together take at most so many: the same on every run.
    """
    budget = most
    for states in rounds:
        if not open_ or budget <= 0:
            break
        settled = set[int]()
        for number in track(open_, "optima"):
            if budget <= 0:
                break
            is_settled, taken = explored(number, min(states, budget))
            budget -= taken
            if is_settled:
                settled.add(number)
        open_ = [number for number in open_ if number not in settled]
