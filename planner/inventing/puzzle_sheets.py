"""Confirmation of invented puzzles by an engine, sheets for paper, and files with the proven facts."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from markupsafe import Markup

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import narrator_of, state_space_of
from ferryplan.generator.generation import generate
from ferryplan.generator.inventing.invention import Invention
from ferryplan.generator.layout import HTML, LATEX, MARKDOWN, PLAIN, Layout
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.templates import render_escaped
from ferryplan.planner.engines.registry import RefutedError
from ferryplan.planner.engines.session import Session
from ferryplan.planner.inventing.invented_puzzle import InventedPuzzle
from ferryplan.planner.questions.narration import describe_answers, format_verdict
from ferryplan.planner.questions.proof import add_solution_count
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.result import Result

LAYOUTS = {"text": PLAIN, "markdown": MARKDOWN, "html": HTML, "latex": LATEX}
RULES = "rules"
TEXTS = ("label", "puzzle", "title", "story", "rules", "questions")
"""the keys of a puzzle's JSON data that are not proven facts"""


def confirm_invention(
    invention: Invention,
    name: str,
    command: str,
    engine: str | None,
    session: Session | None,
    timeout: float,
    memory: int,
) -> list[InventedPuzzle]:
    """Confirm an invention by solving its puzzle with an engine; return the puzzle with its twin, if any.

    The puzzle and its twin come in a random order, which the command and the name of the puzzle determine. Without
    an engine, the search by the rules confirms the puzzle. The list is empty if the engine reaches a limit or cannot
    decide. Raises RefutedError if the engine's answer contradicts what the search by the rules has proven.
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
        answer = {"engine": result.engine, "found": found, "command": command, "proven": by_rules}
        says = format_message("engines.wrong-answer-for-invention", **answer)
        raise RefutedError(result.engine, says, pddl.domain, pddl.problem)
    graded = {"difficulty": draft.difficulty.level, "effort": draft.difficulty.effort, "confirmed_by": result.engine}
    first = InventedPuzzle(
        number,
        name,
        puzzle,
        add_solution_count(result),
        {**draft.proven, **graded},
        draft.difficulty.level_sentence,
        command,
    )
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
    first = first._replace(difficulty_text="")  # the twin has no difficulty, so this text would reveal which is which
    both = SeededRandom(command + name).shuffle(
        [first, InventedPuzzle(number, f"{name}-twin", twin.puzzle, none, proven, "", command)]
    )
    return [one._replace(label=f"{number}{letter}") for one, letter in zip(both, "ab", strict=True)]


def format_puzzle_file(one: InventedPuzzle) -> str:
    """Return the text of an invented puzzle's file, with the proven facts in comments at the top."""
    facts = {key.replace("_", " "): str(value).lower() for key, value in one.proven.items()}
    return format_puzzle(
        one.puzzle,
        [
            format_message("inventing.made-by", version=version("ferryplan"), command=one.command),
            format_message("inventing.proven"),
            *(format_message("inventing.proven-fact", name=name, value=value) for name, value in facts.items()),
        ],
    )


def format_puzzle_files(
    puzzles: Sequence[InventedPuzzle], earlier_rows: Sequence[Mapping[str, Any]] = ()
) -> dict[str, str]:
    """Return the texts of the files to write for puzzles, by file name.

    There are the puzzle files, the certificates if there are twins, and two indexes, ``index.md`` for people and
    ``index.json`` for programs. The indexes begin with the rows in ``earlier_rows``, which describe puzzles from
    earlier runs.
    """
    files = {f"{one.name}.toml": format_puzzle_file(one) for one in puzzles}
    if any(one.result.solution is None for one in puzzles):
        files |= {f"{one.name}-certificate.json": _format_indented_json(one.certificate) for one in puzzles}
    rows = [*earlier_rows, *({"file": f"{one.name}.toml", **_puzzle_as_json(one)} for one in puzzles)]
    return {**files, **_format_index(rows)}


