"""Invented puzzles confirmed by an engine, and told: as sheets for paper, as files with what is proven of each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from generator.families import instantiate, state_space, teller_of
from generator.inventing.invention import Invention
from generator.pddl.generation import generate
from generator.puzzle_text import text_of
from generator.templates import render_as
from planner.engines.registry import RefutedError
from planner.engines.session import Session
from planner.questions.narration import answers_of, verdict
from planner.questions.proof import with_count
from planner.questions.solving import solve
from planner.result import Result
from planner.telling import HTML, LATEX, MARKDOWN, PLAIN, Layout

LAYOUTS = {"text": PLAIN, "markdown": MARKDOWN, "html": HTML, "latex": LATEX}
SHEETS = (*LAYOUTS, "json")


class Posed(NamedTuple):
    """An invented puzzle with a solution of it."""

    invention: Invention
    result: Result
    asked: str
    """the command that makes it again"""

    @property
    def proven(self) -> dict[str, Any]:
        """What is proven of it, and by what."""
        difficulty = self.invention.draft.difficulty
        told = {"difficulty": difficulty.level, "effort": difficulty.effort}
        return {**self.invention.draft.proven, **told, "confirmed_by": self.result.engine}


def posed(invention: Invention, asked: str, engine: str | None, session: Session | None, timeout: float) -> Posed:
    """Return an invented puzzle with a solution by an engine, or by the rules if none is asked. Raises RefutedError where the two disagree."""
    result = solve(
        invention.puzzle,
        {},
        engine=engine or "rules",
        session=session,
        timeout=timeout,
        advise=False,
        actions=bool(engine),
    )
    proven = invention.draft.proven
    moves = None if result.solution is None else len(result.solution.steps)
    if moves is None or (result.status == "optimal" and moves != proven.get("crossings", moves)):
        found = "no solution" if moves is None else f"{moves} crossings"
        pddl = generate(result.instance, result.dialect or "strips")
        says = (
            f"{result.engine}: found {found} for an invented puzzle ({asked}), expected what the rules prove: {proven}"
        )
        raise RefutedError(says, pddl.domain, pddl.problem)
    return Posed(invention, with_count(result), asked)


def file_of(one: Posed) -> str:
    """Return the text of the puzzle's file: what is proven of it stands in comments at the top."""
    told = ", ".join(f"{key} {str(value).lower()}" for key, value in one.proven.items())
    return text_of(
        one.invention.puzzle,
        [f"Made by ferryplan {version('ferryplan')}: {one.asked}", f"Proven by search of all its states: {told}."],
    )


def as_json(one: Posed) -> dict[str, Any]:
    """Return what a program is told of a puzzle: its file's text among it."""
    instance = one.result.instance
    return {
        "number": one.invention.number,
        "puzzle": instance.puzzle,
        "title": instance.title,
        "story": instance.story,
        "rules": list(teller_of(instance).rules),
        **one.proven,
        "file": file_of(one),
    }


def sheet(puzzles: Sequence[Posed], form: str, solutions: bool, layout: Layout | None = None) -> str:
    """Return puzzles as a sheet for paper, with their solutions at the end if they are wanted; as JSON, as a list of objects."""
    if form == "json":
        told = [{**as_json(one), **({"solution": _solved(one.result)} if solutions else {})} for one in puzzles]
        return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
    drawn = layout or LAYOUTS[form]
    context = {"puzzles": [_told(one, drawn) for one in puzzles], "solutions": solutions, "several": len(puzzles) > 1}
    text = render_as(form, f"narration/sheet.{form}.j2", context)
    return drawn.filled(text) if form == "text" else text


def _told(one: Posed, layout: Layout) -> Mapping[str, Any]:
    """Return what templates have of a puzzle."""
    instance = instantiate(one.invention.puzzle, {})
    teller, space, solution = teller_of(instance), state_space(instance), one.result.solution
    board = teller.board_of(space.initial)
    solved = None if solution is None else solution.table()
    return {
        "number": one.invention.number,
        "title": instance.title,
        "story": instance.story,
        "heading": teller.rules_heading,
        "rules": teller.rules,
        "board": "" if board is None else layout(board),
        "table": "" if solved is None else layout(solved),
        "answers": answers_of(one.result),
        "verdict": verdict(one.result).strip(),
        "difficulty": one.invention.draft.difficulty.told,
    }


def _solved(result: Result) -> list[str]:
    return [] if result.solution is None else [text for _, text in result.solution.sentences()] + answers_of(result)


def index(puzzles: Sequence[Posed], files: Sequence[str]) -> Mapping[str, str]:
    """Return the files that list puzzles, by name: what is proven of each, for people and for programs; ``files`` are their files' names."""
    rows = [
        {"file": name, **{key: value for key, value in as_json(one).items() if key != "file"}}
        for name, one in zip(files, puzzles, strict=True)
    ]
    keys = ["file", "title", *puzzles[0].proven]
    lines = ["| " + " | ".join(keys) + " |", "|" + " --- |" * len(keys)]
    lines += [
        "| " + " | ".join(str(row[key]).lower() if isinstance(row[key], bool) else str(row[key]) for key in keys) + " |"
        for row in rows
    ]
    return {
        "index.md": "# Invented puzzles\n\n" + "\n".join(lines) + "\n",
        "index.json": json.dumps(rows, ensure_ascii=False, indent=2) + "\n",
    }
