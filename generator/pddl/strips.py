"""The translation of tasks to plain STRIPS, where ground operators require only facts that hold.

Quantifiers and static conditions disappear during grounding. Each ground action is split into the cases of its
disjunctions and conditional effects. A fact that must be false in a condition gets a complementary fact (B. C. Gazen
and C. A. Knoblock, "Combining the expressivity of UCPOP with the efficiency of Graphplan", ECP 1997). Each operator
stands for one action, so the optimal number of actions stays the same. Operators that are unreachable even if nothing
is ever deleted are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import walk_conditions_and_effects
from ferryplan.generator.pddl.formulas import (
    FALSE,
    TRUE,
    Formula,
    Gains,
    conjuncts_of,
    join_formulas,
    negate_formula,
    simplify_formula,
    split_cases,
)
from ferryplan.generator.pddl.grounding import MAX_EXPANDED_CHOICES, GroundAction, GroundOperator
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.pddl.task import Task

MAX_GROUND_ACTIONS = 100_000
"""the maximum number of ground actions, and of steps to find their cases"""
UNDEFINED_COST = 0
"""the literal for a cost without a value; an action with such a cost is not applicable"""
NON_STRIPS_FEATURES: Mapping[type[pddl.Condition | pddl.Effect], str] = {
    pddl.Exists: "quantifiers", pddl.ForAll: "quantifiers", pddl.ForEach: "quantifiers", pddl.Or: "disjunctions", pddl.Imply: "disjunctions",
    pddl.Not: "negative conditions", pddl.Equal: "equality", pddl.When: "conditional effects", pddl.Assign: "costs",
}  # fmt: skip
"""features that plain STRIPS lacks; a number that changes must be a cost, or the task cannot be translated"""


class NotStripsError(ValueError):
    """A task cannot be translated to plain STRIPS, or the translation would be too large.

    The message says why.
    """


def describe_non_strips_features(domain: Domain, problem: Problem) -> list[str]:
    """Return phrases for the features of a task that plain STRIPS lacks, such as "quantifiers".

    Each feature is named once.
    """
    found = [
        NON_STRIPS_FEATURES[type(part)]
        for part in walk_conditions_and_effects(domain, problem)
        if type(part) in NON_STRIPS_FEATURES
    ]
    return [*dict.fromkeys([*found, *(["derived predicates"] if domain.derivation_rules else [])])]


ActionFormulas: TypeAlias = tuple[GroundAction | None, Formula, Gains]
"""A ground action with its condition and its gains; None as the action stands for the test whether the goal
holds."""


class StripsTask:
    """A task in plain STRIPS without action costs, with facts as numbers.

    The negative of a fact's number stands for its complementary fact, which holds exactly if the fact does not.
    """

    def __init__(self, task: Task) -> None:
        """Translate a task. Raises NotStripsError if that is impossible."""
        if task.domain.is_timed:
            raise NotStripsError(format_message("pddl.durations"))
        self._derived, self._counters = task.grounding.derived, task.counters
        self._changing = task.grounding.changing_names
        self.fact_numbers = dict[Fact, int]()
        """the numbers of the facts that may change, relevant or not"""
        initial = frozenset(map(self._number_of_fact, sorted(task.initial.facts)))
        goal = self._encode_condition(task.grounding.ground_condition(task.goal, {}))
        operators, _ = task.relaxed_reachability
        if len(operators) > MAX_GROUND_ACTIONS:
            raise NotStripsError(format_message("pddl.too-many-actions", limit=f"{MAX_GROUND_ACTIONS:,}"))
        ground = [*map(self._encode_operator, operators)]
        come = {literal for _, _, gains in ground for literal in gains}
        # Literals that are true initially and that no action undoes stay true, and so do all conditions on them
        # alone.
        first = (number if number in initial else -number for number in self.fact_numbers.values())
        stays = {literal for literal in first if -literal not in come}
        self.action_count = len(ground)
        """the number of ground actions"""
        parts = conjuncts_of(simplify_formula(goal, stays))
        wanted = frozenset(part for part in parts if isinstance(part, int))
        if len(wanted) < len(parts):
            wanted = frozenset([len(self.fact_numbers) + 1])
            ground.append((None, join_formulas(True, parts), dict.fromkeys(wanted, TRUE)))
        found, steps = (
            list[tuple[GroundAction | None, frozenset[int], frozenset[int]]](),
            iter(range(MAX_GROUND_ACTIONS)),
        )
        for move, asked, gains in ground:
            changing = {one: simplify_formula(where, stays) for one, where in gains.items() if not {one, -one} & stays}
            found += [(move, *case) for case in split_cases(simplify_formula(asked, stays), changing, steps)]
        if next(steps, None) is None:
            sizes = {"actions": f"{self.action_count:,}", "limit": f"{len(found):,}"}
            raise NotStripsError(format_message("pddl.too-many-cases", **sizes))
        facts = wanted.union(*(known for _, known, _ in found))
        acting = [(move, known, come) for move, known, come in found if any({one, -one} & facts for one in come)]
        self.moves = [move for move, _, _ in acting]
        """the ground action of each operator; None for the test whether the goal holds"""
        self.json_task = {
            "initial": sorted(one for one in facts if one in initial or (one < 0 and -one not in initial)),
            "goal": sorted(wanted),
            "operators": [
                [sorted(known), sorted(come & facts), sorted(-one for one in come if -one in facts)]
                for _, known, come in acting
            ],
        }
        """the task as JSON; an operator is a list of the facts that it requires, adds and deletes"""
        self.fact_count = len(facts)

    def decode_plan(self, numbers: Sequence[int]) -> list[GroundAction]:
        """Convert a plan, given as numbers of operators, to ground actions.

        The operator that tests whether the goal holds is left out.
        """
        return [move for number in numbers if (move := self.moves[number])]

    def _number_of_fact(self, fact: Fact) -> int:
        return self.fact_numbers.setdefault(fact, len(self.fact_numbers) + 1)

    def _encode_operator(self, operator: GroundOperator) -> ActionFormulas:
        condition, effect = operator.rest_of_condition_and_effect
        asked = [self._number_of_fact(fact) for fact in sorted(operator.required)]
        asked += [-self._number_of_fact(fact) for fact in sorted(operator.forbidden)]
        gains = dict[int, Formula]()
        for literal, where in self._encode_effect(effect):
            gains[literal] = join_formulas(False, (where, gains.get(literal, FALSE)))
        # An unconditional effect replaces the same literal of a conditional effect.
        gains |= {-self._number_of_fact(fact): TRUE for fact in sorted(operator.deleted)}
        gains |= {self._number_of_fact(fact): TRUE for fact in sorted(operator.added)}
        defined = negate_formula(gains.pop(UNDEFINED_COST, FALSE))
        return operator.move, join_formulas(True, (*asked, defined, self._encode_condition(condition))), gains

    def _encode_effect(self, effect: pddl.Effect, where: Formula = TRUE) -> Iterator[tuple[int, Formula]]:
        match effect:
            case pddl.Add(atom):
                yield self._number_of_fact(atom.fact), where
            case pddl.Delete(atom):
                yield -self._number_of_fact(atom.fact), where
            case pddl.When(condition, inner):
                yield from self._encode_effect(inner, join_formulas(True, (where, self._encode_condition(condition))))
            case pddl.EffectConjunction(parts):
                for part in parts:
                    yield from self._encode_effect(part, where)
            case pddl.Assign(_, function) if (function.name, *function.terms) not in self._counters:
                raise NotStripsError(format_message("pddl.changing-number", function=function))
            case pddl.Assign():
                yield UNDEFINED_COST, where
            case pddl.ForEach():
                raise AssertionError  # grounded away
            case _:
                assert_never(effect)

    def _encode_condition(self, condition: pddl.Condition) -> Formula:
        match condition:
            case pddl.Atom(predicate) if predicate in self._derived:
                raise NotStripsError(format_message("pddl.derived", name=predicate))
            case pddl.Atom():
                return self._number_of_fact(condition.fact)
            case pddl.Not(inner):
                return negate_formula(self._encode_condition(inner))
            case pddl.And(parts) | pddl.Or(parts):
                return join_formulas(isinstance(condition, pddl.And), map(self._encode_condition, parts))
            case pddl.NumericComparison(_, left, right):
                changes = any(function.name in self._changing for function in pddl.functions_in(left, right))
                key = "pddl.compared-number" if changes else "pddl.compared-undefined"
                raise NotStripsError(format_message(key, comparison=condition))
            case pddl.Exists():
                raise NotStripsError(format_message("pddl.too-many-choices", limit=f"{MAX_EXPANDED_CHOICES:,}"))
            case pddl.Equal() | pddl.Imply() | pddl.ForAll():
                raise AssertionError  # grounded away
        assert_never(condition)
