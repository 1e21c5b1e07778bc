"""How hard it is for a person to place things: by the steps of the explanation or, where there are none, by how much has to be supposed.

What a sudoku's steps cost, and how few are open at a time, tells how long people take for it: R. Pelánek, "Difficulty rating of sudoku puzzles:
an overview and evaluation", arXiv:1403.7373 (2014). So a step counts more if few others of its kind could be taken instead.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping

from ferryplan.domains.messages import format_message
from ferryplan.generator.difficulty import Difficulty, graded, not_graded
from ferryplan.generator.placing.deductions import Deduction, Kind
from ferryplan.generator.placing.explanation import Explanation
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.joint import Cover
from ferryplan.generator.placing.search import Search

MOST_OPEN = 10_000
"""so many items times spots are too many to grade"""
MOST_NODES = 20_000
COSTS: Mapping[Kind, float] = {
    "last": 0.25, "only": 0.25, "clue": 0.5, "shared": 1.0, "together": 1.0, "supposed": 10.0, "tried": 40.0,
}  # fmt: skip
"""what steps cost: one by several reasons, or by items that share spots, times the square of how many there are; one for which something is
supposed, and what follows, 1 more for each step that follows"""
BY_STEPS = (16.0, 25.0, 60.0, 200.0)
BY_SEARCH = (12.0, 18.0, 24.0, 32.0)


def by_steps(instance: PlacingInstance) -> Difficulty:
    """Return how hard an instance is by the steps of its explanation; not graded is what has no solution or several."""
    if sum(len(item.spots) for item in instance.items) > MOST_OPEN:
        return not_graded(format_message("placing.too-large", most=f"{MOST_OPEN:,}"))
    explanation = Explanation(instance)
    steps = [*explanation.steps()]
    if not all(explanation.left):
        return not_graded(format_message("narration.unsolvable"))
    if not explanation.complete:
        key = "placing.several-solutions" if explanation.ambiguous else "placing.not-solved-in-time"
        return not_graded(format_message(key))
    kinds = Counter(step.kind for step in steps)
    measures = {
        "steps": len(steps),
        "last": kinds["last"] + kinds["only"],
        "clue": kinds["clue"],
        "shared": kinds["shared"],
        "together": kinds["together"],
        "most_together": max((len(step.reasons) for step in steps if step.kind == "together"), default=0),
        "supposed": kinds["supposed"] + kinds["tried"],
        "supposed_steps": sum(len(step.chain) for step in steps),
        "scarce": sum(not step.others and step.supposed is None for step in steps),
    }
    effort = sum(cost(step) * (1 + 1 / (1 + step.others)) for step in steps)
    given = any(not isinstance(one, Cover) for step in steps for one in step.reasons)
    return graded(round(effort, 2), BY_STEPS, measures, [*_told(measures, given)])


def cost(step: Deduction) -> float:
    """Return what a step costs by itself."""
    several = len(step.sharing or step.reasons) if step.kind in ("shared", "together") else 1
    return COSTS[step.kind] * several**2 + len(step.chain)


def _told(measures: Mapping[str, int], given: bool) -> Iterator[str]:
    """Yield what makes an instance hard, as sentences; whether there are clues that the puzzle gives."""
    simple, every = measures["last"] + measures["clue"], measures["steps"]
    if simple == every:
        key = "placing.steps-of-one-clue" if given else "placing.steps-of-what-is-left"
        yield format_message(key, count=every)
    else:
        key = "placing.some-steps-of-one-clue" if given else "placing.some-steps-of-what-is-left"
        yield format_message(key, steps=every, simple=simple)
    if number := measures["shared"]:
        yield format_message("placing.steps-by-sharing", count=number)
    if number := measures["together"]:
        key = "placing.steps-by-several-clues" if given else "placing.steps-by-several-units"
        yield format_message(key, count=number, most=measures["most_together"])
    if number := measures["supposed"]:
        chain = format_message("placing.steps", count=measures["supposed_steps"])
        yield format_message("placing.suppositions", count=number, chain=chain)
    if number := measures["scarce"]:
        yield format_message("placing.steps-without-choice", count=number)


def by_search(instance: PlacingInstance, measures: Mapping[str, int], sizes: str) -> Difficulty:
    """Return how hard an instance is by how much has to be supposed; ``measures`` count what it consists of, ``sizes`` says so as a sentence.

    That is counted up to a second solution, or until there is known to be none.
    """
    if sum(len(item.spots) for item in instance.items) > MOST_OPEN:
        return not_graded(format_message("placing.too-large", most=f"{MOST_OPEN:,}"))
    search = Search(instance)
    found = len([*itertools.islice(search.solutions(lambda nodes: nodes < MOST_NODES), 2)])
    if not found:
        return not_graded(format_message("narration.unsolvable" if search.complete else "placing.not-solved-in-time"))
    effort = sum(measures.values()) + 2 * math.log2(1 + search.nodes)
    key = "placing.search-to-second-solution" if found > 1 else "placing.search-to-only-solution"
    guesses = (
        format_message("placing.guesses", count=search.nodes) if search.nodes else format_message("placing.no-guess")
    )
    told = format_message(key, guesses=guesses)
    return graded(round(effort, 2), BY_SEARCH, {**measures, "supposed": search.nodes}, [sizes, told])
