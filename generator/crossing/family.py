"""The family `crossing`: river crossings."""

from __future__ import annotations

from generator.crossing.boat_place import BoatAsPlace
from generator.crossing.formulations import FORMULATIONS, check_suitable, comments
from generator.crossing.instantiation import instantiate
from generator.crossing.puzzle_file import CrossingFile, check_references
from generator.crossing.reversal import reverse_instance
from generator.crossing.smallest import instantiate_smallest
from generator.crossing.space import CrossingSpace
from generator.crossing.teller import AfloatTeller, CrossingTeller
from generator.family import Family, View

__all__ = ["FAMILY"]

FAMILY = Family(
    name="crossing",
    file=CrossingFile,
    check_references=check_references,
    instantiate=instantiate,
    formulations=FORMULATIONS,
    context=comments,
    space=CrossingSpace,
    teller=CrossingTeller,
    instantiate_smallest=instantiate_smallest,
    check_suitable=check_suitable,
    reversed=reverse_instance,
    reads_pddl_back=True,
    views={"boat-as-place": View(BoatAsPlace, AfloatTeller)},
)
