"""In what somebody's PDDL differs from the puzzle of which it is to be a model: each way once, where it takes the fewest moves to show."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.cast import Cast
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, state_space
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.search.comparison import Kept, Stage, UndecidedError
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.checking import comparing
from ferryplan.teaching.checking.comparing import MOST_LISTED, Verdict, compared
from ferryplan.teaching.checking.credibility import (
    begins_alike,
    begins_right,
    count_actions_before,
    count_silent_beginnings,
    describe_doubt,
    is_credible,
    is_settled,
    is_trusted,
    rank,
    rank_by_trust,
)
from ferryplan.teaching.checking.mapping import Map
from ferryplan.teaching.checking.own_pddl import is_own_pddl, is_own_task
from ferryplan.teaching.interpretation.alignment import Alignment
from ferryplan.teaching.interpretation.counting import CountingSearch
from ferryplan.teaching.interpretation.evidence import NAMED
from ferryplan.teaching.interpretation.finding import DIGITS, NotFoundError, correspondences
from ferryplan.teaching.interpretation.hidden import find_hidden_facts, is_part_of
from ferryplan.teaching.interpretation.holders import add_places_of_holders
from ferryplan.teaching.interpretation.observing import Observer
from ferryplan.teaching.interpretation.outline import outline_of
from ferryplan.teaching.interpretation.readings import Interpretation, Readings, Rest
from ferryplan.teaching.interpretation.structure import StructureSearch

MOST_TRIED, MOST_INTERPRETED, MOST_RESTED = 24, 40, 6
"""how many correspondences are tried, how many interpretations found by structure, with how many of these what has settled is looked for"""
MOST_UNCLEAR, MOST_GUESSED_STAGES = 4, 30_000
"""how many interpretations in which names do not tell who is who are compared to the end, by how many states each"""


class UncheckedError(FerryplanError, ValueError):
    """A model of which it is not decided whether it differs; the message says why.

    ``seen`` is what was found so far, if anything was.
    """

    def __init__(self, statement: str = "", *, seen: Observer | None = None, **told: Any) -> None:
        super().__init__(statement, **told)
        self.seen = seen


def casts_of(instance: AnyInstance) -> Sequence[Cast[Any, Any]]:
    """Return the ways to see an instance. Raises EncodingError where no models are compared with it, as there are several boats without names."""
    casts: Sequence[Cast[Any, Any]] = family_of(instance).list_casts(instance)
    return casts


def check(instance: AnyInstance, model: TaskInstance, given: Map | None = None, needs_map: bool = False) -> Verdict:
    """Compare a model with an instance; a map that is ``given`` says which facts tell who is where.

    The puzzle's own PDDL under other names is the same as the puzzle, whoever is who in it: states are compared only if that does not show, or
    if the caller ``needs_map``. Raises as ``casts_of``; PuzzleError for a map that does not fit, UncheckedError where the puzzle's situations are
    not found in the model, PddlError for PDDL that has no state space.
    """
    casts, by_names = casts_of(instance), given is None and not needs_map
    if by_names and is_own_task(instance, model):
        return _same(instance, model, casts[0])
    try:
        return _check_states(instance, model, casts, given)
    except UncheckedError:
        if by_names and is_own_pddl(instance, model):
            return _same(instance, model, casts[0])
        raise


def _same(instance: AnyInstance, model: TaskInstance, cast: Cast[Any, Any]) -> Verdict:
    """Return the verdict on a model that is the puzzle's own PDDL under other names."""
    space = model.once(TaskSpace)
    first = Stage(space.initial, state_space(instance).initial)
    return Verdict(instance, Observer(space, cast, Interpretation(())), [], 0, first, is_own_pddl=True)


