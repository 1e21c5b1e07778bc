"""Facts that the rules alone prove, without an engine.

These are a proof that there is no solution, the nearest variants that have one, and the number of solutions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, narrator_of, solution_answers_of, strategy_of
from ferryplan.generator.family_types import RuleConflict
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.puzzle_warnings import find_obvious_cause
from ferryplan.generator.search.strategy import SearchOutcome
from ferryplan.planner.engines.registry import RefutedError
from ferryplan.planner.questions.variants import nearest_variants
from ferryplan.planner.result import Proof, Result
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits
from ferryplan.planner.system.progress import make_progress_counter, show_step
from ferryplan.planner.system.stoppable import collect_until_limit, compute_until_limit, describe_limit


def add_solution_count(result: Result, deadline: float | None = None) -> Result:
    """Return a solved result with the number of all solutions, in families that count solutions.

    ``deadline`` is a time of ``time.monotonic``; None sets no deadline.
    """
    answering = solution_answers_of(result.instance)
    if answering is None:
        return result
    show_step(format_message("questions.counting-solutions"))
    began = time.monotonic()
    counted, cut = compute_until_limit(lambda: answering.count_solutions(deadline))
    if counted is None:
        return result.with_notes(format_message("questions.count-cut-off", cut=cut))
    assert counted.solutions != 0, "the clues allow the solution that was replayed"
    seconds = {**result.seconds, "count": time.monotonic() - began}
    return result.with_notes(*([counted.note] if counted.note else []), counted=counted, seconds=seconds)


def add_cause_and_variants(result: Result, puzzle: PuzzleFile, given: Mapping[str, ParameterValue]) -> Result:
    """Return an unsolvable result with its obvious cause, if any, and its nearest solvable variants.

    ``given`` holds the parameters whose values the user chose. The variants are those found within the limits. There
    are none for puzzles whose solutions all have the same length; for these, `why` finds the helpful changes.
    """
    if not (result.proof and result.proof.contradiction):
        result = replace(result, notes=(*find_obvious_cause(puzzle, result.instance), *result.notes))
    if family_of(puzzle).has_fixed_length:
        return result
    variants, cut = collect_until_limit(nearest_variants(puzzle, result.instance, given))
    result = replace(result, variants=variants)
    return result.with_notes(format_message("questions.changes-cut-off", cut=cut)) if cut else result


def add_proof(result: Result, pddl: Pddl | None = None) -> Result:
    """Return a result with the status ``unsolvable``, with a proof from a search by the rules added.

    The result stays as it is if the puzzle has no state space, as with several boats without names. ``pddl`` is the
    PDDL that the engine solved; None if there was no engine. Raises RefutedError if the search reaches the goal, so
    that the engine is wrong.
    """
    instance, narrator, strategy = result.instance, narrator_of(result.instance), strategy_of(result.instance)
    try:
        show_step(format_message("questions.checking-proof"))
        with enforce_limits(math.inf):
            reach = strategy.explore_to_goal(strategy.proof_limit, make_progress_counter())
    except (TimeIsUpError, MemoryError) as error:
        note = format_message("questions.proof-not-confirmed", cut=describe_limit(error))
        return result.with_notes(note)
    except EncodingError:  # several boats without names
        return result
    if reach.goal_reached:
        key = "engines.refuted-unsolvable-with-length" if reach.total else "engines.refuted-unsolvable"
        length = narrator.length_unit.format_count(reach.total.moves) if reach.total else ""
        says = format_message(key, engine=result.engine, what=narrator.rule_noun, length=length)
        raise RefutedError(result.engine, says, pddl.domain if pddl else "", pddl.problem if pddl else "")
    proof, cut = build_proof(instance, reach)
    result = replace(result, proof=proof)
    if not cut:
        return result
    return result.with_notes(format_message("questions.contradiction-cut-off", rule=narrator.rule_noun, cut=cut))


def build_proof(instance: AnyInstance, search_outcome: SearchOutcome[Any]) -> tuple[Proof, str]:
    """Return the proof from a search that did not reach the goal, and the limit that cut the proof short.

    The proof names rules that contradict each other. If a time or memory limit ended the search for these rules, the
    second value describes the limit; otherwise it is empty.
    """
    conflict, cut = compute_until_limit(lambda: family_of(instance).find_conflict(instance))
    return Proof(
        search_outcome.state_count, search_outcome.complete, search_outcome.goals_met, *(conflict or RuleConflict())
    ), cut
