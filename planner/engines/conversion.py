"""From the syntax tree of PDDL to unified-planning's problem.

The problem is the one that unified-planning's own `PDDLReader` makes of the text, nine tenths of whose time go into its grammar.
What the tree cannot say (timed initial literals, trajectory constraints, preferences, processes) is read by that reader.

Used by the worker only; imports unified_planning.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, assert_never

import unified_planning.model as up
from unified_planning.environment import Environment
from unified_planning.io import PDDLReader
from unified_planning.model import metrics

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import TOTAL_COST, has_action_costs
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.syntax import UnknownFormError
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Moment, Problem, Value
from ferryplan.planner.engines.expressions import Expressions

OBJECT = "object"
MOMENTS: Mapping[Moment, Any] = {
    "start": up.StartTiming(),
    "all": up.OpenTimeInterval(up.StartTiming(), up.EndTiming()),
    "end": up.EndTiming(),
}


class Readable:
    """Two PDDL texts that are to be read."""

    def __init__(self, domain: str, problem: str, environment: Environment) -> None:
        self.texts, self.environment = (domain, problem), environment
        self.in_problem = False
        """whether the last error was in the problem, not in the domain"""
        self.tree: tuple[Domain, Problem] | None = None

    @property
    def derives(self) -> bool:
        """Whether there are derived predicates, of which unified-planning knows nothing: to it they are like any other."""
        return self.tree is not None and bool(self.tree[0].derived)

    def problem(self, integers: bool = False) -> Any:
        """Return unified-planning's problem, its numbers real or, if asked for, integers.

        Raises UPTypeError for a number that may be no integer, and whatever comes for PDDL that cannot be read.
        """
        try:
            if self.tree is None:
                self.in_problem = False
                domain = read_domain(self.texts[0])
                self.in_problem = True
                self.tree = domain, read_problem(self.texts[1], domain)
        except UnknownFormError:
            self.in_problem = False
            self._reader(integers).parse_problem_string(self.texts[0])
            self.in_problem = True
            return self._reader(integers).parse_problem_string(*self.texts)
        self.in_problem = False
        types = self.environment.type_manager
        conversion = _Conversion(*self.tree, types.IntType() if integers else types.RealType(), self.environment)
        self.in_problem = True
        return conversion.whole()

    def _reader(self, integers: bool) -> PDDLReader:
        reader = PDDLReader(self.environment)
        if integers:
            types = self.environment.type_manager
            reader._tm = SimpleNamespace(BoolType=types.BoolType, RealType=types.IntType)  # all that it asks for
        return reader


class _Conversion:
    """A domain, converted; then the problem."""

    def __init__(self, domain: Domain, problem: Problem, number: Any, environment: Environment) -> None:
        self.domain, self.problem, self.environment = domain, problem, environment
        self.make = environment.expression_manager
        self.truth = environment.type_manager.BoolType()
        self.made = up.Problem(problem.name, environment, initial_defaults={self.truth: self.make.FALSE()})
        self.types = self._types()
        self.costs: dict[Any, Any] | None = {} if has_action_costs(domain, problem) else None
        self.fluents: dict[str, Any] = {}
        self.objects: dict[str, Any] = {}
        self.expressions = Expressions(self.make, self.fluents, self.objects, self._variable)
        for signatures, kind in ((domain.predicates, self.truth), (domain.functions, number)):
            for one in signatures:
                fluent = up.Fluent(one.name, kind, self._parameters(one.parameters), environment)
                self.fluents[one.name] = fluent
                if self.costs is None or one.name != TOTAL_COST.name:
                    self.made.add_fluent(fluent)
        self._add_objects(domain.constants)
        for action in domain.actions:
            self.made.add_action(self._action(action))

    def whole(self) -> Any:
        """Return the domain with the problem."""
        made, problem = self.made, self.problem
        self._add_objects(problem.objects)
        for one in problem.initial:
            match one:
                case pddl.Atom():
                    made.set_initial_value(self.expressions.condition(one, {}), self.make.TRUE())
                case Value(function, value):
                    self._set_value(function, value)
                case _:
                    assert_never(one)
        if TOTAL_COST.name in self.fluents and TOTAL_COST not in problem.values:
            self._set_value(TOTAL_COST, Fraction(0))
        made.add_goal(self.expressions.condition(problem.goal, {}))
        if problem.metric is not None:
            made.add_quality_metric(self._metric())
        return made

    def _set_value(self, function: pddl.Function, value: Fraction) -> None:
        if self.costs is None or function != TOTAL_COST:
            number = self.expressions.number
            self.made.set_initial_value(number(function, {}), number(pddl.Number(value), {}))

    def _metric(self) -> Any:
        assert self.problem.metric is not None
        direction, value = self.problem.metric.direction, self.problem.metric.value
        if self.costs is not None:
            return metrics.MinimizeActionCosts(self.costs, self.make.Int(0))
        if direction == "minimize" and value == pddl.Function("total-time", ()):
            return metrics.MinimizeMakespan()
        kind = {"minimize": metrics.MinimizeExpressionOnFinalState, "maximize": metrics.MaximizeExpressionOnFinalState}
        return kind[direction](self.expressions.number(value, {}))

    def _types(self) -> dict[str, Any]:
        """Return unified-planning's types: those above a type first, ``object`` only where something is of that type."""
        domain = self.domain
        listed = [
            *domain.constants,
            *(one for signature in (*domain.predicates, *domain.functions) for one in signature.parameters),
            *(one for action in domain.actions for one in action.parameters),
        ]
        declared = {one.name: one for one in domain.types}
        needed = OBJECT in declared or any(OBJECT in one.types for one in listed)
        make, types = self.environment.type_manager.UserType, dict[str, Any]()

        def add(name: str) -> Any:
            if name not in types:
                above = declared[name].types if name in declared and name != OBJECT else ()
                if len(above) > 1:
                    raise ValueError(format_message("engines.type-below-several", name=name))
                father = add(above[0]) if above and above[0] != name and (above[0] != OBJECT or needed) else None
                types[name] = make(name, father)
                if name in declared:
                    self.made._add_user_type(types[name])
            return types[name]

        for name in declared:
            add(name)
        if needed or not types:
            add(OBJECT)
        return types

    def _type(self, one: pddl.Typed) -> Any:
        if len(one.types) > 1:
            raise ValueError(format_message("engines.either-type", name=one.name))
        if one.types[0] == OBJECT and OBJECT not in self.types:
            raise ValueError(format_message("engines.object-type", name=one.name))
        return self.types[one.types[0]]

    def _variable(self, one: pddl.Typed) -> Any:
        return up.Variable(one.name[1:], self._type(one), self.environment)

    def _parameters(self, parameters: Sequence[pddl.Typed]) -> OrderedDict[str, Any]:
        """Return names without their question marks, with types; of a predicate or a function, the same name may come twice."""
        found = OrderedDict[str, Any]()
        for one in parameters:
            name = one.name[1:]
            while name in found:
                name += "-"
            found[name] = self._type(one)
        return found

    def _add_objects(self, listed: Sequence[pddl.Typed]) -> None:
        for one in listed:
            if one.name in self.objects:  # again, with the same types: the reader allows nothing else
                continue
            made = up.Object(one.name, self._type(one), self.environment)
            self.made.add_object(made)
            self.objects[one.name] = self.make.ObjectExp(made)

    def _action(self, action: Action | DurativeAction) -> Any:
        kind = up.InstantaneousAction if isinstance(action, Action) else up.DurativeAction
        made = kind(action.name, self._parameters(action.parameters), self.environment)
        names = {f"?{one.name}": self.make.ParameterExp(one) for one in made.parameters}
        if isinstance(action, Action):
            made.add_precondition(self.expressions.condition(action.precondition, names))
            self._add_effect(made, action.effect, names)
            return made
        limits = [one for one in action.duration if one.left == "?duration"]
        bounds = {one.operator: self.expressions.number(one.right, names) for one in limits}
        if len(bounds) != len(action.duration) or bounds.keys() not in ({"="}, {"<=", ">="}):
            raise ValueError(format_message("engines.open-duration", action=action.name))
        if "=" in bounds:
            made.set_fixed_duration(bounds["="])
        else:
            made.set_duration_constraint(up.DurationInterval(bounds[">="], bounds["<="], False, False))
        for moment, condition in action.conditions:
            made.add_condition(MOMENTS[moment], self.expressions.condition(condition, names))
        for moment, effect in action.effects:
            self._add_effect(made, effect, names, MOMENTS[moment])
        return made

    def _add_effect(self, action: Any, effect: pddl.Effect, names: Mapping[str, Any], timing: Any = None) -> None:
        """Add the parts of an effect to an action, those that stand deeper later, as unified-planning does."""
        at = () if timing is None else (timing,)
        waiting = deque([(effect, self.make.TRUE(), dict[str, Any]())])
        while waiting:
            effect, condition, variables = waiting.popleft()
            inner = {**names, **{name: self.make.VariableExp(one) for name, one in variables.items()}}
            whole = {"condition": condition, "forall": tuple(variables.values())}
            match effect:
                case pddl.Add(atom):
                    action.add_effect(*at, self.expressions.condition(atom, inner), self.make.TRUE(), **whole)
                case pddl.Delete(atom):
                    action.add_effect(*at, self.expressions.condition(atom, inner), self.make.FALSE(), **whole)
                case pddl.Assign(operator, function, number):
                    value = self.expressions.number(number, inner)
                    if self.costs is not None and function == TOTAL_COST:
                        self.costs[action] = value
                        continue
                    add = {
                        "assign": action.add_effect,
                        "increase": action.add_increase_effect,
                        "decrease": action.add_decrease_effect,
                    }
                    if operator not in add:
                        raise ValueError(
                            format_message("engines.unknown-effect", operator=operator, action=action.name)
                        )
                    add[operator](*at, self.expressions.number(function, inner), value, **whole)
                case pddl.When(premise, outcome):
                    further = self.expressions.condition(premise, inner)
                    if not condition.is_true():
                        further = self.make.And(condition, further)
                    further = further.simplify()
                    if not further.is_false():
                        waiting.append((outcome, further, variables))
                case pddl.ForEach(listed, outcome):
                    more = {one.name: self._variable(one) for one in listed}
                    waiting.append((outcome, condition, {**variables, **more}))
                case pddl.Together(parts):
                    waiting.extend((part, condition, variables) for part in parts)
                case _:
                    assert_never(effect)
