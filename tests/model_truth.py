"""An exhaustive check whether a model is equivalent to its puzzle, independent of `plan check`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import pddl_oracle
from pddl_oracle import State
from student_models import Atom, Sight, Situation, StudentModel

MAX_SITUATIONS_ON_WAY = 4
"""the maximum number of situations between two settled states"""


class UnclearError(Exception):
    """The model is ambiguous: planners differ in its meaning, or a function has no value."""


class ModelTruth:
    """A model beside its puzzle, explored state by state."""

    def __init__(self, model: StudentModel, domain: str, problem: str) -> None:
        self.model, self.task = model, pddl_oracle.read_task(domain, problem)
        self._sights, self._successors, self._goals = (
            dict[State, Sight](),
            dict[State, list[State]](),
            dict[State, bool](),
        )

    def _observe(self, state: State) -> None:
        facts = pddl_oracle.derive_facts(state, self.task)
        self._sights[state] = self.model.sight_of_atoms(facts.atoms | self.task.static)
        self._goals[state] = pddl_oracle.evaluate(self.task.goal, {}, facts, self.task)

    def sight_of_state(self, state: State) -> Sight:
        if state not in self._sights:
            self._observe(state)
        return self._sights[state]

    def is_goal(self, state: State) -> bool:
        self.sight_of_state(state)
        return self._goals[state]

    def successors(self, state: State) -> list[State]:
        if state not in self._successors:
            try:
                found = dict.fromkeys(after for _, after in pddl_oracle.successors(state, self.task))
            except (AssertionError, KeyError) as error:
                raise UnclearError from error
            self._successors[state] = [*found]
        return self._successors[state]

    def find_unchanged_states(self, state: State, here: Situation | None) -> list[State]:
        """Return the states reachable before another situation becomes visible, the state itself first."""
        found = {state: None}
        queue = [state]
        for one in queue:
            for follows in self.successors(one):
                sight = self.sight_of_state(follows)
                if follows not in found and not sight.impossible and sight.situation in (None, here):
                    found[follows] = None
                    queue.append(follows)
        return queue

    def find_ways_to_settled(self, state: State) -> Iterator[tuple[State, tuple[Situation, ...]]]:
        """Yield the states on paths to a settled state with another situation.

        Each state comes with the situations on its path.
        """
        here = self.sight_of_state(state).situation
        stack, known = [(state, (here,))], set[tuple[State, tuple[Situation, ...]]]()
        while stack:
            one, way = stack.pop()
            for follows in self.successors(one):
                sight = self.sight_of_state(follows)
                further = way if sight.situation in (None, way[-1]) else (*way, sight.situation)
                if (follows, further) not in known and len(further) <= MAX_SITUATIONS_ON_WAY:
                    known.add((follows, further))
                    yield follows, further
                    if not sight.impossible and (not sight.settled or further == (here,)):
                        stack.append((follows, further))

    def find_possible_ends(self, state: State, here: Situation) -> set[Situation]:
        """Return the situation visible in a state; if none is, the situations visible once all is settled.

        If no settled state follows, this is the previous situation.
        """
        found = {self.sight_of_state(state).situation} - {None}
        found = found or {
            self.sight_of_state(end).situation
            for end, _ in self.find_ways_to_settled(state)
            if self.sight_of_state(end).settled
        }
        return found or {here}

    def is_legal(self, way: tuple[Situation, ...]) -> bool:
        return all(two in self.model.find_allowed_situations(one) for one, two in itertools.pairwise(way))

    def has_continuation(self, state: State) -> bool:
        """Return whether another situation can become visible after a state, or the goal can be reached."""
        here = self.sight_of_state(state).situation
        around = self.find_unchanged_states(state, here)
        return any(map(self.is_goal, around)) or any(
            self.sight_of_state(follows).impossible or self.sight_of_state(follows).situation not in (None, here)
            for one in around
            for follows in self.successors(one)
        )

    @cached_property
    def is_same(self) -> bool:
        """Whether the visible behavior of the model is that of the puzzle, in both directions."""
        return self.difference is None

    @cached_property
    def difference(self) -> str | None:
        """The first difference between model and puzzle; None if they are equivalent."""
        start = self.task.initial
        if self.sight_of_state(start) != Sight(self.model.initial_situation, settled=True):
            return "start"
        queue, known = [start], {start}
        for state in queue:
            here = self.sight_of_state(state).situation
            allowed, made = self.model.find_allowed_situations(here), set[Situation]()
            around = self.find_unchanged_states(state, here)
            if here in self.model.goal_situations and not any(map(self.is_goal, around)):
                return "late"
            if self.is_goal(state) and here not in self.model.goal_situations:
                return "early"
            for follows, way in self.find_ways_to_settled(state):
                sight, legal = self.sight_of_state(follows), self.is_legal(way)
                if sight.impossible:
                    if legal or way[-1] in allowed:
                        return "impossible"
                elif not sight.settled:
                    done = (
                        way[-1] in self.model.goal_situations
                        or self.find_possible_ends(follows, way[-1]) <= self.model.goal_situations
                    )
                    if self.is_goal(follows) and not (legal and done):
                        return "goal in between"
                elif legal or sight.situation == here or sight.situation in allowed:
                    if len(way) == 2 or not legal:  # a longer legal path stands for several crossings
                        made |= {sight.situation} & allowed
                    if follows not in known:
                        known.add(follows)
                        queue.append(follows)
                elif self.has_continuation(follows):
                    return f"allows {way[1:]} after {here}"
            if not allowed <= made:
                return f"forbids {allowed - made} after {here}"
        return None

    @cached_property
    def all_faults(self) -> set[tuple[Any, ...]]:
        """All differences, each with the puzzle's situation in which it shows."""
        start = self.task.initial
        if self.sight_of_state(start) != Sight(self.model.initial_situation, settled=True):
            return {("start", self.sight_of_state(start))}
        queue, known, found = [start], {start}, set[tuple[Any, ...]]()
        for state in queue:
            here = self.sight_of_state(state).situation
            allowed, made = self.model.find_allowed_situations(here), set[Situation]()
            if here in self.model.goal_situations and not any(
                map(self.is_goal, self.find_unchanged_states(state, here))
            ):
                found.add(("late", here))
            if self.is_goal(state) and here not in self.model.goal_situations:
                found.add(("early", here))
                continue
            for follows, way in self.find_ways_to_settled(state):
                sight, legal = self.sight_of_state(follows), self.is_legal(way)
                if sight.impossible:
                    if legal or way[-1] in allowed:
                        atoms = pddl_oracle.derive_facts(follows, self.task).atoms | self.task.static
                        values = self.model.read_values(atoms).items()
                        found.add(("impossible", here, frozenset((who, *sorted(some)) for who, some in values)))
                elif not sight.settled:
                    done = (
                        way[-1] in self.model.goal_situations
                        or self.find_possible_ends(follows, way[-1]) <= self.model.goal_situations
                    )
                    if self.is_goal(follows) and not (legal and done):
                        found.add(("goal in between", here, way[-1]))
                elif legal or sight.situation == here or sight.situation in allowed:
                    if len(way) == 2 or not legal:
                        made |= {sight.situation} & allowed
                    if follows not in known:
                        known.add(follows)
                        queue.append(follows)
                elif self.has_continuation(follows):
                    pairs = itertools.pairwise(way)
                    found.add(
                        (
                            "allows",
                            here,
                            next(two for one, two in pairs if two not in self.model.find_allowed_situations(one)),
                        )
                    )
            found |= {("forbids", here, missing) for missing in allowed - made}
        return found

    def follow_actions(self, actions: Iterable[Atom]) -> list[State]:
        """Return the states along a sequence of actions, each a name with arguments.

        Raises AssertionError for an inapplicable action.
        """
        schemas, states = {action.name: action for action in self.task.actions}, [self.task.initial]
        for name, *arguments in actions:
            action, facts = schemas[name], pddl_oracle.derive_facts(states[-1], self.task)
            kinds = [self.task.objects[kind] for _, kind in action.parameters]
            assert all(one in kind for one, kind in zip(arguments, kinds, strict=True)), (name, *arguments)
            binding = {variable: one for one, (variable, _) in zip(arguments, action.parameters, strict=True)}
            assert pddl_oracle.evaluate(action.precondition, binding, facts, self.task), (name, *arguments)
            changes = pddl_oracle.find_effect_literals(action.effect, binding, facts, self.task)
            try:
                states.append(pddl_oracle.apply_literals(changes, states[-1]))
            except AssertionError as error:
                raise UnclearError(name) from error
        return states

    def check_scenario(
        self,
        kind: str,
        first_situation: Situation,
        steps: Sequence[tuple[Atom, Situation]],
        here: Situation,
        there: Situation | None,
    ) -> None:
        """Raise AssertionError unless a reported scenario shows a difference.

        `steps` has actions, each with the situation of the puzzle after it; ``here`` is the last of these situations, ``there`` the one to which
        the model leads or does not lead.
        """
        states, follow = self.follow_actions(action for action, _ in steps), self.model.find_allowed_situations
        situations = [first_situation, *(situation for _, situation in steps)]
        for before, situation, state in zip(situations, situations[1:], states[1:], strict=False):
            assert situation == before or situation in follow(before), "told is what the puzzle allows"
            assert situation == before or situation == self.sight_of_state(state).situation, "told is what can be seen"
        last, begun = self.sight_of_state(states[-1]), self.sight_of_state(self.task.initial)
        assert kind == "start" or begun.impossible or first_situation == begun.situation
        assert not any(self.sight_of_state(state).impossible for state in states[:-1])
        assert kind == "start" or here == situations[-1]
        match kind:
            case "start":
                assert states == [self.task.initial]
                assert last != Sight(self.model.initial_situation, settled=True)
                assert first_situation == self.model.initial_situation
            case "double":
                assert last.impossible
            case "allows":
                assert last.situation == there != here
                assert there not in follow(here)
                assert self.is_goal(states[-1]) or self.can_go_on(states[-1], here)
            case "forbids":
                assert last == Sight(here, settled=True)
                assert there in follow(here)
                ways = [*self.find_ways_to_settled(states[-1])]
                assert not any(
                    self.sight_of_state(end).situation == there and self.sight_of_state(end).settled
                    for end, way in ways
                    if len(way) == 2
                )
            case "early":
                assert last.situation == here or not last.settled
                assert here not in self.model.goal_situations
                assert self.is_goal(states[-1])
            case "late":
                assert last == Sight(here, settled=True)
                assert here in self.model.goal_situations
                assert not any(map(self.is_goal, self.find_unchanged_states(states[-1], here)))
            case _:
                raise AssertionError(kind)

    def can_go_on(self, state: State, before: Situation) -> bool:
        """Return whether a forbidden situation leads to a situation from which the model continues.

        The forbidden situation is visible in the given state.
        """
        if self.sight_of_state(state).settled:
            return self.has_continuation(state)
        ends = [
            end for end, _ in self.find_ways_to_settled(state) if self.sight_of_state(end).settled or self.is_goal(end)
        ]
        return any(
            self.is_goal(end)
            or (
                self.sight_of_state(end).situation not in (before, *self.model.find_allowed_situations(before))
                and self.has_continuation(end)
            )
            for end in ends
        )
