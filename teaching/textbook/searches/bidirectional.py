"""From the start and from the goal at once, breadth first, each time the side with fewer nodes waiting; until both meet.

S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, section 3.4.5. Backwards, a node is a set of facts that
have to hold; what leads to one is found by regression (H. Geffner and B. Bonet, A Concise Introduction to Models and Methods
for Automated Planning, 2013, section 2.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State
from ferryplan.teaching.textbook.heuristics.operators import Operators, mask_of
from ferryplan.teaching.textbook.searches.watching import Expansion, Node, Watch, along


def bidirectional(watch: Watch) -> Node | None:
    """Return a goal with the fewest moves to it, or None if there is none."""
    assert watch.operators
    layer, backward = [watch.start()], _Backward(watch, watch.operators)
    reached = {layer[0].state}
    while layer and backward.layer:
        for node in layer:
            if (moves := backward.onward(node.state)) is not None:
                return along(watch.space, [*node.moves(), *moves])
        if len(layer) <= len(backward.layer):
            children = [child for node in layer for child in watch.expand(node, node.depth)]
            # Of several ways to a state the one found first stays: in reverse, it comes last.
            layer = [*{child.state: child for child in reversed(children) if child.state not in reached}.values()][::-1]
            reached.update(node.state for node in layer)
        else:
            backward.layer = [*backward.regressed()]
        waiting = len(layer) + len(backward.layer)
        watch.hold(waiting, len(reached) + len(backward.ways) - waiting)
    return None


class _Backward:
    """The side of the goal: sets of facts, as masks."""

    def __init__(self, watch: Watch, operators: Operators) -> None:
        self.watch, self.operators, self.depth = watch, operators, 0
        self.layer = [mask_of(one) for one in operators.goals]
        self.ways: dict[int, tuple[GroundAction, int] | None] = dict.fromkeys(self.layer)
        """for each set found what leads on from it, and to which set"""
        self._acting = [
            (one.move, mask_of(one.asked), mask_of(one.added), mask_of(one.deleted))
            for one in operators.all
            if one.move is not None
        ]

    def onward(self, state: State) -> list[GroundAction] | None:
        """Return the moves from a state to the goal, if the last layer has a set of facts that hold in it."""
        mask = self.operators.mask(state)
        # The sides meet where a set of facts from which the goal is reached holds in a state.
        part = next((one for one in self.layer if one & mask == one), None)
        if part is None:
            return None
        moves = list[GroundAction]()
        while way := self.ways[part]:
            move, part = way
            moves.append(move)
        return moves

    def regressed(self) -> Iterator[int]:
        """Yield the sets from which an operator leads to one of the last layer, those that are new."""
        watch = self.watch
        for part in self.layer:
            found = list[int]()
            for move, asked, added, deleted in self._acting:
                if added & part and not deleted & ~added & part:
                    before = part & ~added | asked
                    found.append(before)
                    if before not in self.ways:
                        self.ways[before] = move, part
                        yield before
            watch.note(Expansion([part], self.depth, None, self.depth, found, watch.waiting, watch.rounds, True))
        self.depth += 1
