"""The state variables of a planning task, which other people's models of the task may represent.

Each variable is a group of facts that exclude one another. The variable's value is the one fact of the group that
holds.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.classical.strategy import ClassicalStrategy
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl.grounding import NO_EFFECT, GroundAction
from ferryplan.generator.pddl.mutexes import partition_facts
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.pddl.task_encoding import NotEncodableError, TaskEncoding
from ferryplan.generator.space import Violation
from ferryplan.generator.state_variables import (
    NamedThing,
    Observation,
    OwnPddlFact,
    StateVariables,
    TransitionViolation,
    Valuation,
)
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import join_phrases

FactTranslator: TypeAlias = Callable[[Fact], OwnPddlFact]
FactGroup: TypeAlias = Sequence[Fact | None]  # one of the facts holds; None stands for no fact


class TaskStateVariables(StateVariables[PddlState, GroundAction]):
    """State variables of a task: one for each group of facts that exclude one another."""

    allows_intermediate_states = True

    def __init__(
        self, space: TaskSpace, groups: Sequence[FactGroup], translate_fact: FactTranslator, on_predicate: str = ""
    ) -> None:
        """Create the state variables, one for each group of facts.

        A search in other people's models looks for the facts as ``translate_fact`` returns them. If ``on_predicate``
        is the predicate of things that lie on one another, the variables say on which base each thing stands.
        """
        self._space, self._fact_groups, self._on_predicate = space, groups, on_predicate
        self.own_pddl_facts = [[translate_fact(fact) if fact else None for fact in group] for group in groups]
        self.variable_sorts = range(len(groups))
        self._values_by_fact = {
            fact: (role, value) for role, group in enumerate(groups) for value, fact in enumerate(group)
        }
        self._default_values = [group.index(None) if None in group else -1 for group in groups]
        self.values = [[self._make_value(fact, group) for fact in group] for group in groups]
        self.variables = [
            self._make_variable(group[0], some[0]) for group, some in zip(groups, self.values, strict=True)
        ]
        self.goal_valuation = self._find_valuation(space.goal_facts, [-1] * len(groups))

    def _make_variable(self, fact: Fact | None, value: NamedThing) -> NamedThing:
        """Return a variable's name and description, such as a question whether a fact holds.

        ``fact`` is the first fact of the variable's group, and ``value`` the description of this value. A fact for
        which the puzzle file has no sentence is quoted.
        """
        has_sentence = not fact or fact[0] in self._space.sentences.file.predicates
        key = "check.whether" if has_sentence else "check.whether-it-holds"
        return value._replace(called=format_message(key, fact=value.called))

    def _make_value(self, fact: Fact | None, group: FactGroup) -> NamedThing:
        """Return the name and the description of a value of a state variable.

        The value is that ``fact`` holds or, if ``fact`` is None, that no fact of the group holds.
        """
        tells = self._space.sentences.describe_fact
        if fact:
            return NamedThing(" ".join(fact), tells(fact), ())
        facts = [one for one in group if one]
        if len(facts) == 1:
            return NamedThing("none", self._space.sentences.describe_missing_fact(facts[0]), ())
        return NamedThing("none", format_message("check.none-of", facts="; ".join(map(tells, facts))), ())

    def _find_valuation(self, facts: Iterable[Fact], defaults: Sequence[int]) -> Valuation:
        """Return the valuation (index of the value of each variable) in which the given facts hold.

        Variables about which the facts say nothing have their values from ``defaults``.
        """
        below, found = {fact[1]: fact[2] for fact in facts if fact[0] == self._on_predicate}, [*defaults]
        # A stack is at most as high as the number of things that lie on something, so this many steps lead to
        # its base, where `get` stays.
        carried = ((self._on_predicate, one, reduce(lambda at, _: below.get(at, at), below, one)) for one in below)
        for fact in (*facts, *carried):
            if fact in self._values_by_fact:
                role, found[role] = self._values_by_fact[fact]
        return tuple(found)

    def describe_conflicting_values(self, variable: int, values: Sequence[str]) -> str:
        """Return, in words, several facts of a variable's group that hold at the same time."""
        return join_phrases(values)

    def describe_variable(self, variable: int) -> str:
        """Return a variable in words: the question about a state that a model must answer."""
        return self.variables[variable].called

    def to_valuation(self, state: PddlState) -> Valuation:
        """Return the index of the value of each variable in a state."""
        return self._find_valuation(state.facts, self._default_values)

    def to_state(self, valuation: Valuation) -> PddlState:
        """Return the state in which exactly the facts of a valuation hold."""
        return PddlState(
            frozenset(fact for group, n in zip(self._fact_groups, valuation, strict=True) if (fact := group[n]))
        )

    def observe(self, values_by_variable: Sequence[Sequence[int]]) -> Observation:
        """Return the observation of a model's state, given the values of each variable in this state.

        If a variable does not have exactly one value, the observation has no valuation. Then the model is in the middle
        of an action, or something is at two places.
        """
        situation = (
            tuple([some[0] for some in values_by_variable])
            if all(len(some) == 1 for some in values_by_variable)
            else None
        )
        return Observation(situation, situation is not None, any(len(some) > 1 for some in values_by_variable))

    def find_transition_violation(self, state: PddlState, valuation: Valuation) -> TransitionViolation:
        """Return the reason why the task does not allow a change from a state to a valuation.

        The reason is the first unmet condition of an action that would make this change. If there is no such action,
        the reason lists the values that change.
        """
        for action in self._space.instant_actions:
            for lack in ClassicalStrategy(self._space).find_blocked_groundings(action, state):
                if self.to_valuation(self._space.apply_move(state, lack.move)) == valuation:
                    found = self._space.describe_unmet_condition(lack.ground_condition)
                    rule = format_message("check.required-condition", action=action.name, condition=lack.condition)
                    return TransitionViolation("rule-missing", Violation(rule, found))
        new = [self.values[n][one].called for n, one in enumerate(valuation) if one != self.to_valuation(state)[n]]
        return TransitionViolation("no-move", Violation(format_message("check.unchanged"), "; ".join(new)))

    def classify_missing_move(self, move: GroundAction, allowed_moves: Sequence[GroundAction]) -> str:
        """Return the kind of difference for a move of the task that a model does not allow.

        It is ``rule-too-strong`` if the model allows another action with the same name, and ``move-missing`` otherwise.
        """
        return "rule-too-strong" if any(one.name == move.name for one in allowed_moves) else "move-missing"


