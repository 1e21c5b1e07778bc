"""Actions and states of a planning task in words, and what there is to know of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.expressions import Atom, Number, typed
from ferryplan.generator.pddl.fluents import changing, counts_actions
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.normal_form import conjuncts, normal
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.search.breadth_first import reachable
from ferryplan.generator.search.strategy import Reach, Stop
from ferryplan.generator.space import StateSpace
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.sentences import sentences_of
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.teller import Facts, Line, Teller
from ferryplan.generator.wording import Noun, Table, capital, counted_or_many, few

NONE = "–"
ACTION = Noun("action", "actions")
MOST_TOLD, MOST_AT_FIRST = 12, 3
"""so many objects or facts are told one by one, and so many of those at the start of a plan"""


class TaskTeller(Teller[State, GroundAction]):
    """The words for a planning task."""

    instance: TaskInstance
    move = ACTION
    stops_told = format_message("planning.action-misses-one-precondition")
    commands = format_message("planning.commands")

    def __init__(self, instance: TaskInstance) -> None:
        super().__init__(instance)
        self.any_order = instance.file.any_order
        self.domain, self.problem = instance.trees
        self.sentences = instance.once(sentences_of)
        parts = [*conjuncts(normal(self.problem.goal))]
        atoms = sorted((one.predicate, *one.terms) for one in parts if isinstance(one, Atom))
        self.goal = "; ".join(self._wanted(atoms)) if len(atoms) == len(parts) else ""
        varying = changing(self.domain)
        derived = {rule.atom.predicate for rule in self.domain.derived}
        self.predicates = [one.name for one in self.domain.predicates if one.name in varying - derived]
        """the predicates whose facts may change, in the order of the domain"""
        if self.domain.is_timed:
            if self.problem.metric:
                metric = self.problem.metric.value
                self.aside = format_message("planning.actions-in-turn-without-metric", metric=metric)
            else:
                self.aside = format_message("planning.actions-in-turn")
        elif self.problem.metric and not counts_actions(self.problem):
            cost = instance.file.cost
            self.unit = Noun(cost.unit, cost.units) if cost else Noun("cost unit", "cost units")

    def _wanted(self, goal: Sequence[Fact]) -> Iterator[str]:
        """Yield the goal in words: first the facts that have sentences, then for each other predicate a list of its objects."""
        yield from self.sentences.changes(goal)
        objects: dict[str, list[str]] = {}
        for name, *arguments in goal:
            if not self.sentences.tells(name):
                objects.setdefault(name, []).append(" ".join(map(self.sentences.object, arguments)))
        for name, listed in objects.items():
            yield (
                f"{self.sentences.predicate(name)}: {', '.join(listed)}"
                if any(listed)
                else self.sentences.predicate(name)
            )

    @property
    def rules(self) -> Sequence[str]:
        """What the actions ask for and do, as far as the puzzle's file says so."""
        return self.instance.rules

    def price(self, cost: int) -> float:
        """Return what is told of a cost."""
        return _simplest(Fraction(cost, self.instance.once(TaskSpace).in_one))

    def label(self, move: GroundAction) -> str:
        """Return an action in a few words."""
        return capital(self.sentences.action(move))

    def move_named(self, state: State, text: str, moves: Iterable[GroundAction]) -> GroundAction | str:
        """Return the action that a person means: its words, or as PDDL has it."""
        name, *arguments = text.lower().strip("() ").split() or [""]
        if any(one.name == name for one in self.domain.actions):
            return GroundAction(name, tuple(arguments))
        return super().move_named(state, text, moves)

    def lines(self, state: State) -> Sequence[Line]:
        """Return a line for each predicate that may change and is told, then one for each number."""
        told: dict[str, list[str]] = {name: [] for name in self.predicates if self.sentences.tells(name)}
        for fact in sorted(state.facts):
            if fact[0] in told:
                told[fact[0]].append(self._among_alike(fact))
        rows = [Line(", ".join(each) or NONE, self.sentences.predicate(name)) for name, each in told.items()]
        values = [Line(str(Number(value)), self.sentences.fact(fact)) for fact, value in sorted(state.values)]
        return rows + values

    def _among_alike(self, fact: Fact) -> str:
        """Return a fact beside others of its predicate."""
        if fact[0] in self.instance.file.predicates:
            return self.sentences.fact(fact)
        return " ".join(map(self.sentences.object, fact[1:])) or "yes"

    def row(self, before: State | None, state: State) -> list[tuple[str, str]]:
        """Return what has changed; at the start, all that may."""
        seen = before or State(frozenset())
        come = self.sentences.changes(state.facts - seen.facts)
        values = (self.sentences.value(fact, value) for fact, value in sorted(state.values - seen.values))
        gone = self.sentences.changes(seen.facts - state.facts)
        told, most = [*come, *values], MOST_TOLD if before else MOST_AT_FIRST
        # A list that is one fact too long is printed whole: "and 1 more fact" would be no shorter.
        facts = few(told, most if len(told) > most + 1 else len(told), "names.and-more-facts")
        return [
            ("Now", "; ".join(facts) or NONE),
            ("No longer", "; ".join(gone)),
        ]

    def stop(self, stop: Stop[State, GroundAction]) -> list[tuple[str, str]]:
        """Return the headings and the cells of an action that lacks one thing, without the state."""
        first, *_, action, wrong = super().stop(stop)
        return [first, action, wrong]

    def state_as_json(self, state: State) -> dict[str, Any]:
        """Return the facts that may change, as PDDL has them, and the values of functions, if there are any."""
        values = {_pddl(fact): _simplest(value) for fact, value in sorted(state.values)}
        return {"facts": [*map(_pddl, sorted(state.facts))], **({"values": values} if values else {})}

    def move_as_json(self, state: State, move: GroundAction) -> dict[str, Any]:
        """Return the action as PDDL has it."""
        return {"action": str(move)}

    def reach_as_json(
        self, reach: Reach[State], met: int, goals: int, nearest: Sequence[tuple[int, State]]
    ) -> dict[str, Any]:
        """Return what a program is told of how far one gets, with the goals that are known to hold nowhere."""
        told = super().reach_as_json(reach, met, goals, nearest)
        return {**told, "goals_never_met": [*map(_pddl, self._never(reach))]}

    def never_met(self, reach: Reach[State]) -> list[str]:
        """Return in words the facts of the goal that hold in no state within reach."""
        return [*map(self.sentences.fact, self._never(reach))]

    def _never(self, reach: Reach[State]) -> list[Fact]:
        space = self.instance.once(TaskSpace)
        if reach.goal or not reach.complete:
            return [] if reach.goal else sorted(filter(space.never, space.goal_facts))
        return sorted(fact for fact in space.goal_facts if not any(space.has(state, fact) for state in reach.depths))

    def facts(self, space: StateSpace[State, GroundAction], attempted: Callable[[Callable[[], Any]], Any]) -> Facts:
        """Return the types with their objects, the actions, what never changes, how many ground actions and states there are."""
        domain, problem = self.domain, self.problem
        objects = {kind: [*names] for kind, names in self.instance.once(TaskSpace).objects.items()}
        never = Counter(fact.predicate for fact in problem.facts if fact.predicate not in self.predicates)
        actions = attempted(lambda: sum(1 for _ in space.candidates(space.initial)))
        states = attempted(lambda: reachable(space))
        data = {
            "types": objects,
            "actions": {one.name: typed(one.parameters) for one in domain.actions},
            "predicates": self.predicates,
            "static_predicates": dict(never),
            **({"rules": [*self.rules]} if self.rules else {}),
            "ground_actions": actions,
            "start": self.state_as_json(space.initial),
            "reachable_states": states,
        }
        rows = tuple(
            (kind, str(len(names)), ", ".join(few(names, MOST_TOLD, "names.and-more")))
            for kind, names in objects.items()
        )
        schemas = tuple((one.name, typed(one.parameters)) for one in domain.actions)
        fixed = ", ".join(
            format_message("planning.static-fact", name=name, count=number) for name, number in never.items()
        )
        none = format_message("planning.none")
        sections: list[str | Table] = [
            Table(("Type", "Objects", ""), rows),
            Table(("Action", "Parameters"), schemas),
            format_message(
                "planning.changing-predicates", predicates=", ".join(f"'{name}'" for name in self.predicates) or none
            ),
            format_message("planning.static-facts", facts=fixed or none),
            format_message("planning.numbers", actions=counted_or_many(actions), states=counted_or_many(states)),
            *([f"{capital(self.aside)}."] if self.aside else []),
            *self.rules_listed(),
        ]
        return Facts(data, sections)


def _simplest(number: Fraction) -> float:
    return number.numerator if number.denominator == 1 else float(number)


def _pddl(fact: Fact) -> str:
    return f"({' '.join(fact)})"
