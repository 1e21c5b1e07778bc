"""The difficulty of assignment puzzles for people, estimated from deduction steps or from a search.

The cost of the steps of a sudoku, and the number of steps that are possible at a time, predict how long people take: R.
Pelánek, "Difficulty rating of sudoku puzzles: an overview and evaluation", arXiv:1403.7373 (2014). So a step counts for
more if few other steps of its kind are possible at that point.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.combined_reasons import CoveringGroup
from ferryplan.generator.assignment.deductions import Deduction, DeductionKind
from ferryplan.generator.assignment.explanation import DeductionSolver
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.difficulty import Difficulty, grade_effort, make_ungraded_difficulty

MAX_CANDIDATES = 10_000
"""instances with more possible placements (items with spots) are not graded"""
MAX_NODES = 20_000
"""largest number of placements that the search tries to grade an instance"""
STEP_COSTS: Mapping[DeductionKind, float] = {
    "last": 0.25, "only": 0.25, "clue": 0.5, "shared": 1.0, "together": 1.0, "supposed": 10.0, "tried": 40.0,
}  # fmt: skip
"""the cost of a step of each kind; a ``shared`` or ``together`` step costs this times the square of the number of its
items or reasons, and each step that follows from a supposition adds 1"""
STEP_LEVEL_BOUNDS = (16.0, 25.0, 60.0, 200.0)
"""the efforts at which the difficulty changes to the next of the five levels, for a grade by steps"""
SEARCH_LEVEL_BOUNDS = (12.0, 18.0, 24.0, 32.0)
"""the efforts at which the difficulty changes to the next of the five levels, for a grade by a search"""


def grade_by_steps(instance: AssignmentInstance) -> Difficulty:
    """Return how difficult an instance is, measured by the deduction steps that explain its solution.

    Instances without a solution, or with several, are not graded.
    """
    if sum(len(item.spots) for item in instance.items) > MAX_CANDIDATES:
        return make_ungraded_difficulty(format_message("assignment.too-large", most=f"{MAX_CANDIDATES:,}"))
    explanation = DeductionSolver(instance)
    steps = [*explanation.deduce_steps()]
    if not all(explanation.domains):
        return make_ungraded_difficulty(format_message("narration.unsolvable"))
    if not explanation.is_complete:
        key = "assignment.several-solutions" if explanation.is_ambiguous else "assignment.not-solved-in-time"
        return make_ungraded_difficulty(format_message(key))
    kinds = Counter(step.kind for step in steps)
    measures = {
        "steps": len(steps),
        "last": kinds["last"] + kinds["only"],
        "clue": kinds["clue"],
        "shared": kinds["shared"],
        "together": kinds["together"],
        "most_together": max((len(step.reasons) for step in steps if step.kind == "together"), default=0),
        "supposed": kinds["supposed"] + kinds["tried"],
        "supposed_steps": sum(len(step.refutation) for step in steps),
        "scarce": sum(not step.alternative_count and step.supposition is None for step in steps),
    }
    effort = sum(cost_of_step(step) * (1 + 1 / (1 + step.alternative_count)) for step in steps)
    given = any(not isinstance(one, CoveringGroup) for step in steps for one in step.reasons)
    return grade_effort(round(effort, 2), STEP_LEVEL_BOUNDS, measures, [*_describe_step_counts(measures, given)])


def cost_of_step(step: Deduction) -> float:
    """Return the estimated effort of a person for a single deduction step."""
    several = len(step.sharing_items or step.reasons) if step.kind in ("shared", "together") else 1
    return STEP_COSTS[step.kind] * several**2 + len(step.refutation)


def _describe_step_counts(measures: Mapping[str, int], has_given_clues: bool) -> Iterator[str]:
    """Yield sentences with the numbers of steps of each kind, which explain the difficulty.

    ``measures`` holds these numbers by name. With ``has_given_clues``, the sentences speak of clues, otherwise of units
    such as boxes.
    """
    simple, every = measures["last"] + measures["clue"], measures["steps"]
    if simple == every:
        key = "assignment.steps-of-one-clue" if has_given_clues else "assignment.steps-of-what-is-left"
        yield format_message(key, count=every)
    else:
        key = "assignment.some-steps-of-one-clue" if has_given_clues else "assignment.some-steps-of-what-is-left"
        yield format_message(key, steps=every, simple=simple)
    if number := measures["shared"]:
        yield format_message("assignment.steps-by-sharing", count=number)
    if number := measures["together"]:
        key = "assignment.steps-by-several-clues" if has_given_clues else "assignment.steps-by-several-units"
        yield format_message(key, count=number, most=measures["most_together"])
    if number := measures["supposed"]:
        chain = format_message("assignment.steps", count=measures["supposed_steps"])
        yield format_message("assignment.suppositions", count=number, chain=chain)
    if number := measures["scarce"]:
        yield format_message("assignment.steps-without-choice", count=number)


def grade_by_search(instance: AssignmentInstance, measures: Mapping[str, int], sizes: str) -> Difficulty:
    """Return the difficulty of an instance, computed from the number of guesses of a search.

    The search runs up to a second solution, or until it proves that there is none. ``measures`` counts the parts of the
    puzzle by name (such as columns and letters), which add to the effort; ``sizes`` is a sentence with these numbers.
    """
    if sum(len(item.spots) for item in instance.items) > MAX_CANDIDATES:
        return make_ungraded_difficulty(format_message("assignment.too-large", most=f"{MAX_CANDIDATES:,}"))
    search = AssignmentSearch(instance)
    found = len([*itertools.islice(search.solutions(lambda nodes: nodes < MAX_NODES), 2)])
    if not found:
        return make_ungraded_difficulty(
            format_message("narration.unsolvable" if search.is_complete else "assignment.not-solved-in-time")
        )
    effort = sum(measures.values()) + 2 * math.log2(1 + search.placement_count)
    key = "assignment.search-to-second-solution" if found > 1 else "assignment.search-to-only-solution"
    guesses = (
        format_message("assignment.guesses", count=search.placement_count)
        if search.placement_count
        else format_message("assignment.no-guess")
    )
    told = format_message(key, guesses=guesses)
    return grade_effort(
        round(effort, 2), SEARCH_LEVEL_BOUNDS, {**measures, "supposed": search.placement_count}, [sizes, told]
    )
