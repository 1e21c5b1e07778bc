"""What is legal in a puzzle file, but odd, whatever its family; optima that are not what they are said to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, ParameterError, PuzzleError
from ferryplan.generator.families import family_of, instantiate_smallest, state_space, strategy_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle_file import Oddity, PuzzleFile

MOST_STATES = 20_000
"""how far is searched for an optimum"""


def oddities(puzzle: PuzzleFile, instance: AnyInstance) -> list[Oddity]:
    """Return what is odd in a puzzle and in an instance of it, as it stands in the file."""
    from ferryplan.generator.mistakes import mistakes_of

    reading = puzzle.reading(puzzle.said())
    mistakes_of(type(puzzle), puzzle.said(), reading)
    found = list(family_of(puzzle).find_oddities(puzzle, instance))
    for key in puzzle.parameters.keys() - reading.used - puzzle.used_elsewhere():
        found.append(Oddity(f"parameters.{key}", "unused-parameter", format_message("puzzles.unused-parameter")))
    try:
        space = state_space(instance)
        if space.is_goal(space.initial):
            found.append(Oddity("goal", "start-is-goal", format_message("puzzles.start-is-goal")))
    except EncodingError:  # several boats without names
        pass
    return sorted(found, key=lambda one: puzzle.position(one.key))


def obvious_cause(puzzle: PuzzleFile, instance: AnyInstance) -> tuple[str, ...]:
    """Return what alone is why an instance has no solution, if it can be seen without a search."""
    return tuple(one.says for one in family_of(puzzle).find_oddities(puzzle, instance) if one.hopeless)[:1]


def wrong_optima(puzzle: PuzzleFile, skipped: Callable[[str], None]) -> Iterator[Oddity]:
    """Yield the optima that a file quotes and that are not found so; ``skipped`` is told of each that takes too long to look for."""
    for row, (parameters, quoted) in enumerate(family_of(puzzle).list_optima(puzzle)):
        key = f"optima[{row}]"
        try:
            instance = instantiate_smallest(puzzle, parameters)
            strategy = strategy_of(instance)
            reach = strategy.reach(MOST_STATES, lambda found: True)
            if not reach.goal and not reach.complete:
                skipped(key)
                continue
            total = strategy.least() if reach.goal else None
        except (ParameterError, PuzzleError) as error:
            yield Oddity(f"{key}.parameters", "no-instance", "; ".join(str(error).splitlines()))
            continue
        except EncodingError:  # several boats without names
            skipped(key)
            continue
        said = {"crossings": (quoted.moves, total and total.moves), "cost": (quoted.cost, total and total.cost)}
        for what, (number, found) in said.items():
            if number != found and (number is not None or not quoted.solvable or total is None):
                quoted_as = "no number" if number is None else number
                says_what = "puzzles.optimum-of-unsolvable" if found is None else "puzzles.wrong-optimum"
                slots = {"quoted": quoted_as} if found is None else {"quoted": quoted_as, "optimum": found}
                says = format_message(says_what, **slots)
                yield Oddity(f"{key}.{what}", "wrong-optimum", says)
                break
