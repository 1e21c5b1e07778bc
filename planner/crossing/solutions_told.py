"""All solutions, told: as text, as Markdown, tersely, as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.families import teller_of
from generator.templates import render, render_as
from generator.wording import capital, told_number
from planner.crossing.enumerating import RULES, AllSolutions, Listed, Number
from planner.questions.narration import WIDTH, WRITERS, as_json
from planner.result import Result
from planner.telling import Style, Table, markdown

__all__ = [
    "FORMATS", "head", "listed_as_json", "one", "summary_as_json", "tail", "unanswered_as_json",
]  # fmt: skip

FORMATS = ("text", "markdown", "terse", "json")
TEMPLATE = "crossing/narration/solutions.j2"


def head(
    found: AllSolutions,
    form: str,
    layout: Callable[[Table], str],
    further: int = 0,
    numbers: Sequence[Number] = (),
    stopped: str = "",
) -> str:
    """Return what is told before the solutions: the story, how many there are, and that the rules prove it.

    ``stopped`` says why ``numbers`` are not all: "after 10 s".
    """
    instance, solutions = found.instance, found.cheapest
    assert solutions.total is not None
    costs = instance.tariff is not None
    total = (
        instance.tariff.told(solutions.total.cost) if instance.tariff else teller_of(instance).total(solutions.total)
    )
    rows = [(str(one.cost), told_number(one.solutions), told_number(one.classes)) for one in numbers]
    heading = (capital(instance.tariff.units) if instance.tariff else "Crossings", "Solutions", "Without names")
    return render_as(
        form,
        TEMPLATE,
        {
            "part": "head",
            "title": instance.title,
            "story": instance.story if form == "markdown" else textwrap.fill(instance.story, WIDTH),
            "notes": "\n".join(f"{capital(note)}." for note in found.result.notes),
            "markdown": form == "markdown",
            "terse": form == "terse",
            "count": told_number(solutions.count),
            "classes": told_number(solutions.classes),
            "total": total,
            "costs": costs,
            "stopped": stopped,
            "further": instance.tariff.told(further) if instance.tariff else f"{further} crossings" if further > 1 else "1 crossing",
            "numbers": (markdown if form == "markdown" else layout)(Table(heading, tuple(rows))) if rows else "",
        },
    )  # fmt: skip


def one(listed: Listed, form: str, layout: Callable[[Table], str], up_to_symmetry: bool, longer: bool) -> str:
    """Return one of the solutions, with its number and, up to symmetry, for how many it stands; of longer ones, with its total."""
    result = _result_of(listed)
    telling: dict[str, Callable[[], str]] = {
        "text": lambda: layout(listed.solution.table()),
        "markdown": lambda: markdown(listed.solution.table()),
        "terse": lambda: WRITERS["terse"](result, Style()),
    }
    return render_as(
        form,
        TEMPLATE,
        {
            "part": "solution",
            "number": listed.number,
            "size": told_number(listed.size) if up_to_symmetry else "",
            "total": listed.solution.told if longer else "",
            "markdown": form == "markdown",
            "terse": form == "terse",
            "told": telling[form](),
        },
    )


def tail(more: int, stopped: str = "") -> str:
    """Return what is told after the solutions if there are so many more, or if they were ``stopped``: "after 10 s"."""
    return render(TEMPLATE, {"part": "tail", "more": told_number(more), "stopped": stopped})


def listed_as_json(listed: Listed, up_to_symmetry: bool) -> dict[str, Any]:
    """Return one of the solutions as the object that ``--stream --format json`` prints on a line."""
    data = as_json(_result_of(listed))
    kept: dict[str, Any] = {key: data[key] for key in ("crossings", "cost", "unit", "steps") if key in data}
    return {"number": listed.number, **({"size": listed.size} if up_to_symmetry else {}), **kept}


def summary_as_json(
    found: AllSolutions,
    listed: Sequence[dict[str, Any]],
    further: int = 0,
    numbers: Sequence[Number] | None = None,
    stopped: str = "",
) -> dict[str, Any]:
    """Return the object that ``--all --format json`` prints; ``numbers`` are None where they are not counted.

    ``stopped`` is the status where these, or those listed, are not all, since a search was broken off.
    """
    data = as_json(found.result)
    total, instance = found.cheapest.total, found.instance
    kept = ("puzzle", "parameters", "status", "engine", "seconds", "notes", "proof", "variants")
    by = "cost" if instance.tariff else "crossings"
    listed_sizes = sum(one.get("size", 1) for one in listed)
    longer = {
        "further": further,
        "plans": None if numbers is None or stopped else sum(number.solutions for number in numbers),
        "at_least": max(found.cheapest.count, listed_sizes, sum(number.solutions for number in numbers or ())),
        "classes": None if numbers is None or stopped else sum(number.classes for number in numbers),
        f"by_{by}": None
        if numbers is None
        else [{by: number.cost, "plans": number.solutions, "classes": number.classes} for number in numbers],
    }
    costs = {} if instance.tariff is None else {"cost": total and total.cost, "unit": instance.tariff.unit}
    return {
        **{key: data[key] for key in kept[:4]},
        **({"status": stopped} if stopped else {}),
        "crossings": total and total.moves,
        **costs,
        "optimal_plans": found.cheapest.count,
        "at_least": found.cheapest.count,
        "unique": found.cheapest.count == 1,
        "classes": found.cheapest.classes,
        **({"longer": longer} if further else {}),
        "solutions": [*listed],
        **{key: data[key] for key in kept[4:] if key in data},
    }


def unanswered_as_json(puzzle: str, parameters: Mapping[str, Any], status: str) -> dict[str, Any]:
    """Return the object that ``--all --format json`` prints where the solutions were not even counted."""
    unknown = {"crossings": None, "optimal_plans": None, "at_least": 0, "unique": None, "classes": None}
    return {
        "puzzle": puzzle,
        "parameters": {**parameters},
        "status": status,
        "engine": RULES,
        **unknown,
        "solutions": [],
    }


def _result_of(listed: Listed) -> Result:
    return Result(listed.solution.instance, "optimal", "", "", "", listed.solution)
