"""pyperplan's searches on a grounded task, without pyperplan's parser and grounding.

Used by the worker only.
"""

from __future__ import annotations

import sys
from typing import Any

from ferryplan.planner.engines.engine_logs import capture_log, parse_statistics
from ferryplan.planner.engines.patches import pyperplan_successors

RENAMED_SEARCHES = {"gbf": "gbfs"}
"""the names that later versions of pyperplan use for searches, by their names in pyperplan 2.1"""


def search_with_pyperplan(task: dict[str, Any], options: dict[str, str]) -> dict[str, Any]:
    """Solve a grounded task with pyperplan and return the worker's answer.

    In ``task``, facts and operators are numbers, as in ``StripsTask.json_task``. The answer has the keys that
    `ferryplan.planner.engines.worker` describes, except that ``plan`` is a list of operator numbers. The options
    ``search`` and ``heuristic`` are names that pyperplan uses; the default is A* with LM-cut.
    """
    from pyperplan.planner import HEURISTICS, SEARCHES
    from pyperplan.task import Operator, Task

    def to_facts(numbers: list[int]) -> frozenset[str]:
        return frozenset([sys.intern(str(number)) for number in numbers])

    pyperplan_successors.apply_patch()
    operators = [Operator(str(number), *map(to_facts, parts)) for number, parts in enumerate(task["operators"])]
    initial, goal = to_facts(task["initial"]), to_facts(task["goal"])
    facts = initial.union(goal, *(one.preconditions | one.add_effects for one in operators))
    name, heuristic = options.get("search", "astar"), options.get("heuristic", "lmcut")
    find, whole = SEARCHES.get(name) or SEARCHES[RENAMED_SEARCHES[name]], Task("task", facts, initial, goal, operators)
    with capture_log() as lines:
        plan = find(whole) if name == "bfs" else find(whole, HEURISTICS[heuristic](whole))
    status = "unsolvable" if plan is None else "optimal" if name in ("bfs", "astar") else "solved"
    return {"status": status, "plan": [int(operator.name) for operator in plan or ()], **parse_statistics(lines)}
