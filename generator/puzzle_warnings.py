"""Warnings about puzzle files of any family, for example about unused parameters or wrong optima."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError, ParameterError, PuzzleError
from ferryplan.generator.families import family_of, instantiate_smallest, state_space_of, strategy_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle_file import PuzzleFile, WarningDiagnostic

MAX_STATES = 20_000
"""the largest number of states that a search for an optimum explores"""


def find_warnings(puzzle: PuzzleFile, instance: AnyInstance) -> list[WarningDiagnostic]:
    """Return the warnings about a puzzle's file, in the order of the file.

    ``instance`` is an instance of the puzzle, which shows the effects of the file's content.
    """
    from ferryplan.generator.schema_validation import validate_table

    reading = puzzle.make_validation_context(puzzle.given_values())
    validate_table(type(puzzle), puzzle.given_values(), reading)
    found = list(family_of(puzzle).find_warnings(puzzle, instance))
    for key in puzzle.parameters.keys() - reading.used_parameters - puzzle.parameters_used_elsewhere():
        found.append(
            WarningDiagnostic(f"parameters.{key}", "unused-parameter", format_message("puzzles.unused-parameter"))
        )
    try:
        space = state_space_of(instance)
        if space.is_goal(space.initial):
            found.append(WarningDiagnostic("goal", "start-is-goal", format_message("puzzles.start-is-goal")))
    except EncodingError:  # several boats without names
        pass
    return sorted(found, key=lambda one: puzzle.locate_key(one.key))


def find_obvious_cause(puzzle: PuzzleFile, instance: AnyInstance) -> tuple[str, ...]:
    """Return the reason why an instance has no solution, in words, if it is obvious without a search.

    The tuple has one reason, or is empty if there is no obvious one.
    """
    return tuple(one.message for one in family_of(puzzle).find_warnings(puzzle, instance) if one.is_unsolvable)[:1]


def find_wrong_optima(puzzle: PuzzleFile, report_skipped: Callable[[str], None]) -> Iterator[WarningDiagnostic]:
    """Yield a warning for each optimum quoted in a puzzle's file that a search shows to be wrong.

    ``report_skipped`` is called with the key of each optimum that is not checked because its search would take too long.
    """
    for row, (parameters, quoted) in enumerate(family_of(puzzle).list_optima(puzzle)):
        key = f"optima[{row}]"
        try:
            instance = instantiate_smallest(puzzle, parameters)
            strategy = strategy_of(instance)
            reach = strategy.explore_to_goal(MAX_STATES, lambda found: True)
            if not reach.goal_reached and not reach.complete:
                report_skipped(key)
                continue
            total = strategy.find_least_cost() if reach.goal_reached else None
        except (ParameterError, PuzzleError) as error:
            yield WarningDiagnostic(f"{key}.parameters", "no-instance", "; ".join(str(error).splitlines()))
            continue
        except EncodingError:  # several boats without names
            report_skipped(key)
            continue
        said = {"crossings": (quoted.moves, total and total.moves), "cost": (quoted.cost, total and total.cost)}
        for what, (number, found) in said.items():
            if number != found and (number is not None or not quoted.solvable or total is None):
                quoted_as = "no number" if number is None else number
                says_what = "puzzles.optimum-of-unsolvable" if found is None else "puzzles.wrong-optimum"
                slots = {"quoted": quoted_as} if found is None else {"quoted": quoted_as, "optimum": found}
                says = format_message(says_what, **slots)
                yield WarningDiagnostic(f"{key}.{what}", "wrong-optimum", says)
                break
