"""Bidirectional breadth-first search from the initial state and from the goal, until both sides meet.

Each step expands the side with fewer waiting nodes. S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021,
section 3.4.5. On the backward side, a node is a set of facts that must hold; regression finds its predecessors (H. Geffner and B. Bonet, A
Concise Introduction to Models and Methods for Automated Planning, 2013, section 2.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState
from ferryplan.teaching.textbook.heuristics.operators import OperatorSet, mask_of_facts
from ferryplan.teaching.textbook.searches.search_monitor import Expansion, SearchMonitor, SearchNode, node_after_moves


def bidirectional_search(monitor: SearchMonitor) -> SearchNode | None:
    """Return a goal node with the fewest moves, or None if there is none."""
    assert monitor.operators
    layer, backward = [monitor.make_start_node()], _BackwardSearch(monitor, monitor.operators)
    reached = {layer[0].state}
    while layer and backward.layer:
        for node in layer:
            if (moves := backward.find_moves_to_goal(node.state)) is not None:
                return node_after_moves(monitor.space, [*node.moves(), *moves])
        if len(layer) <= len(backward.layer):
            children = [child for node in layer for child in monitor.expand(node, node.depth)]
            # Of several paths to a state, the first one found is kept: in reverse order, it comes last.
            layer = [*{child.state: child for child in reversed(children) if child.state not in reached}.values()][::-1]
            reached.update(node.state for node in layer)
        else:
            backward.layer = [*backward.regress_layer()]
        waiting = len(layer) + len(backward.layer)
        monitor.record_held_nodes(waiting, len(reached) + len(backward.next_steps) - waiting)
    return None


class _BackwardSearch:
    """The side of the search that starts from the goal; its nodes are sets of facts, as bit masks.

    From a state in which all facts of such a set hold, the goal can be reached.
    """

    def __init__(self, monitor: SearchMonitor, operators: OperatorSet) -> None:
        self.monitor, self.operators, self.depth = monitor, operators, 0
        self.layer = [mask_of_facts(one) for one in operators.goal_fact_sets]
        self.next_steps: dict[int, tuple[GroundAction, int] | None] = dict.fromkeys(self.layer)
        """For each set of facts found, the action that leads towards the goal, and the set that it leads to."""
        self._action_masks = [
            (
                one.move,
                mask_of_facts(one.preconditions),
                mask_of_facts(one.add_effects),
                mask_of_facts(one.delete_effects),
            )
            for one in operators.all
            if one.move is not None
        ]

    def find_moves_to_goal(self, state: PddlState) -> list[GroundAction] | None:
        """Return the moves from a state to the goal; None if no set of the last layer holds in the state."""
        mask = self.operators.mask_of_state(state)
        # The sides meet if a set of facts from which the goal can be reached holds in a state.
        part = next((one for one in self.layer if one & mask == one), None)
        if part is None:
            return None
        moves = list[GroundAction]()
        while way := self.next_steps[part]:
            move, part = way
            moves.append(move)
        return moves

    def regress_layer(self) -> Iterator[int]:
        """Yield the new sets of facts from which one action leads to a set of the last layer."""
        monitor = self.monitor
        for part in self.layer:
            found = list[int]()
            for move, asked, added, deleted in self._action_masks:
                if added & part and not deleted & ~added & part:
                    before = part & ~added | asked
                    found.append(before)
                    if before not in self.next_steps:
                        self.next_steps[before] = move, part
                        yield before
            monitor.add_expansion(
                Expansion([part], self.depth, None, self.depth, found, monitor.waiting_nodes, monitor.rounds, True)
            )
        self.depth += 1
