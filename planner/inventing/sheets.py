"""Invented puzzles confirmed by an engine, and told: as sheets for paper, as files with what is proven of each."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from markupsafe import Markup

from ferryplan.domains.messages import format_message
from ferryplan.generator.draws import Draw
from ferryplan.generator.families import state_space, teller_of
from ferryplan.generator.generation import generate
from ferryplan.generator.inventing.invention import Invention
from ferryplan.generator.layout import HTML, LATEX, MARKDOWN, PLAIN, Layout
from ferryplan.generator.puzzle_text import text_of
from ferryplan.generator.templates import render_as
from ferryplan.planner.engines.registry import RefutedError
from ferryplan.planner.engines.session import Session
from ferryplan.planner.inventing.posed import Posed
from ferryplan.planner.questions.narration import answers_of, verdict
from ferryplan.planner.questions.proof import with_count
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.result import Result

LAYOUTS = {"text": PLAIN, "markdown": MARKDOWN, "html": HTML, "latex": LATEX}
RULES = "rules"
TEXTS = ("label", "puzzle", "title", "story", "rules", "questions")
"""what programs are told of a puzzle besides what is proven"""


def posed(
    invention: Invention,
    name: str,
    asked: str,
    engine: str | None,
    session: Session | None,
    timeout: float,
    memory: int,
) -> list[Posed]:
    """Return an invented puzzle with a solution by an engine, or by the rules if none is asked, and its twin, in an order that is drawn;
    nothing if the engine gives up. Raises RefutedError where it disagrees with the rules.
    """
    draft, puzzle, number = invention.draft, invention.puzzle, f"{invention.number}"
    assert draft is not None
    assert puzzle is not None
    asking = functools.partial(solve, timeout=timeout, memory=memory, advise=False)
    result = asking(puzzle, engine=engine or RULES, session=session, actions=bool(engine))
    if result.status in ("unknown", "timeout", "memory"):
        return []
    moves = None if result.solution is None else len(result.solution.steps)
    least = draft.proven.get("crossings", moves)
    if moves is None or moves < least or (result.status == "optimal" and moves > least):
        found = format_message("engines.found-no-solution")
        if moves is not None:
            found = format_message("engines.found-crossings", count=moves)
        by_rules = format_message("engines.proven-solvable")
        if least is not None:
            by_rules = format_message("engines.proven-optimum", count=least)
        pddl = generate(result.instance, result.dialect or "strips")
        answer = {"engine": result.engine, "found": found, "command": asked, "proven": by_rules}
        says = format_message("engines.wrong-answer-for-invention", **answer)
        raise RefutedError(result.engine, says, pddl.domain, pddl.problem)
    graded = {"difficulty": draft.difficulty.level, "effort": draft.difficulty.effort, "confirmed_by": result.engine}
    first = Posed(number, name, puzzle, with_count(result), {**draft.proven, **graded}, draft.difficulty.told, asked)
    twin = invention.twin
    if twin is None:
        return [first]
    none = asking(twin.puzzle, engine=RULES)
    if none.status != "unsolvable":
        return []
    proven = {
        "status": none.status,
        "search": draft.proven["search"],
        "twin_of": f"{name}.toml",
        "change": twin.change,
        "confirmed_by": f"{name}-twin-certificate.json",
    }
    first = first._replace(told="")  # of the other it is not known: it would tell them apart
    both = Draw(asked + name).shuffled([first, Posed(number, f"{name}-twin", twin.puzzle, none, proven, "", asked)])
    return [one._replace(label=f"{number}{letter}") for one, letter in zip(both, "ab", strict=True)]


def file_of(one: Posed) -> str:
    """Return the text of the puzzle's file: what is proven of it stands in comments at the top."""
    facts = {key.replace("_", " "): str(value).lower() for key, value in one.proven.items()}
    return text_of(
        one.puzzle,
        [
            format_message("inventing.made-by", version=version("ferryplan"), command=one.asked),
            format_message("inventing.proven"),
            *(format_message("inventing.proven-fact", name=name, value=value) for name, value in facts.items()),
        ],
    )


def files_of(puzzles: Sequence[Posed], before: Sequence[Mapping[str, Any]] = ()) -> dict[str, str]:
    """Return the files of puzzles by name: each as a puzzle file, with its certificate if there are twins, and two that list them, behind
    those that were listed before."""
    files = {f"{one.name}.toml": file_of(one) for one in puzzles}
    if any(one.result.solution is None for one in puzzles):
        files |= {f"{one.name}-certificate.json": _json(one.certificate) for one in puzzles}
    rows = [*before, *({"file": f"{one.name}.toml", **_as_json(one)} for one in puzzles)]
    return {**files, **_index(rows)}


def sheet(puzzles: Sequence[Posed], form: str, solutions: bool, layout: Layout | None = None) -> str:
    """Return puzzles as a sheet for paper, with their solutions at the end if they are wanted; as JSON, as an object."""
    if form == "json":
        rows = [_as_json(one) | {"toml": file_of(one)} for one in puzzles]
        solved = [{"solution": _solved(one.result)} if solutions else {} for one in puzzles]
        return _json({"puzzles": [row | more for row, more in zip(rows, solved, strict=True)]})
    drawn = layout or LAYOUTS[form]
    context = {
        "puzzles": [_told(one, drawn, form) for one in puzzles],
        "solutions": solutions,
        "several": len(puzzles) > 1,
        "title": "Puzzles" if puzzles[1:] else puzzles[0].result.instance.title,
    }
    text = render_as(form, f"narration/sheet.{form}.j2", context)
    return drawn.filled(text) if form == "text" else text


def _as_json(one: Posed) -> dict[str, Any]:
    """Return what a program is told of a puzzle."""
    instance = one.result.instance
    task = teller_of(instance).task(state_space(instance))
    return {
        "label": one.label,
        "puzzle": instance.puzzle,
        "title": instance.title,
        "story": instance.story,
        "rules": [*task.rules],
        "questions": [*task.questions],
        **one.proven,
    }


def _told(one: Posed, layout: Layout, form: str) -> Mapping[str, Any]:
    """Return what templates have of a puzzle."""
    instance, solution = one.result.instance, one.result.solution
    teller, space = teller_of(instance), state_space(instance)
    picture = teller.draw_board(space.initial) if form == "html" else ""

    def board(state: Any) -> str:
        if picture:
            return Markup(teller.draw_board(state))
        table = teller.board_of(state)
        return layout(table) if table else ""

    final = board(solution.final) if solution else ""
    return {
        **_as_json(one),
        "heading": teller.rules_heading,
        "tables": [Markup(picture)] if picture else [*map(layout, teller.task(space).tables)],
        "steps": [] if solution is None or final else [text for _, text in solution.sentences()],
        "board": final,
        "answers": answers_of(one.result),
        "verdict": verdict(one.result).strip(),
        "difficulty": one.told,
    }


def _solved(result: Result) -> list[str]:
    if result.solution is None:
        return [verdict(result).strip()]
    return [text for _, text in result.solution.sentences()] + answers_of(result)


def _index(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    """Return the files that list puzzles, by name: what is proven of each, for people and for programs."""
    keys = ["file", "title", *dict.fromkeys(key for row in rows for key in row if key not in ("file", *TEXTS))]
    cells = [[_cell(row.get(key, "")) for key in keys] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in (keys, ["---"] * len(keys), *cells)]
    return {"index.md": "# Invented puzzles\n\n" + "\n".join(lines) + "\n", "index.json": _json(rows)}


def _cell(said: object) -> str:
    return str(said).lower() if isinstance(said, bool) else str(said)


def _json(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
