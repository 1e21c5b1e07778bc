"""The entry of the family `arithmetic` in the registry: sums of words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from operator import mul
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.clues import find_additions
from ferryplan.generator.arithmetic.columns import Factors
from ferryplan.generator.arithmetic.formulations import make_adl_context, make_strips_context
from ferryplan.generator.arithmetic.instantiation import instantiate
from ferryplan.generator.arithmetic.narrator import SumNarrator
from ferryplan.generator.arithmetic.notation import SumNotation
from ferryplan.generator.arithmetic.puzzle_file import ArithmeticFile
from ferryplan.generator.arithmetic.structure import describe_structure
from ferryplan.generator.assignment.difficulty import grade_by_search
from ferryplan.generator.assignment.family import AssignmentFamily
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.words import AssignmentWords
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.isomorphism import StructureFact
from ferryplan.generator.puzzle_file import WarningDiagnostic


class ArithmeticFamily(AssignmentFamily[ArithmeticFile, AssignmentInstance]):
    """The family of cryptarithms: letters stand for digits such that sums of words are correct."""

    name = "arithmetic"
    file = ArithmeticFile
    narrator, notation, words = SumNarrator, SumNotation, AssignmentWords

    def instantiate(self, puzzle: ArithmeticFile, parameters: Mapping[str, ParameterValue]) -> AssignmentInstance:
        """Return the cryptarithm for the given values of the puzzle's parameters."""
        return instantiate(puzzle, parameters)

    def make_strips_context(self, instance: AssignmentInstance) -> dict[str, Any]:
        """Return the variables for the PDDL templates of the dialect ``strips``, by name."""
        return make_strips_context(instance)

    def make_adl_context(self, instance: AssignmentInstance) -> dict[str, Any]:
        """Return the variables for the PDDL templates of the dialect ``adl``, by name."""
        return make_adl_context(instance)

    def describe_structure(self, instance: AssignmentInstance) -> Iterator[StructureFact]:
        """Yield the facts about a cryptarithm that do not depend on the names of its letters."""
        return describe_structure(instance)

    def find_warnings(self, puzzle: ArithmeticFile, instance: AssignmentInstance) -> Iterable[WarningDiagnostic]:
        """Yield a warning about each sum in which one side is always greater than the other."""
        return warn_about_impossible_sums(instance)

    def grade_difficulty(self, instance: AssignmentInstance) -> Difficulty:
        """Return the difficulty for people, from the size of the search for a solution."""
        return grade_by_columns(instance)


def warn_about_impossible_sums(instance: AssignmentInstance) -> Iterator[WarningDiagnostic]:
    """Yield a warning about each sum in which one side is always greater than the other."""
    for addition in find_additions(instance):
        worth = Counter[Factors]()
        for column in addition.columns:
            for factors, power, times in column.parts:
                worth[factors * power] += times * addition.base ** (column.number - 1)
        for less, sign in ((True, -1), (False, 1)):
            bounds = ((addition.least if sign * times > 0 else addition.most) for times in worth.values())
            values = (math.prod(map(bound.__getitem__, factors)) for factors, bound in zip(worth, bounds, strict=True))
            if sign * sum(map(mul, worth.values(), values)) > 0:
                plain = all(term.sign > 0 and len(term.factors) == 1 for term in addition.equation.terms)
                if plain:
                    key = "assignment.total-too-large" if less else "assignment.total-too-small"
                else:
                    key = "assignment.left-side-too-small" if less else "assignment.left-side-too-large"
                yield WarningDiagnostic("sum.text", "cannot-come-out", format_message(key), is_unsolvable=True)


def grade_by_columns(instance: AssignmentInstance) -> Difficulty:
    """Return the difficulty for people, from a search and the numbers of columns, letters and carries.

    Carries that are known from the start are not counted.
    """
    columns = [column for addition in find_additions(instance) for column in addition.columns]
    unknown = sum(carry is None for addition in find_additions(instance) for carry in addition.certain_carries({}))
    measures = {"columns": len(columns), "letters": len(instance.items), "carries": unknown}
    sizes = format_message(
        "assignment.size-of-sum",
        columns=format_message("assignment.columns", count=len(columns)),
        letters=format_message("assignment.letters", count=len(instance.items)),
        carries=format_message("assignment.carries", count=unknown),
    )
    return grade_by_search(instance, measures, sizes)


FAMILY = ArithmeticFamily()
