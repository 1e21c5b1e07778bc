"""The family `crossing`: river crossings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.generator.cast import Cast
from ferryplan.generator.crossing.boat_as_place import AfloatTeller, BoatAsPlace
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.instantiation import instantiate, trials
from ferryplan.generator.crossing.oddities import oddities
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.repairs import changes
from ferryplan.generator.crossing.reversal import reverse_crossings, reverse_instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.speller import CrossingSpeller
from ferryplan.generator.crossing.strategy import CrossingStrategy
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.crossing.teller import CrossingTeller
from ferryplan.generator.crossing.words import CrossingWords
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family import Family, Formulation, Optimum, View

MANY_PLACES = 4
MANY_ARRANGEMENTS = 1_000
BEYOND = (100, 20_000, 500_000)
"""with more travelers, arrangements at many places, or at few, planners are not asked first"""


def _formulations() -> tuple[Formulation[Instance], ...]:
    from ferryplan.generator.crossing.formulations import FORMULATIONS

    return FORMULATIONS


def _textbook(instance: Instance, dialect: str) -> tuple[str, dict[str, Any]]:
    from ferryplan.generator.crossing.encodings.textbook import textbook

    return textbook(instance, dialect)


def _difficulty(instance: Instance) -> Difficulty:
    from ferryplan.generator.crossing.difficulty import difficulty

    return difficulty(instance)


def _casts(instance: Instance) -> Sequence[Cast[State, Crossing]]:
    from ferryplan.generator.crossing.cast import CrossingCast
    from ferryplan.generator.crossing.counted_casts import CountedCast, UnitsCast

    instance.once(CrossingSpace).check_boats()
    if CountedCast.suits(instance):
        return CrossingCast(instance), CountedCast(instance)
    one_boat = (
        (UnitsCast(instance, functions=True), UnitsCast(instance, functions=False)) if instance.boats == 1 else ()
    )
    return CrossingCast(instance), *one_boat


def _by_cost(instance: Instance, dialect: str) -> list[str]:
    """Return the encodings that a dialect has, the one in which an instance is likely to be solved sooner first.

    Counting pays where it leaves a tenth of the arrangements of travelers, or fewer: so measured with pyperplan, since a crossing
    takes more actions then. In the dialect temporal it takes one, and counting pays wherever there are rules.
    """
    if dialect == "temporal":
        first = "counted" if instance.ruled_ashore and instance.boats == 1 else "named"
    else:
        named = len(instance.places) ** len(instance.travellers)
        first = "counted" if named > 10 * instance.once(ExchangeOfTravellers).arrangements else "named"
    return sorted(
        [known.encoding for known in _formulations() if known.dialect == dialect],
        key=lambda encoding: encoding != first,
    )


def _preferred(instance: Instance, dialect: str) -> str | None:
    """Return an engine that does better than breadth-first search on many arrangements, or than Aries with rules in time.

    In no dialect that is the search by the rules where planners would read long texts or wander about. With four places and more,
    where the arrangements are many, that is SymK: its symbolic search is slow to start and does not mind them.
    In time, where rules bind and one boat goes, it is Tamer: Aries does not get far with rules.
    """
    if dialect == "temporal":
        return "tamer" if instance.ruled_ashore and instance.boats == 1 else None
    many = len(instance.places) >= MANY_PLACES
    if not dialect:
        travellers, with_many, with_few = BEYOND
        beyond = len(instance.travellers) > travellers or _arranged_in_more(instance, with_many if many else with_few)
        return "rules" if beyond else None
    return "symk-opt" if many and dialect == "strips" and _arranged_in_more(instance, MANY_ARRANGEMENTS) else None


def _arranged_in_more(instance: Instance, ways: int) -> bool:
    """Return whether there are more arrangements of travelers than that; which are alike is found out only if it matters."""
    named = len(instance.places) ** len(instance.travellers)
    return named > ways and instance.once(ExchangeOfTravellers).arrangements > ways


def _quoted(puzzle: CrossingFile) -> Iterator[tuple[dict[str, Any], Optimum]]:
    for one in puzzle.optima:
        yield one.parameters, Optimum((one.crossings, one.cost) != (None, None), one.crossings, one.cost, one.source)


FAMILY = Family(
    name="crossing",
    file=CrossingFile,
    instantiate=instantiate,
    formulated=_formulations,
    textbook=_textbook,
    space=CrossingSpace,
    teller=CrossingTeller,
    speller=CrossingSpeller,
    words=CrossingWords,
    trials=trials,
    open_value="crossing.boat-for",
    oddities=oddities,
    strategy=CrossingStrategy,
    changes=changes,
    difficulty=_difficulty,
    reversed=reverse_instance,
    undone=reverse_crossings,
    by_cost=_by_cost,
    preferred=_preferred,
    principal="cross",
    move=CrossingTeller.move,
    unit=lambda puzzle: None if puzzle.cost is None else puzzle.cost.unit,
    sizes=lambda one: {"travelers": len(one.travellers), "places": len(one.places), "capacity": one.capacity},
    quoted=_quoted,
    casts=_casts,
    drawn="scenes",
    reads_pddl_back=True,
    views={"boat-as-place": View(BoatAsPlace, AfloatTeller)},
)
