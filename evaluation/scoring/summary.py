"""What many answers are worth together: means with intervals, by what was asked and by what went wrong, told."""

from __future__ import annotations

import bisect
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean, pstdev
from typing import Any, NamedTuple, overload

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.answers import Answers
from ferryplan.evaluation.scoring.formats import FORMATS
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.score import Score
from ferryplan.generator.layout import HTML, MARKDOWN, PLAIN, Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.templates import render_as
from ferryplan.generator.wording import Table, few, told_value
from ferryplan.planner.telling import csv_text, json_text, on_a_line

RESAMPLES, MOST_RESAMPLED, SHOWN = 1_000, 500, 10
"""how often a sample is drawn anew, of so many answers at most; how many that were wrong are shown"""
LENGTHS = (7, 15, 31, 63)


class Mean(NamedTuple):
    """The mean of some scores, with its 95% confidence interval."""

    questions: int
    score: float
    low: float
    high: float


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of values between 0 and 1: its interval by the bootstrap's percentiles (B. Efron, 1979), answers drawn anew one by one.

    The same values in the same order give the same interval. Of many it is what the bootstrap tends to, that of the normal distribution.
    """
    among, middle = len(values), fmean(values)
    if among > MOST_RESAMPLED:
        half = 1.96 * pstdev(values) / among**0.5
        return Mean(among, middle, max(0.0, middle - half), min(1.0, middle + half))
    chance = random.Random(among)
    drawn = sorted(sum(chance.choices(values, k=among)) / among for _ in range(RESAMPLES))
    # A fortieth cut off at either end leaves 95%.
    return Mean(among, middle, drawn[RESAMPLES // 40], drawn[-1 - RESAMPLES // 40])


@dataclass(frozen=True, slots=True, repr=False)
class ScoreReport(RenderableSequence[Score]):
    """The scores of the answers to questions: a sequence in the order of the questions, with means by family, kind and difficulty."""

    formats = FORMATS
    renderer = "ferryplan.evaluation.scoring.summary:render_scores"

    questions: Mapping[str, Question] = field(hash=False)
    """by their ids"""
    scores: Mapping[str, Score] = field(hash=False)
    """by the ids of the questions"""
    given: Answers = field(hash=False)
    """the answers, with the ids of questions that have none or several, and of answers to no question"""
    partial: bool
    """whether the means count the share of an answer that is right"""

    @property
    def items(self) -> tuple[Score, ...]:
        """The scores in the order of the questions."""
        return tuple(self.scores[known] for known in self.questions)

    def __repr__(self) -> str:
        """Return the number of questions."""
        return f"ScoreReport(questions={len(self)})"

    @overload
    def __getitem__(self, index: int | str) -> Score: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Score, ...]: ...

    def __getitem__(self, index: int | str | slice) -> Score | tuple[Score, ...]:
        """Return the score at an index or of a question's id, or those of a slice. Raises KeyError for an id that there is not."""
        return self.scores[index] if isinstance(index, str) else self.items[index]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is odd about the answers: questions without one, with several, and answers to none of them."""
        told = (
            (self.given.missing, "commands.questions-without-answer"),
            (self.given.repeated, "commands.questions-with-answers"),
            (self.given.unknown, "commands.foreign-answers"),
        )
        return tuple(
            format_message(key, count=len(ids), ids=", ".join(few(ids, further="names.and-more")))
            for ids, key in told
            if ids
        )

    def groups(self) -> list[dict[str, Any]]:
        """Return the mean of all scores, and the means by family, kind of question, difficulty and optimum, each with ``by`` and ``value``."""
        parts = defaultdict[tuple[int, str, int, str], list[float]](list)
        for known, one in self.questions.items():
            for part in _parts(one):
                parts[part].append(self.scores[known].partial if self.partial else self.scores[known].score)
        means = ((by, value, mean(values)) for (_, by, _, value), values in sorted(parts.items()))
        return [{"by": by, "value": value, **one._asdict()} for by, value, one in means]

    def failures(self) -> list[dict[str, Any]]:
        """Return the kinds of failure, the commonest first, each with how many answers failed so."""
        failed = Counter(one.kind for one in self.scores.values() if one.kind)
        return [{"kind": kind, "answers": number} for kind, number in failed.most_common()]

    def rows(self) -> list[dict[str, Any]]:
        """Return for each question its id, what was asked and what its answer is worth."""
        asked = {"id", "family", "puzzle", "ask"}
        return [one.model_dump(include=asked) | asdict(self.scores[known]) for known, one in self.questions.items()]

    def told(self, form: str, layout: Layout = PLAIN) -> str:
        """Return the report in one of FORMATS; ``csv`` and ``jsonl`` have a row for each answer."""
        rows = self.rows()
        if form == "jsonl":
            return "".join(f"{on_a_line(row)}\n" for row in rows)
        if form == "csv":
            return csv_text([[*rows[0]], *([told_value(one) for one in row.values()] for row in rows)] if rows else [])
        ids = {key: getattr(self.given, key) for key in ("missing", "repeated", "unknown")}
        means, failures = self.groups(), self.failures()
        if form == "json":
            return json_text(
                {"partial_credit": self.partial, **ids, "groups": means, "failures": failures, "answers": rows}
            )
        layout = {"markdown": MARKDOWN, "html": HTML}.get(form, layout)
        shares = (
            (
                one["by"],
                one["value"],
                f"{one['questions']}",
                *(f"{100 * one[key]:.1f}" for key in ("score", "low", "high")),
            )
            for one in means
        )
        table = layout(Table(("Group", "", "Questions", "Score (%)", "95% from", "to"), tuple(shares)))
        kinds = Table(("Failure", "Answers"), tuple((one["kind"], f"{one['answers']}") for one in failures))
        wrong = [row for row in rows if row["outcome"] != "right"][:SHOWN]
        told = {"table": table, "failed": layout(kinds) if failures else "", "groups": means, "wrong": wrong}
        return layout.filled(render_as(form, f"narration/scores.{form}.j2", {**ids, "partial": self.partial, **told}))


def render_scores(found: ScoreReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return scores in a format."""
    return found.told(form, layout)


def _parts(question: Question) -> list[tuple[int, str, int, str]]:
    """Return of what a question is a part: the place of what it goes by, that, and the place of the part and its name."""
    # Grades end at 5 and lengths at `len(LENGTHS)`, so what is not known comes last in its part.
    known, place = question.difficulty, len(LENGTHS) + 1
    length = "unsolvable" if question.verdict == "unsolvable" else "unknown"
    if question.optimum is not None:
        place = bisect.bisect_left(LENGTHS, question.optimum)
        length = f"up to {LENGTHS[place]}" if place < len(LENGTHS) else f"over {LENGTHS[-1]}"
    return [
        (0, "", 0, "all"),
        (1, "family", 0, question.family),
        (2, "question", 0, question.ask),
        (3, "difficulty", known or 9, f"{known or 'unknown'}"),
        (4, "optimum", place, length),
    ]
