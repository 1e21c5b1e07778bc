"""The moves that generated PDDL allows, as moves between the puzzle's own states, for comparison."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of
from ferryplan.generator.generation import check_encoding, generate, list_encodings
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl import states
from ferryplan.generator.search.state_graph import StateGraph
from ferryplan.planner.plans.plan_execution import parse_task


class PddlSuccessorFunction:
    """A successor function on the puzzle's own states that allows the moves of the generated PDDL."""

    def __init__(self, instance: AnyInstance, dialect: str, encoding: str | None = None) -> None:
        """Generate the PDDL of the instance and ground it.

        Raises EncodingError if PDDL states of the dialect cannot be converted to states of the puzzle, or if the
        instance is too large for the dialect.
        """
        check_encoding(dialect, encoding)
        self.dialect, self.encoding = dialect, encoding or list_encodings(dialect)[0]
        self.merged_states = 0
        """the number of PDDL states that represent the same state of the rules as another PDDL state"""
        self.task = parse_task(generate(instance, dialect, self.encoding))
        self.reader = family_of(instance).make_state_reader(instance, dialect, self.encoding, self.task)
        self._pddl_states = {self.reader.read_state(self.task.initial): self.task.initial}

    @property
    def up_to_symmetry(self) -> bool:
        """Whether the PDDL counts interchangeable travelers or things instead of naming them."""
        return self.encoding == "counted"

    def __call__(self, state: Any) -> Iterator[tuple[Any, Any]]:
        """Yield each move from a state, with its successor; each successor occurs once.

        The state must be the initial state or a successor from an earlier call.
        """
        found: dict[Any, states.PddlState] = {}
        waiting, passed = [self._pddl_states[state]], {self._pddl_states[state]}
        while waiting:
            for _, after in self.task.successors(waiting.pop()):
                if after in passed:
                    continue
                passed.add(after)
                if not self.reader.is_between_moves(after):
                    waiting.append(after)
                elif (reached := self.reader.complete_state(state, self.reader.read_state(after))) in found:
                    self.merged_states += 1
                else:
                    found[reached] = after
        for move, reached in self.reader.find_moves_to(state, found):
            if self._pddl_states.setdefault(reached, found[reached]) != found[reached]:
                self.merged_states += 1
            yield move, reached


def describe_graph_differences(pddl: StateGraph[Any, Any], rules: StateGraph[Any, Any], merged: int) -> tuple[str, ...]:
    """Return a sentence for each kind of difference between two graphs: by the PDDL and by the rules.

    ``pddl`` and ``rules`` are the two graphs, both with states of the puzzle. ``merged`` is the number of PDDL states
    that represent the same state of the puzzle as another PDDL state.
    """
    states, links = (set(pddl.states), set(rules.states)), (_linked_state_pairs(pddl), _linked_state_pairs(rules))
    counts = {
        "graph.pddl-states": len(states[0] - states[1]),
        "graph.rules-states": len(states[1] - states[0]),
        "graph.pddl-links": len(links[0] - links[1]),
        "graph.rules-links": len(links[1] - links[0]),
        "graph.merged": merged,
    }
    return tuple(format_message(key, count=count) for key, count in counts.items() if count)


def _linked_state_pairs(graph: StateGraph[Any, Any]) -> set[tuple[Any, ...]]:
    """Return the pairs of linked states: (origin, destination), sorted if moves are reversible."""
    ends = ((graph.states[link.origin], graph.states[link.destination]) for link in graph.links())
    return {tuple(sorted(pair)) if graph.space.reversible else pair for pair in ends}
