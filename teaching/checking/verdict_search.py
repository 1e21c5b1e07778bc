"""The search for the interpretation of a model that gives the most credible verdict.

An interpretation says which facts of the model represent the puzzle's state variables. Under a wrong one, even a correct model differs from
the puzzle. The verdict has one difference of each kind, the one that takes the fewest moves to show.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.search.model_comparison import CachedModel, StatePair, TooManyStatesError
from ferryplan.generator.state_variables import StateVariables
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.checking import model_verdict
from ferryplan.teaching.checking.credibility import (
    count_missing_moves_after_invisible_action,
    describe_unclear_variable,
    has_same_initial_state,
    has_similar_initial_state,
    is_conclusive,
    is_credible,
    is_trusted,
    rank_by_evidence,
    rank_by_trust,
    total_missing_move_scenario_length,
)
from ferryplan.teaching.checking.interpretation_map import InterpretationMap
from ferryplan.teaching.checking.model_verdict import MAX_DIFFERENCES, ModelVerdict, compare_model
from ferryplan.teaching.checking.own_pddl import is_own_pddl, is_own_task
from ferryplan.teaching.interpretation.alignment import Alignment
from ferryplan.teaching.interpretation.counting_search import CountingSearch
from ferryplan.teaching.interpretation.derived_places import add_places_of_held_things
from ferryplan.teaching.interpretation.hidden_facts import find_hidden_facts, reads_fewer_facts
from ferryplan.teaching.interpretation.name_evidence import MIN_NAME_LIKELIHOOD
from ferryplan.teaching.interpretation.name_search import DIGITS, VariableNotFoundError, find_interpretations
from ferryplan.teaching.interpretation.observer import Observer
from ferryplan.teaching.interpretation.outline import outline_puzzle
from ferryplan.teaching.interpretation.readings import Interpretation, ReadingFinder, SettledCondition
from ferryplan.teaching.interpretation.structure_search import StructureSearch

MAX_INTERPRETATIONS, MAX_STRUCTURE_INTERPRETATIONS, MAX_SETTLED_SEARCHES = 24, 40, 6
"""The largest numbers of interpretations that are tried: found by names, found by structure, and those found by structure for which
conditions for settled states (in which no move is unfinished) are tried, too."""
MAX_UNCLEAR_INTERPRETATIONS, MAX_GUESSED_PAIRS = 4, 30_000
"""The number of interpretations by structure without identifying names that are compared in full, and the largest number of state pairs in
a comparison under an interpretation by structure."""


class UndecidedModelError(FerryplanError, ValueError):
    """Raised when the check cannot decide whether a model differs from the puzzle.

    ``observer`` holds the incomplete interpretation that was found, if any.
    """

    def __init__(self, statement: str = "", *, observer: Observer | None = None, **error_data: Any) -> None:
        super().__init__(statement, **error_data)
        self.observer = observer


def list_state_variables(instance: AnyInstance) -> Sequence[StateVariables[Any, Any]]:
    """Return the choices of state variables for an instance; a model may use any of them.

    For example, a model may have the position of each traveler, or the number of travelers at each place. Raises EncodingError if the
    instance does not support comparisons with models, for example because of several boats without names.
    """
    casts: Sequence[StateVariables[Any, Any]] = family_of(instance).list_state_variables(instance)
    return casts


def check_against_puzzle(
    instance: AnyInstance,
    model: TaskInstance,
    interpretation_map: InterpretationMap | None = None,
    needs_map: bool = False,
) -> ModelVerdict:
    """Compare a model with an instance of a puzzle, and return the verdict.

    ``interpretation_map`` gives the interpretation of the model; without it, the check searches for one. If the model is the planning task
    itself, or ferryplan's own PDDL, under other names, it is the same as the puzzle, and no interpretation is needed unless ``needs_map``
    is true. Raises EncodingError like ``list_state_variables``, PuzzleError for a map that does not fit, UndecidedModelError if no credible
    interpretation is found, and PddlError for PDDL that has no state space.
    """
    casts, by_names = list_state_variables(instance), interpretation_map is None and not needs_map
    if by_names and is_own_task(instance, model):
        return _make_own_pddl_verdict(instance, model, casts[0])
    try:
        return _check_states(instance, model, casts, interpretation_map)
    except UndecidedModelError:
        if by_names and is_own_pddl(instance, model):
            return _make_own_pddl_verdict(instance, model, casts[0])
        raise


def _make_own_pddl_verdict(
    instance: AnyInstance, model: TaskInstance, state_variables: StateVariables[Any, Any]
) -> ModelVerdict:
    """Return the verdict "same" for a model that is ferryplan's own PDDL under other names."""
    space = model.get_or_make(TaskSpace)
    first = StatePair(space.initial, state_space_of(instance).initial)
    return ModelVerdict(instance, Observer(space, state_variables, Interpretation(())), [], 0, first, is_own_pddl=True)