def _check_states(
    instance: AnyInstance, model: TaskInstance, casts: Sequence[Cast[Any, Any]], given: Map | None
) -> Verdict:
    """Compare the states of a model with those of an instance. Raises as ``check``."""
    if given is not None:
        given.check(casts)
        casts = [*filter(given.suits, casts)]
    best, missing, space = None, list[NotFoundError](), add_places_of_holders(model.once(TaskSpace))
    try:
        for cast in casts:
            try:
                verdict = _best(instance, space, cast, given)
            except NotFoundError as error:
                missing.append(error)
            else:
                if best is None or rank_by_trust(verdict) < rank_by_trust(best):
                    best = verdict
                if not best.found or is_settled(best):
                    break
    except UndecidedError:
        limit = f"{comparing.MOST_STAGES:,}"
        raise UncheckedError(format_message("check.too-many-states", limit=limit), where=model.puzzle) from None
    if best is None:
        sought = dict.fromkeys(cast.sought(one.role) for cast, one in zip(casts, missing, strict=True))
        sought.pop("", None)
        raise UncheckedError(
            format_message("check.not-found", sought=" or ".join(sought)),
            where=model.puzzle,
            option_advice=format_message("check.write-map"),
            seen=_found_by_name(instance, space, casts[0]),
        ) from None
    if best.found and given is None and not is_credible(best):
        raise UncheckedError(
            describe_doubt(best, casts[0].sought(0)),
            where=model.puzzle,
            option_advice=format_message("check.correct-map"),
            seen=best.seen,
        )
    return best


def _found_by_name(instance: AnyInstance, model: TaskSpace, cast: Cast[Any, Any]) -> Observer:
    """Return what names tell of the roles, where not all are found."""
    readings = Readings(model, cast, cast.situation(state_space(instance).initial), cast.goal)
    offers = [readings.of(role) for role in range(len(cast.roles))] if not cast.stated else [[] for _ in cast.roles]
    named = [next((one.reading for one in some if one.alike >= NAMED), ()) for some in offers]
    return Observer(model, cast, Interpretation(tuple(named)))


def _best(instance: AnyInstance, model: TaskSpace, cast: Cast[Any, Any], given: Map | None) -> Verdict:
    """Return the verdict by the correspondence that fits best. Raises NotFoundError, UndecidedError."""
    start, told = cast.situation(state_space(instance).initial), given.readings(cast, model) if given else {}
    readings, only = Readings(model, cast, start, cast.goal, told), given.rest(model) if given else None
    found, unsettled, kept = list[Verdict](), None, Kept(model)
    sought, missing = Alignment(readings) if cast.stated else correspondences(readings), NotFoundError(0)
    ways = _until_missing(sought, missing)
    if len(told) == len(cast.roles):
        ways = iter([Interpretation(tuple(told.values()), certain=True)])
    likely = [*itertools.islice(ways, MOST_TRIED)] if not cast.stated else ways
    if not cast.stated:
        likely = [other for way in likely for other in (way, *_exchange_numbered(way, cast))]
    searched = given is None and not cast.stated
    named = [way for way in likely if way.certain] if not cast.stated else []
    by_structure = _by_structure(instance, model, readings, only, kept, named) if searched and not named else None
    if by_structure is not None and not by_structure.found:
        return by_structure
    for way in itertools.islice(likely, MOST_TRIED):
        # An interpretation that ignores facts which another one reads would call states the same that differ in them.
        if any(begins_right(other) and is_part_of(way, other.seen.interpretation) for other in found):
            continue
        seen = Observer(model, cast, way, only)
        if not (cast.by_end or (cast.stated and way.certain) or seen(model.initial).settled):
            unsettled = unsettled or (seen if way.certain and begins_alike(seen, start) else None)
            continue
        if cast.stated and not only and (hidden := find_hidden_facts(seen, kept)):
            seen = Observer(model, cast, way, Rest(tuple([(fact, False) for fact in hidden]), hides=True))
        fewest = min((len(one.found) + one.seen.interpretation.missed for one in found), default=MOST_LISTED)
        verdict = compared(instance, seen, max(0, fewest - way.missed), kept)
        if not verdict.found:
            return verdict
        if way.certain or not cast.stated:
            found.append(verdict)
    if searched and named:
        by_structure = _by_structure(instance, model, readings, only, kept, named, only_same=bool(found or unsettled))
        if by_structure is not None and not by_structure.found:
            return by_structure
    if not found and unsettled:
        found.append(compared(instance, unsettled, MOST_LISTED, kept))
    if by_structure is not None and (not found or (not named and is_credible(by_structure))):
        found = [by_structure]
    if not found:
        raise missing
    found.sort(key=rank_by_trust)
    best = found[0]._replace(rivals=sum(rank_by_trust(one) == rank_by_trust(found[0]) for one in found) - 1)
    for one in found if not only and cast.takes_steps else ():
        if is_trusted(best) and not one.seen.interpretation.certain:
            continue
        known = None if count_silent_beginnings(one) else {way.key for way in one.found}
        for rest in readings.rests(one.seen.readings):
            observer = Observer(model, cast, one.seen.interpretation, rest)
            rested = compared(instance, observer, len(best.found), kept, known)
            if not rested.found and not rested.wanders:
                return rested
            fewer = {way.key for way in rested.found} < {way.key for way in one.found}
            hardly = rest.hides and (
                len(rested.found) < len(best.found)
                or count_actions_before(rested) < count_actions_before(one)
                or rested.agreement < one.agreement
            )
            doubtful = is_credible(one) and not is_credible(rested)
            if (count_silent_beginnings(one) or fewer) and not (rested.wanders or hardly or doubtful):
                best = min(best, rested, key=lambda verdict: (rank(verdict), count_actions_before(verdict)))
    return best


