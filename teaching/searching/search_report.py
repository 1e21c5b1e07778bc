"""The report on a search: its counts, its trace and its plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.wording import Table
from ferryplan.planner.answer_formatting import format_json, format_json_line
from ferryplan.teaching.searching.report_formatting import format_page, tabulate_numbers, to_json_number
from ferryplan.teaching.searching.search_run import SearchRun
from ferryplan.teaching.searching.search_trace import SearchTrace

LAYER_MESSAGE_KEYS = {
    "generated": "search-numbers.generated-in-layers",
    "peak_nodes": "search-numbers.peak_nodes-in-layers",
}
"""The messages that describe numbers of a symbolic search, where they mean something else than in other searches."""
ALGORITHMS_WITH_ROUNDS = ("iddfs", "idastar", "ehc")
"""The algorithms that start over, so that their reports have a number of rounds."""


def list_run_numbers(run: SearchRun) -> dict[str, float | None]:
    """Return the numbers of a run by key, such as ``expanded``; a number that does not apply is None."""
    path, narrator = run.path, run.searched.narrator
    return {
        "expanded": run.expanded,
        "generated": run.generated,
        "reopened": run.reopened,
        "estimated": len(run.estimates) if run.heuristic else None,
        "estimate_at_start": to_json_number(run.estimates.get(run.searched.task.initial)),
        "frontier_depth": run.frontier_depth,
        "peak_nodes": run.peak_nodes,
        "rounds": run.rounds if run.algorithm in ALGORITHMS_WITH_ROUNDS else None,
        "moves": len(path.moves) if path else None,
        "cost": to_json_number(narrator.scale_cost(path.cost)) if path and narrator.cost_unit else None,
        "seconds": round(run.seconds, 4),
        "peak_mebibytes": run.peak_mebibytes,
    }


def search_run_as_json(run: SearchRun) -> dict[str, Any]:
    """Return a run as a JSON object: the task, the algorithm, the status, the numbers and the plan."""
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
        **list_run_numbers(run),
        "plan": run.path and [*map(str, run.path.moves)],
    }


def format_run(run: SearchRun, form: str, layout: Layout) -> Iterator[str]:
    """Yield the parts of the report on a run in the format ``form``, with its trace if it has one.

    The format is ``text``, ``markdown`` or ``json``; ``jsonl`` has only the trace, and ``html`` is an animated page of the trace.
    """
    trace, narrator = None if run.trace is None else SearchTrace(run), run.searched.narrator
    if trace and form == "jsonl":
        yield from (f"{format_json_line(row)}\n" for row in trace.expansions_as_json())
    elif trace and form == "html":
        yield trace.render_page()
    elif form == "json":
        yield format_json({**search_run_as_json(run), **({"trace": [*trace.expansions_as_json()]} if trace else {})})
    else:
        unit = narrator.cost_unit.many if narrator.cost_unit else ""
        words = {"heuristic": run.heuristic or "", "moves": narrator.move_noun.many, "unit": unit}
        in_layers = LAYER_MESSAGE_KEYS if run.algorithm == "symbolic-layers" else {}

        def describe_number(key: str) -> str:
            if key in in_layers:
                return format_message(in_layers[key], **words)
            return format_message(f"search-numbers.{key}", **words)

        moves = run.path.moves if run.path else ()
        plan = [f"{at}. {narrator.label_move(move)}\n" for at, move in enumerate(moves, 1)]
        table = tabulate_numbers(list_run_numbers(run), describe_number, {"moves": narrator.move_noun.many})
        parts: list[Table | str] = [table, f"{run.verdict}\n"]
        if trace:
            parts = [trace.make_table(), *([f"{narrator.state_legend}\n"] if narrator.state_legend else []), *parts]
        if any(map(run.searched.is_auxiliary, moves)):
            parts.append(f"{format_message('search.auxiliary-actions')}\n")
        parts = [*parts, *(["".join(plan)] if plan else [])]
        title = f"{run.searched.instance.title}: {run.title}"
        yield format_page(title, form, layout, (("", part) for part in parts))


def render_run(run: SearchRun, form: str, *, layout: Layout = PLAIN) -> str:
    """Return the report on a run in the format ``form``, one of `SearchRun.formats`."""
    return "".join(format_run(run, form, layout))
