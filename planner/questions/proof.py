"""What the rules alone say beside an engine: a proof that there is no plan, the nearest variants that have one, how many solutions there are."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import answering_of, family_of, strategy_of, teller_of
from ferryplan.generator.family_types import Conflict
from ferryplan.generator.generation import Pddl
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.oddities import obvious_cause
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.search.strategy import Reach
from ferryplan.planner.engines.registry import RefutedError
from ferryplan.planner.questions.variants import nearest_variants
from ferryplan.planner.result import Proof, Result
from ferryplan.planner.system.limits import TimeIsUpError, limited
from ferryplan.planner.system.progress import counting, doing
from ferryplan.planner.system.stopping import attempted, describe_limit, gathered


def with_count(result: Result, deadline: float | None = None) -> Result:
    """Return a result that has a solution with the number of all, where all are alike; ``deadline`` is a time of ``time.monotonic``."""
    answering = answering_of(result.instance)
    if answering is None:
        return result
    doing(format_message("questions.counting-solutions"))
    began = time.monotonic()
    counted, cut = attempted(lambda: answering.count(deadline))
    if counted is None:
        return result.noted(format_message("questions.count-cut-off", cut=cut))
    assert counted.solutions != 0, "the clues allow the solution that was replayed"
    seconds = {**result.seconds, "count": time.monotonic() - began}
    return result.noted(*([counted.note] if counted.note else []), counted=counted, seconds=seconds)


def advised(result: Result, puzzle: PuzzleFile, given: Mapping[str, Value]) -> Result:
    """Add what alone is why there is no plan, if that is seen, and the nearest variants, as many as are found in time.

    Where all solutions are alike, `why` tells what would help.
    """
    if not (result.proof and result.proof.contradiction):
        result = replace(result, notes=(*obvious_cause(puzzle, result.instance), *result.notes))
    if family_of(puzzle).alike:
        return result
    variants, cut = gathered(nearest_variants(puzzle, result.instance, given))
    result = replace(result, variants=variants)
    return result.noted(format_message("questions.changes-cut-off", cut=cut)) if cut else result


def proven(result: Result, pddl: Pddl | None = None) -> Result:
    """Add what the rules alone say, where moves follow one another.

    Raises RefutedError if they reach the goal that the engine says is out of reach.
    """
    instance, teller, strategy = result.instance, teller_of(result.instance), strategy_of(result.instance)
    try:
        doing(format_message("questions.checking-proof"))
        with limited(math.inf):
            reach = strategy.reach(strategy.enough, counting())
    except (TimeIsUpError, MemoryError) as error:
        note = format_message("questions.proof-not-confirmed", cut=describe_limit(error))
        return result.noted(note)
    except EncodingError:  # several boats without names
        return result
    if reach.goal:
        key = "engines.refuted-unsolvable-with-length" if reach.total else "engines.refuted-unsolvable"
        length = teller.counted.counted(reach.total.moves) if reach.total else ""
        says = format_message(key, engine=result.engine, what=teller.rule, length=length)
        raise RefutedError(result.engine, says, pddl.domain if pddl else "", pddl.problem if pddl else "")
    proof, cut = proof_of(instance, reach)
    result = replace(result, proof=proof)
    if not cut:
        return result
    return result.noted(format_message("questions.contradiction-cut-off", rule=teller.rule, cut=cut))


def proof_of(instance: AnyInstance, reach: Reach[Any]) -> tuple[Proof, str]:
    """Return what a search that has not found the goal says, with rules that contradict each other, and what ran out before these were found."""
    conflict, cut = attempted(lambda: family_of(instance).find_conflict(instance))
    return Proof(reach.tried, reach.complete, reach.met, *(conflict or Conflict())), cut
