"""Explore small problems of public domains, and compare the results with pymimir and Fast Downward.

    python benchmarks/public_spaces.py FOLDER [FOLDER …] [--seconds 60] [--most 300000] [--only TEXT] [--problems 2] [--csv FILE]

Each FOLDER holds folders of domains, at any depth. The program takes the smallest problems of each domain. It compares
the number of reachable states with the number that pymimir reaches action by action, and the least cost with the least
costs that Fast Downward's A* and pymimir's A* find without a heuristic. Each program has `--seconds` seconds for each
problem. The program prints a line for each problem and, at the end, the differences.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OURS = """
import json, sys
from pathlib import Path
from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.search.uniform_cost_search import explore_cheapest_first
from ferryplan.generator.search.state_graph import explore_graph
texts = [Path(name).read_text(errors="replace") for name in sys.argv[1:3]]
try:
    domain = read_domain(texts[0], "domain")
    task = Task(domain, read_problem(texts[1], domain, "problem"))
    task.cost(task.initial, next(move for move, _ in task.successors(task.initial)))
except StopIteration:
    pass
except PddlError as error:
    print(json.dumps({"refused": str(error)}))
    sys.exit()
graph = explore_graph(task, max_states=int(sys.argv[3]))
found = {"states": len(graph.states) if graph.complete else None}
print(json.dumps(found), flush=True)
best = explore_cheapest_first(task, int(sys.argv[3]), to_goal=True)
known = best.least is not None or best.complete
print(json.dumps({**found, "cost": (best.least.cost / task.cost_scale if best.least else "none") if known else None}))
"""
MIMIR_STATES = """
import json, sys, pymimir
problem = pymimir.Problem(pymimir.Domain(sys.argv[1]), sys.argv[2])
first = problem.get_initial_state()
seen, queue = {first}, [first]
for state in queue:
    for action in state.generate_applicable_actions():
        following = action.apply(state)
        if following not in seen:
            seen.add(following)
            queue.append(following)
    if len(seen) > int(sys.argv[3]):
        sys.exit()
print(json.dumps({"states": len(seen)}))
"""
MIMIR_COST = """
import json, sys, pymimir
problem = pymimir.Problem(pymimir.Domain(sys.argv[1]), sys.argv[2])
found = pymimir.astar_eager(problem, problem.get_initial_state(), pymimir.BlindHeuristic(problem))
print(json.dumps({"cost": found.solution_cost if found.status == "solved" else "none" if found.status == "exhausted" else None}))
"""


def find_smallest_problems(folder: Path, number: int) -> Iterator[tuple[str, Path, Path]]:
    """Yield the name, the domain and the smallest problems of each domain in a folder."""
    for home in sorted({path.parent for path in folder.rglob("*.pddl")}):
        found = 0
        paths = [path for path in home.glob("*.pddl") if "domain" not in path.name]
        if home.name == "instances":
            paths, home = paths, home.parent
        for problem in sorted(paths, key=lambda path: (path.stat().st_size, path.name)):
            beginning = re.match(r"(?:p(?:rob)?|instance-)\d+", problem.stem)
            stems = dict.fromkeys((problem.stem, beginning[0] if beginning else problem.stem))
            signs = [
                name
                for stem in stems
                for name in (f"domain_{stem}", f"{stem}-domain", f"domain-{stem}", f"domains/domain-{stem[9:]}")
            ]
            domain = next(
                (home / f"{name}.pddl" for name in (*signs, "domain") if (home / f"{name}.pddl").is_file()), None
            )
            if domain is not None and found < number:
                found += 1
                yield str(home.relative_to(folder)), domain, problem


def run_program(program: str, arguments: list[str], seconds: int) -> dict[str, Any]:
    """Run a Python program, and return the last line of its output, which is JSON.

    If the program fails, the key ``failed`` has the reason.
    """
    command = ["prlimit", "--as=6000000000", sys.executable, "-c", program, *arguments]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
        output, failed = run.stdout, run.stderr.strip().splitlines()[-1:] if run.returncode else []
    except subprocess.TimeoutExpired as error:
        output = (error.stdout or b"").decode() if isinstance(error.stdout, bytes) else error.stdout or ""
        failed = ["out of time"]
    lines = [line for line in output.splitlines() if line.startswith("{")]
    return {**(json.loads(lines[-1]) if lines else {}), **({"failed": failed[0][:200]} if failed else {})}


def find_least_cost(domain: Path, problem: Path, seconds: int) -> Any:
    """Return the least cost that Fast Downward's A* finds without a heuristic, or 'none'.

    The result is None if the search does not decide within the time limit.
    """
    found = importlib.util.find_spec("up_fast_downward")
    assert found is not None, "the judge is Fast Downward: pip install up-fast-downward"
    assert found.origin is not None
    driver = Path(found.origin).parent / "downward" / "fast-downward.py"
    with tempfile.TemporaryDirectory() as folder:
        limits = ["--overall-time-limit", f"{seconds}s", "--overall-memory-limit", "4G"]
        command = [sys.executable, str(driver), *limits, "--plan-file", "plan", str(domain), str(problem)]
        run = subprocess.run(
            [*command, "--search", "astar(blind())"], capture_output=True, text=True, cwd=folder, check=False
        )
    cost = re.search(r"Plan cost: (\d+)", run.stdout)
    return int(cost[1]) if run.returncode == 0 and cost else "none" if run.returncode in (10, 11) else None


def main() -> None:
    """Explore the problems, compare the results, and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--most", type=int, default=300_000)
    parser.add_argument("--problems", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--csv", type=Path)
    options = parser.parse_args()
    seen, counted, differing = set[bytes](), Counter[str](), list[str]()
    rows = []
    for folder in options.folders:
        for name, domain, problem in find_smallest_problems(folder, options.problems):
            texts = domain.read_bytes() + problem.read_bytes()
            if options.only not in name or texts in seen:
                continue
            seen.add(texts)
            arguments = [str(domain), str(problem), str(options.most)]
            ours = run_program(OURS, arguments, options.seconds)
            states = run_program(MIMIR_STATES, arguments, options.seconds).get("states") if ours.get("states") else None
            asked = "refused" not in ours and ours.get("cost") is not None
            costs = {
                "fast-downward": find_least_cost(domain, problem, options.seconds) if asked else None,
                "pymimir": run_program(MIMIR_COST, arguments, options.seconds).get("cost") if asked else None,
            }
            wrong = [] if states in (None, ours.get("states")) else [f"{ours['states']} states, pymimir {states}"]
            wrong += [
                f"cost {ours['cost']}, {who} {cost}"
                for who, cost in costs.items()
                if cost not in (None, ours.get("cost"))
            ]
            differing += [f"{folder.name}/{name}/{problem.name}: {one}" for one in wrong]
            counted["refused"] += "refused" in ours
            counted["states compared"] += states is not None
            counted["costs compared"] += any(cost is not None for cost in costs.values())
            counted["problems"] += 1
            row = [folder.name, name, problem.name, ours.get("states"), states, ours.get("cost"), *costs.values()]
            rows.append([*row, "; ".join(wrong), ours.get("refused", ours.get("failed", ""))])
            print(*rows[-1], sep="\t", flush=True)
    print(
        *(f"{what}: {number}" for what, number in counted.items()),
        f"{len(differing)} differences",
        *differing,
        sep="\n",
    )
    if options.csv:
        with options.csv.open("w", newline="") as file:
            csv.writer(file).writerows(rows)
    sys.exit(bool(differing))


if __name__ == "__main__":
    main()
