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
        self.parts = {}
        self.durations: dict[str, pddl_oracle.Expression] = {}
        for part in pddl_oracle.parse(domain)[1:]:
            if isinstance(part, list) and part[0] == ":durative-action":
                values = dict(zip(part[2::2], part[3::2], strict=True))
                self.parts[str(part[1])] = (
                    pddl_oracle.typed(values[":parameters"]),
                    values[":condition"],
                    values[":effect"],
                )
                self.durations[str(part[1])] = values[":duration"][2]

    def at(self, expression: pddl_oracle.Expression, *when: str) -> list[pddl_oracle.Expression]:
        return [part[2] for part in expression[1:] if tuple(part[:2]) == when]

    def binding(self, name: str, arguments: tuple[str, ...]) -> pddl_oracle.Binding:
        return dict(zip((variable for variable, _ in self.parts[name][0]), arguments, strict=True))

    def changed(self, atoms: frozenset[pddl_oracle.Atom], running: Running, when: str) -> frozenset[pddl_oracle.Atom]:
        effects: pddl_oracle.Expression = ["and", *self.at(self.parts[running[0]][2], "at", when)]
        facts = pddl_oracle.Facts(atoms, self.task)
        changes = list(pddl_oracle.literals(effects, self.binding(*running), facts, self.task))
        return (atoms - {atom for becomes, atom in changes if not becomes}) | {
            atom for becomes, atom in changes if becomes
        }

    def all_hold(self, atoms: frozenset[pddl_oracle.Atom], running: frozenset[Running]) -> bool:
        facts = pddl_oracle.Facts(atoms, self.task)
        return all(
            pddl_oracle.evaluate(condition, self.binding(name, arguments), facts, self.task)
            for name, arguments in running
            for condition in self.at(self.parts[name][1], "over", "all")
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
        for name, (parameters, condition, _) in self.parts.items():
            start: pddl_oracle.Expression = ["and", *self.at(condition, "at", "start")]
            for binding in pddl_oracle.bindings(parameters, start, {}, facts, self.task):
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
            self.durations[running[0]], self.binding(*running), pddl_oracle.Facts(self.task.initial, self.task)
        )

    def is_goal(self, moment: Moment) -> bool:
        return not moment[1] and pddl_oracle.evaluate(
            self.task.goal, {}, pddl_oracle.Facts(moment[0], self.task), self.task
        )