def _check_states(
    instance: AnyInstance,
    model: TaskInstance,
    variable_choices: Sequence[StateVariables[Any, Any]],
    interpretation_map: InterpretationMap | None,
) -> ModelVerdict:
    """Compare the states of a model and an instance, and return the most credible verdict.

    ``variable_choices`` are the choices of state variables, which are tried in turn. Raises the errors of ``check_against_puzzle``.
    """
    if interpretation_map is not None:
        interpretation_map.check_variables_exist(variable_choices)
        variable_choices = [*filter(interpretation_map.fits_variables, variable_choices)]
    best, missing, space = None, list[VariableNotFoundError](), add_places_of_held_things(model.get_or_make(TaskSpace))
    try:
        for state_variables in variable_choices:
            try:
                verdict = _find_best_verdict(instance, space, state_variables, interpretation_map)
            except VariableNotFoundError as error:
                missing.append(error)
            else:
                if best is None or rank_by_trust(verdict) < rank_by_trust(best):
                    best = verdict
                if not best.differences or is_conclusive(best):
                    break
    except TooManyStatesError:
        limit = f"{model_verdict.MAX_PAIRS:,}"
        raise UndecidedModelError(format_message("check.too-many-states", limit=limit), where=model.puzzle) from None
    if best is None:
        sought = dict.fromkeys(
            state_variables.describe_variable(one.variable)
            for state_variables, one in zip(variable_choices, missing, strict=True)
        )
        sought.pop("", None)
        raise UndecidedModelError(
            format_message("check.not-found", sought=" or ".join(sought)),
            where=model.puzzle,
            option_advice=format_message("check.write-map"),
            observer=_observe_by_names(instance, space, variable_choices[0]),
        ) from None
    if best.differences and interpretation_map is None and not is_credible(best):
        raise UndecidedModelError(
            describe_unclear_variable(best, variable_choices[0].describe_variable(0)),
            where=model.puzzle,
            option_advice=format_message("check.correct-map"),
            observer=best.observer,
        )
    return best


def _observe_by_names(instance: AnyInstance, model: TaskSpace, state_variables: StateVariables[Any, Any]) -> Observer:
    """Return an observer that reads only the state variables that are identified by names.

    The check shows its interpretation to the user, as a draft, if no complete interpretation is found.
    """
    readings = ReadingFinder(
        model,
        state_variables,
        state_variables.to_valuation(state_space_of(instance).initial),
        state_variables.goal_valuation,
    )
    offers = (
        [readings.rank_readings(role) for role in range(len(state_variables.variables))]
        if not state_variables.own_pddl_facts
        else [[] for _ in state_variables.variables]
    )
    named = [next((one.reading for one in some if one.name_likelihood >= MIN_NAME_LIKELIHOOD), ()) for some in offers]
    return Observer(model, state_variables, Interpretation(tuple(named)))


