"""Questions in words: the story, what holds exactly, what is shown and asked, how the answer is to be written.

The words are data, in a folder of ``domains/questions`` for each language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import domains
from generator.draws import Draw
from generator.errors import EncodingError
from generator.families import family_of, state_space, teller_of
from generator.generation import generate
from generator.templates import environment, render
from generator.wording import capital
from planner.posing.draft import Draft
from planner.posing.kinds import Asked
from planner.scoring.spelling import form_of
from planner.telling import PLAIN


def languages() -> Sequence[str]:
    """Return the languages in which questions can be put, sorted."""
    return sorted(path.name for path in (domains.FOLDER / "questions").iterdir() if (path / "asks.toml").is_file())


def question(draft: Draft, kind: str, asked: Asked, language: str, draw: Draw | None) -> str:
    """Return the question in words; ``draw`` chooses among the wordings of its kind, without it the first is taken.

    Raises EncodingError where they would give the answer away: for a model of a puzzle whose rules are told by its PDDL alone.
    """
    words, instance = domains.words(f"questions/{language}/asks"), draft.instance
    wordings, form = words[kind]["asks"], form_of(instance)
    context = {**_said(draft, asked), "form": form, "otherwise": words["otherwise"]}
    told = {
        "story": instance.story,
        "setting": setting(draft, language),
        "shown": "",
        "asks": _filled(draw.one(wordings) if draw else wordings[0], context),
        "form": _filled(words[kind]["form"], context),
    }
    if kind == "formalise" and "(define (domain" in told["setting"]:
        found = f"{instance.puzzle}: formalise: found a puzzle whose rules are told by its PDDL alone"
        raise EncodingError(f"{found}, expected one that says them")
    return render(f"questions/{language}/question.j2", told).strip() + "\n"


def setting(draft: Draft, language: str) -> str:
    """Return what holds exactly, besides the story."""
    instance, teller, space = draft.instance, teller_of(draft.instance), state_space(draft.instance)
    task = teller.task(space)
    context: dict[str, Any] = {
        "instance": instance,
        "task": task,
        "rules": [*teller.rules],
        "tables": [*map(PLAIN, task.tables)],
    }
    context |= {"start": teller.state(space.initial), "goal": teller.goal, "pddl": lambda: generate(instance, None)}
    return render(f"questions/{language}/{instance.family}.j2", context).strip()


def _said(draft: Draft, asked: Asked) -> dict[str, Any]:
    teller = teller_of(draft.instance)
    many, alike = teller.move.many, family_of(draft.instance).alike
    counted = many if teller.unit is None else teller.unit.many
    least = f"as few {many} as possible" if teller.unit is None else f"as little as possible, in {counted}"
    rules = asked.says.get("rules", {})
    written = form_of(draft.instance).split(" Write the word ")[0].replace("Write ", "It is written as follows: ", 1)
    return {
        "move": teller.move.one,
        "moves": many,
        "best": least,
        "fewer": f"fewer {many}" if teller.unit is None else f"a lower total in {counted}",
        "unit": f"the number of {counted}",
        "among": "" if alike else f" with {least}",
        "shown": asked.says.get("moves", ""),
        "rules": "\n".join(f"{letter}. {capital(rule)}" for letter, rule in rules.items()),
        "questions": "\n".join(f"{number}. {says}" for number, says in enumerate(asked.says.get("questions", ()), 1)),
        "where": "" if alike else "where is the first mistake, and ",
        "step": "" if alike else '"step": 3, ',
        "told": "with the letter of one that is broken"
        if alike
        else f"with the number of the first {teller.move.one} that is wrong, from 1, and the letter of what it breaks; "
        "for a proposal that breaks nothing but stops too soon the number is that of its last one",
        "written": written,
    }


def _filled(text: str, context: Mapping[str, Any]) -> str:
    return environment().from_string(text).render(context)
