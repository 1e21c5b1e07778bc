"""A search told: what it did, the plan it found."""

from __future__ import annotations

import contextlib
import math
from typing import Any

from generator.textbook.searches.algorithms import ALGORITHMS
from generator.wording import Table, capital
from planner.searching.runs import Run
from planner.telling import MARKDOWN, Layout, json_text

ROUNDS = {
    "iddfs": "bounds tried, one after the other",
    "idastar": "bounds tried, one after the other",
    "ehc": "states climbed from",
}


def number(value: float | None) -> float | None:
    """Return a number as JSON has it: whole where it is, null where it is infinite."""
    if value is None or not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value


def numbers(run: Run) -> dict[str, float | None]:
    """Return what is counted; what does not apply is null."""
    watch = run.watch
    return {
        "expanded": watch.expanded,
        "generated": watch.generated,
        "reopened": watch.reopened,
        "estimated": watch.evaluated,
        "frontier_depth": watch.deepest,
        "peak_nodes": watch.peak,
        "rounds": watch.rounds if run.algorithm in ROUNDS else None,
        "estimate_at_start": number(watch.known.get(watch.space.initial)),
        "moves": None if run.goal is None else run.goal.depth,
        "cost": None if run.goal is None else number(run.searched.teller.price(run.goal.g)),
        "seconds": round(run.seconds, 4),
    }


def as_json(run: Run) -> dict[str, Any]:
    """Return how the task was searched, what came of it, what is counted, and the plan as PDDL has it."""
    instance, plan = run.searched.instance, run.plan
    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "dialect": run.searched.dialect,
        "algorithm": run.algorithm,
        "heuristic": run.heuristic,
        "weight": run.weight if run.algorithm == "wastar" else None,
        "status": run.status,
        "note": f"stopped {run.note}" if run.note else "",
        **numbers(run),
        "peak_mebibytes": peak_memory(),
        "plan": None if plan is None else [*map(str, plan)],
    }


def told(run: Run, form: str, layout: Layout) -> str:
    """Return a search as ``text``, ``markdown`` or ``json``."""
    if form == "json":
        return json_text(as_json(run))
    title = f"{run.searched.instance.title}: {run.told}"
    draw = MARKDOWN if form == "markdown" else layout
    sections = [f"# {title}\n" if form == "markdown" else f"{title}\n", draw(_counted(run)), f"{verdict(run)}\n"]
    if plan := run.plan:
        lines = enumerate(map(run.searched.teller.label, plan), 1)
        sections.append("".join(f"{f'{at}.':<{len(str(len(plan))) + 2}}{line}\n" for at, line in lines))
    return draw.filled("\n".join(sections))


def _counted(run: Run) -> Table:
    found, many = numbers(run), run.searched.teller.move.many
    symbolic = run.algorithm == "symbolic-layers"
    said = {
        "expanded": "states whose successors were generated",
        "generated": "states generated" if symbolic else "successors, those that were known before included",
        "reopened": "states expanded again, since a cheaper way to them was found",
        "estimated": f"states of which {run.heuristic} was worked out",
        "estimate_at_start": "is what it says of the start",
        "frontier_depth": f"{many} to the farthest state generated",
        "peak_nodes": "nodes of decision diagrams" if symbolic else "nodes held in memory at a time, at most",
        "rounds": ROUNDS.get(run.algorithm, ""),
        "moves": f"{many} in the plan",
        "cost": str(run.searched.teller.unit and f"{run.searched.teller.unit.many} in all"),
        "seconds": "seconds",
    }
    left_out = {"estimated", "estimate_at_start"} if run.heuristic is None else set()
    left_out |= set() if run.searched.teller.unit else {"cost"}
    rows = [
        (capital(key.replace("_", " ")), f"{found[key]:,}", words)
        for key, words in said.items()
        if key not in left_out and found[key] is not None
    ]
    rows.append(("Memory", f"{peak_memory() or 0:,}", "MiB that the whole program took, at most"))
    return Table(("", "Number", "What it is"), tuple(rows))


def verdict(run: Run) -> str:
    """Return on a line what came of a search."""
    many, unit = run.searched.teller.move, run.searched.teller.unit
    if run.note:
        return f"Stopped {run.note}."
    if run.goal is None:
        if run.status == "unsolvable":
            return "There is no plan: all that can be reached was searched."
        return "No plan was found, which proves nothing: this search takes nothing back."
    price = f" for {unit.counted(run.searched.teller.price(run.goal.g))}" if unit else ""
    least = f"no plan {'costs less' if unit else f'has fewer {many.many}'}"
    proven = f"{least}: {ALGORITHMS[run.algorithm].title} proves that"
    fewest = " the fewest," if unit and ALGORITHMS[run.algorithm].least == "moves" else ""
    return f"A plan of {many.counted(run.goal.depth)}{price};{fewest} {proven if run.status == 'optimal' else 'there may be a better one'}."


def peak_memory() -> float | None:
    """Return how many MiB the process held at most, or None where the system does not say."""
    with contextlib.suppress(ImportError):
        import resource
        import sys

        return round(
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
        )
    return None
