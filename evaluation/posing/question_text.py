"""The text of a question: story, exact rules, shown plan, the question itself, and answer format.

The wordings are data: ``domains/questions`` has a folder for each language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.proven_instance import ProvenInstance
from ferryplan.evaluation.posing.question_kinds import QuestionContent
from ferryplan.evaluation.scoring.answer_format import describe_answer_format
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, narrator_of, state_space_of
from ferryplan.generator.generation import generate
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.templates import get_template_environment, render_template
from ferryplan.generator.wording import capitalize


def list_languages() -> Sequence[str]:
    """Return the languages in which questions can be posed, sorted, such as ``en``."""
    return sorted(path.name for path in (domains.FOLDER / "questions").iterdir() if (path / "asks.toml").is_file())


def compose_question(
    proven: ProvenInstance, kind: str, content: QuestionContent, language: str, draw: SeededRandom | None
) -> str:
    """Return the text of a question of the kind ``kind``, in a wording that ``draw`` chooses.

    Without ``draw``, it is the first wording. ``content`` is the question without its wording. Raises EncodingError if the text would give
    the answer away, which happens if a model is requested and only PDDL states the rules.
    """
    words, instance = domains.words(f"questions/{language}/asks"), proven.instance
    wordings, context = words[kind]["asks"], _make_wording_context(proven, content, words)
    template_values = {
        "story": instance.story,
        "setting": describe_exact_rules(proven, language),
        "asks": _fill_wording(draw.choose(wordings) if draw else wordings[0], context),
        "form": _fill_wording(words[kind]["form"], context),
    }
    if kind == "formalise" and "(define (domain" in template_values["setting"]:
        raise EncodingError(format_message("posing.rules-in-pddl"), where=instance.puzzle, key="formalise")
    return render_template(f"questions/{language}/question.j2", template_values).strip() + "\n"


def describe_exact_rules(proven: ProvenInstance, language: str) -> str:
    """Return the exact rules of an instance as text, because its story may leave some rules open."""
    instance, narrator, space = proven.instance, narrator_of(proven.instance), state_space_of(proven.instance)
    task = narrator.make_task_sheet(space)
    context = {
        "instance": instance, "task": task, "rules": [*narrator.rules], "tables": [*map(PLAIN, task.tables)],
        "start": narrator.format_state(space.initial), "goal": narrator.goal_description, "pddl": lambda: generate(instance, None),
    }  # fmt: skip
    own = f"questions/{language}/{instance.family}.j2"
    has_own = (domains.FOLDER / own).is_file()
    return render_template(own if has_own else f"questions/{language}/other.j2", context).strip()


def _make_wording_context(proven: ProvenInstance, content: QuestionContent, words: Mapping[str, Any]) -> dict[str, str]:
    """Return the values that fill the placeholders of wordings, by the names of the placeholders.

    ``words`` are the phrases that wordings are made of, in the language of the question.
    """
    narrator, says = narrator_of(proven.instance), content.template_values
    said = {
        "move": narrator.move_noun.one,
        "moves": narrator.move_noun.many,
        "unit": narrator.cost_unit.many if narrator.cost_unit else "",
        "ordered": "" if family_of(proven.instance).has_fixed_length else "yes",
        "format": describe_answer_format(proven.instance),
        "shown": says.get("moves", ""),
        "rules": "\n".join(f"{letter}. {capitalize(rule)}" for letter, rule in says.get("rules", {}).items()),
        "questions": "\n".join(f"{number}. {one}" for number, one in enumerate(says.get("questions", ()), 1)),
    }
    return said | {key: _fill_wording(text, said) for key, text in words["parts"].items()}


def _fill_wording(text: str, context: Mapping[str, Any]) -> str:
    """Return a wording with its placeholders filled."""
    return get_template_environment().from_string(text).render(context)
