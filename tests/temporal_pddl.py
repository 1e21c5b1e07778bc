"""An interpreter of durative actions that explores every interleaving."""

from __future__ import annotations

from collections.abc import Iterator

import pddl_oracle

__all__ = ["Moment", "RunningAction", "TemporalInterpreter"]

RunningAction = tuple[str, tuple[str, ...]]
Moment = tuple[frozenset[pddl_oracle.Atom], frozenset[RunningAction]]


class TemporalInterpreter:
    """An interpreter in which actions start and end in any order; no action starts again while it runs."""

    def __init__(self, domain: str, problem: str) -> None:
        self.task = pddl_oracle.read_task(domain, problem)
        self.parameters: dict[str, list[tuple[str, str]]] = {}
        self.durations: dict[str, pddl_oracle.Expression] = {}
        self.conditions: dict[tuple[str, str], pddl_oracle.Expression] = {}
        """for each action its conditions at start, at end, and over all"""
        self.effects: dict[tuple[str, str], pddl_oracle.Expression] = {}
        for part in pddl_oracle.parse(domain)[1:]:
            if isinstance(part, list) and part[0] == ":durative-action":
                values, name = dict(zip(part[2::2], part[3::2], strict=True)), str(part[1])
                self.parameters[name] = pddl_oracle.parse_typed_names(values[":parameters"])
                self.durations[name] = values[":duration"][2]
                for when in ("start", "end", "all"):
                    for told, key in ((self.conditions, ":condition"), (self.effects, ":effect")):
                        told[name, when] = ["and", *(one[2] for one in values[key][1:] if one[1] == when)]

    def make_binding(self, name: str, arguments: tuple[str, ...]) -> pddl_oracle.Binding:
        return dict(zip((variable for variable, _ in self.parameters[name]), arguments, strict=True))

    def apply_effect(
        self, atoms: frozenset[pddl_oracle.Atom], running: RunningAction, when: str
    ) -> frozenset[pddl_oracle.Atom]:
        facts = pddl_oracle.Facts(atoms, self.task)
        effect = self.effects[running[0], when]
        return pddl_oracle.apply_literals(
            pddl_oracle.find_effect_literals(effect, self.make_binding(*running), facts, self.task), atoms
        )

    def do_conditions_hold(self, atoms: frozenset[pddl_oracle.Atom], running: frozenset[RunningAction]) -> bool:
        facts = pddl_oracle.Facts(atoms, self.task)
        return all(
            pddl_oracle.evaluate(self.conditions[name, "all"], self.make_binding(name, arguments), facts, self.task)
            for name, arguments in running
        )

    def successors(self, moment: Moment) -> Iterator[Moment]:
        atoms, running = moment
        for one in running:
            yield self.apply_effect(atoms, one, "end"), running - {one}
        for one, after in self.find_startable_actions(atoms):
            if one not in running:
                yield after, running | {one}

    def find_startable_actions(
        self, atoms: frozenset[pddl_oracle.Atom]
    ) -> Iterator[tuple[RunningAction, frozenset[pddl_oracle.Atom]]]:
        """Yield each action that may start, with the state after its start."""
        facts = pddl_oracle.Facts(atoms, self.task)
        for name, parameters in self.parameters.items():
            for binding in pddl_oracle.find_bindings(parameters, self.conditions[name, "start"], facts, self.task):
                one = (name, tuple(binding[variable] for variable, _ in parameters))
                yield one, self.apply_effect(atoms, one, "start")

    def explore(self) -> set[Moment]:
        found: set[Moment] = {(self.task.initial, frozenset())}
        queue = list(found)
        for moment in queue:
            for following in self.successors(moment):
                if following not in found and self.do_conditions_hold(*following):
                    found.add(following)
                    queue.append(following)
        return found

    def compute_duration(self, running: RunningAction) -> int:
        """Return the duration of an action."""
        return pddl_oracle.evaluate_number(
            self.durations[running[0]],
            self.make_binding(*running),
            pddl_oracle.Facts(self.task.initial, self.task),
            self.task,
        )

    def is_goal(self, moment: Moment) -> bool:
        return not moment[1] and pddl_oracle.evaluate(
            self.task.goal, {}, pddl_oracle.Facts(moment[0], self.task), self.task
        )
