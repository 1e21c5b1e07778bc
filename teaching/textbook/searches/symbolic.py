"""Breadth first, whole layers at once: each is a set of states, as a decision diagram.

K. L. McMillan, Symbolic Model Checking, 1993; A. Cimatti, E. Giunchiglia, F. Giunchiglia and P. Traverso, "Planning via model checking", ECP
1997. A state is here what of it anything asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.teaching.textbook.heuristics.operators import Operator, Operators
from ferryplan.teaching.textbook.searches.diagrams import NOTHING, Change, Diagrams
from ferryplan.teaching.textbook.searches.watching import Expansion, Node, Watch, along

MOST_FACTS, MOST_NOTED = 400, 10_000
"""so many facts there may be: diagrams are as deep; so many states of a layer are noted one by one"""


def symbolic_layers(watch: Watch) -> Node | None:
    """Return a goal with the fewest moves to it, or None if there is none. Raises EncodingError for a task that is too large for it."""
    assert watch.operators
    operators = watch.operators
    if (facts := len(operators.facts)) > MOST_FACTS:
        raise EncodingError(format_message("search.too-many-facts", found=facts, most=MOST_FACTS), key="algorithm")
    diagrams, start = Diagrams(facts), operators.mask(watch.start().state)
    acting = [(one, _changes(one)) for one in operators.all if one.move is not None]
    goal = NOTHING
    for part in operators.goals:
        goal = diagrams.either(goal, diagrams.cube((fact, True) for fact in part))
    reached = diagrams.cube((fact, bool(start >> fact & 1)) for fact in range(facts))
    layers = [reached]
    while layers[-1] != NOTHING:
        if (found := diagrams.both(layers[-1], goal)) != NOTHING:
            return along(watch.space, _way(diagrams, operators, layers, next(diagrams.assignments(found))))
        following = NOTHING
        for _, changes in acting:
            following = diagrams.either(following, diagrams.image(layers[-1], changes))
        layers.append(diagrams.without(following, reached))
        reached = diagrams.either(reached, following)
        depth, sizes = len(layers) - 2, [diagrams.count(one) for one in layers[-2:]]
        noted = watch.trace is not None and max(sizes) <= MOST_NOTED
        states = [[*diagrams.assignments(one)] if noted else [] for one in layers[-2:]]
        watch.hold(sizes[1], len(diagrams) - sizes[1])
        watch.deepest = depth + bool(sizes[1])
        watch.note(Expansion(states[0], depth, None, depth, states[1], sizes[1], watch.rounds), *sizes)
    return None


def _changes(operator: Operator) -> list[Change]:
    """Return what an operator asks and changes, ascending."""
    _, _, asked, added, deleted = operator
    after = dict.fromkeys(asked, True) | dict.fromkeys(deleted, False) | dict.fromkeys(added, True)
    return [(fact, True if fact in asked else None, after[fact]) for fact in sorted(after)]


def _way(diagrams: Diagrams, operators: Operators, layers: Sequence[int], state: int) -> list[GroundAction]:
    """Return moves through the layers to a state of the last."""
    moves = list[GroundAction]()
    for layer in reversed(layers[:-1]):
        for one in operators.all:
            changes = _changes(one)
            if one.move is None or any(state >> fact & 1 != after for fact, _, after in changes):
                continue
            # What the operator changes without asking for it may have been either before.
            free = {fact for fact, before, _ in changes if before is None}
            before = [(fact, bool(state >> fact & 1)) for fact in range(len(operators.facts))]
            known = {fact: value for fact, value in before if fact not in free} | dict.fromkeys(one.asked, True)
            if (earlier := diagrams.both(layer, diagrams.cube(known.items()))) != NOTHING:
                state = next(diagrams.assignments(earlier))
                moves.append(one.move)
                break
    return moves[::-1]