def list_state_variable_sets(instance: TaskInstance) -> list[TaskStateVariables]:
    """Return the sets of state variables by which a task's states can be described.

    The first set uses the PDDL's own facts. Another follows the puzzle's pictures: counted objects become numbers,
    and cells a row and a column. Another has a separate predicate for each type of objects. For stacks, another says
    on which base each thing stands. Raises EncodingError if models cannot be compared with the task.
    """
    space, pictures = instance.get_or_make(TaskSpace), instance.file.pictures
    if why := _explain_incomparable(instance, space):
        raise EncodingError(format_message("check.incomparable", reason=why), where=instance.puzzle)
    try:
        groups = [*_find_fact_groups(space, TaskEncoding(space.relaxed_reachability[0], space.initial.facts, ()))]
    except NotEncodableError:
        reason = format_message("check.too-many-cases")
        raise EncodingError(format_message("check.incomparable", reason=reason), where=instance.puzzle) from None
    found, kind = (
        [TaskStateVariables(space, groups, lambda fact: OwnPddlFact(fact[0], fact[1:]))],
        pictures.kind if pictures else "",
    )
    shows = [(shown, fact.lower().split()) for shown in (pictures.shows if pictures else ()) for fact in shown.facts]
    count_places = {fact[0]: fact.index(f"?{shown.times}") for shown, fact in shows if f"?{shown.times}" in fact}
    # `$^` matches in no name, so only the cells of a grid are split into row and column.
    part = re.compile("[a-z]+[0-9]+" if kind == "grid" else "$^")

    def translate_fact(fact: Fact) -> OwnPddlFact:
        place = count_places.get(fact[0], len(fact))
        objects = [part.findall(one) or [one] for one in fact[1:place] + fact[place + 1 :]]
        amount = space.ranks_in_types[fact[place]][0] if place < len(fact) else None
        return OwnPddlFact(fact[0], tuple(itertools.chain(*objects)), amount)

    found += [TaskStateVariables(space, groups, translate_fact)] * bool(count_places or kind == "grid")
    if mixed := _find_predicates_of_mixed_types(space, groups):
        found.append(TaskStateVariables(space, groups, lambda fact: _add_types_to_predicate(space, fact, mixed)))
    places = space.objects[pictures.places.lower()] if pictures and kind == "stacks" else ()
    for name in (fact[0] for shown, fact in shows if fact[1:] == [f"?{shown.thing}", f"?{shown.at}"]):
        things = {fact[1]: None for group in groups for fact in group if fact and fact[0] == name}
        if places and things.keys().isdisjoint(places):
            feet: list[FactGroup] = [[(name, one, at) for at in places] for one in things]
            others = [group for group in groups if all(fact is None or fact[0] != name for fact in group)]
            found.append(TaskStateVariables(space, [*feet, *others], translate_fact, name))
    return found


