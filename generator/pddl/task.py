"""A planning task: the state space of a domain and a problem.

The semantics is that of PDDL 2.1, levels 1 and 2 (Fox and Long 2003), with derived predicates. Conditions refer
to the state before an action. A fact that an action both deletes and adds holds afterwards.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.pddl.canonical_form import StateCanonicalizer
from ferryplan.generator.pddl.effects import EffectConflictError, StateChanges
from ferryplan.generator.pddl.encoded_task import encode_task
from ferryplan.generator.pddl.expressions import And, Condition, Effect, Not
from ferryplan.generator.pddl.fluents import (
    TOTAL_COST,
    compute_cost_scale,
    find_changing_names,
    find_cost_counters,
    has_action_costs,
)
from ferryplan.generator.pddl.grounding import NO_EFFECT, ActionSchema, GroundAction, Grounding, GroundOperator
from ferryplan.generator.pddl.interchangeable_objects import find_interchangeable_objects
from ferryplan.generator.pddl.normal_form import (
    FALSE,
    TRUE,
    Binding,
    conjuncts,
    effect_to_normal_form,
    substitute_objects,
    to_normal_form,
)
from ferryplan.generator.pddl.object_symmetry import ObjectSymmetry
from ferryplan.generator.pddl.relaxed_reachability import compute_relaxed_reachability
from ferryplan.generator.pddl.states import DerivedPredicates, Fact, PddlState, StateView, UndefinedError
from ferryplan.generator.pddl.successor_generator import UNMET_PRECONDITION, SuccessorGenerator
from ferryplan.generator.pddl.syntax_tree import (
    Action,
    Domain,
    DurativeAction,
    Problem,
    find_objects_by_type,
    format_signature,
)
from ferryplan.generator.pddl.task_encoding import NotEncodableError
from ferryplan.generator.pddl.undefined_functions import goal_condition_holds, goal_values_may_become_defined
from ferryplan.generator.space import EncodedSpace, StateSpace, Symmetry, Violation

MAX_CONDITION_LENGTH = 160
"""the maximum length of a condition in a message, in characters"""


class UnknownActionError(ValueError):
    """A task does not have an action.

    The message gives the reason as a clause that can follow the word 'but'.
    """


class Task(StateSpace[PddlState, GroundAction]):
    """The task of a domain and a problem: a state space whose moves are ground actions.

    If actions take time, it is no state space (see `SequentialTask`), and methods that need one raise
    UnsupportedPddlError. If two actions have the same name and number of parameters, a ground action refers to
    the first.
    """

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain, self.problem = domain, problem
        self.objects = find_objects_by_type(domain, problem)
        facts = [(atom.predicate, *atom.terms) for atom in problem.facts]
        values = {(function.name, *function.terms): value for function, value in problem.values.items()}
        if any(function.name == TOTAL_COST.name for function in domain.functions):
            values.setdefault((TOTAL_COST.name,), Fraction(0))
        self.actions: dict[str, list[Action | DurativeAction]] = {}
        """the actions by name; several actions may share a name if they have different numbers of parameters"""
        for action in domain.actions:
            self.actions.setdefault(action.name, []).append(action)
        self._normalized_actions = {
            id(action): replace(
                action, precondition=to_normal_form(action.precondition), effect=effect_to_normal_form(action.effect)
            )
            for action in domain.actions
            if isinstance(action, Action)
        }
        self._changing_names = find_changing_names(domain)
        counted = find_cost_counters(domain, problem)
        self.counters = {fact: value for fact, value in values.items() if fact[0] in counted}
        """the functions that only accumulate costs, with their initial values; they are not part of a state"""
        fixed = {fact: value for fact, value in values.items() if fact[0] not in self._changing_names}
        self._static = StateView(self.objects, (fact for fact in facts if fact[0] not in self._changing_names), fixed)
        never = [rule for rule in domain.derivation_rules if rule.atom.predicate not in self._changing_names]
        DerivedPredicates(domain.source, never).add_derived_facts(self._static)
        varying = [rule for rule in domain.derivation_rules if rule.atom.predicate in self._changing_names]
        derived = {rule.atom.predicate for rule in domain.derivation_rules}
        self.grounding = Grounding(self._static, self._changing_names, derived, self.counters)
        self._derivation = DerivedPredicates(domain.source, self.grounding.ground_rules(varying))
        self._initial = PddlState(
            frozenset(fact for fact in facts if fact[0] in self._changing_names),
            frozenset((fact, value) for fact, value in values.items() if fact[0] in self._changing_names - counted),
        )
        self.goal, self._goal_may_be_defined = (
            to_normal_form(problem.goal),
            goal_values_may_become_defined(domain, problem),
        )
        self.has_unit_costs, self.has_free_moves = problem.metric is None, problem.metric is not None
        self.cost_scale = compute_cost_scale(domain, problem)
        self._has_action_costs, self._action_costs = has_action_costs(domain, problem), dict[GroundAction, int]()
        self._last_view: tuple[PddlState, StateView] | None = None

    @property
    def initial(self) -> PddlState:
        """The initial state, without static facts and cost counters."""
        return self._initial

    @functools.cached_property
    def symmetry(self) -> Symmetry[PddlState, GroundAction]:
        """The group of permutations of interchangeable objects."""
        classes = find_interchangeable_objects(self.domain, self.problem, self.objects)
        return ObjectSymmetry(StateCanonicalizer(classes)) if classes else Symmetry()

    def abstract_state(self, state: PddlState) -> PddlState:
        """Return the canonical state of a state's orbit under permutations of interchangeable objects."""
        return self.canonical_state(state)

    @functools.cached_property
    def _schemas(self) -> list[ActionSchema]:
        return [self.grounding.split_action(self._get_normalized_action(action)) for action in self.domain.actions]

    @functools.cached_property
    def relaxed_reachability(self) -> tuple[list[GroundOperator], frozenset[Fact]]:
        """The ground actions, and the facts, that are reachable if nothing is ever deleted.

        Raises UnsupportedPddlError if actions take time.
        """
        return compute_relaxed_reachability(self.grounding, self._schemas, self._initial.facts)

    @functools.cached_property
    def _reachable_operators(self) -> SuccessorGenerator[GroundOperator]:
        return SuccessorGenerator(self.relaxed_reachability[0], lambda operator: operator.required)

    def ground_operators(self) -> Iterator[GroundOperator]:
        """Yield the ground actions that the static facts allow, in a fixed order.

        Raises UnsupportedPddlError if actions take time.
        """
        for schema in self._schemas:
            yield from self.grounding.ground_schema(schema, {})

    @functools.cached_property
    def _candidate_operators(self) -> SuccessorGenerator[GroundOperator]:
        """The ground actions that the static facts allow, reachable or not, indexed by required facts."""
        each = [sorted(self.grounding.ground_schema(schema, {}), key=lambda one: one.move) for schema in self._schemas]
        return SuccessorGenerator([operator for some in each for operator in some], lambda operator: operator.required)

    @functools.cached_property
    def encoded_space(self) -> EncodedSpace[PddlState, GroundAction] | None:
        """This state space with states as integers.

        None if the task has numbers, derived predicates or too many cases. Raises UnsupportedPddlError if
        actions take time.
        """
        if not (self._derivation.predicates or self._initial.values):
            goal = self.grounding.ground_condition(self.goal, {})
            with contextlib.suppress(NotEncodableError):
                return encode_task(self.relaxed_reachability[0], self._initial, goal)
        return None

    def _get_normalized_action(self, action: Action | DurativeAction) -> Action:
        if isinstance(action, DurativeAction):
            self.domain.source.fail_unsupported(action.source_node, "pddl.takes-time", name=action.name)
        return self._normalized_actions[id(action)]

    def successors(self, state: PddlState) -> Iterator[tuple[GroundAction, PddlState]]:
        """Yield each applicable ground action with the state after it, in a fixed order.

        Raises UnsupportedPddlError if actions take time.
        """
        # A state that was not reached from the initial state may have applicable actions outside the reachable
        # ones.
        operators = (
            self._reachable_operators if state.facts <= self.relaxed_reachability[1] else self._candidate_operators
        )
        for operator in operators.find_applicable(state.facts):
            if not operator.forbidden.isdisjoint(state.facts):
                continue
            condition, effect = operator.rest_of_condition_and_effect
            try:
                if condition is TRUE or self.view(state).holds(condition, {}):
                    if effect is NO_EFFECT:
                        after = PddlState((state.facts - operator.deleted) | operator.added, state.values)
                    else:
                        changes = StateChanges(self.counters, set(operator.added), set(operator.deleted))
                        changes.collect_effect(effect, {}, self.view(state))
                        after = changes.apply_to(state)
                    yield operator.move, after
            except (UndefinedError, EffectConflictError):  # `find_violation` reports these errors as violations
                continue

    def candidate_moves(self, state: PddlState) -> Iterator[GroundAction]:
        """Yield each ground action that the static facts allow, applicable or not, in a fixed order.

        Raises UnsupportedPddlError if actions take time.
        """
        yield from (
            operator.move
            for operator in self._candidate_operators.operators
            if operator.rest_of_condition_and_effect[0] != FALSE
        )

    def find_violation(self, state: PddlState, move: GroundAction) -> Violation | None:
        """Return the reason why an action is not applicable in a state, or None if it is applicable.

        Raises UnsupportedPddlError if the action takes time.
        """
        try:
            schema, binding = self.bind_action(move.name, move.arguments)
        except UnknownActionError as error:
            return Violation(format_message("pddl.rule-declared"), str(error))
        action, view = self._get_normalized_action(schema), self.view(state)
        try:
            if not view.holds(action.precondition, binding):
                assert isinstance(schema, Action)
                unheld = self.explain_unmet_condition(state, schema.precondition, binding)
                return Violation(UNMET_PRECONDITION, unheld)
            self._collect_changes(action.effect, binding, state).apply_to(state)
        except (UndefinedError, EffectConflictError) as error:
            return Violation(format_message("pddl.rule-values"), str(error))
        return None

    def apply_move(self, state: PddlState, move: GroundAction) -> PddlState:
        """Return the state after an action; its precondition is not checked.

        Raises UndefinedError or EffectConflictError if the effects are impossible.
        """
        return self.changes_of_move(state, move).apply_to(state)

    def changes_of_move(self, state: PddlState, move: GroundAction) -> StateChanges:
        """Return the changes that an action makes to a state.

        Raises UndefinedError if an effect needs a value that does not exist, EffectConflictError if effects
        contradict each other.
        """
        schema, binding = self.bind_action(move.name, move.arguments)
        return self._collect_changes(self._get_normalized_action(schema).effect, binding, state)

    def is_goal(self, state: PddlState) -> bool:
        """Return whether the goal holds.

        Raises UndefinedError if the goal needs the value of a function that can never get one.
        """
        return goal_condition_holds(self.view(state), self.goal, self._goal_may_be_defined)

    @property
    def goal_count(self) -> int:
        """The number of goal conditions: the conjuncts of the goal."""
        return len(list(conjuncts(self.goal)))

    def count_goals_met(self, state: PddlState) -> int:
        """Return the number of goal conditions that hold in a state. Raises UndefinedError as `is_goal`."""
        view = self.view(state)
        return sum(goal_condition_holds(view, part, self._goal_may_be_defined) for part in conjuncts(self.goal))

    def cost(self, state: PddlState, move: GroundAction) -> int:
        """Return the amount that an action adds to the metric; 1 without a metric.

        Costs are integers: multiples of 1 divided by ``cost_scale``. Raises UnsupportedPddlError for a negative cost,
        for a cost that is no such multiple, and for a metric to maximize.
        """
        if self.problem.metric is None:
            return 1
        if move in self._action_costs and not state.values:
            return self._action_costs[move]
        changes = self.changes_of_move(state, move)
        worth = self.metric_value(changes.apply_to(state), changes.counter_increases, 1) - self.metric_value(
            state, {}, 0
        )
        cost = worth if self.cost_scale == 1 else worth * self.cost_scale
        if cost < 0 or cost.denominator != 1 or self.problem.metric.direction == "maximize":
            if self.problem.metric.direction == "maximize":
                self.problem.source.fail_unsupported(None, "pddl.maximize")
            key = "pddl.cost" if self.cost_scale == 1 else "pddl.cost-of-unit"
            self.problem.source.fail_unsupported(None, key, move=move, worth=worth, unit=Fraction(1, self.cost_scale))
        if self._has_action_costs:
            self._action_costs[move] = int(cost)
        return int(cost)

    def metric_value(
        self,
        state: PddlState,
        counter_increases: Mapping[Fact, Fraction],
        action_count: int,
        makespan: Fraction | None = None,
    ) -> Fraction:
        """Return the value of the metric for a plan that ends in a state.

        ``action_count`` is the plan's number of actions, which is the value without a metric. ``counter_increases``
        maps the cost counters to the amounts that the plan adds to them, and ``makespan`` is the end of its last
        action, by default ``action_count``. Raises UndefinedError for a metric without a value.
        """
        if self.problem.metric is None:
            return Fraction(action_count)
        counters = {fact: value + counter_increases.get(fact, Fraction(0)) for fact, value in self.counters.items()}
        total_time = Fraction(action_count) if makespan is None else makespan
        values = {**dict(state.values), **counters, ("total-time",): total_time}
        return StateView(self.objects, (), values, self._static).value(self.problem.metric.value, {})

    def bind_action(self, name: str, arguments: Sequence[str]) -> tuple[Action | DurativeAction, Binding]:
        """Return the action with a name, and a binding of its parameters to arguments.

        Raises UnknownActionError if no action has the name, or the arguments do not fit.
        """
        schemas = self.actions.get(name)
        if schemas is None:
            hint = format_suggestion(name, self.actions)
            hint = hint if hint.startswith("; did") else ""
            raise UnknownActionError(format_message("pddl.no-such-action", hint=hint))
        schema = next((one for one in schemas if len(one.parameters) == len(arguments)), None)
        if schema is None:
            raise UnknownActionError(format_message("pddl.other-arguments", signature=format_signature(schemas[0])))
        for parameter, argument in zip(schema.parameters, arguments, strict=True):
            if argument not in self.objects.get("object", ()):
                raise UnknownActionError(format_message("pddl.no-such-object", name=argument))
            if not self._static.has_type(argument, parameter.types):
                words = {"types": " or ".join(parameter.types), "signature": format_signature(schema)}
                raise UnknownActionError(format_message("pddl.other-type", name=argument, **words))
        return schema, {one.name: argument for one, argument in zip(schema.parameters, arguments, strict=True)}

    def applicable_groundings(
        self, action: Action, state: PddlState, known: Binding | None = None
    ) -> Iterator[GroundAction]:
        """Yield the ground actions of ``action`` that are applicable in a state, in a fixed order.

        ``known`` maps parameters whose objects are given to these objects. Raises UndefinedError if the precondition
        needs a value that does not exist.
        """
        known = known or {}
        if not all(self._static.has_type(known[one.name], one.types) for one in action.parameters if one.name in known):
            return
        others = [one for one in action.parameters if one.name not in known]
        for binding in self.view(state).bindings_satisfying(
            others, self._get_normalized_action(action).precondition, known, ordered=True
        ):
            yield GroundAction(action.name, tuple([binding[one.name] for one in action.parameters]))

    def view(self, state: PddlState) -> StateView:
        """Return a view of a state, including its derived facts, for queries."""
        if self._last_view is None or self._last_view[0] is not state:
            view = StateView(self.objects, state.facts, dict(state.values), self._static)
            self._derivation.add_derived_facts(view)
            self._last_view = state, view
        return self._last_view[1]

    def fact_holds(self, state: PddlState, fact: Fact) -> bool:
        """Return whether a fact holds in a state, including static and derived facts."""
        return fact in self.view(state).facts_of(fact[0])

    def explain_unmet_condition(self, state: PddlState, condition: Condition, binding: Binding) -> str:
        """Return a clause about the first conjunct of a condition that does not hold in a state.

        Raises UndefinedError if the condition needs a value that does not exist.
        """
        while isinstance(condition, And):
            failing = (part for part in condition.parts if not self.view(state).holds(to_normal_form(part), binding))
            part = next(failing, None)
            if part is None:
                break
            condition = part
        return self.describe_unmet_condition(substitute_objects(condition, binding))

    def describe_unmet_condition(self, condition: Condition) -> str:
        """Return a clause that says that a condition without variables does not hold."""
        denied = isinstance(condition, Not)
        text = str(condition.condition if isinstance(condition, Not) else condition)
        text = text if len(text) <= MAX_CONDITION_LENGTH else f"{text[: MAX_CONDITION_LENGTH - 2]}…)"
        return format_message("pddl.holds" if denied else "pddl.does-not-hold", condition=text)

    def _collect_changes(self, effect: Effect, binding: Binding, state: PddlState) -> StateChanges:
        changes = StateChanges(self.counters)
        changes.collect_effect(effect, binding, self.view(state))
        return changes
