"""Explores and surveys a state graph with this program, and prints what was found as JSON, with the seconds of processor time.

python our_graph.py PUZZLE PARAMETERS TIMES [numpy]

PARAMETERS is a JSON object. The time is that of doing it once, without the start of Python, of numpy if that is asked for, and the reading of
the puzzle.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import Any

from ferryplan import instantiate, load
from ferryplan.generator.families import state_space_of
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import explore_graph


def main() -> None:
    """Explore one graph."""
    puzzle, parameters, times, *extra = sys.argv[1:]
    numpy: Any = importlib.import_module("numpy") if extra else None  # None hides it
    sys.modules["numpy"] = numpy
    instances = [
        instantiate(load(puzzle), json.loads(parameters)) for _ in range(int(times))
    ]  # one keeps what was found of it
    began = time.process_time()
    for instance in instances:
        graph = explore_graph(state_space_of(instance))
        found = analyze_graph(graph)
        layers = found.count_by_layer()
    seconds = (time.process_time() - began) / len(instances)
    answer = {
        "states": len(graph.states),
        "links": len(graph.targets),
        "fewest": found.best_total,
        "blind_alleys": sum(layer.blind_alleys for layer in layers),
        "optimal": sum(layer.optimal for layer in layers),
        "layers": len(layers),
        "seconds": seconds,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
