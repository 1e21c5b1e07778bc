"""The report on the scores of many answers: means with confidence intervals, and kinds of failure."""

from __future__ import annotations

import bisect
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean, pstdev
from typing import Any, NamedTuple, overload

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.answer_files import MatchedAnswers
from ferryplan.evaluation.scoring.answer_score import Score
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.score_formats import SCORE_FORMATS
from ferryplan.generator.layout import HTML, MARKDOWN, PLAIN, Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.templates import render_escaped
from ferryplan.generator.wording import Table, abbreviate_list, format_parameter_value
from ferryplan.planner.answer_formatting import format_csv, format_json, format_json_line

RESAMPLE_COUNT, MAX_RESAMPLED_ANSWERS, MAX_SHOWN_FAILURES = 1_000, 500, 10
"""The number of bootstrap resamples, the largest number of answers that are resampled, and the number of wrong answers shown."""
LENGTH_BOUNDS = (7, 15, 31, 63)
"""The upper bounds of the groups by optimum."""


class ScoreMean(NamedTuple):
    """The mean of some scores, with its 95% confidence interval."""

    questions: int
    """The number of scores."""
    score: float
    """The mean, from 0 to 1."""
    low: float
    """The lower end of the confidence interval."""
    high: float
    """The upper end of the confidence interval."""


def compute_score_mean(values: Sequence[float]) -> ScoreMean:
    """Return the mean of scores between 0 and 1, with its 95% confidence interval.

    The interval comes from the percentiles of the bootstrap (B. Efron, 1979), which resamples single answers. The same values in the same
    order give the same interval. For many values, it is the interval of the normal distribution, to which the bootstrap converges.
    """
    among, middle = len(values), fmean(values)
    if among > MAX_RESAMPLED_ANSWERS:
        half = 1.96 * pstdev(values) / among**0.5
        return ScoreMean(among, middle, max(0.0, middle - half), min(1.0, middle + half))
    chance = random.Random(among)
    drawn = sorted(sum(chance.choices(values, k=among)) / among for _ in range(RESAMPLE_COUNT))
    # Cutting off a fortieth at each end leaves 95%.
    return ScoreMean(among, middle, drawn[RESAMPLE_COUNT // 40], drawn[-1 - RESAMPLE_COUNT // 40])


@dataclass(frozen=True, slots=True, repr=False)
class ScoreReport(RenderableSequence[Score]):
    """A sequence of scores in the order of the questions, with means by family, kind and difficulty."""

    formats = SCORE_FORMATS
    renderer = "ferryplan.evaluation.scoring.score_report:render_scores"

    questions: Mapping[str, Question] = field(hash=False)
    """The questions by their ids."""
    scores: Mapping[str, Score] = field(hash=False)
    """The scores by the ids of their questions."""
    given: MatchedAnswers = field(hash=False)
    """The answers, with the ids of questions that have no answer or several answers, and the ids of answers to unknown questions."""
    partial: bool
    """Whether the means count the share of an answer that is right."""

    @property
    def items(self) -> tuple[Score, ...]:
        """The scores in the order of the questions."""
        return tuple(self.scores[known] for known in self.questions)

    def __repr__(self) -> str:
        """Return a short description with the number of questions."""
        return f"ScoreReport(questions={len(self)})"

    @overload
    def __getitem__(self, index: int | str) -> Score: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Score, ...]: ...

    def __getitem__(self, index: int | str | slice) -> Score | tuple[Score, ...]:
        """Return a score by its index or by the id of its question, or the scores of a slice.

        Raises KeyError for an unknown id.
        """
        return self.scores[index] if isinstance(index, str) else self.items[index]

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on questions that have no answer or several answers, and on answers to unknown questions."""
        told = (
            (self.given.missing, "commands.questions-without-answer"),
            (self.given.repeated, "commands.questions-with-answers"),
            (self.given.unknown, "commands.foreign-answers"),
        )
        return tuple(
            format_message(key, count=len(ids), ids=", ".join(abbreviate_list(ids, more_key="names.and-more")))
            for ids, key in told
            if ids
        )

    def groups(self) -> list[dict[str, Any]]:
        """Return the mean of all scores, and the means by family, kind of question, difficulty and optimum.

        Each entry has the criterion in ``by``, its value in ``value``, and the fields of a `ScoreMean`.
        """
        parts = defaultdict[tuple[int, str, int, str], list[float]](list)
        for known, one in self.questions.items():
            for part in _list_groups(one):
                parts[part].append(self.scores[known].partial if self.partial else self.scores[known].score)
        means = ((by, value, compute_score_mean(values)) for (_, by, _, value), values in sorted(parts.items()))
        return [{"by": by, "value": value, **one._asdict()} for by, value, one in means]

    def failures(self) -> list[dict[str, Any]]:
        """Return the kinds of failure, the most common first, each with its number of answers."""
        failed = Counter(one.kind for one in self.scores.values() if one.kind)
        return [{"kind": kind, "answers": number} for kind, number in failed.most_common()]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each question: its id, family, puzzle and kind, and the fields of its score."""
        asked = {"id", "family", "puzzle", "ask"}
        return [one.model_dump(include=asked) | asdict(self.scores[known]) for known, one in self.questions.items()]

    def format_report(self, form: str, layout: Layout = PLAIN) -> str:
        """Return the report in the format ``form``, one of `SCORE_FORMATS`.

        The formats ``csv`` and ``jsonl`` have a row for each answer.
        """
        rows = self.rows()
        if form == "jsonl":
            return "".join(f"{format_json_line(row)}\n" for row in rows)
        if form == "csv":
            return format_csv(
                [[*rows[0]], *([format_parameter_value(one) for one in row.values()] for row in rows)] if rows else []
            )
        ids = {key: getattr(self.given, key) for key in ("missing", "repeated", "unknown")}
        means, failures = self.groups(), self.failures()
        if form == "json":
            return format_json(
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
        wrong = [row for row in rows if row["outcome"] != "right"][:MAX_SHOWN_FAILURES]
        told = {"table": table, "failed": layout(kinds) if failures else "", "groups": means, "wrong": wrong}
        return layout.wrap_text(
            render_escaped(form, f"narration/scores.{form}.j2", {**ids, "partial": self.partial, **told})
        )


def render_scores(report: ScoreReport, form: str, *, layout: Layout = PLAIN) -> str:
    """Return a score report in the format ``form``, one of `SCORE_FORMATS`."""
    return report.format_report(form, layout)


def _list_groups(question: Question) -> list[tuple[int, str, int, str]]:
    """Return the groups to which a question belongs, one for each criterion, such as the family.

    A group has the rank and the name of the criterion, and the rank and the name of the question's value for it. Reports list groups by
    rank.
    """
    # Grades end at 5 and lengths at `len(LENGTH_BOUNDS)`, so unknown values come last in their criterion.
    known, place = question.difficulty, len(LENGTH_BOUNDS) + 1
    length = "unsolvable" if question.verdict == "unsolvable" else "unknown"
    if question.optimum is not None:
        place = bisect.bisect_left(LENGTH_BOUNDS, question.optimum)
        length = f"up to {LENGTH_BOUNDS[place]}" if place < len(LENGTH_BOUNDS) else f"over {LENGTH_BOUNDS[-1]}"
    return [
        (0, "", 0, "all"),
        (1, "family", 0, question.family),
        (2, "question", 0, question.ask),
        (3, "difficulty", known or 9, f"{known or 'unknown'}"),
        (4, "optimum", place, length),
    ]
