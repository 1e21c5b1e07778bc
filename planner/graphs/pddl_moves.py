"""What generated PDDL reaches, as states of the rules, so that both can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of
from ferryplan.generator.generation import check_encoding, encodings, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl import states
from ferryplan.generator.search.state_graph import StateGraph
from ferryplan.planner.plans.execution import task_of


class PddlMoves:
    """What may happen in a state, as the PDDL of an instance says."""

    def __init__(self, instance: AnyInstance, dialect: str, encoding: str | None = None) -> None:
        """Generate the PDDL and ground it. Raises EncodingError for a dialect that is not read back, or an instance too large for it."""
        check_encoding(dialect, encoding)
        self.dialect, self.encoding = dialect, encoding or encodings(dialect)[0]
        self.merged = 0
        """how many states of the PDDL stand for the same state of the rules as another one"""
        self.task = task_of(generate(instance, dialect, self.encoding))
        self.reader = family_of(instance).make_state_reader(instance, dialect, self.encoding, self.task)
        self._stated = {self.reader.read(self.task.initial): self.task.initial}

    @property
    def up_to_symmetry(self) -> bool:
        """Whether the PDDL counts interchangeable things instead of naming them."""
        return self.encoding == "counted"

    def __call__(self, state: Any) -> Iterator[tuple[Any, Any]]:
        """Yield what leads on from a state that was given before, or from the start; each state that follows once."""
        found: dict[Any, states.State] = {}
        waiting, passed = [self._stated[state]], {self._stated[state]}
        while waiting:
            for _, after in self.task.moves(waiting.pop()):
                if after in passed:
                    continue
                passed.add(after)
                if not self.reader.is_settled(after):
                    waiting.append(after)
                elif (reached := self.reader.follow(state, self.reader.read(after))) in found:
                    self.merged += 1
                else:
                    found[reached] = after
        for move, reached in self.reader.name_moves(state, found):
            if self._stated.setdefault(reached, found[reached]) != found[reached]:
                self.merged += 1
            yield move, reached


def differences(pddl: StateGraph[Any, Any], rules: StateGraph[Any, Any], merged: int) -> tuple[str, ...]:
    """Return a sentence for each difference between the graph of the PDDL and that of the rules; nothing if they are the same."""
    states, links = (set(pddl.states), set(rules.states)), (_joined(pddl), _joined(rules))
    counts = {
        "graph.pddl-states": len(states[0] - states[1]),
        "graph.rules-states": len(states[1] - states[0]),
        "graph.pddl-links": len(links[0] - links[1]),
        "graph.rules-links": len(links[1] - links[0]),
        "graph.merged": merged,
    }
    return tuple(format_message(key, count=count) for key, count in counts.items() if count)


def _joined(graph: StateGraph[Any, Any]) -> set[tuple[Any, ...]]:
    """Return the states that each link joins, from the one to the other, or in a fixed order where links have no direction."""
    ends = ((graph.states[link.origin], graph.states[link.destination]) for link in graph.links())
    return {tuple(sorted(pair)) if graph.space.reversible else pair for pair in ends}
