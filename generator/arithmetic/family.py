"""The family `arithmetic`: sums of words."""

from __future__ import annotations

from generator.arithmetic.formulations import FORMULATIONS
from generator.arithmetic.instantiation import instantiate
from generator.arithmetic.puzzle_file import ArithmeticFile, check_references
from generator.arithmetic.teller import SumTeller
from generator.family import Family
from generator.placing.lacks import LACKS, comments
from generator.placing.space import PlacingSpace

__all__ = ["FAMILY"]

FAMILY = Family(
    name="arithmetic",
    file=ArithmeticFile,
    check_references=check_references,
    instantiate=instantiate,
    formulations=FORMULATIONS,
    context=comments,
    space=PlacingSpace,
    teller=SumTeller,
    lacks=LACKS,
)
