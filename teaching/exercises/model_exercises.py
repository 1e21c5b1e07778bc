"""Exercises about a model: complete it, or find its mistake."""

from __future__ import annotations

import itertools
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import MARKDOWN
from ferryplan.generator.pddl.edits import generate_small_edits
from ferryplan.generator.pddl.syntax import ListNode, Source
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.wording import Table
from ferryplan.teaching.checking.check_report import CheckReport
from ferryplan.teaching.exercises.exercise_setting import Exercise, ExercisePuzzle, make_model_files

GAP_SECTIONS = {"preconditions": ":precondition", "effects": ":effect", "goal": ":goal"}
"""The PDDL keyword of the section in which each kind of gap is; the kind ``action`` removes a whole action."""
MAX_ATTEMPTS, MAX_EDITS = 30, 5_000
"""The largest number of gaps or edits that are tried, and of edits from which they are drawn."""
UNSUITABLE_KINDS = frozenset({"start", "double"})
"""The kinds of differences that suit no exercise, because no wrong move shows them."""


def make_completion_exercise(exercise_puzzle: ExercisePuzzle) -> Exercise:
    """Make the exercise in which students complete a model with gaps.

    The gaps are some conditions or effects of one action, a whole action, or the goal. Raises EncodingError if no gap changes the model's
    behavior.
    """
    draw, pddl, gaps = (
        exercise_puzzle.make_random_generator("complete"),
        exercise_puzzle.pddl,
        exercise_puzzle.options["gaps"],
    )
    of = "problem" if gaps == "goal" else "domain"
    source = Source(getattr(pddl, of), of)
    wholes = [one for one in source.parse().items if isinstance(one, ListNode) and one.head in (":action", ":goal")]
    inner = [
        two for whole in wholes for two in itertools.pairwise(whole.items) if str(two[0]) == GAP_SECTIONS.get(gaps)
    ]
    parts = [part for _, part in inner if isinstance(part, ListNode)] if gaps in GAP_SECTIONS else wholes
    for _ in parts and range(MAX_ATTEMPTS):
        part = draw.choose(parts)
        start, end = source.span_of_expression(part)
        gap, left = _make_gap(source, part, draw if gaps.endswith("s") else None)
        starter = replace(pddl, **{of: f"{source.text[:start]}{gap}{source.text[end:]}"})
        if exercise_puzzle.judge_changed_model(starter):
            files = make_model_files("starter", starter) | make_model_files("key", pddl)
            return Exercise(
                "complete",
                {"number": len(left)},
                (),
                [Table((format_message("exercises.missing"),), tuple(zip(left)))],
                files,
            )
    raise exercise_puzzle.make_unsuitable_error("exercises.no-gap", gaps=gaps)


def _make_gap(source: Source, whole: ListNode, draw: SeededRandom | None) -> tuple[str, list[str]]:
    """Return the text with a gap that replaces a part of a model, and the removed expressions.

    ``whole`` is the part of the model. With ``draw``, the gap removes some of the part's conjuncts at random, about half of them at most.
    Without ``draw``, it removes the whole part.
    """
    joined = whole.items[1:] if whole.head == "and" else (whole,)
    said = [" ".join(source.text[slice(*source.span_of_expression(one))].split()) for one in joined]
    left = draw.sample(said, 1 + draw.randbelow(max(1, len(said) // 2))) if draw else said
    kept = [one for one in said if one not in left]
    inner = "\n      ".join(["(and", *kept, f"; … {len(left)} missing\n    )"])
    return inner if whole.head != ":action" else f"; … 1 missing: the action {whole.items[1]}\n", left


def make_mistake_exercise(exercise_puzzle: ExercisePuzzle) -> Exercise:
    """Make the exercise in which students find the mistake in a model.

    The mistake is one small edit of a correct model. The answer key has the shortest scenario that shows the mistake.
    Raises EncodingError if no suitable edit is found.
    """
    changes = generate_small_edits(
        Source(exercise_puzzle.pddl.domain, "the domain"), Source(exercise_puzzle.pddl.problem, "the problem")
    )
    small = itertools.takewhile(lambda one: one.file == "domain" and not one.is_addition, changes)
    for edit in exercise_puzzle.make_random_generator("mistake").sample(
        [*itertools.islice(small, MAX_EDITS)], MAX_ATTEMPTS
    ):
        mutant = replace(exercise_puzzle.pddl, domain=edit.text)
        verdict = exercise_puzzle.judge_changed_model(mutant)
        if verdict and UNSUITABLE_KINDS.isdisjoint(one.kind for one in verdict.differences):
            told = {"key/mistake.md": CheckReport(verdict).render("markdown", MARKDOWN)}
            return Exercise(
                "mistake",
                {**edit._asdict(), "says": edit.description},
                files=make_model_files("mistake", mutant) | told,
            )
    raise exercise_puzzle.make_unsuitable_error("exercises.no-mistake")
