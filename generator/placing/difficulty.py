"""How hard it is for a person to place things: by the steps of the explanation or, where there are none, by how much has to be supposed.

What a sudoku's steps cost, and how few are open at a time, tells how long people take for it: R. Pelánek, "Difficulty rating of sudoku puzzles:
an overview and evaluation", arXiv:1403.7373 (2014). So a step counts more if few others of its kind could be taken instead.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping

from ferryplan.generator.difficulty import Difficulty, graded, not_graded
from ferryplan.generator.placing.deductions import Deduction, Kind
from ferryplan.generator.placing.explanation import Explanation
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.joint import Cover
from ferryplan.generator.placing.search import Search
from ferryplan.generator.teller import Noun

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
STEPS, THINGS = Noun("step", "steps"), Noun("thing", "things")
LARGE = "It is too large to be graded: there are over 10,000 places where something may go."
NONE = "It has no solution: there is nothing to find."


def by_steps(instance: PlacingInstance) -> Difficulty:
    """Return how hard an instance is by the steps of its explanation; not graded is what has no solution or several."""
    if sum(len(item.spots) for item in instance.items) > MOST_OPEN:
        return not_graded(LARGE)
    explanation = Explanation(instance)
    steps = [*explanation.steps()]
    if not all(explanation.left):
        return not_graded(NONE)
    if not explanation.complete:
        return not_graded(
            "It has several solutions: what is asked cannot be deduced."
            if explanation.ambiguous
            else "It takes too long to find the solution, or to see whether there is one."
        )
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
    by = "one clue, or by what alone is left" if given else "what alone is left"
    yield f"The solution is found in {STEPS.counted(every)}; {'each goes' if simple == every else f'{simple} of them go'} by {by}."
    if number := measures["shared"]:
        yield f"{STEPS.counted(number).capitalize()} {'goes' if number == 1 else 'go'} by several that share as many places."
    if number := measures["together"]:
        what = f"{'clues' if given else 'rows, columns or boxes'} together"
        most = measures["most_together"]
        yield f"1 step takes {most} {what}." if number == 1 else f"{number} steps take several {what}, up to {most}."
    if number := measures["supposed"]:
        often = "Once" if number == 1 else f"{number} times"
        yield f"{often} something has to be supposed; it turns out wrong after {STEPS.counted(measures['supposed_steps'])} in all."
    if number := measures["scarce"]:
        yield f"At {STEPS.counted(number)} there is no other of the kind to take."


def by_search(instance: PlacingInstance, measures: Mapping[str, int], sizes: str) -> Difficulty:
    """Return how hard an instance is by how much has to be supposed; ``measures`` count what it consists of, ``sizes`` says so as a sentence.

    That is counted up to a second solution, or until there is known to be none.
    """
    if sum(len(item.spots) for item in instance.items) > MOST_OPEN:
        return not_graded(LARGE)
    search = Search(instance)
    found = len([*itertools.islice(search.solutions(lambda nodes: nodes < MOST_NODES), 2)])
    if not found:
        return not_graded(
            NONE if search.complete else "It takes too long to find a solution, or to see whether there is one."
        )
    effort = sum(measures.values()) + 2 * math.log2(1 + search.nodes)
    before = "it knows two solutions" if found > 1 else "it is sure of the only solution"
    told = (
        f"A search that supposes first what leaves least has to suppose {THINGS.counted(search.nodes)} before {before}."
    )
    return graded(round(effort, 2), BY_SEARCH, {**measures, "supposed": search.nodes}, [sizes, told])