def _find_predicates_of_mixed_types(space: TaskSpace, groups: Sequence[FactGroup]) -> set[str]:
    """Return the predicates that have objects of several types in the same argument position.

    An example is ``on`` if a disc lies on a disc or on a peg.
    """
    types = defaultdict[tuple[str, int], set[str]](set)
    for fact in (fact for group in groups for fact in group if fact):
        for place, name in enumerate(fact[1:]):
            types[fact[0], place].add(_find_object_type(space, name))
    return {name for (name, _), some in types.items() if len(some) > 1}


def _add_types_to_predicate(space: TaskSpace, fact: Fact, mixed: Collection[str]) -> OwnPddlFact:
    """Return a fact in the form of a model that has a separate predicate for each type of arguments.

    ``mixed`` contains the predicates that such a model splits.
    """
    types = [_find_object_type(space, name) for name in fact[2:]] if fact[0] in mixed else []
    return OwnPddlFact("-".join((fact[0], *types)), fact[1:])


def _find_object_type(space: TaskSpace, object_name: str) -> str:
    objects = (*space.domain.constants, *space.problem.objects)
    return next(one.types[0] for one in objects if one.name == object_name)


def _explain_incomparable(instance: TaskInstance, space: TaskSpace) -> str:
    """Return why models cannot be compared with a task; the empty text if they can be compared.

    Tasks are comparable if a state consists only of the facts that hold.
    """
    if instance.file.incomparable:
        return instance.file.incomparable
    if space.has_durations:
        return format_message("check.with-durations")
    if space.derived_predicates:
        return format_message("check.with-derived", names=join_phrases(sorted(space.derived_predicates)))
    costs = {name for name, *_ in space.counters}
    if functions := [
        one.name for one in space.domain.functions if not space.is_static(one.name) and one.name not in costs
    ]:
        return format_message("check.with-numbers", names=join_phrases(functions))
    return ""


def _find_fact_groups(space: TaskSpace, encoding: TaskEncoding) -> Iterator[FactGroup]:
    """Yield groups of facts that exclude one another, for the facts that have descriptions.

    A group also contains similar facts that hold in no reachable state. It contains None if it is possible that none
    of its facts holds. The groups without None come first.
    """
    described_facts = {fact for fact in encoding.facts if space.sentences.is_described(fact[0])}
    parts = [group & described_facts for group in encoding.mutex_groups]
    exhaustive_groups = [part for part in parts if len(part & space.initial.facts) == 1]
    # Facts of a group exclude each other: if one holds at the start, and no action deletes one without adding
    # one, then one always holds. Conditional effects are not analyzed: an action that has them rules out
    # every group.
    for one in space.relaxed_reachability[0]:
        exhaustive_groups = [
            part
            for part in exhaustive_groups
            if one.rest_of_condition_and_effect[1] is NO_EFFECT and (not part & one.deleted or part & one.added)
        ]
    first = [
        part for part in partition_facts(described_facts, exhaustive_groups) if frozenset(part) in exhaustive_groups
    ]
    known = {fact[0] for fact in described_facts}
    shaped = [
        (
            one.name,
            [dict.fromkeys(thing for kind in each.types for thing in space.objects[kind]) for each in one.parameters],
        )
        for one in space.domain.predicates
        if one.name in known
    ]
    other_facts = [
        fact
        for name, some in shaped
        for way in itertools.product(*some)
        if (fact := (name, *way)) not in described_facts
    ]
    for part in (*first, *partition_facts(described_facts.difference(*first), parts)):
        # The objects that all facts of a group share, such as the thing whose place they describe, identify
        # the unreachable facts that belong to the group: a model may have them, too.
        common = frozenset.intersection(*map(frozenset, part))
        shapes = {frozenset(both for both in enumerate(fact) if both[0] == 0 or both[1] in common) for fact in part}
        like = [fact for fact in other_facts if any(shape <= {*enumerate(fact)} for shape in shapes)]
        other_facts = [fact for fact in other_facts if fact not in like]
        yield [*part, *like, *([] if part in first else [None])]