def _until_missing(ways: Iterable[Interpretation], missing: NotFoundError) -> Iterator[Interpretation]:
    """Yield interpretations until one role is not found, which is then noted in ``missing``."""
    try:
        yield from ways
    except NotFoundError as error:
        missing.role = error.role


def _exchange_numbered(way: Interpretation, cast: Cast[Any, Any]) -> Iterator[Interpretation]:
    """Yield interpretations in which two roles whose names differ in a number alone are exchanged, though the puzzle tells them apart.

    Numbers say nothing of who can row: it may be the third cannibal in the puzzle, and the first one in the model.
    """
    names = [role.name.rstrip(DIGITS) for role in cast.roles]
    for one, other in itertools.combinations(range(len(cast.groups)), 2) if way.certain else ():
        if names[one] == names[other] and cast.groups[one] != cast.groups[other]:
            readings = [*way.readings]
            readings[one], readings[other] = readings[other], readings[one]
            yield way._replace(readings=tuple(readings))


def _by_structure(
    instance: AnyInstance,
    model: TaskSpace,
    readings: Readings,
    only: Rest | None,
    kept: Kept,
    named: Sequence[Interpretation],
    only_same: bool = False,
) -> Verdict | None:
    """Return the verdict by an interpretation that is found by its structure; None if there is none.

    Under it the model is the same as the puzzle; or it differs, and names tell who each of the travelers is; or, unless others are ``named``,
    the model makes more of the puzzle's moves than under others. Where others are named, fewer are tried, and none that ignores facts that these
    read: with the wolf at both banks, "not at the left bank" hides that he is at the right one, too. A model with very many states has none.
    """
    kind = CountingSearch if readings.cast.numbers else StructureSearch
    search = kind(readings, outline_of(state_space(instance), readings.cast), kept.following)
    compare = functools.partial(compared, instance, kept=kept, max_stages=MOST_GUESSED_STAGES)
    clear, unclear = list[Observer](), list[Observer]()
    try:
        for number, way in enumerate(itertools.islice(search, MOST_RESTED if named else MOST_INTERPRETED)):
            if any(way.facts < other.facts for other in named):
                continue
            seen = Observer(model, readings.cast, way, only)
            rests = [*readings.rests(way.readings)] if not only and number < MOST_RESTED and not named else []
            for observer in (seen, *(Observer(model, readings.cast, way, rest) for rest in rests)):
                if observer(model.initial).settled:
                    verdict = compare(observer, 0)
                    if not verdict.found and not verdict.wanders:
                        return verdict
            if search.is_clear(way):
                clear.append(seen)
            if seen(model.initial).settled:
                unclear.append(seen)
        if only_same:  # names have found differences already
            return None
        if clear:
            return compare(min(clear, key=_absences), MOST_LISTED)
        return _agreed([compare(seen, MOST_LISTED) for seen in unclear[:MOST_UNCLEAR]]) if not named else None
    except UndecidedError:
        return None


def _absences(seen: Observer) -> int:
    """Count the values read from the absence of a fact, which is weaker evidence than its presence."""
    return sum(literal[1] is False for reading in seen.readings for literal in reading if literal)


def _agreed(verdicts: list[Verdict]) -> Verdict | None:
    """Return the verdict under which the model makes most of the moves; it is contested if another that fits as well tells of other differences."""
    if not verdicts:
        return None
    best = max(verdicts, key=lambda one: one.agreement)
    kinds = [{way.kind for way in one.found} for one in verdicts if one.agreement == best.agreement]
    return best._replace(contested=any(some != kinds[0] for some in kinds))
