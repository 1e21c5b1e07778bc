"""A literal interpreter of PDDL.

It tries every choice of objects and evaluates every condition as written.

It is for small tasks with the names and layout of `strategies.tasks`. It shares only the PDDL text with the program. With `pddl_oracle`,
which is made for larger tasks, it shares the splitting into parentheses and the order of derived predicates.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from pddl_oracle import Axiom, Expression, parse, parse_typed_names, stratify

Atom = tuple[str, ...]
Binding = Mapping[str, str]


class State(NamedTuple):
    """All facts and function values, including those that never change, but without the total cost."""

    facts: frozenset[Atom]
    values: frozenset[tuple[Atom, Fraction]]


Links = dict[State, set[tuple[Atom, State, int]]]
"""for each state the applicable actions, their successors and their costs"""


class LiteralTask:
    """A domain and a problem."""

    def __init__(self, domain: str, problem: str) -> None:
        sections, more = parse(domain)[2:], {part[0]: part[1:] for part in parse(problem)[2:]}
        first = {str(part[0]): list(part[1:]) for part in reversed(sections)}
        above = dict(parse_typed_names(first[":types"]))
        self.objects: dict[str, list[str]] = {}
        for name, kind in parse_typed_names(first[":constants"]):
            while kind != "object":
                self.objects.setdefault(kind, []).append(name)
                kind = above[kind]
        keys = (":parameters", ":precondition", ":effect")
        self.actions = {
            str(part[1]): [dict(zip(part[2::2], part[3::2], strict=True))[key] for key in keys]
            for part in sections
            if part[0] == ":action"
        }
        rules = [(list(part[1]), part[2]) for part in sections if part[0] == ":derived"]
        axioms = [
            Axiom(str(name), parse_typed_names(variables), parse_typed_names(variables), condition)
            for (name, *variables), condition in rules
        ]
        self.strata = stratify(axioms)
        self.goal = more[":goal"][0]
        facts = frozenset(tuple(map(str, item)) for item in more[":init"] if item[0] != "=")
        values = {tuple(map(str, item[1])): Fraction(str(item[2])) for item in more[":init"] if item[0] == "="}
        values.pop(("total-cost",), None)
        self.initial = State(facts, frozenset(values.items()))

    def list_bindings(self, variables: list[tuple[str, str]]) -> Iterator[dict[str, str]]:
        names = [name for name, _ in variables]
        for chosen in itertools.product(*(self.objects.get(kind, []) for _, kind in variables)):
            yield dict(zip(names, chosen, strict=True))

    def add_derived_facts(self, state: State) -> State:
        """Return the state with all derived facts."""
        facts = set(state.facts)
        for rules in self.strata:
            while True:
                seen = State(frozenset(facts), state.values)
                facts |= {
                    (rule.name, *(binding[name] for name, _ in rule.parameters))
                    for rule in rules
                    for binding in self.list_bindings(rule.parameters)
                    if self.holds(rule.condition, binding, seen)
                }
                if facts == seen.facts:
                    break
        return State(frozenset(facts), state.values)

    def holds(self, condition: Expression, binding: Binding, state: State) -> bool:
        head, *parts = condition
        match head:
            case "and":
                return all(self.holds(part, binding, state) for part in parts)
            case "or":
                return any(self.holds(part, binding, state) for part in parts)
            case "not":
                return not self.holds(parts[0], binding, state)
            case "imply":
                return not self.holds(parts[0], binding, state) or self.holds(parts[1], binding, state)
            case "exists" | "forall":
                each = (
                    self.holds(parts[1], {**binding, **more}, state)
                    for more in self.list_bindings(parse_typed_names(list(parts[0])))
                )
                return any(each) if head == "exists" else all(each)
            case "=":
                left, right = ground_atom(parts, binding)
                return left == right
            case ">=" | "<":
                value, bound = self.evaluate_number(parts[0], binding, state), Fraction(str(parts[1]))
                return value >= bound if head == ">=" else value < bound
        return ground_atom(condition, binding) in state.facts

    def evaluate_number(self, number: Expression, binding: Binding, state: State) -> Fraction:
        return Fraction(number) if isinstance(number, str) else dict(state.values)[ground_atom(number, binding)]

    def find_changes(self, effect: Expression, binding: Binding, state: State) -> Iterator[tuple[str, Atom, Fraction]]:
        head, *parts = effect
        match head:
            case "and":
                for part in parts:
                    yield from self.find_changes(part, binding, state)
            case "when":
                if self.holds(parts[0], binding, state):
                    yield from self.find_changes(parts[1], binding, state)
            case "forall":
                for more in self.list_bindings(parse_typed_names(list(parts[0]))):
                    yield from self.find_changes(parts[1], {**binding, **more}, state)
            case "not":
                yield "delete", ground_atom(parts[0], binding), Fraction(0)
            case "increase" | "decrease" | "assign":
                yield str(head), ground_atom(parts[0], binding), self.evaluate_number(parts[1], binding, state)
            case _:
                yield "add", ground_atom(effect, binding), Fraction(0)

    def successors(self, state: State) -> Iterator[tuple[Atom, State, int]]:
        """Yield the successors of a state: the action with its objects, the state after it, and its cost."""
        seen = self.add_derived_facts(state)
        for name, (parameters, precondition, effect) in self.actions.items():
            for binding in self.list_bindings(parse_typed_names(list(parameters))):
                if self.holds(precondition, binding, seen):
                    changes = [*self.find_changes(effect, binding, seen)]
                    after = self.apply_changes(state, changes)
                    if after is not None:
                        cost = sum(int(number) for how, fact, number in changes if fact == ("total-cost",))
                        yield (name, *binding.values()), after, cost

    def apply_changes(self, state: State, changes: list[tuple[str, Atom, Fraction]]) -> State | None:
        """Return the state after changes; None if a number is changed in two ways at once.

        A fact that is both deleted and added holds afterwards.
        """
        facts = state.facts - {fact for how, fact, _ in changes if how == "delete"}
        facts |= {fact for how, fact, _ in changes if how == "add"}
        values, given = dict(state.values), dict[Atom, Fraction]()
        for how, fact, number in changes:
            if how == "assign" and given.setdefault(fact, number) != number:
                return None
        for how, fact, number in changes:
            if how == "decrease":
                if fact in given:
                    return None
                values[fact] -= number
        return State(facts, frozenset((values | given).items()))

    def explore_links(self, max_states: int) -> Links | None:
        """Return the successors of each reachable state; None if there are more than `max_states` states."""
        found: Links = {}
        queue = [self.initial]
        for state in queue:
            if state not in found:
                found[state] = {*self.successors(state)}
                queue += [after for _, after, _ in found[state] if after not in found]
            if len(found) > max_states:
                return None
        return found

    def is_goal(self, state: State) -> bool:
        return self.holds(self.goal, {}, self.add_derived_facts(state))

    def find_least_cost(self, links: Links, costs: bool) -> tuple[int, int] | None:
        """Return the least total cost and the fewest moves at that cost; without costs, the fewest moves.

        None if there is no plan.
        """
        heap, order, seen = [(0, 0, 0, self.initial)], itertools.count(1), set[State]()
        while heap:
            cost, moves, _, state = heapq.heappop(heap)
            if self.is_goal(state):
                return cost, moves
            if state not in seen:
                seen.add(state)
                for _, after, price in links[state]:
                    heapq.heappush(heap, (cost + (price if costs else 1), moves + 1, next(order), after))
        return None


def ground_atom(atom: Expression, binding: Binding) -> Atom:
    return tuple(binding.get(str(word), str(word)) for word in atom)
