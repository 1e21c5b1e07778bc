"""The family `arithmetic`: sums of words."""

from __future__ import annotations

from generator.arithmetic.instantiation import instantiate
from generator.arithmetic.puzzle_file import ArithmeticFile, check_references
from generator.arithmetic.teller import SumTeller
from generator.family import Family
from generator.formulation import Formulation
from generator.placing.instance import PlacingInstance
from generator.placing.lacks import LACKS, comments, optimum, sizes
from generator.placing.space import PlacingSpace
from generator.placing.teller import PlacingTeller

__all__ = ["FAMILY"]


def _formulations() -> tuple[Formulation[PlacingInstance], ...]:
    from generator.arithmetic.formulations import FORMULATIONS

    return FORMULATIONS


FAMILY = Family(
    name="arithmetic",
    file=ArithmeticFile,
    check_references=check_references,
    instantiate=instantiate,
    formulated=_formulations,
    context=comments,
    space=PlacingSpace,
    teller=SumTeller,
    move=PlacingTeller.move,
    sizes=sizes,
    optimum=optimum,
    lacks=LACKS,
)
