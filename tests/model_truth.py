"""Whether a model is its puzzle, by trying: a second opinion on `plan check` that shares nothing with it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import pddl_oracle
from models import Atom, Model, Sight, Situation
from pddl_oracle import State

LONGEST = 4
"""so many situations are gone through until all is settled again"""


class UnclearError(Exception):
    """Planners differ in what a model means, or a function has no value."""


class Truth:
    """A model beside its puzzle, state by state."""

    def __init__(self, model: Model, domain: str, problem: str) -> None:
        self.model, self.task = model, pddl_oracle.read(domain, problem)
        self._sights, self._after, self._goals = dict[State, Sight](), dict[State, list[State]](), dict[State, bool]()

    def _look(self, state: State) -> None:
        facts = pddl_oracle.facts_of(state, self.task)
        self._sights[state] = self.model.sight(facts.atoms | self.task.static)
        self._goals[state] = pddl_oracle.evaluate(self.task.goal, {}, facts, self.task)

    def sight(self, state: State) -> Sight:
        if state not in self._sights:
            self._look(state)
        return self._sights[state]

    def is_goal(self, state: State) -> bool:
        self.sight(state)
        return self._goals[state]

    def after(self, state: State) -> list[State]:
        if state not in self._after:
            try:
                found = dict.fromkeys(after for _, after in pddl_oracle.successors(state, self.task))
            except (AssertionError, KeyError) as error:
                raise UnclearError from error
            self._after[state] = [*found]
        return self._after[state]

    def still(self, state: State, here: Situation | None) -> list[State]:
        """The states to which one comes before any other situation can be seen, the state itself first."""
        found = {state: None}
        queue = [state]
        for one in queue:
            for follows in self.after(one):
                sight = self.sight(follows)
                if follows not in found and not sight.impossible and sight.situation in (None, here):
                    found[follows] = None
                    queue.append(follows)
        return queue

    def ways(self, state: State) -> Iterator[tuple[State, tuple[Situation, ...]]]:
        """The states to which one comes until all is settled elsewhere, each with the situations on the way."""
        here = self.sight(state).situation
        stack, known = [(state, (here,))], set[tuple[State, tuple[Situation, ...]]]()
        while stack:
            one, way = stack.pop()
            for follows in self.after(one):
                sight = self.sight(follows)
                further = way if sight.situation in (None, way[-1]) else (*way, sight.situation)
                if (follows, further) not in known and len(further) <= LONGEST:
                    known.add((follows, further))
                    yield follows, further
                    if not sight.impossible and (not sight.settled or further == (here,)):
                        stack.append((follows, further))

    def ends(self, state: State, here: Situation) -> set[Situation]:
        """What can be seen, or where nothing can be seen, all that may be seen once all is settled, what was before if nothing may."""
        found = {self.sight(state).situation} - {None}
        found = found or {self.sight(end).situation for end, _ in self.ways(state) if self.sight(end).settled}
        return found or {here}

    def is_legal(self, way: tuple[Situation, ...]) -> bool:
        return all(two in self.model.follow(one) for one, two in itertools.pairwise(way))

    def leads_on(self, state: State) -> bool:
        """Whether from a state on anything is seen to happen, or the goal is reached."""
        here = self.sight(state).situation
        around = self.still(state, here)
        return any(map(self.is_goal, around)) or any(
            self.sight(follows).impossible or self.sight(follows).situation not in (None, here)
            for one in around
            for follows in self.after(one)
        )

    @cached_property
    def same(self) -> bool:
        """Whether all that the model does, as it can be seen, is what the puzzle allows, and the other way round."""
        return self.differs is None

    @cached_property
    def differs(self) -> str | None:
        """What makes the model another than the puzzle, if anything does."""
        start = self.task.initial
        if self.sight(start) != Sight(self.model.start, settled=True):
            return "start"
        queue, known = [start], {start}
        for state in queue:
            here = self.sight(state).situation
            allowed, made = self.model.follow(here), set[Situation]()
            around = self.still(state, here)
            if here in self.model.done and not any(map(self.is_goal, around)):
                return "late"
            if self.is_goal(state) and here not in self.model.done:
                return "early"
            for follows, way in self.ways(state):
                sight, legal = self.sight(follows), self.is_legal(way)
                if sight.impossible:
                    if legal or way[-1] in allowed:
                        return "impossible"
                elif not sight.settled:
                    done = way[-1] in self.model.done or self.ends(follows, way[-1]) <= self.model.done
                    if self.is_goal(follows) and not (legal and done):
                        return "goal in between"
                elif legal or sight.situation == here or sight.situation in allowed:
                    if len(way) == 2 or not legal:  # or they are several crossings
                        made |= {sight.situation} & allowed
                    if follows not in known:
                        known.add(follows)
                        queue.append(follows)
                elif self.leads_on(follows):
                    return f"allows {way[1:]} after {here}"
            if not allowed <= made:
                return f"forbids {allowed - made} after {here}"
        return None

    @cached_property
    def faults(self) -> set[tuple[Any, ...]]:
        """All that is wrong, each fault with the situation of the puzzle in which it shows."""
        start = self.task.initial
        if self.sight(start) != Sight(self.model.start, settled=True):
            return {("start", self.sight(start))}
        queue, known, found = [start], {start}, set[tuple[Any, ...]]()
        for state in queue:
            here = self.sight(state).situation
            allowed, made = self.model.follow(here), set[Situation]()
            if here in self.model.done and not any(map(self.is_goal, self.still(state, here))):
                found.add(("late", here))
            if self.is_goal(state) and here not in self.model.done:
                found.add(("early", here))
                continue
            for follows, way in self.ways(state):
                sight, legal = self.sight(follows), self.is_legal(way)
                if sight.impossible:
                    if legal or way[-1] in allowed:
                        atoms = pddl_oracle.facts_of(follows, self.task).atoms | self.task.static
                        values = self.model.values(atoms).items()
                        found.add(("impossible", here, frozenset((who, *sorted(some)) for who, some in values)))
                elif not sight.settled:
                    done = way[-1] in self.model.done or self.ends(follows, way[-1]) <= self.model.done
                    if self.is_goal(follows) and not (legal and done):
                        found.add(("goal in between", here, way[-1]))
                elif legal or sight.situation == here or sight.situation in allowed:
                    if len(way) == 2 or not legal:
                        made |= {sight.situation} & allowed
                    if follows not in known:
                        known.add(follows)
                        queue.append(follows)
                elif self.leads_on(follows):
                    pairs = itertools.pairwise(way)
                    found.add(("allows", here, next(two for one, two in pairs if two not in self.model.follow(one))))
            found |= {("forbids", here, missing) for missing in allowed - made}
        return found

    def follow(self, actions: Iterable[Atom]) -> list[State]:
        """The states through which actions lead, each its name and its arguments. Raises AssertionError for one that is not possible."""
        schemas, states = {action.name: action for action in self.task.actions}, [self.task.initial]
        for name, *arguments in actions:
            action, facts = schemas[name], pddl_oracle.facts_of(states[-1], self.task)
            kinds = [self.task.objects[kind] for _, kind in action.parameters]
            assert all(one in kind for one, kind in zip(arguments, kinds, strict=True)), (name, *arguments)
            binding = {variable: one for one, (variable, _) in zip(arguments, action.parameters, strict=True)}
            assert pddl_oracle.evaluate(action.precondition, binding, facts, self.task), (name, *arguments)
            changes = pddl_oracle.literals(action.effect, binding, facts, self.task)
            try:
                states.append(pddl_oracle.changed_by(changes, states[-1]))
            except AssertionError as error:
                raise UnclearError(name) from error
        return states

    def check(
        self,
        kind: str,
        first: Situation,
        told: Sequence[tuple[Atom, Situation]],
        here: Situation,
        there: Situation | None,
    ) -> None:
        """Raise AssertionError unless what is told shows a difference: actions, each with the situation of the puzzle after it; ``here`` is the
        last one of these, ``there`` the one to which the model leads or does not lead."""
        states, follow = self.follow(action for action, _ in told), self.model.follow
        situations = [first, *(situation for _, situation in told)]
        for before, situation, state in zip(situations, situations[1:], states[1:], strict=False):
            assert situation == before or situation in follow(before), "told is what the puzzle allows"
            assert situation == before or situation == self.sight(state).situation, "told is what can be seen"
        last, begun = self.sight(states[-1]), self.sight(self.task.initial)
        assert kind == "start" or begun.impossible or first == begun.situation
        assert not any(self.sight(state).impossible for state in states[:-1])
        assert kind == "start" or here == situations[-1]
        match kind:
            case "start":
                assert states == [self.task.initial]
                assert last != Sight(self.model.start, settled=True)
                assert first == self.model.start
            case "double":
                assert last.impossible
            case "allows":
                assert last.situation == there != here
                assert there not in follow(here)
                assert self.is_goal(states[-1]) or self.goes_on(states[-1], here)
            case "forbids":
                assert last == Sight(here, settled=True)
                assert there in follow(here)
                ways = [*self.ways(states[-1])]
                assert not any(
                    self.sight(end).situation == there and self.sight(end).settled for end, way in ways if len(way) == 2
                )
            case "early":
                assert last.situation == here or not last.settled
                assert here not in self.model.done
                assert self.is_goal(states[-1])
            case "late":
                assert last == Sight(here, settled=True)
                assert here in self.model.done
                assert not any(map(self.is_goal, self.still(states[-1], here)))
            case _:
                raise AssertionError(kind)

    def goes_on(self, state: State, before: Situation) -> bool:
        """Whether a situation that is not allowed, seen in a state, comes to be one in which the model goes on."""
        if self.sight(state).settled:
            return self.leads_on(state)
        ends = [end for end, _ in self.ways(state) if self.sight(end).settled or self.is_goal(end)]
        return any(
            self.is_goal(end)
            or (self.sight(end).situation not in (before, *self.model.follow(before)) and self.leads_on(end))
            for end in ends
        )
