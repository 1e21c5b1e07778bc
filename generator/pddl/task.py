"""A planning task: what a domain and a problem mean together, as a state space.

The semantics is that of PDDL 2.1, levels 1 and 2 (Fox and Long 2003), with derived predicates: conditions are asked of the state before
an action; of what an action both deletes and adds, it is there afterwards.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import nearest
from ferryplan.generator.pddl.applicable import NOT_CARRIED_OUT, Applicable
from ferryplan.generator.pddl.canonical_form import CanonicalForms
from ferryplan.generator.pddl.codes import coded_task
from ferryplan.generator.pddl.effects import Changes, ClashError
from ferryplan.generator.pddl.expressions import And, Condition, Effect, Not
from ferryplan.generator.pddl.fluents import TOTAL_COST, changing, counting, has_action_costs, parts_of_one
from ferryplan.generator.pddl.grounding import NOTHING, GroundAction, Grounding, Operator, Schema
from ferryplan.generator.pddl.interchange import interchangeable
from ferryplan.generator.pddl.normal_form import FALSE, TRUE, Binding, conjuncts, normal, normal_effect, substituted
from ferryplan.generator.pddl.reachability import reachable
from ferryplan.generator.pddl.states import Derivation, Fact, State, UndefinedError, View
from ferryplan.generator.pddl.symmetry import ExchangeOfObjects
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Problem, objects_of, signature_of
from ferryplan.generator.pddl.undefined import is_met, may_be_defined_later
from ferryplan.generator.pddl.variants import UncodedError
from ferryplan.generator.space import Breach, Coded, StateSpace, Symmetry

LONGEST = 160
"""how many characters of a condition are told"""


class ForeignActionError(ValueError):
    """An action that a task does not have; the message says why, to follow 'but'."""


class Task(StateSpace[State, GroundAction]):
    """A domain and a problem; where actions take no time, a state space whose moves are ground actions.

    Of two actions that have one name and as many parameters, the first is the one that a ground action names.
    """

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain, self.problem = domain, problem
        self.objects = objects_of(domain, problem)
        facts = [(atom.predicate, *atom.terms) for atom in problem.facts]
        values = {(function.name, *function.terms): value for function, value in problem.values.items()}
        if any(function.name == TOTAL_COST.name for function in domain.functions):
            values.setdefault((TOTAL_COST.name,), Fraction(0))
        self.actions: dict[str, list[Action | DurativeAction]] = {}
        """by their names; a name may stand for several that differ in how many parameters they have"""
        for action in domain.actions:
            self.actions.setdefault(action.name, []).append(action)
        self._normal = {
            id(action): replace(action, precondition=normal(action.precondition), effect=normal_effect(action.effect))
            for action in domain.actions
            if isinstance(action, Action)
        }
        self._changing = changing(domain)
        counted = counting(domain, problem)
        self.counters = {fact: value for fact, value in values.items() if fact[0] in counted}
        """functions that only count what a plan costs, with what they count from: no part of a state"""
        fixed = {fact: value for fact, value in values.items() if fact[0] not in self._changing}
        self._static = View(self.objects, (fact for fact in facts if fact[0] not in self._changing), fixed)
        never = [rule for rule in domain.derived if rule.atom.predicate not in self._changing]
        Derivation(domain.source, never).complete(self._static)
        varying = [rule for rule in domain.derived if rule.atom.predicate in self._changing]
        derived = {rule.atom.predicate for rule in domain.derived}
        self.grounding = Grounding(self._static, self._changing, derived, self.counters)
        self._derivation = Derivation(domain.source, self.grounding.rules(varying))
        self._initial = State(
            frozenset(fact for fact in facts if fact[0] in self._changing),
            frozenset((fact, value) for fact, value in values.items() if fact[0] in self._changing - counted),
        )
        self.goal, self._may_be_defined = normal(problem.goal), may_be_defined_later(domain, problem)
        self.unit_costs, self.free_moves = problem.metric is None, problem.metric is not None
        self.in_one = parts_of_one(domain, problem)
        self._has_prices, self._prices = has_action_costs(domain, problem), dict[GroundAction, int]()
        self._seen: tuple[State, View] | None = None

    @property
    def initial(self) -> State:
        """The state at the start, without what never changes and what only counts."""
        return self._initial

    @functools.cached_property
    def symmetry(self) -> Symmetry[State, GroundAction]:
        """The exchanges of objects that differ in nothing but their names."""
        classes = interchangeable(self.domain, self.problem, self.objects)
        return ExchangeOfObjects(CanonicalForms(classes)) if classes else Symmetry()

    def folded(self, state: State) -> State:
        """Return the state that stands for the orbit of a state."""
        return self.canonical(state)

    @functools.cached_property
    def _schemas(self) -> list[Schema]:
        return [self.grounding.schema(self._plain(action)) for action in self.domain.actions]

    @functools.cached_property
    def within_reach(self) -> tuple[list[Operator], frozenset[Fact]]:
        """The ground actions and the facts within reach, were nothing ever deleted. Raises UnknownFormError if actions take time."""
        return reachable(self.grounding, self._schemas, self._initial.facts)

    @functools.cached_property
    def _operators(self) -> Applicable[Operator]:
        return Applicable(self.within_reach[0], lambda operator: operator.required)

    def ground(self) -> Iterator[Operator]:
        """Yield the ground actions that what never changes allows, in a fixed order. Raises UnknownFormError if actions take time."""
        for schema in self._schemas:
            yield from self.grounding.operators(schema, {})

    @functools.cached_property
    def _candidates(self) -> Applicable[Operator]:
        """The ground actions that what never changes allows, within reach or not."""
        each = [sorted(self.grounding.operators(schema, {}), key=lambda one: one.move) for schema in self._schemas]
        return Applicable([operator for some in each for operator in some], lambda operator: operator.required)

    @functools.cached_property
    def coded(self) -> Coded[State, GroundAction] | None:
        """The same states as integers; none with numbers, derived predicates, or too many cases. Raises UnknownFormError if actions take time."""
        if not (self._derivation.predicates or self._initial.values):
            goal = self.grounding.condition(self.goal, {})
            with contextlib.suppress(UncodedError):
                return coded_task(self.within_reach[0], self._initial, goal)
        return None

    def _plain(self, action: Action | DurativeAction) -> Action:
        if isinstance(action, DurativeAction):
            self.domain.source.refuse(action.written, "pddl.takes-time", name=action.name)
        return self._normal[id(action)]

    def moves(self, state: State) -> Iterator[tuple[GroundAction, State]]:
        """Yield every ground action that can be carried out in a state, with the state that follows, in a fixed order.

        Raises UnknownFormError if actions take time.
        """
        # A state that was not reached from the start may have actions that are out of reach.
        operators = self._operators if state.facts <= self.within_reach[1] else self._candidates
        for operator in operators.fitting(state.facts):
            if not operator.forbidden.isdisjoint(state.facts):
                continue
            condition, effect = operator.rest
            try:
                if condition is TRUE or self.view(state).holds(condition, {}):
                    if effect is NOTHING:
                        after = State((state.facts - operator.deleted) | operator.added, state.values)
                    else:
                        changes = Changes(self.counters, set(operator.added), set(operator.deleted))
                        changes.collect(effect, {}, self.view(state))
                        after = changes.of(state)
                    yield operator.move, after
            except (UndefinedError, ClashError):  # as `breach` has it
                continue

    def candidates(self, state: State) -> Iterator[GroundAction]:
        """Yield every ground action that what never changes allows, in the same order. Raises UnknownFormError if actions take time."""
        yield from (operator.move for operator in self._candidates.all if operator.rest[0] != FALSE)

    def breach(self, state: State, move: GroundAction) -> Breach | None:
        """Return why an action cannot be carried out in a state, or None if it can. Raises UnknownFormError if it takes time."""
        try:
            schema, binding = self.bound(move.name, move.arguments)
        except ForeignActionError as error:
            return Breach(format_message("pddl.rule-declared"), str(error))
        action, view = self._plain(schema), self.view(state)
        try:
            if not view.holds(action.precondition, binding):
                assert isinstance(schema, Action)
                unheld = self.unheld(state, schema.precondition, binding)
                return Breach(NOT_CARRIED_OUT, unheld)
            self._changes(action.effect, binding, state).of(state)
        except (UndefinedError, ClashError) as error:
            return Breach(format_message("pddl.rule-values"), str(error))
        return None

    def after(self, state: State, move: GroundAction) -> State:
        """Return the state after an action that could be carried out by its effects. Raises UndefinedError, ClashError if not."""
        return self.changes(state, move).of(state)

    def changes(self, state: State, move: GroundAction) -> Changes:
        """Return what an action brings about in a state. Raises as ``after``."""
        schema, binding = self.bound(move.name, move.arguments)
        return self._changes(self._plain(schema).effect, binding, state)

    def is_goal(self, state: State) -> bool:
        """Return whether the goal holds. Raises UndefinedError if it asks for a value that is none, and never will be."""
        return is_met(self.view(state), self.goal, self._may_be_defined)

    @property
    def goals(self) -> int:
        """How many conditions make up the goal: the parts of a conjunction."""
        return len(list(conjuncts(self.goal)))

    def goals_met(self, state: State) -> int:
        """Return how many of them hold in a state. Raises UndefinedError as ``is_goal``."""
        view = self.view(state)
        return sum(is_met(view, part, self._may_be_defined) for part in conjuncts(self.goal))

    def cost(self, state: State, move: GroundAction) -> int:
        """Return what an action adds to the metric; 1 if there is none. Raises UnknownFormError for less than 0, and where it is maximized."""
        if self.problem.metric is None:
            return 1
        if move in self._prices and not state.values:
            return self._prices[move]
        changes = self.changes(state, move)
        worth = self.worth(changes.of(state), changes.counted, 1) - self.worth(state, {}, 0)
        cost = worth if self.in_one == 1 else worth * self.in_one
        if cost < 0 or cost.denominator != 1 or self.problem.metric.direction == "maximize":
            if self.problem.metric.direction == "maximize":
                self.problem.source.refuse(None, "pddl.maximize")
            key = "pddl.cost" if self.in_one == 1 else "pddl.cost-of-unit"
            self.problem.source.refuse(None, key, move=move, worth=worth, unit=Fraction(1, self.in_one))
        if self._has_prices:
            self._prices[move] = int(cost)
        return int(cost)

    def worth(
        self, state: State, counted: Mapping[Fact, Fraction], actions: int, makespan: Fraction = Fraction(0)
    ) -> Fraction:
        """Return what the metric says of a plan that ends in a state; without a metric, the number of its actions.

        ``counted`` is by how much it raises the counters. Raises UndefinedError for a metric without a value.
        """
        if self.problem.metric is None:
            return Fraction(actions)
        counters = {fact: value + counted.get(fact, Fraction(0)) for fact, value in self.counters.items()}
        values = {**dict(state.values), **counters, ("total-time",): makespan or Fraction(actions)}
        return View(self.objects, (), values, self._static).value(self.problem.metric.value, {})

    def bound(self, name: str, arguments: Sequence[str]) -> tuple[Action | DurativeAction, Binding]:
        """Return the action of a name, and its parameters as arguments fill them in. Raises ForeignActionError."""
        schemas = self.actions.get(name)
        if schemas is None:
            hint = nearest(name, self.actions)
            hint = hint if hint.startswith("; did") else ""
            raise ForeignActionError(format_message("pddl.no-such-action", hint=hint))
        schema = next((one for one in schemas if len(one.parameters) == len(arguments)), None)
        if schema is None:
            raise ForeignActionError(format_message("pddl.other-arguments", signature=signature_of(schemas[0])))
        for parameter, argument in zip(schema.parameters, arguments, strict=True):
            if argument not in self.objects.get("object", ()):
                raise ForeignActionError(format_message("pddl.no-such-object", name=argument))
            if not self._static.is_of(argument, parameter.types):
                words = {"types": " or ".join(parameter.types), "signature": signature_of(schema)}
                raise ForeignActionError(format_message("pddl.other-type", name=argument, **words))
        return schema, {one.name: argument for one, argument in zip(schema.parameters, arguments, strict=True)}

    def fitting(self, action: Action, state: State, known: Binding | None = None) -> Iterator[GroundAction]:
        """Yield every way to choose the parameters of an action that are not ``known`` so that its precondition holds, in a fixed order.

        Raises UndefinedError if it asks for a value that is none.
        """
        known = known or {}
        if not all(self._static.is_of(known[one.name], one.types) for one in action.parameters if one.name in known):
            return
        others = [one for one in action.parameters if one.name not in known]
        for binding in self.view(state).bindings(others, self._plain(action).precondition, known, ordered=True):
            yield GroundAction(action.name, tuple([binding[one.name] for one in action.parameters]))

    def view(self, state: State) -> View:
        """Return what can be asked of a state, with what is derived in it."""
        if self._seen is None or self._seen[0] is not state:
            view = View(self.objects, state.facts, dict(state.values), self._static)
            self._derivation.complete(view)
            self._seen = state, view
        return self._seen[1]

    def has(self, state: State, fact: Fact) -> bool:
        """Return whether a fact holds in a state, one that never changes or is derived, too."""
        return fact in self.view(state).of(fact[0])

    def unheld(self, state: State, condition: Condition, binding: Binding) -> str:
        """Return in words the first part of a condition that does not hold in a state. Raises UndefinedError."""
        while isinstance(condition, And):
            failing = (part for part in condition.parts if not self.view(state).holds(normal(part), binding))
            part = next(failing, None)
            if part is None:
                break
            condition = part
        return self.in_words(substituted(condition, binding))

    def in_words(self, found: Condition) -> str:
        """Return in words that a condition without variables does not hold."""
        denied = isinstance(found, Not)
        text = str(found.condition if isinstance(found, Not) else found)
        text = text if len(text) <= LONGEST else f"{text[: LONGEST - 2]}…)"
        return format_message("pddl.holds" if denied else "pddl.does-not-hold", condition=text)

    def _changes(self, effect: Effect, binding: Binding, state: State) -> Changes:
        changes = Changes(self.counters)
        changes.collect(effect, binding, self.view(state))
        return changes
