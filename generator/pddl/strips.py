"""Tasks brought down to plain STRIPS: ground operators that ask only for facts that hold.

Quantifiers and what never changes are grounded away, each ground action falls apart into the cases of its
disjunctions and conditional effects, and a fact of which something asks that it does not hold has its opposite as a fact beside it (B. C. Gazen
and C. A. Knoblock, "Combining the expressivity of UCPOP with the efficiency of Graphplan", ECP 1997). An action stays one action, so
the fewest are as many as before. What no plan reaches, were nothing ever deleted, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import contents
from ferryplan.generator.pddl.formulas import (
    FALSE,
    TRUE,
    Formula,
    Gains,
    cases,
    conjuncts_of,
    joined,
    negated,
    simplified,
)
from ferryplan.generator.pddl.grounding import MOST_EXPANDED, GroundAction, Operator
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Domain, Problem

MOST = 100_000
"""so many ground actions there may be, and so many steps are taken to find their cases"""
NEVER = 0
"""as a literal, a cost without a value: where it would come, an action cannot be carried out"""
BEYOND: Mapping[type[pddl.Condition | pddl.Effect], str] = {
    pddl.Exists: "quantifiers", pddl.ForAll: "quantifiers", pddl.ForEach: "quantifiers", pddl.Or: "disjunctions", pddl.Imply: "disjunctions",
    pddl.Not: "negative conditions", pddl.Equal: "equality", pddl.When: "conditional effects", pddl.Assign: "costs",
}  # fmt: skip
"""what plain STRIPS does not have; a number that changes is a cost, or it is no task for it at all"""


class NotStripsError(ValueError):
    """A task that cannot be brought down to plain STRIPS, or only to too much of it; the message says why."""


def beyond_strips(domain: Domain, problem: Problem) -> list[str]:
    """Return what a task makes use of that plain STRIPS does not have, in words, each once."""
    found = [BEYOND[type(part)] for part in contents(domain, problem) if type(part) in BEYOND]
    return [*dict.fromkeys([*found, *(["derived predicates"] if domain.derived else [])])]


Ground: TypeAlias = tuple[GroundAction | None, Formula, Gains]
"""A ground action, what it asks and what it gains; without the first, a look whether the goal holds."""


class Strips:
    """A task in plain STRIPS, without what its actions cost. Facts are numbered, the opposite of one below zero, as literals are."""

    def __init__(self, task: Task) -> None:
        """Raises NotStripsError."""
        if task.domain.is_timed:
            raise NotStripsError(format_message("pddl.durations"))
        self._derived, self._counters = task.grounding.derived, task.counters
        self._changing = task.grounding.changing
        self.numbers = dict[Fact, int]()
        """of the facts that may change, relevant or not"""
        initial = frozenset(map(self._number, sorted(task.initial.facts)))
        goal = self._formula(task.grounding.condition(task.goal, {}))
        operators, _ = task.within_reach
        if len(operators) > MOST:
            raise NotStripsError(format_message("pddl.too-many-actions", limit=f"{MOST:,}"))
        ground = [*map(self._ground, operators)]
        come = {literal for _, _, gains in ground for literal in gains}
        # What holds at the start and is never undone is true for good; so are all conditions that ask for
        # it.
        first = (number if number in initial else -number for number in self.numbers.values())
        stays = {literal for literal in first if -literal not in come}
        self.size = len(ground)
        """how many ground actions there are"""
        parts = conjuncts_of(simplified(goal, stays))
        wanted = frozenset(part for part in parts if isinstance(part, int))
        if len(wanted) < len(parts):
            wanted = frozenset([len(self.numbers) + 1])
            ground.append((None, joined(True, parts), dict.fromkeys(wanted, TRUE)))
        found, steps = list[tuple[GroundAction | None, frozenset[int], frozenset[int]]](), iter(range(MOST))
        for move, asked, gains in ground:
            changing = {one: simplified(where, stays) for one, where in gains.items() if not {one, -one} & stays}
            found += [(move, *case) for case in cases(simplified(asked, stays), changing, steps)]
        if next(steps, None) is None:
            sizes = {"actions": f"{self.size:,}", "limit": f"{len(found):,}"}
            raise NotStripsError(format_message("pddl.too-many-cases", **sizes))
        facts = wanted.union(*(known for _, known, _ in found))
        acting = [(move, known, come) for move, known, come in found if any({one, -one} & facts for one in come)]
        self.moves = [move for move, _, _ in acting]
        """what each operator stands for; None for a look whether the goal holds"""
        self.numbered = {
            "initial": sorted(one for one in facts if one in initial or (one < 0 and -one not in initial)),
            "goal": sorted(wanted),
            "operators": [
                [sorted(known), sorted(come & facts), sorted(-one for one in come if -one in facts)]
                for _, known, come in acting
            ],
        }
        """as JSON has it; of each operator what it asks, adds and deletes"""
        self.facts = len(facts)

    def plan(self, numbers: Sequence[int]) -> list[GroundAction]:
        """Return the actions for which operators, by their numbers, stand."""
        return [move for number in numbers if (move := self.moves[number])]

    def _number(self, fact: Fact) -> int:
        return self.numbers.setdefault(fact, len(self.numbers) + 1)

    def _ground(self, operator: Operator) -> Ground:
        condition, effect = operator.rest
        asked = [self._number(fact) for fact in sorted(operator.required)]
        asked += [-self._number(fact) for fact in sorted(operator.forbidden)]
        gains = dict[int, Formula]()
        for literal, where in self._gains(effect):
            gains[literal] = joined(False, (where, gains.get(literal, FALSE)))
        # What comes in any case replaces the same literal of a conditional effect.
        gains |= {-self._number(fact): TRUE for fact in sorted(operator.deleted)}
        gains |= {self._number(fact): TRUE for fact in sorted(operator.added)}
        defined = negated(gains.pop(NEVER, FALSE))
        return operator.move, joined(True, (*asked, defined, self._formula(condition))), gains

    def _gains(self, effect: pddl.Effect, where: Formula = TRUE) -> Iterator[tuple[int, Formula]]:
        match effect:
            case pddl.Add(atom):
                yield self._number(atom.fact), where
            case pddl.Delete(atom):
                yield -self._number(atom.fact), where
            case pddl.When(condition, inner):
                yield from self._gains(inner, joined(True, (where, self._formula(condition))))
            case pddl.Together(parts):
                for part in parts:
                    yield from self._gains(part, where)
            case pddl.Assign(_, function) if (function.name, *function.terms) not in self._counters:
                raise NotStripsError(format_message("pddl.changing-number", function=function))
            case pddl.Assign():
                yield NEVER, where
            case pddl.ForEach():
                raise AssertionError  # grounded away
            case _:
                assert_never(effect)

    def _formula(self, condition: pddl.Condition) -> Formula:
        match condition:
            case pddl.Atom(predicate) if predicate in self._derived:
                raise NotStripsError(format_message("pddl.derived", name=predicate))
            case pddl.Atom():
                return self._number(condition.fact)
            case pddl.Not(inner):
                return negated(self._formula(inner))
            case pddl.And(parts) | pddl.Or(parts):
                return joined(isinstance(condition, pddl.And), map(self._formula, parts))
            case pddl.Comparison(_, left, right):
                changes = any(function.name in self._changing for function in pddl.functions_in(left, right))
                key = "pddl.compared-number" if changes else "pddl.compared-undefined"
                raise NotStripsError(format_message(key, comparison=condition))
            case pddl.Exists():
                raise NotStripsError(format_message("pddl.too-many-choices", limit=f"{MOST_EXPANDED:,}"))
            case pddl.Equal() | pddl.Imply() | pddl.ForAll():
                raise AssertionError  # grounded away
        assert_never(condition)
