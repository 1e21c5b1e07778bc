"""What is legal in the file of a logic grid, but odd: clues that say nothing new, values that no clue tells apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.grid.clues import is_given
from generator.grid.instance import GridInstance
from generator.grid.puzzle_file import GridFile
from generator.parameters import Evaluation
from generator.placing.consistency import Consistency, ExhaustedError
from generator.placing.contradiction import smallest_contradiction
from generator.placing.instance import Clue, Placed, PlacingInstance
from generator.puzzle_file import Oddity

MOST_NODES = 20_000


@dataclass(frozen=True, slots=True)
class _Denied:
    """That a clue does not hold."""

    clue: Clue
    says: str = ""
    kind: str = "denied"

    @property
    def scope(self) -> tuple[int, ...]:
        """The clue's."""
        return self.clue.scope

    def allows(self, placed: Placed) -> bool:
        """Return whether the clue may still be broken."""
        return not all(item in placed for item in self.scope) or not self.clue.allows(placed)

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return nothing: it is never told."""
        return ""


def oddities(puzzle: GridFile, instance: GridInstance) -> Iterator[Oddity]:
    """Yield clues that contradict each other, never count, exclude nothing or follow from others; values that no clue tells apart."""
    holds = Evaluation(puzzle, dict(instance.parameters)).condition
    rows = [row for row, table in enumerate(puzzle.clues) if holds(table.when, f"clues[{row}].when")]
    given = dict(zip(rows, filter(is_given, instance.clues), strict=True))
    contradiction = smallest_contradiction(instance).clues
    if contradiction:
        numbers = [row for row, clue in given.items() if clue in contradiction]
        says = f"cannot hold together with {', '.join(f'clues[{row}]' for row in numbers[1:])}"
        alone = "can never hold" if len(numbers) == 1 else says
        yield Oddity(f"clues[{numbers[0]}]", "contradiction", alone, hopeless=True)
    for row, table in enumerate(puzzle.clues):
        if table.when is False:
            yield Oddity(f"clues[{row}].when", "without-effect", "the clue is never there")
    always = [clue for clue in instance.clues if not is_given(clue)]
    search = Consistency(instance, MOST_NODES)
    for row, clue in {} if contradiction else given.items():
        others = [other for number, other in given.items() if number != row]
        try:
            if search.placement([*always, _Denied(clue)]) is None:
                yield Oddity(f"clues[{row}]", "excludes-nothing", "excludes nothing")
            elif search.placement([*always, *others, _Denied(clue)]) is None:
                yield Oddity(f"clues[{row}]", "implied", "follows from the other clues")
        except ExhaustedError:
            return
    named = {item for clue in given.values() for item in clue.scope}
    asked = {question.category for question in puzzle.questions} | {
        instance.items[question.item].group for question in instance.questions
    }
    for row, category in enumerate(instance.categories):
        free = [instance.items[item].name for item in category.items if item not in named]
        if len(free) == len(category.items) and category.name not in asked:
            yield Oddity(f"categories[{row}]", "unused-category", "no clue names it and no question asks about it")
        elif len(free) > 1:
            yield Oddity(f"categories[{row}].values", "alike", f"no clue tells '{free[0]}' and '{free[1]}' apart")
