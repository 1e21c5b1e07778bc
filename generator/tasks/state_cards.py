"""The data of a page that shows a solution by cards of objects, for a task without a picture."""

from __future__ import annotations

import itertools
from typing import Any

from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.solution import Solution
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.object_network import make_network, number_states
from ferryplan.generator.tasks.space import TaskSpace


def make_state_cards(
    instance: TaskInstance, solution: Solution[PddlState, GroundAction] | None, play_data: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Return the data with which a page shows a solution by cards; None for over 200 objects.

    With ``play_data``, the page knows the actions, so that ``moves`` has only the number of each move: the number of the ground
    action or, for a table of states, its position among the moves of the state. Without them, the data are the ``network``
    of objects, the numbers of the facts and values at the ``start``, and in ``changes`` those that each step removes and adds.
    """
    space, steps = instance.get_or_make(TaskSpace), solution.steps if solution else ()
    if play_data is None:
        states = [space.initial, *(step.state for step in steps)]
        numbers = number_states(states)
        network = make_network(space, numbers)
        encoded = [set(numbers.encode(state)) for state in states]
        changes = [(sorted(before - after), sorted(after - before)) for before, after in itertools.pairwise(encoded)]
        return network and {"network": network, "start": sorted(encoded[0]), "changes": changes}
    rules = play_data["rules"]
    if not rules["network"]:
        return None
    if "actions" in rules:
        actions = {one.move: number for number, one in enumerate(space.relaxed_reachability[0])}
        return {"moves": [actions[step.move] for step in steps]}
    return {"moves": [[move for move, _ in space.successors(step.before)].index(step.move) for step in steps]}
