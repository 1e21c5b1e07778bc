"""Whether a verdict can be believed: how much speaks for and against the interpretation on which it stands."""

from __future__ import annotations

from ferryplan.domains.messages import format_message
from ferryplan.generator.cast import Situation
from ferryplan.teaching.checking.comparing import Verdict
from ferryplan.teaching.interpretation.observing import Observer

CREDIBLE, CREDIBLE_WITHOUT_NAMES = 0.5, 0.8
"""which share of the moves a model must make to be said to differ in others"""


def describe_doubt(verdict: Verdict, sought: str) -> str:
    """Return why nothing is decided about a model, of which no facts clearly say what is ``sought``."""
    if any(one.kind == "costs" for one in verdict.found):
        return format_message("check.doubtful-costs", sought=sought)
    if any(one.kind == "start" for one in verdict.found):
        return format_message("check.doubtful-start", sought=sought)
    return format_message("check.doubtful-moves", sought=sought, share=describe_share(verdict.agreement))


def describe_share(agreement: float) -> str:
    """Return in words which share of the puzzle's moves a model allows."""
    if not agreement:
        return format_message("check.no-moves")
    return format_message("check.some-moves", percent=f"{agreement:.0%}" if agreement >= 0.01 else "1%")


def is_settled(verdict: Verdict) -> bool:
    """Return whether names tell who is who, and the model makes most moves: what is seen so would be seen in no better way."""
    same_start = all(one.kind != "start" for one in verdict.found)
    return verdict.seen.interpretation.certain and same_start and verdict.agreement >= CREDIBLE_WITHOUT_NAMES


def is_credible(verdict: Verdict) -> bool:
    """Return whether a model differs, rather than that its facts were taken for others: names tell what is what, or most of it agrees."""
    cast, kinds = verdict.seen.cast, {one.kind for one in verdict.found}
    certain, guessed = verdict.seen.interpretation.certain, verdict.seen.interpretation.guessed
    if verdict.contested:
        return False
    if cast.by_end or guessed:
        return certain and not guessed
    if not begins_right(verdict) and "start" not in kinds:
        # Something is in several places at once, so that no moves were compared: only the start can confirm the interpretation.
        lacking = count_lacking_values(verdict.seen, cast.situation(verdict.space.initial))
        return certain and (not lacking if cast.stated else 2 * lacking < len(cast.roles))
    if "start" in kinds:
        whole = all(one.difference.situation is not None for one in verdict.found if one.kind == "start")
        return certain and (whole or begins_alike(verdict.seen, cast.situation(verdict.space.initial)))
    # Facts taken for others forbid what is allowed and allow what is not, and hardly any move comes out right; one mistake does not.
    both_ways = {one.difference.kind for one in verdict.found} >= {"allows", "forbids"}
    if certain:
        return not (both_ways and verdict.agreement < CREDIBLE)
    # Who is who may be told by what each costs alone.
    return verdict.agreement >= CREDIBLE_WITHOUT_NAMES and "costs" not in kinds and not both_ways


def begins_right(verdict: Verdict) -> bool:
    """Return whether the start of a model is seen to be that of the puzzle."""
    at_once = any(one.kind == "double" and not one.difference.steps for one in verdict.found)
    return not at_once and all(one.kind != "start" for one in verdict.found)


def begins_alike(seen: Observer, start: Situation) -> bool:
    """Return whether most roles have the same value at the start of a model as in the puzzle."""
    values = seen.values(seen.space.initial)
    return 2 * sum(some == [one] for some, one in zip(values, start, strict=True)) > len(start)


def count_lacking_values(seen: Observer, start: Situation) -> int:
    """Count the roles that do not have the puzzle's value at the start of a model, whatever other values they have there."""
    return sum(one not in some for some, one in zip(seen.values(seen.space.initial), start, strict=True))


def count_silent_beginnings(verdict: Verdict) -> int:
    """Return how often something is forbidden after an action by which nothing seemed to happen."""
    ways = [one.difference.steps for one in verdict.found if one.difference.kind == "forbids"]
    stages = ([verdict.first, *(stage for _, stage in steps)] for steps in ways if steps)
    return sum(before.state == after.state for *_, before, after in stages)


def count_actions_before(verdict: Verdict) -> int:
    """Return after how many actions something is forbidden."""
    return sum(len(one.difference.steps) for one in verdict.found if one.difference.kind == "forbids")


def count_contradictions(verdict: Verdict) -> int:
    """Return of how many roles, found by names or structure, the start or the goal is another than the puzzle's."""
    seen, cast = verdict.seen, verdict.seen.cast
    if cast.stated:
        return 0
    start, wanted = cast.situation(verdict.space.initial), seen.space.goal_facts
    values = zip(seen.values(seen.space.initial), start, strict=True)
    number = sum(some not in ([], [one]) for some, one in values)
    for reading, goal in zip(seen.readings, cast.goal or (), strict=False):
        asked = {
            value for value, literal in enumerate(reading) if literal and literal[1] is True and literal[0] in wanted
        }
        number += goal >= 0 and not asked <= {goal}
    return number


def is_trusted(verdict: Verdict) -> bool:
    """Return whether names tell who is who, both begin alike, and the verdict is credible.

    It comes before verdicts by other interpretations, however few differences these show.
    """
    certain = verdict.seen.interpretation.certain and not verdict.seen.cast.stated
    return certain and begins_right(verdict) and is_credible(verdict)


def rank_by_trust(verdict: Verdict) -> tuple[bool, tuple[int, bool, int, int, float]]:
    """Return how much speaks against a verdict, first of all whether it can be trusted."""
    return not is_trusted(verdict), rank(verdict)


def rank(verdict: Verdict) -> tuple[int, bool, int, int, float]:
    """Return how much speaks against an interpretation."""
    cast, at_once = verdict.seen.cast, any(one.kind == "double" and not one.difference.steps for one in verdict.found)
    missed = verdict.seen.interpretation.missed if verdict.found else 0
    return (
        count_contradictions(verdict),
        at_once and not missed,
        len(verdict.found) + missed,
        count_silent_beginnings(verdict),
        -verdict.agreement if cast.stated else 0,
    )
