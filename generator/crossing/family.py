"""The family `crossing`: river crossings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from generator.crossing.instance import Instance
from generator.crossing.instantiation import instantiate
from generator.crossing.puzzle_file import CrossingFile, check_references
from generator.crossing.reversal import reverse_instance
from generator.crossing.smallest import instantiate_smallest
from generator.crossing.space import BoatAsPlace, CrossingSpace
from generator.crossing.teller import AfloatTeller, CrossingTeller
from generator.family import Change, Conflict, Family, Formulation, Optimum, View

__all__ = ["FAMILY"]


def _formulations() -> tuple[Formulation[Instance], ...]:
    from generator.crossing.formulations import FORMULATIONS

    return FORMULATIONS


def _sizes(instance: Instance) -> dict[str, int]:
    return {
        "travellers": len(instance.travellers),
        "places": len(instance.places),
        "seats": instance.capacity,
    }


def _quoted(puzzle: CrossingFile) -> Iterator[tuple[dict[str, Any], Optimum]]:
    for one in puzzle.optima:
        yield one.parameters, Optimum((one.crossings, one.cost) != (None, None), one.crossings, one.cost, one.source)


def _changes(puzzle: CrossingFile, instance: Instance, conflict: Conflict) -> Iterable[Iterable[Change]]:
    from generator.crossing.repairs import changes

    return changes(puzzle, instance, conflict)


FAMILY = Family(
    name="crossing",
    file=CrossingFile,
    check_references=check_references,
    instantiate=instantiate,
    formulated=_formulations,
    space=CrossingSpace,
    teller=CrossingTeller,
    instantiate_smallest=instantiate_smallest,
    open_value="a boat for {}",
    changes=_changes,
    reversed=reverse_instance,
    move=CrossingTeller.move,
    unit=lambda puzzle: None if puzzle.cost is None else puzzle.cost.unit,
    sizes=_sizes,
    quoted=_quoted,
    reads_pddl_back=True,
    views={"boat-as-place": View(BoatAsPlace, AfloatTeller)},
)
