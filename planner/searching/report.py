"""A search told: what it did, the plan it found."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

from ferryplan.generator.arguments import ArgumentValueError
from ferryplan.generator.wording import Table
from ferryplan.planner.searching.runs import Run
from ferryplan.planner.searching.trace import Trace
from ferryplan.planner.searching.wording import WORDS, counted, number, page
from ferryplan.planner.telling import PLAIN, Layout, json_text, on_a_line

ROUNDS = ("iddfs", "idastar", "ehc")


def numbers(run: Run) -> dict[str, float | None]:
    """Return what is counted; what does not apply is null."""
    watch, goal, teller = run.watch, run.goal, run.searched.teller
    return {
        "expanded": watch.expanded,
        "generated": watch.generated,
        "reopened": watch.reopened,
        "estimated": len(watch.known) if run.heuristic else None,
        "estimate_at_start": number(watch.known.get(watch.space.initial)),
        "frontier_depth": watch.deepest,
        "peak_nodes": watch.peak,
        "rounds": watch.rounds if run.algorithm in ROUNDS else None,
        "moves": goal.depth if goal else None,
        "cost": number(teller.price(goal.g)) if goal and teller.unit else None,
        "seconds": round(run.seconds, 4),
        "peak_mebibytes": peak_memory(),
    }  # fmt: skip


def as_json(run: Run) -> dict[str, Any]:
    """Return how the task was searched, what came of it, what is counted, and the plan as PDDL has it."""
    instance = run.searched.instance
    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "dialect": run.searched.dialect,
        "algorithm": run.algorithm,
        "heuristic": run.heuristic,
        "weight": run.watch.weight if run.algorithm == "wastar" else None,
        "status": run.status,
        "note": run.note and f"stopped {run.note}",
        **numbers(run),
        "plan": run.goal and [*map(str, run.goal.moves())],
    }


def told(run: Run, form: str, layout: Layout) -> Iterator[str]:
    """Yield a search as ``text``, ``markdown`` or ``json``, with its expansions if it was traced; these alone as ``jsonl``, on a page as ``html``."""
    trace, teller = None if run.watch.trace is None else Trace(run), run.searched.teller
    if trace and form == "jsonl":
        yield from (f"{on_a_line(row)}\n" for row in trace.rows())
    elif trace and form == "html":
        yield trace.page()
    elif form == "json":
        yield json_text({**as_json(run), **({"trace": [*trace.rows()]} if trace else {})})
    else:
        unit = teller.unit.many if teller.unit else ""
        words = {"heuristic": run.heuristic or "", "moves": teller.move.many, "unit": unit}
        says = WORDS["search"] | WORDS.get(run.algorithm, {})
        plan = [f"{at}. {teller.label(move)}\n" for at, move in enumerate(run.goal.moves() if run.goal else (), 1)]
        parts: list[Table | str] = [counted(numbers(run), says, **words), f"{run.verdict}\n"]
        parts = [*([trace.table()] if trace else []), *parts, *(["".join(plan)] if plan else [])]
        title = f"{run.searched.instance.title}: {run.told}"
        yield page(title, form, layout, (("", part) for part in parts))


def render_run(run: Run, form: str, *, layout: Layout = PLAIN) -> str:
    """Return a search in a format. Raises ArgumentError for the trace of a search that was not traced."""
    if form in ("jsonl", "html") and run.watch.trace is None:
        raise ArgumentValueError("form", f"'{form}'", "it of a search with a trace")
    return "".join(told(run, form, layout))


def peak_memory() -> int | None:
    """Return how many MiB the process held at most, or None where the system does not say."""
    with contextlib.suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10)
    return None
