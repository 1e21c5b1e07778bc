"""Questions in words: the story, what holds exactly, what is shown and asked, how the answer is to be written.

The words are data, in a folder of ``domains/questions`` for each language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.draft import Draft
from ferryplan.evaluation.posing.kinds import Asked
from ferryplan.evaluation.scoring.spelling import format_of
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, state_space, teller_of
from ferryplan.generator.generation import generate
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.templates import environment, render
from ferryplan.generator.wording import capital


def languages() -> Sequence[str]:
    """Return the languages in which questions can be put, sorted."""
    return sorted(path.name for path in (domains.FOLDER / "questions").iterdir() if (path / "asks.toml").is_file())


def question(draft: Draft, kind: str, asked: Asked, language: str, draw: Draw | None) -> str:
    """Return the question in words; ``draw`` chooses among the wordings of its kind, without it the first is taken.

    Raises EncodingError where they would give the answer away: for a model of a puzzle whose rules are told by its PDDL alone.
    """
    words, instance = domains.words(f"questions/{language}/asks"), draft.instance
    wordings, context = words[kind]["asks"], _said(draft, asked, words)
    told = {
        "story": instance.story,
        "setting": setting(draft, language),
        "asks": _filled(draw.one(wordings) if draw else wordings[0], context),
        "form": _filled(words[kind]["form"], context),
    }
    if kind == "formalise" and "(define (domain" in told["setting"]:
        raise EncodingError(format_message("posing.rules-in-pddl"), where=instance.puzzle, key="formalise")
    return render(f"questions/{language}/question.j2", told).strip() + "\n"


def setting(draft: Draft, language: str) -> str:
    """Return what holds exactly, besides the story."""
    instance, teller, space = draft.instance, teller_of(draft.instance), state_space(draft.instance)
    task = teller.task(space)
    context = {
        "instance": instance, "task": task, "rules": [*teller.rules], "tables": [*map(PLAIN, task.tables)],
        "start": teller.state(space.initial), "goal": teller.goal, "pddl": lambda: generate(instance, None),
    }  # fmt: skip
    own = f"questions/{language}/{instance.family}.j2"
    has_own = (domains.FOLDER / own).is_file()
    return render(own if has_own else f"questions/{language}/other.j2", context).strip()


def _said(draft: Draft, asked: Asked, words: Mapping[str, Any]) -> dict[str, str]:
    """Return what wordings are filled in with."""
    teller, says = teller_of(draft.instance), asked.says
    said = {
        "move": teller.move.one,
        "moves": teller.move.many,
        "unit": teller.unit.many if teller.unit else "",
        "ordered": "" if family_of(draft.instance).alike else "yes",
        "format": format_of(draft.instance),
        "shown": says.get("moves", ""),
        "rules": "\n".join(f"{letter}. {capital(rule)}" for letter, rule in says.get("rules", {}).items()),
        "questions": "\n".join(f"{number}. {one}" for number, one in enumerate(says.get("questions", ()), 1)),
    }
    return said | {key: _filled(text, said) for key, text in words["parts"].items()}


def _filled(text: str, context: Mapping[str, Any]) -> str:
    return environment().from_string(text).render(context)
