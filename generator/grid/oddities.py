"""What is legal in the file of a logic grid, but odd: clues that contradict each other, or follow from the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.parameters import Evaluation
from ferryplan.generator.placing.contradiction import smallest_contradiction
from ferryplan.generator.placing.instance import Clue
from ferryplan.generator.placing.search import Search
from ferryplan.generator.puzzle_file import Oddity

MOST_NODES = 20_000


def oddities(puzzle: GridFile, instance: GridInstance) -> Iterator[Oddity]:
    """Yield the first of the clues that contradict each other; else each clue without which there are as many solutions, as far as these are few."""
    holds = Evaluation(puzzle, dict(instance.parameters)).condition
    rows = [row for row, table in enumerate(puzzle.clues) if holds(table.when, f"clues[{row}].when")]
    contradiction = smallest_contradiction(instance).clues
    if contradiction:
        one, *others = (
            f"clues[{row}]" for row, clue in zip(rows, instance.given, strict=True) if clue in contradiction
        )
        contradicts = format_message("puzzle-findings.contradicts", clues=", ".join(others))
        says = contradicts if others else format_message("puzzle-findings.never-holds")
        yield Oddity(one, "contradiction", says, hopeless=True)
        return
    solutions = _solutions(instance, instance.clues)
    for row, clue in zip(rows, instance.given, strict=True) if solutions else ():
        if _solutions(instance, [other for other in instance.clues if other is not clue]) == solutions:
            yield Oddity(f"clues[{row}]", "implied", format_message("puzzle-findings.implied"))


def _solutions(instance: GridInstance, clues: Sequence[Clue]) -> int | None:
    """Return how many solutions there are with these clues; None if that takes too long."""
    return Search(instance, clues).count(lambda nodes: nodes < MOST_NODES)