def _find_best_verdict(
    instance: AnyInstance,
    model: TaskSpace,
    state_variables: StateVariables[Any, Any],
    interpretation_map: InterpretationMap | None,
) -> ModelVerdict:
    """Return the verdict under the interpretation that fits best, for one choice of state variables.

    Raises VariableNotFoundError if no facts represent a state variable, and TooManyStatesError.
    """
    start, told = (
        state_variables.to_valuation(state_space_of(instance).initial),
        interpretation_map.make_readings(state_variables, model) if interpretation_map else {},
    )
    readings, only = (
        ReadingFinder(model, state_variables, start, state_variables.goal_valuation, told),
        interpretation_map.make_settled_condition(model) if interpretation_map else None,
    )
    found, unsettled, kept = list[ModelVerdict](), None, CachedModel(model)
    sought, missing = (
        Alignment(readings) if state_variables.own_pddl_facts else find_interpretations(readings),
        VariableNotFoundError(0),
    )
    ways = _take_until_variable_missing(sought, missing)
    if len(told) == len(state_variables.variables):
        ways = iter([Interpretation(tuple(told.values()), is_certain=True)])
    likely = [*itertools.islice(ways, MAX_INTERPRETATIONS)] if not state_variables.own_pddl_facts else ways
    if not state_variables.own_pddl_facts:
        likely = [other for way in likely for other in (way, *_exchange_numbered_variables(way, state_variables))]
    searched = interpretation_map is None and not state_variables.own_pddl_facts
    named = [way for way in likely if way.is_certain] if not state_variables.own_pddl_facts else []
    by_structure = (
        _find_verdict_by_structure(instance, model, readings, only, kept, named) if searched and not named else None
    )
    if by_structure is not None and not by_structure.differences:
        return by_structure
    for way in itertools.islice(likely, MAX_INTERPRETATIONS):
        # An interpretation that ignores facts which another one reads would treat states as equal that differ in these facts.
        if any(
            has_same_initial_state(other) and reads_fewer_facts(way, other.observer.interpretation) for other in found
        ):
            continue
        seen = Observer(model, state_variables, way, only)
        if not (
            state_variables.compares_only_final_states
            or (state_variables.own_pddl_facts and way.is_certain)
            or seen(model.initial).is_between_moves
        ):
            unsettled = unsettled or (seen if way.is_certain and has_similar_initial_state(seen, start) else None)
            continue
        if state_variables.own_pddl_facts and not only and (hidden := find_hidden_facts(seen, kept)):
            seen = Observer(
                model,
                state_variables,
                way,
                SettledCondition(tuple([(fact, False) for fact in hidden]), hides_unsettled=True),
            )
        fewest = min(
            (len(one.differences) + one.observer.interpretation.missing_fact_count for one in found),
            default=MAX_DIFFERENCES,
        )
        verdict = compare_model(instance, seen, max(0, fewest - way.missing_fact_count), kept)
        if not verdict.differences:
            return verdict
        if way.is_certain or not state_variables.own_pddl_facts:
            found.append(verdict)
    if searched and named:
        by_structure = _find_verdict_by_structure(
            instance, model, readings, only, kept, named, only_if_same=bool(found or unsettled)
        )
        if by_structure is not None and not by_structure.differences:
            return by_structure
    if not found and unsettled:
        found.append(compare_model(instance, unsettled, MAX_DIFFERENCES, kept))
    if by_structure is not None and (not found or (not named and is_credible(by_structure))):
        found = [by_structure]
    if not found:
        raise missing
    found.sort(key=rank_by_trust)
    best = found[0]._replace(rival_count=sum(rank_by_trust(one) == rank_by_trust(found[0]) for one in found) - 1)
    for one in found if not only and state_variables.allows_intermediate_states else ():
        if is_trusted(best) and not one.observer.interpretation.is_certain:
            continue
        known = (
            None if count_missing_moves_after_invisible_action(one) else {way.difference_key for way in one.differences}
        )
        for rest in readings.find_settled_conditions(one.observer.readings):
            observer = Observer(model, state_variables, one.observer.interpretation, rest)
            rested = compare_model(instance, observer, len(best.differences), kept, known)
            if not rested.differences and not rested.can_move_when_stuck:
                return rested
            fewer = {way.difference_key for way in rested.differences} < {way.difference_key for way in one.differences}
            hardly = rest.hides_unsettled and (
                len(rested.differences) < len(best.differences)
                or total_missing_move_scenario_length(rested) < total_missing_move_scenario_length(one)
                or rested.agreement < one.agreement
            )
            doubtful = is_credible(one) and not is_credible(rested)
            if (count_missing_moves_after_invisible_action(one) or fewer) and not (
                rested.can_move_when_stuck or hardly or doubtful
            ):
                best = min(
                    best,
                    rested,
                    key=lambda verdict: (rank_by_evidence(verdict), total_missing_move_scenario_length(verdict)),
                )
    return best


def _take_until_variable_missing(
    interpretations: Iterable[Interpretation], error_copy: VariableNotFoundError
) -> Iterator[Interpretation]:
    """Yield interpretations until a VariableNotFoundError; then copy its variable to ``error_copy``."""
    try:
        yield from interpretations
    except VariableNotFoundError as error:
        error_copy.variable = error.variable


