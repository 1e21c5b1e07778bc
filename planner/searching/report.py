"""A search told: what it did, the plan it found."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from generator.wording import Table, capital
from planner.searching.runs import Run, number
from planner.searching.trace import Trace
from planner.telling import MARKDOWN, Layout, json_text, on_a_line

ROUNDS = {
    "iddfs": "bounds tried, one after the other",
    "idastar": "bounds tried, one after the other",
    "ehc": "states climbed from",
}


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


def told(run: Run, form: str, layout: Layout) -> Iterator[str]:
    """Yield a search as ``text``, ``markdown`` or ``json``, with its expansions if it was traced; these alone as ``jsonl``, on a page as ``html``."""
    trace = None if run.watch.trace is None else Trace(run)
    if trace and form == "jsonl":
        yield from (f"{on_a_line(row)}\n" for row in trace.rows())
    elif trace and form == "html":
        yield trace.page()
    elif form == "json":
        yield json_text({**as_json(run), **({"trace": [*trace.rows()]} if trace else {})})
    else:
        yield _in_words(run, MARKDOWN if form == "markdown" else layout, trace)


def _in_words(run: Run, draw: Layout, trace: Trace | None) -> str:
    title = f"{run.searched.instance.title}: {run.told}"
    sections = [f"# {title}\n" if draw is MARKDOWN else f"{title}\n", *([draw(trace.table())] if trace else [])]
    sections += [draw(_counted(run)), f"{run.verdict}\n"]
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


def peak_memory() -> float | None:
    """Return how many MiB the process held at most, or None where the system does not say."""
    with contextlib.suppress(ImportError):
        import resource
        import sys

        return round(
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
        )
    return None
