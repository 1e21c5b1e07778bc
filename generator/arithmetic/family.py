"""The family `arithmetic`: sums of words."""

from __future__ import annotations

from generator.arithmetic.instantiation import instantiate
from generator.arithmetic.puzzle_file import ArithmeticFile
from generator.arithmetic.teller import SumTeller
from generator.family import Formulation
from generator.placing.family import placing_family
from generator.placing.instance import PlacingInstance


def _formulations() -> tuple[Formulation[PlacingInstance], ...]:
    from generator.arithmetic.formulations import FORMULATIONS

    return FORMULATIONS


FAMILY = placing_family("arithmetic", ArithmeticFile, instantiate, _formulations, SumTeller)
