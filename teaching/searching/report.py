"""The report of a search: what it did, and the plan that it found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.wording import Table
from ferryplan.planner.telling import json_text, on_a_line
from ferryplan.teaching.searching.runs import SearchRun
from ferryplan.teaching.searching.trace import Trace
from ferryplan.teaching.searching.wording import number, page, tabulate_numbers

IN_LAYERS = {"generated": "search-numbers.generated-in-layers", "peak_nodes": "search-numbers.peak_nodes-in-layers"}
"""the messages about numbers that count something else in a symbolic search"""
ROUNDS = ("iddfs", "idastar", "ehc")


def numbers(run: SearchRun) -> dict[str, float | None]:
    """Return what is counted; what does not apply is null."""
    path, teller = run.path, run.searched.teller
    return {
        "expanded": run.expanded,
        "generated": run.generated,
        "reopened": run.reopened,
        "estimated": len(run.estimates) if run.heuristic else None,
        "estimate_at_start": number(run.estimates.get(run.searched.task.initial)),
        "frontier_depth": run.frontier_depth,
        "peak_nodes": run.peak_nodes,
        "rounds": run.rounds if run.algorithm in ROUNDS else None,
        "moves": len(path.moves) if path else None,
        "cost": number(teller.price(path.cost)) if path and teller.unit else None,
        "seconds": round(run.seconds, 4),
        "peak_mebibytes": run.peak_mebibytes,
    }


def as_json(run: SearchRun) -> dict[str, Any]:
    """Return how the task was searched, what came of it, what is counted, and the plan as PDDL has it."""
    instance = run.searched.instance
    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "dialect": run.searched.dialect,
        "algorithm": run.algorithm,
        "heuristic": run.heuristic,
        "weight": run.weight,
        "status": run.status,
        "note": run.note and format_message("search.stopped", when=run.note),
        **numbers(run),
        "plan": run.path and [*map(str, run.path.moves)],
    }


def told(run: SearchRun, form: str, layout: Layout) -> Iterator[str]:
    """Yield a search as ``text``, ``markdown`` or ``json``, with its expansions if it was traced; these alone as ``jsonl``, on a page as ``html``."""
    trace, teller = None if run.trace is None else Trace(run), run.searched.teller
    if trace and form == "jsonl":
        yield from (f"{on_a_line(row)}\n" for row in trace.rows())
    elif trace and form == "html":
        yield trace.page()
    elif form == "json":
        yield json_text({**as_json(run), **({"trace": [*trace.rows()]} if trace else {})})
    else:
        unit = teller.unit.many if teller.unit else ""
        words = {"heuristic": run.heuristic or "", "moves": teller.move.many, "unit": unit}
        in_layers = IN_LAYERS if run.algorithm == "symbolic-layers" else {}

        def describe(key: str) -> str:
            if key in in_layers:
                return format_message(in_layers[key], **words)
            return format_message(f"search-numbers.{key}", **words)

        moves = run.path.moves if run.path else ()
        plan = [f"{at}. {teller.label(move)}\n" for at, move in enumerate(moves, 1)]
        table = tabulate_numbers(numbers(run), describe, {"moves": teller.move.many})
        parts: list[Table | str] = [table, f"{run.verdict}\n"]
        if trace:
            parts = [trace.table(), *([f"{teller.state_key}\n"] if teller.state_key else []), *parts]
        if any(map(run.searched.is_auxiliary, moves)):
            parts.append(f"{format_message('search.auxiliary-actions')}\n")
        parts = [*parts, *(["".join(plan)] if plan else [])]
        title = f"{run.searched.instance.title}: {run.title}"
        yield page(title, form, layout, (("", part) for part in parts))


def render_run(run: SearchRun, form: str, *, layout: Layout = PLAIN) -> str:
    """Return a search in a format."""
    return "".join(told(run, form, layout))
