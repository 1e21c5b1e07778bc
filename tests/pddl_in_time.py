"""Durative actions: what the PDDL lets happen, one thing after another, whenever it happens."""

from __future__ import annotations

from collections.abc import Iterator

import pddl_oracle

__all__ = ["Interpreter", "Moment", "Running"]

Running = tuple[str, tuple[str, ...]]
Moment = tuple[frozenset[pddl_oracle.Atom], frozenset[Running]]


class Interpreter:
    """What the PDDL lets happen, whenever it happens: actions begin and end in any order, none begins twice."""

    def __init__(self, domain: str, problem: str) -> None:
        self.task = pddl_oracle.read(domain, problem)
        self.parameters: dict[str, list[tuple[str, str]]] = {}
        self.durations: dict[str, pddl_oracle.Expression] = {}
        self.conditions: dict[tuple[str, str], pddl_oracle.Expression] = {}
        """of each action what must hold at its start, at its end, and over all of it"""
        self.effects: dict[tuple[str, str], pddl_oracle.Expression] = {}
        for part in pddl_oracle.parse(domain)[1:]:
            if isinstance(part, list) and part[0] == ":durative-action":
                values, name = dict(zip(part[2::2], part[3::2], strict=True)), str(part[1])
                self.parameters[name] = pddl_oracle.typed(values[":parameters"])
                self.durations[name] = values[":duration"][2]
                for when in ("start", "end", "all"):
                    for told, key in ((self.conditions, ":condition"), (self.effects, ":effect")):
                        told[name, when] = ["and", *(one[2] for one in values[key][1:] if one[1] == when)]

    def binding(self, name: str, arguments: tuple[str, ...]) -> pddl_oracle.Binding:
        return dict(zip((variable for variable, _ in self.parameters[name]), arguments, strict=True))

    def changed(self, atoms: frozenset[pddl_oracle.Atom], running: Running, when: str) -> frozenset[pddl_oracle.Atom]:
        facts = pddl_oracle.Facts(atoms, self.task)
        effect = self.effects[running[0], when]
        return pddl_oracle.changed_by(pddl_oracle.literals(effect, self.binding(*running), facts, self.task), atoms)

    def all_hold(self, atoms: frozenset[pddl_oracle.Atom], running: frozenset[Running]) -> bool:
        facts = pddl_oracle.Facts(atoms, self.task)
        return all(
            pddl_oracle.evaluate(self.conditions[name, "all"], self.binding(name, arguments), facts, self.task)
            for name, arguments in running
        )

    def successors(self, moment: Moment) -> Iterator[Moment]:
        atoms, running = moment
        for one in running:
            yield self.changed(atoms, one, "end"), running - {one}
        for one, after in self.starting(atoms):
            if one not in running:
                yield after, running | {one}

    def starting(self, atoms: frozenset[pddl_oracle.Atom]) -> Iterator[tuple[Running, frozenset[pddl_oracle.Atom]]]:
        """Each action that may begin, with what is so then."""
        facts = pddl_oracle.Facts(atoms, self.task)
        for name, parameters in self.parameters.items():
            for binding in pddl_oracle.bindings(parameters, self.conditions[name, "start"], facts, self.task):
                one = (name, tuple(binding[variable] for variable, _ in parameters))
                yield one, self.changed(atoms, one, "start")

    def explore(self) -> set[Moment]:
        found: set[Moment] = {(self.task.initial, frozenset())}
        queue = list(found)
        for moment in queue:
            for following in self.successors(moment):
                if following not in found and self.all_hold(*following):
                    found.add(following)
                    queue.append(following)
        return found

    def duration(self, running: Running) -> int:
        """How long an action takes."""
        return pddl_oracle.value(
            self.durations[running[0]],
            self.binding(*running),
            pddl_oracle.Facts(self.task.initial, self.task),
            self.task,
        )

    def is_goal(self, moment: Moment) -> bool:
        return not moment[1] and pddl_oracle.evaluate(
            self.task.goal, {}, pddl_oracle.Facts(moment[0], self.task), self.task
        )
