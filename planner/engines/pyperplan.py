"""pyperplan, given the operators of a task: its own searches, without its parser and its grounding. Used by the worker only."""

from __future__ import annotations

import sys
from typing import Any

from ferryplan.planner.engines.logs import figures, logged
from ferryplan.planner.engines.patches import pyperplan_successors

RENAMED = {"gbf": "gbfs"}
"""searches of pyperplan that later versions than 2.1 call otherwise"""


def search(task: dict[str, Any], options: dict[str, str]) -> dict[str, Any]:
    """Return the worker's answer for numbered facts and operators, as ``Strips.numbered`` has them; a plan is the operators' numbers."""
    from pyperplan.planner import HEURISTICS, SEARCHES
    from pyperplan.task import Operator, Task

    def named(numbers: list[int]) -> frozenset[str]:
        return frozenset([sys.intern(str(number)) for number in numbers])

    pyperplan_successors.apply()
    operators = [Operator(str(number), *map(named, parts)) for number, parts in enumerate(task["operators"])]
    initial, goal = named(task["initial"]), named(task["goal"])
    facts = initial.union(goal, *(one.preconditions | one.add_effects for one in operators))
    name, heuristic = options.get("search", "astar"), options.get("heuristic", "lmcut")
    find, whole = SEARCHES.get(name) or SEARCHES[RENAMED[name]], Task("task", facts, initial, goal, operators)
    with logged() as lines:
        plan = find(whole) if name == "bfs" else find(whole, HEURISTICS[heuristic](whole))
    status = "unsolvable" if plan is None else "optimal" if name in ("bfs", "astar") else "solved"
    return {"status": status, "plan": [int(operator.name) for operator in plan or ()], **figures(lines)}
