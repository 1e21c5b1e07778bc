"""Explore and analyze a state graph with ferryplan, and print the result as JSON.

    python our_graph.py PUZZLE PARAMETERS TIMES [numpy]

PARAMETERS is a JSON object. The graph is explored TIMES times. The result has the processor seconds of one exploration,
without the start of Python, the import of numpy and the reading of the puzzle.
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
    """Explore the graph that the command line names."""
    puzzle, parameters, times, *extra = sys.argv[1:]
    numpy: Any = (
        importlib.import_module("numpy") if extra else None
    )  # None makes numpy look as if it were not installed
    sys.modules["numpy"] = numpy
    instances = [
        instantiate(load(puzzle), json.loads(parameters)) for _ in range(int(times))
    ]  # one instance for each repetition, because an instance caches results
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
