"""Conversion of PDDL syntax trees to unified-planning problems.

The result equals the problem that unified-planning's own `PDDLReader` makes from the text, but the conversion is
faster: `PDDLReader` spends nine tenths of its time on its grammar. `PDDLReader` still reads what the syntax tree cannot
represent: timed initial literals, trajectory constraints, preferences and processes.

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
from ferryplan.generator.pddl.syntax import UnsupportedPddlError
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, InitialValue, Moment, Problem
from ferryplan.planner.engines.expression_conversion import ExpressionConverter

OBJECT = "object"
"""the name of PDDL's most general type"""
TIMINGS: Mapping[Moment, Any] = {
    "start": up.StartTiming(),
    "all": up.OpenTimeInterval(up.StartTiming(), up.EndTiming()),
    "end": up.EndTiming(),
}
"""unified-planning's timing for each moment at which a durative action has conditions or effects"""


class PddlTexts:
    """The PDDL texts of a domain and a problem, which can be converted to a unified-planning problem."""

    def __init__(self, domain: str, problem: str, environment: Environment) -> None:
        self.texts, self.environment = (domain, problem), environment
        self.in_problem = False
        """whether the last error was in the problem; otherwise it was in the domain"""
        self.tree: tuple[Domain, Problem] | None = None
        """the syntax trees; None before the conversion, or if only unified-planning's own reader can read the texts"""

    @property
    def has_derived_predicates(self) -> bool:
        """Whether the domain has derived predicates.

        unified-planning does not know derived predicates: it treats them as ordinary predicates.
        """
        return self.tree is not None and bool(self.tree[0].derivation_rules)

    def to_up_problem(self, integers: bool = False) -> Any:
        """Return the unified-planning problem, whose numbers are real or, with ``integers``, integers.

        Raises UPTypeError for a number that may not be an integer, and errors of various types for PDDL that cannot
        be read.
        """
        try:
            if self.tree is None:
                self.in_problem = False
                domain = read_domain(self.texts[0])
                self.in_problem = True
                self.tree = domain, read_problem(self.texts[1], domain)
        except UnsupportedPddlError:
            self.in_problem = False
            self._make_reader(integers).parse_problem_string(self.texts[0])
            self.in_problem = True
            return self._make_reader(integers).parse_problem_string(*self.texts)
        self.in_problem = False
        types = self.environment.type_manager
        conversion = _ProblemConverter(*self.tree, types.IntType() if integers else types.RealType(), self.environment)
        self.in_problem = True
        return conversion.convert_problem()

    def _make_reader(self, integers: bool) -> PDDLReader:
        """Return unified-planning's own PDDL reader; with ``integers``, it reads numbers as integers."""
        reader = PDDLReader(self.environment)
        if integers:
            types = self.environment.type_manager
            reader._tm = SimpleNamespace(BoolType=types.BoolType, RealType=types.IntType)  # all that it uses
        return reader