def render_sheet(
    puzzles: Sequence[InventedPuzzle],
    form: str,
    solutions: bool,
    layout: Layout | None = None,
    pager: Mapping[str, tuple[str, str] | None] | None = None,
) -> str:
    """Return puzzles as a sheet for paper in the format ``form``.

    With ``solutions``, the solutions are at the end of the sheet. The formats are the keys of `LAYOUTS`, and ``json``:
    then the sheet is a JSON object. ``layout`` draws the tables; the default is the layout of the format.
    ``pager`` has the links of a page: the address and the title of the ``previous`` page, of the ``next`` one and of
    the ``index``.
    """
    if form == "json":
        rows = [_puzzle_as_json(one) | {"toml": format_puzzle_file(one)} for one in puzzles]
        solved = [{"solution": _describe_solution(one.result)} if solutions else {} for one in puzzles]
        return _format_indented_json({"puzzles": [row | more for row, more in zip(rows, solved, strict=True)]})
    drawn = layout or LAYOUTS[form]
    context = {
        "puzzles": [_template_context(one, drawn, form) for one in puzzles],
        "solutions": solutions,
        "several": len(puzzles) > 1,
        "pager": pager,
        "title": "Puzzles" if puzzles[1:] else puzzles[0].result.instance.title,
    }
    text = render_escaped(form, f"narration/sheet.{form}.j2", context)
    return drawn.wrap_text(text) if form == "text" else text


def _puzzle_as_json(one: InventedPuzzle) -> dict[str, Any]:
    """Return a puzzle as JSON data: the keys in `TEXTS`, and the proven facts."""
    instance = one.result.instance
    task = narrator_of(instance).make_task_sheet(state_space_of(instance))
    return {
        "label": one.label,
        "puzzle": instance.puzzle,
        "title": instance.title,
        "story": instance.story,
        "rules": [*task.rules],
        "questions": [*task.questions],
        **one.proven,
    }


def _template_context(one: InventedPuzzle, layout: Layout, form: str) -> Mapping[str, Any]:
    """Return the variables of a puzzle for the template of a sheet."""
    instance, solution = one.result.instance, one.result.solution
    narrator, space = narrator_of(instance), state_space_of(instance)
    picture = narrator.draw_board(space.initial) if form == "html" else ""

    def draw_board(state: Any) -> str:
        if picture:
            return Markup(narrator.draw_board(state))
        table = narrator.tabulate_board(state)
        return layout(table) if table else ""

    final = draw_board(solution.final) if solution else ""
    return {
        **_puzzle_as_json(one),
        "heading": narrator.rules_heading,
        "tables": [Markup(picture)] if picture else [*map(layout, narrator.make_task_sheet(space).tables)],
        "steps": [] if solution is None or final else [text for _, text in solution.numbered_sentences()],
        "board": final,
        "answers": describe_answers(one.result),
        "verdict": format_verdict(one.result).strip(),
        "difficulty": one.difficulty_text,
    }


def _describe_solution(result: Result) -> list[str]:
    """Return sentences for the solution's steps and answers; without a solution, return the verdict."""
    if result.solution is None:
        return [format_verdict(result).strip()]
    return [text for _, text in result.solution.numbered_sentences()] + describe_answers(result)


def _format_index(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    """Return the texts of ``index.md`` and ``index.json``, by file name, from the rows of all puzzles.

    A row has the name of the puzzle's file, the title and the proven facts.
    """
    keys = ["file", "title", *dict.fromkeys(key for row in rows for key in row if key not in ("file", *TEXTS))]
    cells = [[_format_cell(row.get(key, "")) for key in keys] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in (keys, ["---"] * len(keys), *cells)]
    return {"index.md": "# Invented puzzles\n\n" + "\n".join(lines) + "\n", "index.json": _format_indented_json(rows)}


def _format_cell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _format_indented_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