def _exchange_numbered_variables(
    interpretation: Interpretation, state_variables: StateVariables[Any, Any]
) -> Iterator[Interpretation]:
    """Yield copies of an interpretation with two travelers exchanged whose names differ only in a number.

    The two travelers have different roles in the puzzle; for example, only one of them can row. Their numbers do not show which is which:
    the cannibal who can row may be the third one in the puzzle and the first one in the model.
    """
    names = [role.name.rstrip(DIGITS) for role in state_variables.variables]
    for one, other in (
        itertools.combinations(range(len(state_variables.variable_groups)), 2) if interpretation.is_certain else ()
    ):
        if (
            names[one] == names[other]
            and state_variables.variable_groups[one] != state_variables.variable_groups[other]
        ):
            readings = [*interpretation.readings]
            readings[one], readings[other] = readings[other], readings[one]
            yield interpretation._replace(readings=tuple(readings))


def _find_verdict_by_structure(
    instance: AnyInstance,
    model: TaskSpace,
    reading_finder: ReadingFinder,
    settled_condition: SettledCondition | None,
    cached_model: CachedModel,
    named_interpretations: Sequence[Interpretation],
    only_if_same: bool = False,
) -> ModelVerdict | None:
    """Return the verdict under the best interpretation that is found by structure; None if there is none.

    The best interpretation is one under which the model is the same as the puzzle; otherwise one whose names identify
    each traveler; otherwise, without ``named_interpretations``, the one under which the model makes most of the
    puzzle's moves. With ``named_interpretations``, fewer interpretations are tried, and none that ignores a fact of a
    named one: for a wolf at both banks, "not at the left bank" would hide that it is also at the right bank. The result
    is None for a model with too many states.
    """
    kind = CountingSearch if reading_finder.state_variables.numeric_variables else StructureSearch
    search = kind(
        reading_finder,
        outline_puzzle(state_space_of(instance), reading_finder.state_variables),
        cached_model.successors,
    )
    compare = functools.partial(compare_model, instance, cached_model=cached_model, max_pairs=MAX_GUESSED_PAIRS)
    clear, unclear = list[Observer](), list[Observer]()
    try:
        for number, way in enumerate(
            itertools.islice(search, MAX_SETTLED_SEARCHES if named_interpretations else MAX_STRUCTURE_INTERPRETATIONS)
        ):
            if any(way.used_facts < other.used_facts for other in named_interpretations):
                continue
            seen = Observer(model, reading_finder.state_variables, way, settled_condition)
            rests = (
                [*reading_finder.find_settled_conditions(way.readings)]
                if not settled_condition and number < MAX_SETTLED_SEARCHES and not named_interpretations
                else []
            )
            for observer in (seen, *(Observer(model, reading_finder.state_variables, way, rest) for rest in rests)):
                if observer(model.initial).is_between_moves:
                    verdict = compare(observer, 0)
                    if not verdict.differences and not verdict.can_move_when_stuck:
                        return verdict
            if search.identifies_travelers(way):
                clear.append(seen)
            if seen(model.initial).is_between_moves:
                unclear.append(seen)
        if only_if_same:  # named interpretations have found differences already
            return None
        if clear:
            return compare(min(clear, key=_count_values_without_fact), MAX_DIFFERENCES)
        return (
            _choose_verdict_by_agreement(
                [compare(seen, MAX_DIFFERENCES) for seen in unclear[:MAX_UNCLEAR_INTERPRETATIONS]]
            )
            if not named_interpretations
            else None
        )
    except TooManyStatesError:
        return None


def _count_values_without_fact(observer: Observer) -> int:
    """Count the values that an interpretation represents by the absence of a fact, which is weak evidence."""
    return sum(literal[1] is False for reading in observer.readings for literal in reading if literal)


def _choose_verdict_by_agreement(verdicts: list[ModelVerdict]) -> ModelVerdict | None:
    """Return the verdict under which the model makes most of the puzzle's moves; None for no verdicts.

    The verdict is marked as contested if another verdict has the same agreement but other kinds of differences.
    """
    if not verdicts:
        return None
    best = max(verdicts, key=lambda one: one.agreement)
    kinds = [{way.kind for way in one.differences} for one in verdicts if one.agreement == best.agreement]
    return best._replace(is_contested=any(some != kinds[0] for some in kinds))
