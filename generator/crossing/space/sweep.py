"""Many instances of one puzzle, as a benchmark suite wants them: in order of size, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from generator.crossing.instance import Instance
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.smallest import instantiate_smallest
from generator.errors import EncodingError, ParameterError, PuzzleError

__all__ = ["LeftOut", "Sweep", "Track", "same_but_for_values", "sweep", "untracked"]

MOST_INSTANCES = 10_000
MOST_STATES = 2_000

Track = Callable[[Sequence[Any], str], Iterable[Any]]
"""Passes the items of a sequence on, and shows how far that is; the text says what is done with them."""


def untracked(items: Sequence[Any], text: str) -> Iterable[Any]:
    """Pass the items on and show nothing."""
    return items


class LeftOut(NamedTuple):
    """Parameters that give no problem of their own."""

    parameters: dict[str, Any]
    kind: str
    """``duplicate``, ``senseless``, or ``too large`` for the dialect"""
    reason: str


@dataclass(frozen=True, slots=True)
class Sweep:
    """The instances that a sweep gives, and what it leaves out."""

    instances: tuple[Instance, ...]
    """by the number of travellers, of places, of seats in the boat, then by the parameters"""
    left_out: tuple[LeftOut, ...]


def sweep(
    puzzle: CrossingFile, sets: Sequence[Mapping[str, Any]], reference: str = "", track: Track = untracked
) -> Sweep:
    """Return the instances for each set of parameters; those that a set does not give have their defaults.

    Left out are sets that make no sense and those whose instance differs from an earlier one in nothing but the values: a boat for
    five and two travellers. A capacity that is left open is the smallest that works; where that takes over 2,000 states, up to
    symmetry, to find out, the set is left out too. Raises ParameterError for over 10,000 sets.
    """
    if len(sets) > MOST_INSTANCES:
        raise ParameterError(
            f"{puzzle.name}: found {len(sets):,} sets of parameters, expected at most {MOST_INSTANCES:,}"
        )
    instances, left_out = list[Instance](), list[LeftOut]()
    for parameters in track(sets, "instances"):
        try:
            instances.append(instantiate_smallest(puzzle, parameters, reference, MOST_STATES))
        except (EncodingError, ParameterError, PuzzleError) as error:
            kind = "too large" if isinstance(error, EncodingError) else "senseless"
            left_out.append(LeftOut(dict(parameters), kind, str(error)))
    first = dict[Instance, Instance]()
    for instance in sorted(instances, key=_size):
        earlier = first.setdefault(same_but_for_values(instance), instance)
        if earlier is not instance:
            reason = f"the same as with {_difference(earlier, instance)}"
            left_out.append(LeftOut(dict(instance.parameters), "duplicate", reason))
    return Sweep(tuple(first.values()), tuple(left_out))


def same_but_for_values(instance: Instance) -> Instance:
    """Return the instance without its values, story and reference: equal for instances that are the same crossing."""
    return replace(instance, parameters=(), story="", reference="")


def _size(instance: Instance) -> tuple[Any, ...]:
    values = tuple(value for _, value in instance.parameters)
    return len(instance.travellers), len(instance.places), instance.capacity, values


def _difference(earlier: Instance, later: Instance) -> str:
    """Return the values of an instance in which a later one differs from it."""
    other = dict(later.parameters)
    parts = (f"{key} {str(value).lower()}" for key, value in earlier.parameters if value != other[key])
    return ", ".join(parts) or "the same values"