class _ProblemConverter:
    """The conversion of a domain, and then of its problem, to a single unified-planning problem."""

    def __init__(self, domain: Domain, problem: Problem, number_type: Any, environment: Environment) -> None:
        self.domain, self.problem, self.environment = domain, problem, environment
        self.manager = environment.expression_manager
        self.boolean_type = environment.type_manager.BoolType()
        self.up_problem = up.Problem(
            problem.name, environment, initial_defaults={self.boolean_type: self.manager.FALSE()}
        )
        self.types = self._convert_types()
        self.costs: dict[Any, Any] | None = {} if has_action_costs(domain, problem) else None
        self.fluents: dict[str, Any] = {}
        self.objects: dict[str, Any] = {}
        self.expressions = ExpressionConverter(self.manager, self.fluents, self.objects, self._convert_variable)
        for signatures, kind in ((domain.predicates, self.boolean_type), (domain.functions, number_type)):
            for one in signatures:
                fluent = up.Fluent(one.name, kind, self._convert_parameters(one.parameters), environment)
                self.fluents[one.name] = fluent
                if self.costs is None or one.name != TOTAL_COST.name:
                    self.up_problem.add_fluent(fluent)
        self._add_objects(domain.constants)
        for action in domain.actions:
            self.up_problem.add_action(self._convert_action(action))

    def convert_problem(self) -> Any:
        """Add the problem to the converted domain and return the complete unified-planning problem."""
        made, problem = self.up_problem, self.problem
        self._add_objects(problem.objects)
        for one in problem.initial:
            match one:
                case pddl.Atom():
                    made.set_initial_value(self.expressions.convert_condition(one, {}), self.manager.TRUE())
                case InitialValue(function, value):
                    self._set_initial_value(function, value)
                case _:
                    assert_never(one)
        if TOTAL_COST.name in self.fluents and TOTAL_COST not in problem.values:
            self._set_initial_value(TOTAL_COST, Fraction(0))
        made.add_goal(self.expressions.convert_condition(problem.goal, {}))
        if problem.metric is not None:
            made.add_quality_metric(self._convert_metric())
        return made

    def _set_initial_value(self, function: pddl.Function, value: Fraction) -> None:
        """Set the initial value of a numeric function; skip the total cost if a metric represents it."""
        if self.costs is None or function != TOTAL_COST:
            number = self.expressions.convert_number
            self.up_problem.set_initial_value(number(function, {}), number(pddl.NumericConstant(value), {}))

    def _convert_metric(self) -> Any:
        assert self.problem.metric is not None
        direction, value = self.problem.metric.direction, self.problem.metric.value
        if self.costs is not None:
            return metrics.MinimizeActionCosts(self.costs, self.manager.Int(0))
        if direction == "minimize" and value == pddl.Function("total-time", ()):
            return metrics.MinimizeMakespan()
        kind = {"minimize": metrics.MinimizeExpressionOnFinalState, "maximize": metrics.MaximizeExpressionOnFinalState}
        return kind[direction](self.expressions.convert_number(value, {}))

    def _convert_types(self) -> dict[str, Any]:
        """Return unified-planning's types by their PDDL names; supertypes come first.

        The general type ``object`` is included only if the domain declares this type or a name of this type, or if
        there is no other type. Raises ValueError for a type with several supertypes.
        """
        domain = self.domain
        listed = [
            *domain.constants,
            *(one for signature in (*domain.predicates, *domain.functions) for one in signature.parameters),
            *(one for action in domain.actions for one in action.parameters),
        ]
        declared = {one.name: one for one in domain.types}
        needed = OBJECT in declared or any(OBJECT in one.types for one in listed)
        make, types = self.environment.type_manager.UserType, dict[str, Any]()

        def add_type(name: str) -> Any:
            if name not in types:
                above = declared[name].types if name in declared and name != OBJECT else ()
                if len(above) > 1:
                    raise ValueError(format_message("engines.type-below-several", name=name))
                father = add_type(above[0]) if above and above[0] != name and (above[0] != OBJECT or needed) else None
                types[name] = make(name, father)
                if name in declared:
                    self.up_problem._add_user_type(types[name])
            return types[name]

        for name in declared:
            add_type(name)
        if needed or not types:
            add_type(OBJECT)
        return types

    def _convert_type(self, typed_name: pddl.TypedName) -> Any:
        """Return the unified-planning type of a PDDL object, parameter or variable.

        Raises ValueError for an ``either`` type, and for the type ``object`` if `_convert_types` left it out.
        """
        if len(typed_name.types) > 1:
            raise ValueError(format_message("engines.either-type", name=typed_name.name))
        if typed_name.types[0] == OBJECT and OBJECT not in self.types:
            raise ValueError(format_message("engines.object-type", name=typed_name.name))
        return self.types[typed_name.types[0]]

    def _convert_variable(self, one: pddl.TypedName) -> Any:
        return up.Variable(one.name[1:], self._convert_type(one), self.environment)

    def _convert_parameters(self, parameters: Sequence[pddl.TypedName]) -> OrderedDict[str, Any]:
        """Return the unified-planning types of PDDL parameters, by parameter name without the question mark.

        In a predicate or a function, two parameters may have the same name: the second name gets a hyphen at its end.
        """
        found = OrderedDict[str, Any]()
        for one in parameters:
            name = one.name[1:]
            while name in found:
                name += "-"
            found[name] = self._convert_type(one)
        return found

    def _add_objects(self, listed: Sequence[pddl.TypedName]) -> None:
        for one in listed:
            if one.name in self.objects:  # declared twice with the same types: the reader allows nothing else
                continue
            made = up.Object(one.name, self._convert_type(one), self.environment)
            self.up_problem.add_object(made)
            self.objects[one.name] = self.manager.ObjectExp(made)

    def _convert_action(self, action: Action | DurativeAction) -> Any:
        kind = up.InstantaneousAction if isinstance(action, Action) else up.DurativeAction
        made = kind(action.name, self._convert_parameters(action.parameters), self.environment)
        names = {f"?{one.name}": self.manager.ParameterExp(one) for one in made.parameters}
        if isinstance(action, Action):
            made.add_precondition(self.expressions.convert_condition(action.precondition, names))
            self._add_effect(made, action.effect, names)
            return made
        limits = [one for one in action.duration if one.left == "?duration"]
        bounds = {one.operator: self.expressions.convert_number(one.right, names) for one in limits}
        if len(bounds) != len(action.duration) or bounds.keys() not in ({"="}, {"<=", ">="}):
            raise ValueError(format_message("engines.open-duration", action=action.name))
        if "=" in bounds:
            made.set_fixed_duration(bounds["="])
        else:
            made.set_duration_constraint(up.DurationInterval(bounds[">="], bounds["<="], False, False))
        for moment, condition in action.conditions:
            made.add_condition(TIMINGS[moment], self.expressions.convert_condition(condition, names))
        for moment, effect in action.effects:
            self._add_effect(made, effect, names, TIMINGS[moment])
        return made

    def _add_effect(self, action: Any, effect: pddl.Effect, names: Mapping[str, Any], timing: Any = None) -> None:
        """Add a PDDL effect to a unified-planning action, one fact or number at a time.

        ``names`` maps the variables in scope to unified-planning expressions. ``timing`` is the moment of the effect in
        a durative action, otherwise None. Effects inside ``when`` or ``forall`` are added after the effects around
        them, in the same order as by unified-planning's reader.
        """
        at = () if timing is None else (timing,)
        waiting = deque([(effect, self.manager.TRUE(), dict[str, Any]())])
        while waiting:
            effect, condition, variables = waiting.popleft()
            inner = {**names, **{name: self.manager.VariableExp(one) for name, one in variables.items()}}
            whole = {"condition": condition, "forall": tuple(variables.values())}
            match effect:
                case pddl.Add(atom):
                    action.add_effect(
                        *at, self.expressions.convert_condition(atom, inner), self.manager.TRUE(), **whole
                    )
                case pddl.Delete(atom):
                    action.add_effect(
                        *at, self.expressions.convert_condition(atom, inner), self.manager.FALSE(), **whole
                    )
                case pddl.Assign(operator, function, number):
                    value = self.expressions.convert_number(number, inner)
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
                    add[operator](*at, self.expressions.convert_number(function, inner), value, **whole)
                case pddl.When(premise, outcome):
                    further = self.expressions.convert_condition(premise, inner)
                    if not condition.is_true():
                        further = self.manager.And(condition, further)
                    further = further.simplify()
                    if not further.is_false():
                        waiting.append((outcome, further, variables))
                case pddl.ForEach(listed, outcome):
                    more = {one.name: self._convert_variable(one) for one in listed}
                    waiting.append((outcome, condition, {**variables, **more}))
                case pddl.EffectConjunction(parts):
                    waiting.extend((part, condition, variables) for part in parts)
                case _:
                    assert_never(effect)
